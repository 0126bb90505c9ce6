package export

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/secrets"
)

// Secrets says what may be a secret in what would leave, but for what the plan's
// mask keeps. It searches every text of every record, the header and the labels
// among them, and the name of the source as far as it is told; but no
// pictures. It reads the whole file.
func Secrets(ctx context.Context, p *Plan) (*secrets.Report, error) {
	c := p.chosen()
	c.labelled()
	if err := p.meet(ctx); err != nil {
		return nil, err
	}
	var all search
	err := jsonl.Each(ctx, p.File, 0, p.File.Size(), func(chunk *jsonl.Chunk) *secrets.Report {
		part, scanner := &secrets.Report{}, p.scanner(ctx)
		for chunk.Next() {
			line := chunk.Line()
			key, leaves := c.leaves(line.Off, line.Off+line.Len)
			if !leaves {
				continue
			}
			part.Records++
			scanner.Record(record(line), foundAt(part, key, line.No))
		}
		return part
	}, func(r jsonl.Result[*secrets.Report], _ int64) { all.join(r.Value, r.Lines) })
	if err != nil {
		return nil, fmt.Errorf("search %s for secrets: %w", p.File.Path(), err)
	}
	return p.found(ctx, &all), nil
}

// search is what was found in the lines of a file up to some line.
type search struct {
	secrets.Report
	lines int
}

// join adds what was found in the lines that follow.
func (s *search) join(part *secrets.Report, lines int) {
	part.Behind(s.lines)
	s.Join(part)
	s.lines += lines
}

// foundAt adds findings in the record of an entry, on a line that is counted from 0.
func foundAt(r *secrets.Report, key string, line int) func(secrets.Finding) {
	return func(f secrets.Finding) {
		f.Entry, f.Line = key, line+1
		r.Add(f)
	}
}

// found is what a search of the whole file found, with what is told of the source.
func (p *Plan) found(ctx context.Context, s *search) *secrets.Report {
	if member, text := p.told(); text != "" {
		record := append(jsonl.AppendString([]byte(`{"`+member+`":`), text), '}')
		p.scanner(ctx).Record(record, foundAt(&s.Report, "", 0))
	}
	return &s.Report
}

// sessionEnding ends the names of most sessions. It would make another word of the
// last one of a name, so that a secret there is not found.
const sessionEnding = ".jsonl"

// told is what an export tells of where its source lies: a new session of pi the path,
// what is made to read the name of the file.
func (p *Plan) told() (member, text string) {
	text = strings.TrimSuffix(p.Source, sessionEnding)
	switch p.becomes() {
	case "pi":
		return "parentSession", text
	case "runlog":
		return "", ""
	}
	return "file", filepath.Base(text)
}

// scanner finds what is to be masked in records of the source.
func (p *Plan) scanner(ctx context.Context) *secrets.Scanner {
	h := p.Session.Index().Header
	scanner := secrets.NewScanner(ctx, h.Format, h.ID, p.Mask, p.people...)
	if p.becomes() == "" {
		return scanner.ForPages()
	}
	return scanner
}

// mostPeople is how many names of users are looked for. A list of them is none of people
// who worked there.
const mostPeople = 8

// meet learns the names of users from the paths of home folders in the source, those
// first that stand first.
func (p *Plan) meet(ctx context.Context) error {
	if p.people != nil {
		return nil
	}
	p.people = []string{}
	err := jsonl.Each(ctx, p.File, 0, p.File.Size(), func(chunk *jsonl.Chunk) (names []string) {
		for chunk.Next() {
			secrets.Users(chunk.Line().Bytes, func(name string) {
				if len(names) < mostPeople && !slices.Contains(names, name) {
					names = append(names, name)
				}
			})
		}
		return names
	}, func(r jsonl.Result[[]string], _ int64) {
		for _, name := range r.Value {
			if len(p.people) < mostPeople && !slices.Contains(p.people, name) {
				p.people = append(p.people, name)
			}
		}
	})
	if err != nil {
		return fmt.Errorf("look for home folders in %s: %w", p.File.Path(), err)
	}
	return nil
}

// record is the JSON of a line.
func record(l jsonl.Line) []byte { return bytes.TrimPrefix(l.Bytes, []byte("\ufeff")) }

// copyBegin is how the names of the folders of masked copies begin.
const copyBegin = "branchline-masked-"

// SweepCopies removes from the folder for temporary files the masked copies that are
// left of exports that were killed.
func SweepCopies(temp string, now time.Time) {
	jsonl.SweepFolders(temp, copyBegin, now.Add(-24*time.Hour))
}

// masked has do work on a copy of what leaves in which all secrets are masked. The
// copy lies in a folder of its own, for the user alone, and is gone afterwards. It
// answers what was masked.
func (p *Plan) masked(ctx context.Context, do func(*Plan) error) (found *secrets.Report, err error) {
	if p.Open == nil {
		return nil, errors.New("a masked copy cannot be opened")
	}
	dir, release, err := jsonl.HeldFolder("", copyBegin)
	if err != nil {
		return nil, fmt.Errorf("make a folder for a masked copy: %w", err)
	}
	defer release()
	SweepCopies(filepath.Dir(dir), p.Now)
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }() // after the file is closed
	path := filepath.Join(dir, "masked.jsonl")
	if found, err = p.maskTo(ctx, path); err != nil {
		return nil, err
	}
	s, f, err := p.Open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("open the masked copy: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	// The descriptor is enough, and nothing is left when the program is killed. Where
	// an open file cannot be removed it is when it is closed.
	_ = os.RemoveAll(dir)
	copied := *p
	copied.Session, copied.File = s, f
	_, told := p.told()
	if copied.Source, err = p.scanner(ctx).MaskedText(told); err != nil {
		return nil, err
	}
	if strings.HasSuffix(p.Source, sessionEnding) {
		copied.Source += sessionEnding
	}
	if copied.Leaf, err = moved(p.Session.Index(), s.Index(), p.Leaf); err != nil {
		return nil, err
	}
	copied.Others = nil
	for _, leaf := range p.Others {
		other, err := moved(p.Session.Index(), s.Index(), leaf)
		if err != nil {
			return nil, err
		}
		copied.Others = append(copied.Others, other)
	}
	copied.Branch = s.Index().Branch(copied.Leaf)
	if len(copied.Branch) != len(p.Branch) {
		return nil, fmt.Errorf("%w: the masked branch has %d entries, not %d", ErrSecrets, len(copied.Branch), len(p.Branch))
	}
	return found, do(&copied)
}

// moved is the place an entry has in a masked copy, which has every record on its line.
func moved(from, to *session.Index, p session.Pos) (session.Pos, error) {
	line := from.At(p).Line
	at, ok := slices.BinarySearchFunc(to.Entries, line, func(e session.Entry, line int32) int { return cmp.Compare(e.Line, line) })
	if !ok {
		return session.None, fmt.Errorf("%w: the entry on line %d would be lost", ErrSecrets, line)
	}
	return session.Pos(at), nil
}

// maskTo writes the masked copy and answers what was masked. Every record stays on its line, so that entries
// named by their lines keep their names; what does not leave is a blank line.
func (p *Plan) maskTo(ctx context.Context, path string) (*secrets.Report, error) {
	c := p.chosen()
	c.labelled()
	if err := p.meet(ctx); err != nil {
		return nil, err
	}
	type part struct {
		lines []byte
		found secrets.Report
		err   error
	}
	var all search
	err := jsonl.CreateFrom(path, func(w io.Writer) error {
		var failed error
		var read int64
		err := jsonl.Each(ctx, p.File, 0, p.File.Size(), func(chunk *jsonl.Chunk) (out part) {
			scanner := p.scanner(ctx)
			for out.err == nil && chunk.Next() {
				line := chunk.Line()
				if key, leaves := c.leaves(line.Off, line.Off+line.Len); leaves {
					out.found.Records++
					out.lines, out.err = scanner.Masked(out.lines, record(line), foundAt(&out.found, key, line.No))
				}
				out.lines = append(out.lines, '\n')
			}
			return out
		}, func(r jsonl.Result[part], end int64) {
			p.Progress.did(end - read)
			read = end
			if failed == nil {
				if failed = r.Value.err; failed == nil {
					_, failed = w.Write(r.Value.lines)
				}
			}
			all.join(&r.Value.found, r.Lines)
		})
		var left *secrets.Left
		if errors.As(failed, &left) {
			return fmt.Errorf("%w: %w", ErrSecrets, left)
		}
		return errors.Join(failed, err)
	})
	if err != nil {
		return nil, err
	}
	return p.found(ctx, &all), nil
}
