package pi

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"branchline/backend/session"
)

// Errors a caller can tell apart.
var (
	// ErrReadOnly means that the format's own rules forbid appending: the file is
	// of version 1 or 2 (see Manager.Upgrade), or of one newer than 3.
	ErrReadOnly = errors.New("the session can only be read")
	// ErrEntryNotFound means that no entry has the id.
	ErrEntryNotFound = errors.New("entry not found")
	// ErrConflict means that the file was replaced, shortened, rewritten or taken
	// away since it was opened, or is empty no more. Nothing was written: open it
	// again.
	ErrConflict = errors.New("the session file was changed by somebody else in another way than by growing; open it again")
)

// notSession begins the message for a file that pi does not open either.
const notSession = "Session file is not a valid pi session"

// unknownEntry is ErrEntryNotFound in pi's words.
type unknownEntry string

func (id unknownEntry) Error() string { return "Entry " + string(id) + " not found" }

func (id unknownEntry) Is(target error) bool { return target == ErrEntryNotFound }

// Manager is a session being read and written, as pi's SessionManager: a tree
// that only grows. Its leaf says where the next entry goes; appending moves it on,
// Branch and ResetLeaf move it without writing anything. On opening, the leaf is
// the last entry of the file that has an id.
//
// A Manager holds the index of its session and no bodies: what it returns is read
// from the file when it is asked for. It may be used by several goroutines. It
// never changes what stands in a file: Open writes nothing, and an append is one
// write of one whole line, on a line of its own whatever the file ended with,
// followed by a flush to the disk. Several processes may append to one file; each
// continues at its own leaf, and no line is lost.
type Manager struct {
	mu      gate
	options options
	s       *store
	leaf    *string // the id of the entry the next one follows; nil for none
	cwd     string
	dir     string
	persist bool
	harness *harness // nil on a session that is not in harness storage
}

// Create starts a session of a working folder, in dir, or where pi keeps the
// sessions of that folder when dir is "". The file is made when the first prompt
// or reply is appended: settings alone leave none behind.
func Create(cwd, dir string, opts ...Option) (*Manager, error) {
	m := &Manager{options: settle(opts), persist: true}
	if err := m.place(cwd, dir); err != nil {
		return nil, err
	}
	return m, m.begin(NewSessionOptions{ID: m.options.id, ParentSession: m.options.parent})
}

// InMemory starts a session that never gets a file, of the records given: a
// header among them counts, else one is made.
func InMemory(cwd string, records []Record, opts ...Option) (*Manager, error) {
	m := &Manager{options: settle(opts)}
	cwd, err := m.options.env.Resolve(orDot(cwd))
	if err != nil {
		return nil, err
	}
	m.cwd = cwd
	return m, m.load(records)
}

// Open opens a session file without changing it; a file that is not there yet is
// a new session that will be written to that path. New sessions and branches go
// to dir, or beside the file when dir is "". The working folder is the one the
// header names; see WithCwdOverride.
//
// A file without a session header at its start is refused with an error that
// names it. pi itself completes, repairs and migrates files on opening them.
func Open(path, dir string, opts ...Option) (*Manager, error) {
	m := &Manager{options: settle(opts), persist: true}
	path, err := m.options.env.Resolve(path)
	if err != nil {
		return nil, err
	}
	if dir == "" {
		dir = filepath.Dir(path)
	}
	if m.dir, err = m.options.env.Resolve(dir); err != nil {
		return nil, err
	}
	fresh := NewSessionOptions{ID: m.options.id, ParentSession: m.options.parent}
	return m, m.open(path, fresh, func(header string) error {
		cwd := m.options.cwd
		if cwd == "" {
			cwd = header
		}
		m.cwd, err = m.options.env.Resolve(orDot(cwd))
		return err
	})
}

// Close lets go of the file. The Manager must not be used afterwards.
func (m *Manager) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.s.close()
}

// open reads the session at path, or begins one there with the options fresh.
// settle is told the working folder of the header, "" when there is none.
func (m *Manager) open(path string, fresh NewSessionOptions, settle func(cwd string) error) error {
	s, err := openStore(context.Background(), path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := settle(""); err != nil {
			return err
		}
		return m.beginAt(path, nil, fresh)
	case err != nil:
		return fmt.Errorf("open session: %w", err)
	case s.x.Size == 0:
		if err := settle(""); err != nil {
			return errors.Join(err, s.close())
		}
		return m.beginAt(path, s.file, NewSessionOptions{})
	case !s.legal:
		return errors.Join(fmt.Errorf("%s: %s", notSession, path), s.close())
	}
	if err := settle(s.x.Header.Cwd); err != nil {
		return errors.Join(err, s.close())
	}
	m.take(s)
	return nil
}

// take makes s the Manager's session, with the leaf where pi would have it.
func (m *Manager) take(s *store) {
	m.s, m.leaf = s, nil
	for p := session.Pos(len(s.x.Entries)) - 1; p >= 0; p-- {
		if e := s.x.At(p); !e.Has(session.NoID) {
			m.leaf = &e.Key
			return
		}
	}
}

func orDot(path string) string {
	if path == "" {
		return "."
	}
	return path
}
