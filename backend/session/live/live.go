// Package live holds the sessions that are open: it gives each file one handle,
// counts its revisions, and keeps a file open while somebody reads from it.
package live

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"

	"branchline/backend/session"
	"branchline/backend/session/formats"
	"branchline/backend/session/jsonl"
)

// ErrClosed means that a handle is not, or no longer, that of an open session.
var ErrClosed = errors.New("the session is not open")

// opener opens a session file; formats.Open is the one in use.
type opener func(context.Context, string) (session.Session, *jsonl.File, error)

// Set is the sessions that are open. It can be used from several goroutines.
type Set struct {
	opener opener

	mu   sync.Mutex
	last int
	open []*Open
}

// New makes an empty Set.
func New() *Set { return &Set{opener: formats.Open} }

// Open opens a file. A file that is open already, by whatever path, answers its
// handle again, and is read again when it was written to since. A file that
// took the place of another is a session of its own.
func (s *Set) Open(ctx context.Context, path string) (*Open, error) {
	if info, err := os.Stat(path); err == nil {
		if o := s.holding(info); o != nil {
			_, err := s.Look(ctx, o.Handle)
			return o, err
		}
	}
	r, err := s.read(ctx, path)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.open {
		if o.is(r.file.Info()) { // another call was as fast
			r.letGo()
			return o, nil
		}
	}
	s.last++
	r.revision, r.since, r.generation = 1, 1, 1
	o := &Open{Handle: fmt.Sprintf("s%d", s.last), Path: path, now: r}
	s.open = append(s.open, o)
	return o, nil
}

func (s *Set) holding(info os.FileInfo) *Open {
	for _, o := range s.All() {
		if o.is(info) {
			return o
		}
	}
	return nil
}

// All are the open sessions in the order in which they were opened.
func (s *Set) All() []*Open {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.open)
}

// Get finds an open session by its handle.
func (s *Set) Get(handle string) (*Open, error) {
	for _, o := range s.All() {
		if o.Handle == handle {
			return o, nil
		}
	}
	return nil, fmt.Errorf("find session %q: %w", handle, ErrClosed)
}

// Close forgets a session. Its file is closed as soon as nobody reads from it.
func (s *Set) Close(handle string) error {
	s.mu.Lock()
	at := slices.IndexFunc(s.open, func(o *Open) bool { return o.Handle == handle })
	if at < 0 {
		s.mu.Unlock()
		return fmt.Errorf("close session %q: %w", handle, ErrClosed)
	}
	o := s.open[at]
	s.open = slices.Delete(s.open, at, at+1)
	s.mu.Unlock()
	o.close()
	return nil
}

// Reload reads the file at a session's path again, as its next revision. When
// that fails the session stays as it is.
func (s *Set) Reload(ctx context.Context, handle string) (*Open, error) {
	o, err := s.Get(handle)
	if err != nil {
		return nil, err
	}
	r, err := s.read(ctx, o.Path)
	if err != nil {
		return nil, err
	}
	if !o.replace(r) {
		r.letGo()
		return nil, fmt.Errorf("read session %q again: %w", handle, ErrClosed)
	}
	return o, nil
}

func (s *Set) read(ctx context.Context, path string) (*reading, error) {
	sess, file, err := s.opener(ctx, path)
	if err != nil {
		return nil, err
	}
	return &reading{session: sess, file: file, holds: 1}, nil
}
