// Package formats holds the one list of session formats and opens a file with
// the one it is written in.
package formats

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// The formats look at the first headBytes of a file, or at mostHead where no
// whole record lies in these: a header may be long or stand behind damage.
const (
	headBytes = 64 << 10
	mostHead  = 2 << 20
)

// Open opens a session file and reads its index. It never blocks on what is no
// file and never writes. The session reads bodies from the file; closing the
// file is the caller's business. Anything but an end of ctx is an *Error.
func Open(ctx context.Context, path string) (session.Session, *jsonl.File, error) {
	return open(ctx, path, list)
}

func open(ctx context.Context, path string, list []session.Format) (session.Session, *jsonl.File, error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	// Look before opening: opening a pipe would wake its writer, and a device do who knows what.
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, cannot(path, err)
	}
	if !info.Mode().IsRegular() {
		return nil, nil, notRegular(path, info.Mode())
	}
	f, err := jsonl.Open(path)
	if err != nil {
		return nil, nil, cannot(path, err)
	}
	s, err := read(ctx, f, list)
	if err != nil {
		// The file was only read: an error of closing it adds nothing.
		_ = f.Close()
		return nil, nil, err
	}
	return s, f, nil
}

func read(ctx context.Context, f *jsonl.File, list []session.Format) (session.Session, error) {
	head, err := readHead(f, f.Size())
	if err != nil {
		return nil, cannot(f.Path(), err)
	}
	format, err := choose(f.Path(), head, int64(len(head)) == f.Size(), list)
	if err != nil {
		return nil, err
	}
	s, err := format.Scan(ctx, f)
	switch {
	case err == nil && len(s.Index().Entries) == 0 && len(s.Index().Heads) == 0:
		return nil, noSession(f.Path(), head, "no whole record")
	case err == nil:
		return s, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	default:
		return nil, cannot(f.Path(), err)
	}
}

// choose finds the format of a file by its beginning, or by all of it.
func choose(path string, head []byte, all bool, list []session.Format) (*session.Format, error) {
	text := bytes.TrimPrefix(head, []byte(byteOrderMark))
	if !all {
		text = wholeLines(text)
	}
	var unsupported, other string
	for i := range list {
		match, reason := list[i].Sniff(text)
		switch {
		case match == session.Matches:
			return &list[i], nil
		case match == session.Unsupported && unsupported == "":
			unsupported = reason
		case other == "":
			other = reason
		}
	}
	if unsupported != "" {
		return nil, unsupportedBecause(path, unsupported)
	}
	return nil, noSession(path, head, other)
}

const byteOrderMark = "\ufeff"

// readHead reads the beginning of a file of size bytes.
func readHead(src io.ReaderAt, size int64) ([]byte, error) {
	head, err := readFirst(src, min(size, headBytes))
	if err != nil || size <= headBytes || hasRecord(head) {
		return head, err
	}
	return readFirst(src, min(size, mostHead))
}

func readFirst(src io.ReaderAt, n int64) ([]byte, error) {
	b := make([]byte, n)
	got, err := src.ReadAt(b, 0)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return b[:got], err
}

// hasRecord tells whether a whole line of JSON lies in head.
func hasRecord(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte(byteOrderMark))
	for {
		line, rest, whole := bytes.Cut(head, []byte("\n"))
		if !whole {
			return false
		}
		if at := jsonl.Space(line, 0); at < len(line) && line[at] == '{' && jsonl.Valid(line) {
			return true
		}
		head = rest
	}
}

// wholeLines leaves out a last line without its end, but where there is no other.
func wholeLines(head []byte) []byte {
	if i := bytes.LastIndexByte(head, '\n'); i >= 0 {
		return head[:i+1]
	}
	return head
}
