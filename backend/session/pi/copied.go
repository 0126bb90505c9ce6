package pi

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// Copied is a session to be made of another one, whose records it takes over as
// the same bytes. Only what must change does, and where it stands: the id of a
// parent or of the entry from which on a compaction keeps. The header is new.
// Nothing is written by it but to what it is given, and it can be written several
// times, each time the same bytes.
//
// It reads from the session it copies, which must stay open and unchanged until
// then; else jsonl.ErrStale, or ErrConflict, is answered.
type Copied struct {
	m      *Manager // holds the source, and writes what a new session has
	leaf   session.Pos
	whole  bool
	id     string
	name   string
	header []byte
	ids    *sameIDs
}

// CopyTo says what is told of the copy in its header.
type CopyTo struct {
	// Cwd is the working folder, as it is written there.
	Cwd string
	// ParentSession is the path of the session it is made from, "" for none.
	ParentSession string
}

// ErrNotPi means that a session is not one of pi.
var ErrNotPi = errors.New("not a pi session")

// CopyBranch takes the path to leaf, as Manager.CreateBranchedSession does: labels
// are taken out of it, and those in force set anew at its end with their old times.
// An entry without an id gets one. A session of version 1 or 2 comes out as
// version 3.
func CopyBranch(s session.Session, leaf session.Pos, to CopyTo, opts ...Option) (*Copied, error) {
	if leaf == session.None {
		return nil, fmt.Errorf("copy a branch: %w", ErrEntryNotFound)
	}
	return copied(s, leaf, false, to, opts)
}

// CopyAll takes all that stands in the session, on all its branches, in its order,
// as ForkFrom does: what is no JSON, headers, null, false, 0 and "" are left out. A
// session of version 1 or 2 comes out as version 3, and so does one that lost the
// ids of its entries.
func CopyAll(s session.Session, to CopyTo, opts ...Option) (*Copied, error) {
	return copied(s, session.None, true, to, opts)
}

func copied(s session.Session, leaf session.Pos, whole bool, to CopyTo, opts []Option) (*Copied, error) {
	o, ok := s.(*opened)
	if !ok {
		return nil, ErrNotPi
	}
	file, ok := o.src.(*jsonl.File)
	if !ok {
		return nil, fmt.Errorf("%w in a file", ErrNotPi)
	}
	m := &Manager{options: settle(opts), cwd: to.Cwd, s: &store{opened: *o, file: file}}
	c := &Copied{m: m, leaf: leaf, whole: whole, ids: &sameIDs{next: m.options.entryID}}
	m.options.entryID = c.ids.id
	now := m.options.now()
	var err error
	c.header, c.id, err = m.header(NewSessionOptions{ID: m.options.id, ParentSession: to.ParentSession}, now)
	if err != nil {
		return nil, err
	}
	c.name = m.fileFor(c.id, now)
	return c, nil
}

// ID is the id of the new session, Name the name pi gives its file:
// <stamp>_<id>.jsonl.
func (c *Copied) ID() string { return c.id }

// Name is the name of the file, without a folder.
func (c *Copied) Name() string { return c.name }

// Header is the line of the new header.
func (c *Copied) Header() []byte { return c.header }

// Write writes the file.
func (c *Copied) Write(w io.Writer) error {
	return c.Lines(func(line []byte) error {
		if _, err := w.Write(line); err != nil {
			return err
		}
		_, err := w.Write([]byte{'\n'})
		return err
	})
}

// Lines gives the lines of the file one after another, the header first, each
// without its LF and valid until the next. An error of each ends it.
func (c *Copied) Lines(each func(line []byte) error) error {
	if err := each(c.header); err != nil {
		return err
	}
	if c.whole {
		return c.all(func(_, line []byte) error { return each(line) })
	}
	b := c.branch()
	last, err := b.each(func(s link) error {
		entry, err := b.entry(s)
		if err != nil {
			return err
		}
		return each(entry)
	})
	if err != nil {
		return conflicting(err)
	}
	return conflicting(b.writeLabels(last, each))
}

// branch begins a pass over the branch, in which the same ids are made again.
func (c *Copied) branch() *branched {
	c.ids.again()
	return c.m.branched(c.leaf, true)
}

// all gives every value of the source but headers, as it was and as it will be.
func (c *Copied) all(each func(was, line []byte) error) error {
	c.ids.again()
	g := migration{from: c.generation(), next: c.ids.id}
	return conflicting(c.m.s.values(clone, func(v []byte) error {
		line := v
		if g.from == 1 && (Record{v}).place("firstKeptEntryIndex") > 0 {
			line = rewritten(v) // that member is taken out
		}
		line = g.value(line)
		if (Record{v}).IsHeader() {
			return nil
		}
		return each(v, line)
	}))
}

// generation is the version by whose rules the source is brought to version 3. The
// fork pi makes of a session of version 1 has a new header above the old entries.
func (c *Copied) generation() int {
	x := c.m.s.x
	if x.Header.Version >= 3 && len(x.Entries) > 1 && !slices.ContainsFunc(x.Entries, hasID) {
		return 1
	}
	return x.Header.Version
}

// sameIDs makes the same ids over and over.
type sameIDs struct {
	next IDGenerator
	made []string
	at   int
}

func (s *sameIDs) id() string {
	if s.at == len(s.made) {
		s.made = append(s.made, s.next())
	}
	s.at++
	return s.made[s.at-1]
}

func (s *sameIDs) again() { s.at = 0 }
