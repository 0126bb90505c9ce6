package pi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// store is a session that grows. Its bytes are in a file, or in memory as long
// as there is none; the index over them is the same, and so are the places it
// names: a file is made of the very bytes that were in memory. Those of harness
// storage are asked of it.
type store struct {
	opened
	path    string      // "" for a session that never gets a file
	file    *jsonl.File // nil as long as there is none; it may be empty
	pending []byte      // all of a session that is not in its file yet, else nil
	linked  *linked     // a session in harness storage, else nil; file and pending are nil then
}

// Read returns bytes of the session.
func (s *store) Read(span session.Span) ([]byte, error) {
	switch {
	case s.linked != nil:
		return s.linked.Read(span)
	case s.pending == nil:
		b := session.Large[byte](int(span.Len))
		if err := s.file.ReadInto(b, span.Off); err != nil {
			return nil, conflicting(err)
		}
		return b, nil
	}
	return bytes.Clone(s.pending[span.Off:span.End()]), nil
}

// inMemory is a session of the given lines, each with its LF, that gets a file at
// path later, or never when path is "".
func inMemory(path string, lines []byte, now time.Time) (*store, error) {
	s := &store{path: path, pending: lines}
	s.src = s
	return s, s.rescan(now)
}

// openStore reads the session file at path.
func openStore(ctx context.Context, path string) (*store, error) {
	f, err := jsonl.Open(path)
	if err != nil {
		return nil, err
	}
	s := &store{path: path, file: f}
	s.src = s
	if err := s.scan(ctx, f, f.Size(), f.Info().ModTime().UnixMilli()); err != nil {
		return nil, errors.Join(fmt.Errorf("read %s: %w", path, err), f.Close())
	}
	return s, nil
}

func (s *store) close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

// bytes is where the session's bytes are, how many they are, and when they changed.
func (s *store) bytes(now time.Time) (from io.ReaderAt, size, written int64, err error) {
	if s.pending != nil {
		return bytes.NewReader(s.pending), int64(len(s.pending)), now.UnixMilli(), nil
	}
	info, err := s.file.Stat()
	if err != nil {
		return nil, 0, 0, err
	}
	return s.file, info.Size(), info.ModTime().UnixMilli(), nil
}

// rescan indexes all of it anew.
func (s *store) rescan(now time.Time) error {
	from, size, written, err := s.bytes(now)
	if err != nil {
		return err
	}
	if err := s.scan(context.Background(), from, size, written); err != nil {
		return err
	}
	return s.mark(size)
}

// refresh indexes what was written behind the indexed end, by whomever.
func (s *store) refresh(now time.Time) error {
	if s.linked != nil {
		return s.pull(context.Background(), func() time.Time { return now })
	}
	from, size, written, err := s.bytes(now)
	if err != nil {
		return err
	}
	if size < s.x.Size {
		return fmt.Errorf("read %s: %w", s.path, jsonl.ErrStale)
	}
	ok, err := s.readOn(context.Background(), from, size, written)
	if err != nil {
		return fmt.Errorf("read %s: %w", s.path, err)
	}
	if !ok {
		return s.rescan(now)
	}
	return s.mark(size)
}

func (s *store) mark(size int64) error {
	if s.pending != nil {
		return nil
	}
	return s.file.Mark(size)
}

// append adds whole lines, without the last LF. Without a file they stay in
// memory until lasting says so; then everything is written to a new file, or to
// one that is there and empty. On an error the session is as it was.
func (s *store) append(lines []byte, lasting func() bool, now time.Time) error {
	if s.linked != nil {
		if err := s.linked.storage.AppendEntry(context.Background(), Record{lines}); err != nil {
			return err
		}
		return s.refresh(now)
	}
	if s.pending == nil {
		if err := s.file.Append(lines); err != nil {
			return err
		}
		return s.refresh(now)
	}
	all := append(append(s.pending, lines...), '\n')
	if s.path != "" && lasting() {
		if err := s.write(all); err != nil {
			return err
		}
		s.pending = nil
		return s.rescan(now) // somebody else may have begun in the same empty file
	}
	s.pending = all
	return s.refresh(now)
}

// write makes the file of a session that had none. A session that somebody else
// began there stays theirs.
func (s *store) write(all []byte) error {
	if s.file != nil { // there is an empty one
		info, err := s.file.Stat()
		if err != nil {
			return err
		}
		if info.Size() > 0 {
			return fmt.Errorf("%w: %s is not empty any more", ErrConflict, s.path)
		}
		return s.file.Append(all[:len(all)-1])
	}
	if err := jsonl.Create(s.path, all); err != nil {
		return err
	}
	var err error
	s.file, err = jsonl.Open(s.path)
	return err
}
