package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/secrets"
)

// Secrets says what may be a secret in what would leave, but for what the plan's
// mask keeps. It searches every text of every record, the header and the labels
// among them, and the path of the source, which a new session names; but no
// pictures. It reads the whole file once.
func Secrets(ctx context.Context, p *Plan) (*secrets.Report, error) {
	c := p.chosen()
	c.labelled()
	all, lines := &secrets.Report{}, 0
	err := jsonl.Each(ctx, p.File, 0, p.File.Size(), func(chunk *jsonl.Chunk) *secrets.Report {
		part, scanner := &secrets.Report{}, p.scanner(ctx)
		for chunk.Next() {
			line := chunk.Line()
			key, leaves := c.leaves(line.Off, line.Off+line.Len)
			if !leaves {
				continue
			}
			part.Records++
			scanner.Record(record(line), func(f secrets.Finding) {
				f.Entry, f.Line = key, line.No+1
				part.Add(f)
			})
		}
		return part
	}, func(r jsonl.Result[*secrets.Report], _ int64) {
		r.Value.Behind(lines)
		all.Join(r.Value)
		lines += r.Lines
	})
	if err != nil {
		return nil, fmt.Errorf("search %s for secrets: %w", p.File.Path(), err)
	}
	if p.becomes() == "pi" {
		p.scanner(ctx).Record(append(jsonl.AppendString([]byte(`{"parentSession":`), p.Source), '}'), func(f secrets.Finding) {
			f.Line = 1
			all.Add(f)
		})
	}
	return all, nil
}

// scanner finds what is to be masked in records of the source.
func (p *Plan) scanner(ctx context.Context) *secrets.Scanner {
	h := p.Session.Index().Header
	return secrets.NewScanner(ctx, h.Format, h.ID, p.Mask)
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

// copyFolder makes a folder for a masked copy and holds it. One that was swept away
// before it was held is made again.
func copyFolder() (dir string, release func(), err error) {
	for {
		if dir, err = os.MkdirTemp("", copyBegin); err != nil {
			return "", nil, err
		}
		release = jsonl.Hold(dir)
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			return dir, release, nil
		}
		release()
	}
}

// masked has do work on a copy of what leaves in which all secrets are masked. The
// copy lies in a folder of its own, for the user alone, and is gone afterwards.
func (p *Plan) masked(ctx context.Context, do func(*Plan) error) (err error) {
	if p.Open == nil {
		return errors.New("a masked copy cannot be opened")
	}
	dir, release, err := copyFolder()
	if err != nil {
		return fmt.Errorf("make a folder for a masked copy: %w", err)
	}
	defer release()
	SweepCopies(filepath.Dir(dir), p.Now)
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }() // after the file is closed
	path := filepath.Join(dir, "masked.jsonl")
	if err := p.maskTo(ctx, path); err != nil {
		return err
	}
	s, f, err := p.Open(ctx, path)
	if err != nil {
		return fmt.Errorf("open the masked copy: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	// The descriptor is enough, and nothing is left when the program is killed. Where
	// an open file cannot be removed it is when it is closed.
	_ = os.RemoveAll(dir)
	copied := *p
	copied.Session, copied.File = s, f
	if copied.Source, err = p.scanner(ctx).MaskedText(p.Source); err != nil {
		return err
	}
	if copied.Leaf, err = moved(p.Session.Index(), s.Index(), p.Leaf); err != nil {
		return err
	}
	copied.Others = nil
	for _, leaf := range p.Others {
		at, err := moved(p.Session.Index(), s.Index(), leaf)
		if err != nil {
			return err
		}
		copied.Others = append(copied.Others, at)
	}
	copied.Branch = s.Index().Branch(copied.Leaf)
	if len(copied.Branch) != len(p.Branch) {
		return fmt.Errorf("%w: the masked branch has %d entries, not %d", ErrSecrets, len(copied.Branch), len(p.Branch))
	}
	return do(&copied)
}

// moved is the place an entry has in a masked copy.
func moved(from, to *session.Index, p session.Pos) (session.Pos, error) {
	at, ok := to.Lookup(from.Key(p))
	if !ok {
		return session.None, fmt.Errorf("%w: the entry %s would be lost", ErrSecrets, from.Key(p))
	}
	return at, nil
}

// maskTo writes the masked copy. Every record stays on its line, so that entries
// named by their lines keep their names; what does not leave is a blank line.
func (p *Plan) maskTo(ctx context.Context, path string) error {
	c := p.chosen()
	c.labelled()
	type part struct {
		lines []byte
		err   error
	}
	return jsonl.CreateFrom(path, func(w io.Writer) error {
		var failed error
		err := jsonl.Each(ctx, p.File, 0, p.File.Size(), func(chunk *jsonl.Chunk) (out part) {
			scanner := p.scanner(ctx)
			for out.err == nil && chunk.Next() {
				line := chunk.Line()
				if _, leaves := c.leaves(line.Off, line.Off+line.Len); leaves {
					out.lines, out.err = scanner.Masked(out.lines, record(line))
				}
				out.lines = append(out.lines, '\n')
			}
			return out
		}, func(r jsonl.Result[part], _ int64) {
			if failed == nil {
				if failed = r.Value.err; failed == nil {
					_, failed = w.Write(r.Value.lines)
				}
			}
		})
		var left *secrets.Left
		if errors.As(failed, &left) {
			return fmt.Errorf("%w: %w", ErrSecrets, left)
		}
		return errors.Join(failed, err)
	})
}
