package live

import (
	"fmt"
	"os"
	"sync"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// Open is one open session.
type Open struct {
	// Handle names the session to the page: "s1", "s2", …, never used again.
	Handle string
	// Path is the path the session was opened by.
	Path string

	// looking: the file is being looked at, by one at a time.
	looking sync.Mutex

	mu     sync.Mutex
	now    *reading
	closed bool
}

// reading is a session as it was read from one file, which is open until the set
// and every reader have let go of it. It grows with the file.
type reading struct {
	file *jsonl.File

	// grows is held for writing while the session takes what was added.
	grows    sync.RWMutex
	session  session.Session
	revision int
	// since is the revision the file was read whole at, generation how many files
	// were read before this one.
	since, generation int

	mu    sync.Mutex
	holds int
}

func (r *reading) hold() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.holds++
}

func (r *reading) letGo() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.holds--; r.holds == 0 {
		// The file was only read: an error of closing it means nothing to anybody.
		_ = r.file.Close()
	}
}

// Use calls read with the session as it is now and its revision. The session does
// not change and its file stays open until read returns, whatever is written,
// reloaded or closed in the meantime; nothing of it may be kept longer. It answers
// what read answers, or ErrClosed without calling it.
func (o *Open) Use(read func(s session.Session, revision int) error) error {
	return o.UseFile(func(s session.Session, _ *jsonl.File, revision int) error { return read(s, revision) })
}

// UseFile is Use with the file that the session was read from: to write to its end,
// or to copy from it. Only Look makes the session read on.
func (o *Open) UseFile(read func(s session.Session, f *jsonl.File, revision int) error) error {
	r, err := o.hold()
	if err != nil {
		return err
	}
	defer r.letGo()
	r.grows.RLock()
	defer r.grows.RUnlock()
	return read(r.session, r.file, r.revision)
}

func (o *Open) hold() (*reading, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return nil, fmt.Errorf("read session %q: %w", o.Handle, ErrClosed)
	}
	o.now.hold()
	return o.now, nil
}

func (o *Open) current() *reading {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.now
}

// Revision is a number that grows each time the session changes, from 1.
func (o *Open) Revision() int { return o.current().at() }

// Since is the revision since which the session only grew: what was read of it
// stands as before.
func (o *Open) Since() int { return o.current().since }

// Generation numbers the file the session was read from, from 1. Another number is
// another file at the same path, or one whose past was rewritten.
func (o *Open) Generation() int { return o.current().generation }

func (r *reading) at() int {
	r.grows.RLock()
	defer r.grows.RUnlock()
	return r.revision
}

// info describes the file as it was when it was last read.
func (o *Open) info() os.FileInfo { return o.current().file.Info() }

// is tells whether the session was read from that very file.
func (o *Open) is(info os.FileInfo) bool { return os.SameFile(o.info(), info) }

// replace makes r the session's reading. It answers false once closed.
func (o *Open) replace(r *reading) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return false
	}
	r.revision = o.now.at() + 1
	r.since, r.generation = r.revision, o.now.generation
	if r.file.Holds(o.now.file.Seal()) != nil {
		r.generation++
	}
	o.now.letGo()
	o.now = r
	return true
}

func (o *Open) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.closed {
		o.closed = true
		o.now.letGo()
	}
}
