package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"branchline/backend/session"
	"branchline/backend/session/compare"
	"branchline/backend/session/jsonl"
)

// compareKey names a comparison of two sessions, each at one revision.
type compareKey struct {
	a, b branchKey
}

// compared is what a comparison is made of while both sessions are held.
type compared struct {
	a, b  snapshot
	sides [2]compare.Side
	// notes are what a reader should know of the sides that were asked for.
	notes []string
	*compare.Comparison
}

// comparing runs f on the comparison of two branches. When a file turns out to have
// been rewritten both are read again, the page is told, and f runs once more.
func comparing[T any](a *App, r CompareSides, f func(compared) (T, error)) (t T, err error) {
	for again := false; ; again = true {
		revisions := [2]int{}
		err = a.useBoth(r.A.Session, r.B.Session, func(left, right snapshot) error {
			revisions = [2]int{left.revision, right.revision}
			c, err := a.compared(left, right, r)
			if err == nil {
				t, err = f(c)
			}
			return err
		})
		if again || !errors.Is(err, jsonl.ErrStale) {
			return t, a.gone(r, err)
		}
		if err := errors.Join(a.reload(r.A.Session, revisions[0]), a.reload(r.B.Session, revisions[1])); err != nil {
			return t, a.gone(r, err)
		}
	}
}

// gone says of an error that the file of a side is not there any more, where that
// is so.
func (a *App) gone(r CompareSides, err error) error {
	if err == nil {
		return nil
	}
	for _, side := range []struct{ name, handle string }{{"A", r.A.Session}, {"B", r.B.Session}} {
		o, missing := a.set.Get(side.handle)
		if missing != nil {
			return err
		}
		if _, missing := os.Stat(o.Path); errors.Is(missing, fs.ErrNotExist) {
			return faultf(kindNotFound, "the file of %s is gone: %s was moved or deleted; open it where it is now, or compare with another one", side.name, o.Path)
		}
	}
	return err
}

// useBoth holds two sessions while f runs. A session is never held twice by one
// call, and two of them always in the same order: whoever waits to let one grow
// stands between two holds.
func (a *App) useBoth(left, right string, f func(left, right snapshot) error) error {
	if left == right {
		return a.use(left, func(o snapshot) error { return f(o, o) })
	}
	if left > right {
		return a.useBoth(right, left, func(r, l snapshot) error { return f(l, r) })
	}
	return a.use(left, func(l snapshot) error {
		return a.use(right, func(r snapshot) error { return f(l, r) })
	})
}

func (a *App) compared(left, right snapshot, r CompareSides) (c compared, err error) {
	c.a, c.b = left, right
	k := compareKey{}
	for i, side := range []struct {
		name string
		o    snapshot
		r    CompareSide
		into *branchKey
	}{{"A", left, r.A, &k.a}, {"B", right, r.B, &k.b}} {
		leaf, err := c.end(side.name, side.o.Index(), side.r)
		if err != nil {
			return c, err
		}
		c.sides[i] = compare.Side{Session: side.o.Session, Leaf: leaf, Path: side.o.path}
		*side.into = branchKey{side.o.handle, side.o.revision, leaf}
	}
	c.Comparison, err = a.made.comparisons.get(k, func() (*compare.Comparison, error) {
		return compare.Of(c.sides[0], c.sides[1], a.now().UnixMilli()), nil
	})
	return c, err
}

// end finds the entry that a side ends at. One that goes on with its branch and whose
// entry is no more, because the file was cut short, ends where the file does now.
func (c *compared) end(name string, x *session.Index, r CompareSide) (session.Pos, error) {
	leaf, ok := x.Suggested, r.Leaf == ""
	if !ok {
		leaf, ok = x.Lookup(r.Leaf)
	}
	switch {
	case !ok && r.Follow:
		c.notes = append(c.notes, fmt.Sprintf("The file of %s was cut short or rewritten: %s is compared up to where it ends now", name, name))
		return x.Suggested, nil
	case !ok:
		return session.None, faultf(kindNotFound, "the entry that %s ended at is not in the file any more: it was cut short or rewritten; choose %s again", name, name)
	case r.Follow && leaf != session.None:
		return endOf(x, leaf), nil
	}
	return leaf, nil
}

// endOf is where the branch of a leaf ends now: labels, names and the like behind its
// last entry are no part of what is compared.
func endOf(x *session.Index, leaf session.Pos) session.Pos {
	key, _ := goesOn(x, leaf)
	end := entryAt(x, key)
	for end != leaf && end != session.None && x.At(end).Kind.Meta() {
		end = x.At(end).Parent
	}
	return end
}

func (c compared) side(o snapshot, leaf session.Pos) ComparedSide {
	x := o.Index()
	s := ComparedSide{Session: o.handle, Revision: o.revision, Title: titleOf(x, o.path), Format: x.Header.Format, Leaf: x.Key(leaf), End: x.Key(leaf)}
	if leaf != session.None {
		s.End = x.Key(endOf(x, leaf))
	}
	return s
}
