package library

import (
	"cmp"
	"crypto/sha256"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/outcome"
)

const (
	// mostMessage is the longest first message a row keeps, in bytes: a list must
	// not hold what somebody pasted.
	mostMessage = 16 << 10
	// mostTitle is the longest title, in bytes.
	mostTitle = 200

	dayMs = 24 * 60 * 60 * 1000

	// runs names the format of run logs.
	runs = "runlog"
)

// rowOf gathers what the list says of one session. It reads one body.
func rowOf(s session.Session, path string, info fs.FileInfo, now int64) Row {
	x := s.Index()
	totals := outcome.FileTotals(x)
	end := s.End(x.Suggested, now)
	row := Row{
		Path:         path,
		Format:       x.Header.Format,
		ID:           x.Header.ID,
		Cwd:          x.Header.Cwd,
		Name:         x.Name,
		FirstMessage: x.Header.Task,
		Messages:     x.Messages,
		CreatedMs:    x.Header.CreatedMs,
		ModifiedMs:   modified(x, info, now),
		Outcome:      string(end.State),
		Closing:      firstLine(end.Message),
		MadeFrom:     x.Header.Parent,
		Candidates:   []string{},
		ContinuedBy:  []string{},
		Own:          own(s, totals),
		Problems:     len(x.Problems),
		CostUSD:      totals.CostUSD,
		Errors:       totals.Errors,
		Branches:     len(x.Ends()),
		Bytes:        x.Size,
	}
	if row.Format != runs {
		row.Parent = x.Header.Parent
	}
	if row.Format == runs && x.Header.Task != "" {
		sum := sha256.Sum256([]byte(x.Header.Task))
		row.task = string(sum[:])
	}
	if row.FirstMessage == "" {
		row.FirstMessage = firstPrompt(s)
	}
	row.FirstMessage = cut(row.FirstMessage, mostMessage)
	row.Title = cmp.Or(oneLine(row.Name), firstLine(row.FirstMessage), oneLine(filepath.Base(row.Path)))
	return row
}

// modified is the time of the last prompt or reply, else of the header, else of
// the file. A time of tomorrow is none.
func modified(x *session.Index, info fs.FileInfo, now int64) int64 {
	for _, ms := range []int64{x.ModifiedMs, x.Header.CreatedMs} {
		if ms > 0 && ms <= now+dayMs {
			return ms
		}
	}
	return info.ModTime().UnixMilli()
}

func firstPrompt(s session.Session) string {
	x := s.Index()
	if x.FirstPrompt == session.None {
		return ""
	}
	e := x.At(x.FirstPrompt)
	b, err := s.Body(session.Item{
		Kind: session.ItemPrompt, Entry: x.FirstPrompt, Part: -1, Answer: session.None, AnswerPart: -1,
		Role: session.RoleUser, Text: e.Preview, Span: e.Span, Line: e.Line,
	})
	if err != nil {
		return e.Preview // the file changed under us; the beginning is in the index
	}
	return b.Text
}

// cut shortens text to at most limit bytes, between characters.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return strings.Clone(text[:limit])
}

// firstLine is the first line of a text that has anything to see.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = oneLine(line); line != "" {
			return line
		}
	}
	return ""
}

// oneLine makes text safe to show in a row: no terminal sequences, and white
// space, control characters and separators as single spaces.
func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("\a\x1b\u0090\u009b\u009c\u009d", r):
			return r // parts of terminal sequences, which Plain takes out whole
		case unicode.IsControl(r):
			return ' '
		}
		return r
	}, cut(text, 8*mostTitle))
	return string(jsonl.AppendLine(nil, []byte(session.Plain(text)), mostTitle))
}
