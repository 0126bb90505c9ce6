package pi

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// NewSessionOptions say what a session that is begun gets. A nil ID asks the
// Manager's generator for one.
type NewSessionOptions struct {
	ID            *string
	ParentSession string
}

// AssertValidSessionID answers an error, in pi's words, unless the id is one a
// caller may choose: letters, digits, "-", "_" and ".", the first and the last a
// letter or a digit. Ids read from files may be any text.
func AssertValidSessionID(id string) error {
	ok := id != "" && alphanumeric(id[0]) && alphanumeric(id[len(id)-1])
	for i := range len(id) {
		ok = ok && (alphanumeric(id[i]) || strings.IndexByte("-_.", id[i]) >= 0)
	}
	if !ok {
		const words = "Session id must be non-empty, contain only alphanumeric characters, '-', '_', and '.', and start and end with an alphanumeric character"
		return refusal(words)
	}
	return nil
}

func alphanumeric(c byte) bool { return c-'0' < 10 || c|0x20-'a' < 26 }

// place settles the working folder and where its sessions are kept.
func (m *Manager) place(cwd, dir string) (err error) {
	if m.cwd, err = m.options.env.Resolve(orDot(cwd)); err != nil {
		return err
	}
	if dir == "" {
		m.dir, err = m.options.env.SessionDir(m.cwd)
	} else {
		m.dir, err = m.options.env.Resolve(dir)
	}
	return err
}

// begin makes an empty session, in a file of its own when the Manager writes any.
func (m *Manager) begin(o NewSessionOptions) error {
	now := m.options.now()
	line, id, err := m.header(o, now)
	if err != nil {
		return err
	}
	path := ""
	if m.persist {
		path = m.fileFor(id, now)
	}
	s, err := inMemory(path, append(line, '\n'), now)
	if err != nil {
		return err
	}
	m.take(s)
	return nil
}

// fileFor is the path of the file of a session that is begun now.
func (m *Manager) fileFor(id string, now time.Time) string {
	return filepath.Join(m.dir, FileName(id, now))
}

// FileName is the name pi gives the file of a session that is begun now:
// <stamp>_<id>.jsonl.
func FileName(id string, now time.Time) string {
	return strings.NewReplacer(":", "-", ".", "-").Replace(isoTime(now)) + "_" + id + ".jsonl"
}

// beginAt makes an empty session that will be written to path. empty is the file
// there, nil when there is none.
func (m *Manager) beginAt(path string, empty *jsonl.File, o NewSessionOptions) error {
	if err := m.begin(o); err != nil {
		return err
	}
	m.s.path, m.s.file = path, empty
	return nil
}

// header writes the header of a session that is begun now.
func (m *Manager) header(o NewSessionOptions, now time.Time) (line []byte, id string, err error) {
	if o.ID != nil {
		id = *o.ID
	} else {
		id = m.options.sessionID(now)
	}
	if err := AssertValidSessionID(id); err != nil {
		return nil, "", err
	}
	var w writer
	w.text("type", "session")
	w.value("version", CurrentVersion)
	w.text("id", id)
	w.text("timestamp", isoTime(now))
	w.text("cwd", m.cwd)
	if o.ParentSession != "" {
		w.text("parentSession", o.ParentSession)
	}
	line, err = w.done()
	return line, id, err
}

// NewSession begins another session in the same folder: the Manager's session
// from now on. The old file is left as it is, the new one is made with the first
// prompt or reply. It returns the path of the new file, "" in memory.
func (m *Manager) NewSession(o NewSessionOptions) (path string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.harness != nil {
		return "", ErrHarnessStorageReplacement
	}
	old := m.s
	if err := m.begin(o); err != nil {
		return "", err
	}
	return m.s.path, old.close()
}

// SetSessionFile goes on with another session file, as Open does. The Manager
// keeps its working folder and the folder for new sessions.
func (m *Manager) SetSessionFile(path string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.harness != nil {
		return ErrHarnessStorageReplacement
	}
	path, err := m.options.env.Resolve(path)
	if err != nil {
		return err
	}
	old := m.s
	if err := m.open(path, NewSessionOptions{}, func(string) error { return nil }); err != nil {
		return err
	}
	m.persist = true
	return old.close()
}

// load fills a session in memory with the records given, which are migrated when
// their header is of version 1 or 2.
func (m *Manager) load(records []Record) error {
	now, header := m.options.now(), slices.ContainsFunc(records, Record.IsHeader)
	if header {
		records, _ = MigrateSessionEntries(records, m.options.entryID)
	}
	lines := joined(records)
	if !header {
		line, _, err := m.header(NewSessionOptions{ID: m.options.id, ParentSession: m.options.parent}, now)
		if err != nil {
			return err
		}
		lines = append(append(line, '\n'), lines...)
	}
	s, err := inMemory("", lines, now)
	if err != nil {
		return fmt.Errorf("load records: %w", err)
	}
	m.take(s)
	return nil
}

// record returns an entry as it stands in the session.
func (s *store) record(p session.Pos) (Record, error) {
	b, err := s.src.Read(s.x.At(p).Span)
	return Record{b}, err
}
