package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"branchline/backend/session/jsonl"
)

// The kinds of an Error.
const (
	NotFound    = "notFound"
	NotSession  = "notSession"
	Unsupported = "unsupported"
	Unreadable  = "unreadable"
)

// Error says why a file could not be opened.
type Error struct {
	// Kind is one of NotFound, NotSession, Unsupported and Unreadable.
	Kind string
	Path string
	// Reason says in a few words what is the matter, for a list that names the path beside it.
	Reason string
	// Next says what to do about it.
	Next string
	// Text is the whole sentence: what was attempted on what, why it failed, what to do next.
	Text string
	err  error
}

// Error is Text.
func (e *Error) Error() string { return e.Text }

// Unwrap is the system's own error, nil where there is none.
func (e *Error) Unwrap() error { return e.err }

func fail(kind, path, reason, next string, err error) *Error {
	return &Error{
		Kind: kind, Path: path, Reason: reason, Next: next, err: err,
		Text: fmt.Sprintf("cannot open %s: %s; %s", Visible(path), reason, next),
	}
}

// Visible is a path or a key with characters that could mislead a reader made visible.
func Visible(path string) string {
	for _, r := range path {
		if !unicode.IsPrint(r) {
			return strconv.Quote(path)
		}
	}
	return path
}

// cannot explains an error of the system.
func cannot(path string, err error) *Error {
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		if target, linkErr := os.Readlink(path); linkErr == nil {
			return fail(NotFound, path, fmt.Sprintf("a link to %s, which does not exist", Visible(target)), "restore that file, or remove the link", err)
		}
		return fail(NotFound, path, "there is no such file", "check the path; the file may have been moved or deleted", err)
	case errors.Is(err, fs.ErrPermission):
		return fail(Unreadable, path, "no permission to read it", "ask its owner, or allow reading it (chmod u+r)", err)
	case errors.Is(err, syscall.ELOOP):
		return fail(Unreadable, path, "a link that leads back to itself", "remove the link", err)
	case errors.Is(err, jsonl.ErrNotFile):
		return fail(NotSession, path, "not a regular file", "choose a session file (.jsonl)", err)
	case errors.Is(err, jsonl.ErrStale):
		return fail(Unreadable, path, "it was rewritten while it was being read", "open it again", err)
	}
	return fail(Unreadable, path, "reading it failed: "+lastOf(err), "check the disk it lies on, and open it again", err)
}

// lastOf is the innermost error's text: the path is named already.
func lastOf(err error) string {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		return inner.Err.Error()
	}
	return err.Error()
}

// notRegular names what is no regular file.
func notRegular(path string, mode fs.FileMode) *Error {
	switch {
	case mode.IsDir():
		return fail(NotSession, path, "a folder, not a session file", "open a .jsonl file inside it, or add the folder to the list of sessions", nil)
	case mode&fs.ModeNamedPipe != 0:
		return fail(NotSession, path, "a pipe (FIFO), not a session file", "save what comes out of it to a .jsonl file and open that", nil)
	case mode&fs.ModeSocket != 0:
		return fail(NotSession, path, "a socket, not a session file", "choose a session file (.jsonl)", nil)
	case mode&fs.ModeDevice != 0:
		return fail(NotSession, path, "a device, not a session file", "choose a session file (.jsonl)", nil)
	}
	return fail(NotSession, path, "not a regular file", "choose a session file (.jsonl)", nil)
}

func unsupportedBecause(path, reason string) *Error {
	return fail(Unsupported, path, reason, "Branchline reads pi sessions of versions 1 to 3 and run logs", nil)
}

// noSession says what a file is that no format knows. found is what a format
// saw in it, "" when it has no word for it.
func noSession(path string, head []byte, found string) *Error {
	const next = "pi sessions begin with a line of type session, run logs with one of kind meta"
	blank := len(bytes.TrimSpace(bytes.TrimPrefix(head, []byte(byteOrderMark)))) == 0
	switch {
	case len(head) == 0:
		return fail(NotSession, path, "an empty file", "open it again when the agent has written to it; pi does so with its first reply", nil)
	case bytes.HasPrefix(head, []byte("\xff\xfe\x00\x00")), bytes.HasPrefix(head, []byte("\x00\x00\xfe\xff")):
		return fail(NotSession, path, "not a pi session (UTF-32)", "save it as UTF-8 and open it again", nil)
	case isUTF16(head):
		return fail(NotSession, path, "not a pi session (UTF-16)", "save it as UTF-8 and open it again", nil)
	case blank:
		return fail(NotSession, path, "nothing but blank lines", next, nil)
	case isBinary(head):
		return fail(NotSession, path, "binary data, not a session", next, nil)
	case bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(bytes.TrimRight(head, "\r"), '\r') >= 0:
		return fail(NotSession, path, "lines without line feeds, which end in CR alone", "save it with LF line ends and open it again", nil)
	case isUnfinished(head):
		return fail(NotSession, path, "only the beginning of a record", "if it is being written, open it again in a moment", nil)
	case found != "":
		return fail(NotSession, path, "not a session: "+found, next, nil)
	}
	return fail(NotSession, path, "text, but not a session", next, nil)
}

// isUTF16 tells whether text is written in two bytes a character, by its mark or
// by its zero bytes.
func isUTF16(head []byte) bool {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return true
	}
	b := head[:min(len(head), 512)&^1]
	if len(b) < 4 {
		return false
	}
	var zero, printable [2]int
	for i, c := range b {
		if c == 0 {
			zero[i&1]++
		} else if c >= ' ' && c < 0x7f || c == '\n' || c == '\r' || c == '\t' {
			printable[i&1]++
		}
	}
	// Mostly Latin text: one byte of a pair is zero, the other readable.
	half := len(b) / 2
	return zero[0]*4 > half*3 && printable[1]*4 > half*3 || zero[1]*4 > half*3 && printable[0]*4 > half*3
}

// isBinary tells whether the beginning of a file is no text at all.
func isBinary(head []byte) bool {
	odd := 0
	b := head[:min(len(head), 4096)]
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		cut := len(b)-i < utf8.UTFMax
		if r == 0 || r == utf8.RuneError && n == 1 && !cut || r < ' ' && !strings.ContainsRune("\n\r\t\f\x1b", r) {
			odd++
		}
		i += n
	}
	return bytes.IndexByte(b, 0) >= 0 || odd*10 > len(b)
}

// isUnfinished tells whether there is but one line, not ended and not whole.
func isUnfinished(head []byte) bool {
	line := bytes.TrimPrefix(head, []byte(byteOrderMark))
	at := jsonl.Space(line, 0)
	return at < len(line) && line[at] == '{' && bytes.IndexByte(line, '\n') < 0 && !jsonl.Valid(line)
}
