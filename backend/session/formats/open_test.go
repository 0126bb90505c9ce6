package formats

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unicode/utf16"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// lines is a format for tests: files that begin with "%NAME", and "%old" as a
// relative it does not read.
func lines(name string) session.Format {
	return session.Format{
		Name: name,
		Sniff: func(head []byte) (session.Match, string) {
			switch {
			case bytes.Contains(head, []byte("%"+name)):
				return session.Matches, ""
			case bytes.Contains(head, []byte("%old")):
				return session.Unsupported, "a version of old"
			}
			return session.NoMatch, ""
		},
		Scan: func(ctx context.Context, f *jsonl.File) (session.Session, error) {
			head := make([]byte, min(f.Size(), 64))
			if _, err := f.ReadAt(head, 0); err != nil {
				return nil, err
			}
			if bytes.Contains(head, []byte("%fail")) {
				return nil, &fs.PathError{Op: "read", Path: f.Path(), Err: syscall.EIO}
			}
			x, _ := session.Join(session.Header{Format: name}, []session.Fragment{{Heads: []session.Span{{Len: 1}}}})
			return known{x}, ctx.Err()
		},
	}
}

type known struct{ x *session.Index }

func (k known) Index() *session.Index                       { return k.x }
func (known) Items(session.Pos) []session.Item              { return nil }
func (known) Context(session.Pos) []session.Piece           { return nil }
func (known) End(session.Pos, int64) session.End            { return session.End{} }
func (known) Body(session.Item) (b session.Body, err error) { return b, err }

var both = []session.Format{lines("first"), lines("second")}

func write(t *testing.T, data string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOpenAsksEachFormat(t *testing.T) {
	long := strings.Repeat("x", 3*headBytes)
	for _, c := range []struct{ name, data, want string }{
		{"the first", "%first\n", "first"},
		{"the second", "%second\n", "second"},
		{"a byte order mark", "\ufeff%second\n", "second"},
		{"a last line without its end", "%second", "second"},
		{"behind one long line", `{"a":"` + long + "\"}\n%second\n", "second"},
		{"behind long damage", long + "\n%second\n" + long, "second"},
		{"with zero bytes in it", "\x00\x00\n%second\n", "second"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, f, err := open(t.Context(), write(t, c.data), both)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Close(); err != nil {
				t.Error(err)
			}
			if got := s.Index().Header.Format; got != c.want {
				t.Errorf("opened as %q, want %q", got, c.want)
			}
		})
	}
}

func TestOpenSaysWhatAFileIs(t *testing.T) {
	wide := func(s string, mark bool) string {
		var b []byte
		if mark {
			b = append(b, 0xff, 0xfe)
		}
		for _, u := range utf16.Encode([]rune(s)) {
			b = append(b, byte(u), byte(u>>8))
		}
		return string(b)
	}
	var everyByte [2048]byte
	for i := range everyByte {
		everyByte[i] = byte(i)
	}
	latin1 := strings.Repeat("r\xe9sum\xe9 d\xe9j\xe0 vu ", 40)
	for _, c := range []struct{ name, data, kind, words string }{
		{"empty", "", NotSession, "empty"},
		{"blank lines", "\n \r\n\n", NotSession, "blank lines"},
		{"utf-16 with its mark", wide("{\"type\":\"session\"}\n", true), NotSession, "not a pi session (UTF-16)"},
		{"utf-32", "\xff\xfe\x00\x00{\x00\x00\x00}\x00\x00\x00\n\x00\x00\x00", NotSession, "not a pi session (UTF-32)"},
		{"utf-32, the other way round", "\x00\x00\xfe\xff\x00\x00\x00{\x00\x00\x00}\x00\x00\x00\n", NotSession, "not a pi session (UTF-32)"},
		{"utf-16 without a mark", wide("{\"type\":\"session\",\"version\":3}\n", false), NotSession, "not a pi session (UTF-16)"},
		{"binary", string(everyByte[:]), NotSession, "binary"},
		{"binary without zero bytes", strings.Repeat("\x89\xc3\x01\x02ab", 100), NotSession, "binary"},
		{"latin-1 text", latin1, NotSession, "binary"},
		{"notes", "Buy milk.\n", NotSession, "text, but not a session"},
		{"other JSON", "{\"note\":1}\n", NotSession, "text, but not a session"},
		{"half a record", `{"type":"session","id":"x`, NotSession, "beginning of a record"},
		{"carriage returns alone", "{\"type\":\"session\"}\r{\"type\":\"message\"}\r", NotSession, "without line feeds"},
		{"an old relative", "%old\n", Unsupported, "a version of old"},
		{"a failing disk", "%first %fail ", Unreadable, "input/output error"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := write(t, c.data)
			_, _, err := open(t.Context(), path, both)
			check(t, err, c.kind, path, c.words)
		})
	}
}

// check wants an error of a kind whose sentence names the path, the reason in
// the given words, and what to do next.
func check(t *testing.T, err error, kind, path, words string) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("got error %v, want an *Error", err)
	}
	if e.Kind != kind || e.Path != path {
		t.Errorf("kind and path are %q, %q, want %q, %q", e.Kind, e.Path, kind, path)
	}
	if !strings.Contains(e.Reason, words) {
		t.Errorf("reason %q, want the words %q", e.Reason, words)
	}
	if !strings.Contains(e.Text, path) || !strings.Contains(e.Text, e.Reason+"; ") || strings.Contains(e.Text, "\n") {
		t.Errorf("text %q, want one line with path, reason and what to do next", e.Text)
	}
}

func TestErrorsOfTheSystemBecomeSentences(t *testing.T) {
	const path = "/srv/s.jsonl"
	for _, c := range []struct {
		err         error
		kind, words string
	}{
		{&fs.PathError{Op: "open", Path: path, Err: syscall.EACCES}, Unreadable, "no permission"},
		{&fs.PathError{Op: "open", Path: path, Err: syscall.EPERM}, Unreadable, "no permission"},
		{&fs.PathError{Op: "open", Path: path, Err: syscall.ENOENT}, NotFound, "no such file"},
		{fmt.Errorf("open %s: %w", path, jsonl.ErrNotFile), NotSession, "not a regular file"},
		{fmt.Errorf("read %s: %w", path, jsonl.ErrStale), Unreadable, "rewritten"},
		{&fs.PathError{Op: "read", Path: path, Err: syscall.EIO}, Unreadable, "input/output error"},
	} {
		err := cannot(path, c.err)
		check(t, err, c.kind, path, c.words)
		if !errors.Is(err, c.err) {
			t.Errorf("the error of %v does not wrap it", c.err)
		}
	}
}

func TestOpenMakesMisleadingNamesVisible(t *testing.T) {
	_, _, err := open(t.Context(), "/srv/\u202egpj.exe\n", both)
	if want := `cannot open "/srv/\u202egpj.exe\n": there is no such file`; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want it to begin with %s", err, want)
	}
}

func TestOpenEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := open(ctx, write(t, "%first\n"), both); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}
