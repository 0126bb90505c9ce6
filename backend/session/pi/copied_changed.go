package pi

import (
	"bytes"
	"errors"

	"branchline/backend/session"
)

// ChangedLine is a record of the source that the copy does not have as it stands.
type ChangedLine struct {
	Was, Line []byte
}

// Taken says what of the source is in the copy.
type Taken struct {
	// Entries are the entries of the source that are taken over, Changed those of
	// them that are not the same bytes.
	Entries, Changed int
	// Lines are the first of the changed ones, in their order.
	Lines []ChangedLine
	// Labels are the lines that set the labels in force anew, in a copy of a branch.
	Labels [][]byte
}

var errEnough = errors.New("enough")

// Taken reads no more of the source than it must: the records that may change. Of
// those it returns up to most lines.
func (c *Copied) Taken(most int) (Taken, error) {
	var t Taken
	add := func(was, line []byte) {
		if bytes.Equal(was, line) {
			return
		}
		if t.Changed++; len(t.Lines) < most {
			t.Lines = append(t.Lines, ChangedLine{bytes.Clone(was), bytes.Clone(line)})
		}
	}
	if c.whole {
		return t, c.takenWhole(&t, most, add)
	}
	b := c.branch()
	last, err := b.each(func(s link) error {
		t.Entries++
		if !b.mayChange(s) {
			return nil
		}
		was, err := b.s.record(s.p)
		if err != nil {
			return err
		}
		line, err := b.entry(s)
		if err == nil {
			add(was.raw, line)
		}
		return err
	})
	if err == nil {
		err = b.writeLabels(last, func(line []byte) error {
			t.Labels = append(t.Labels, line)
			return nil
		})
	}
	return t, conflicting(err)
}

func (c *Copied) takenWhole(t *Taken, most int, add func(was, line []byte)) error {
	x := c.m.s.x
	t.Entries = len(x.Entries)
	switch c.generation() {
	case 1: // every entry gets an id
		err := c.all(func(was, line []byte) error {
			if len(t.Lines) == most {
				return errEnough
			}
			add(was, line)
			return nil
		})
		if t.Changed = t.Entries; !errors.Is(err, errEnough) {
			return err
		}
	case 2:
		for i := range x.Entries {
			if e := x.At(session.Pos(i)); e.Kind != session.KindMessage || e.Role != session.RoleCustom {
				continue
			}
			r, err := c.m.s.record(session.Pos(i))
			if err != nil {
				return conflicting(err)
			}
			add(r.raw, unhooked(r.raw))
		}
	}
	return nil
}

// mayChange tells from the index whether an entry may not be the same bytes in the
// copy.
func (b *branched) mayChange(s link) bool {
	e := b.s.x.At(s.p)
	return b.s.x.Header.Version < 3 || s.before == session.None || e.Parent != s.before || e.Kind == session.KindCompaction ||
		e.Has(session.NoID)
}
