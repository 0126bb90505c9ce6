package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/lockedfile"
)

const (
	notesName = "notes.json"
	notesLock = "notes.lock"
	// noteAtMost is the longest text of a note, in characters; sessionNotesAtMost and
	// allNotesAtMost are how many notes are kept of one session, and in all.
	noteAtMost         = 500
	sessionNotesAtMost = 200
	allNotesAtMost     = 5000
	// notesBytesAtMost is the largest file of notes that is read, nameAtMost the
	// longest id or key that a note is kept by, in bytes.
	notesBytesAtMost = 64 << 20
	nameAtMost       = 1000
)

// note is what a reader wrote down about an entry, as it is kept in our own state.
type note struct {
	noted
	Text string `json:"text"`
	// AtMs is when it was written, in Unix milliseconds.
	AtMs int64 `json:"atMs"`
}

// noted is the entry that a note is about: its key in a session, which goes by its id
// wherever its file is. One without an id goes by its path.
type noted struct {
	Session string `json:"session"`
	Path    string `json:"path"`
	Key     string `json:"key"`
}

// notedIn is an entry of an open session.
func notedIn(o snapshot, key string) noted {
	id := o.Index().Header.ID
	if !nameable(id) {
		id = ""
	}
	return noted{id, o.path, key}
}

// nameable tells whether an id or a key comes out of our file as it went in.
func nameable(s string) bool { return len(s) <= nameAtMost && utf8.ValidString(s) }

// beside tells whether both are of one session.
func (n noted) beside(other noted) bool {
	return n.Session == other.Session && (n.Session != "" || n.Path == other.Path)
}

func (n noted) same(other noted) bool { return n.Key == other.Key && n.beside(other) }

// noteStore is the file of notes. Other programs of the same reader change it too: who
// writes it holds a lock, reads what is there and changes that.
type noteStore struct {
	dir func() (string, error)
	// damaged is told where a file was put that could not be understood.
	damaged func(aside string)

	mu    sync.Mutex
	seen  os.FileInfo // the file as it was when it was read last
	notes []note      // what it held; never changed
}

// errDamaged means that the file is not one of notes.
var errDamaged = errors.New("it is no list of notes")

// path is where the notes are.
func (s *noteStore) path() (string, error) {
	dir, err := s.dir()
	return filepath.Join(dir, notesName), err
}

// all are the notes, in the order they were written.
func (s *noteStore) all() ([]note, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	notes, err := s.read()
	if errors.Is(err, errDamaged) {
		err = s.locked(func() (err error) {
			notes, err = s.readOrPutAside()
			return err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read the notes: %w", err)
	}
	return notes, nil
}

// change changes what is kept. change gets a copy; with an error nothing is written.
func (s *noteStore) change(change func([]note) ([]note, error)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.locked(func() error {
		notes, err := s.readOrPutAside()
		if err != nil {
			return fmt.Errorf("read the notes: %w", err)
		}
		notes, err = change(slices.Clone(notes))
		if err != nil {
			return err
		}
		if err := s.write(notes); err != nil {
			return fmt.Errorf("keep the notes: %w", err)
		}
		return nil
	})
}

// locked runs f while no other program changes the notes.
func (s *noteStore) locked(f func() error) error {
	dir, err := s.dir()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	lock, err := lockedfile.OpenFile(filepath.Join(dir, notesLock), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(f(), lock.Close())
}

// read reads the file where it is another one than before.
func (s *noteStore) read() ([]note, error) {
	path, err := s.path()
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		s.seen, s.notes = nil, nil
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if s.seen != nil && os.SameFile(info, s.seen) && info.ModTime().Equal(s.seen.ModTime()) && info.Size() == s.seen.Size() {
		return s.notes, nil
	}
	if info.Size() > notesBytesAtMost {
		return nil, errDamaged
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var notes []note
	if err := json.Unmarshal(b, &notes); err != nil {
		return nil, errors.Join(errDamaged, err)
	}
	s.seen, s.notes = info, notes
	return notes, nil
}

// readOrPutAside reads the file; one that is damaged is kept under another name. The
// lock is held.
func (s *noteStore) readOrPutAside() ([]note, error) {
	notes, err := s.read()
	if !errors.Is(err, errDamaged) {
		return notes, err
	}
	path, err := s.path()
	if err != nil {
		return nil, err
	}
	aside := ""
	for n := 1; ; n++ {
		aside = filepath.Join(filepath.Dir(path), fmt.Sprintf("notes-damaged-%d.json", n))
		if _, err := os.Lstat(aside); errors.Is(err, fs.ErrNotExist) {
			break
		} else if err != nil {
			return nil, err
		}
	}
	if err := os.Rename(path, aside); err != nil {
		return nil, err
	}
	s.seen, s.notes = nil, nil
	s.damaged(aside)
	return nil, nil
}

// write replaces the file; without a note there is none.
func (s *noteStore) write(notes []note) error {
	path, err := s.path()
	if err != nil {
		return err
	}
	s.seen = nil
	if len(notes) > 0 {
		return saveOwn(filepath.Dir(path), notesName, notes)
	}
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
