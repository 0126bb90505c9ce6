package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"branchline/backend/session"
	"branchline/backend/session/compare"
	"branchline/backend/session/jsonl"
)

const (
	// comparedBytes is how much text an answer about two branches holds.
	comparedBytes = 100_000
	// saidLines is how much of what was said around one step an answer holds.
	saidLines = 12
	// marksAtMost is how many rows one answer has marks of.
	marksAtMost = 90_000
	// leavesAtMost bounds an answer as rowsAtMost does: a leaf has its last words.
	leavesAtMost = 200
	// commandsAtMost bounds the commands that may have changed any file.
	commandsAtMost = 50
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

// Compare answers what two branches come to and where they first differ.
func (a *App) Compare(r CompareRequest) (answer CompareAnswer, err error) {
	defer cross(&err)
	return comparing(a, r.CompareSides, func(c compared) (CompareAnswer, error) {
		head := c.Head()
		head.Notes = append(append([]string{}, c.notes...), head.Notes...)
		for _, words := range []*string{&head.A.Outcome.Message, &head.B.Outcome.Message, &head.A.Outcome.Error, &head.B.Outcome.Error} {
			*words = session.CutText(*words, saidShown)
		}
		return CompareAnswer{
			Result: head, SideA: c.side(c.a, c.sides[0].Leaf), SideB: c.side(c.b, c.sides[1].Leaf), Ruler: rulerOf(c.Comparison),
		}, nil
	})
}

// CompareRows answers rows of two branches that stand level.
func (a *App) CompareRows(r CompareRowsRequest) (answer CompareRowsAnswer, err error) {
	defer cross(&err)
	return comparing(a, r.CompareSides, func(c compared) (CompareRowsAnswer, error) {
		answer := CompareRowsAnswer{RevisionA: c.a.revision, RevisionB: c.b.revision, Total: c.Len(), From: max(r.From, 0), At: -1, Rows: []CompareRow{}}
		if r.AtA != "" || r.AtB != "" {
			answer.At = c.find(r.AtA, r.AtB)
		}
		left := comparedBytes
		for _, d := range c.Page(answer.From, min(r.Count, rowsAtMost)) {
			row := CompareRow{Detail: d}
			left -= cutCell(&row.A, &row.MoreA) + cutCell(&row.B, &row.MoreB)
			if left < 0 && len(answer.Rows) > 0 {
				break
			}
			answer.Rows = append(answer.Rows, row)
		}
		return answer, nil
	})
}

// find is the row of an entry of A, else of one of B, -1 when there is none.
func (c compared) find(keyA, keyB string) int {
	at := -1
	for i, row := range c.Result().Rows {
		if keyA != "" && row.A == keyA {
			return i
		}
		if keyB != "" && row.B == keyB {
			at = i
		}
	}
	return at
}

// cutCell leaves what an answer may hold of a cell, and answers about how many
// bytes it takes.
func cutCell(cell *compare.Cell, more *int) int {
	if *more = len(cell.Said) - saidLines; *more > 0 {
		cell.Said = cell.Said[:saidLines]
	} else {
		*more = 0
	}
	size := 250 + len(cell.Words) + len(cell.Target) + len(cell.Text) + len(cell.Tool)
	for _, s := range cell.Said {
		size += 120 + len(s.Text)
	}
	return size
}

// CompareMarks answers a byte of marks for each row, as package compare has them.
func (a *App) CompareMarks(r CompareMarksRequest) (answer CompareMarksAnswer, err error) {
	defer cross(&err)
	return comparing(a, r.CompareSides, func(c compared) (CompareMarksAnswer, error) {
		marks := c.Outline()
		from := min(max(r.From, 0), len(marks))
		return CompareMarksAnswer{
			RevisionA: c.a.revision, RevisionB: c.b.revision, Total: len(marks), From: from,
			Marks: base64.StdEncoding.EncodeToString(marks[from:min(from+marksAtMost, len(marks))]),
		}, nil
	})
}

// CompareFiles answers what both branches did to files. It reads bodies.
func (a *App) CompareFiles(r CompareRequest) (answer CompareFilesAnswer, err error) {
	defer cross(&err)
	return comparing(a, r.CompareSides, func(c compared) (CompareFilesAnswer, error) {
		files, err := c.Files()
		if err != nil {
			return CompareFilesAnswer{}, err
		}
		return filesAnswer(files), nil
	})
}

func filesAnswer(f compare.Files) CompareFilesAnswer {
	answer := CompareFilesAnswer{
		OnlyA: append([]string{}, f.OnlyA[:min(len(f.OnlyA), leavesAtMost)]...), OnlyATotal: len(f.OnlyA),
		OnlyB: append([]string{}, f.OnlyB[:min(len(f.OnlyB), leavesAtMost)]...), OnlyBTotal: len(f.OnlyB),
		Both: []ComparedFile{}, BothTotal: len(f.Both),
		MayA: firstOf(f.MayA), MayATotal: len(f.MayA), MayB: firstOf(f.MayB), MayBTotal: len(f.MayB),
	}
	left := comparedBytes
	for _, file := range f.Both[:min(len(f.Both), leavesAtMost)] {
		diff := session.CutText(file.Diff, min(saidShown, left))
		left -= len(diff)
		answer.Both = append(answer.Both, ComparedFile{Path: file.Path, Same: file.Same, Known: file.Known, Diff: diff, DiffBytes: len(file.Diff)})
	}
	return answer
}

// firstOf are the first commands, each as long as a step's command is shown.
func firstOf(all []string) []string {
	out := []string{}
	for _, c := range all[:min(len(all), commandsAtMost)] {
		out = append(out, session.CutText(c, commandShown))
	}
	return out
}

// CompareMarkdown writes the comparison for a note or a review.
func (a *App) CompareMarkdown(r CompareRequest) (answer CompareMarkdownAnswer, err error) {
	defer cross(&err)
	return comparing(a, r.CompareSides, func(c compared) (answer CompareMarkdownAnswer, err error) {
		files, err := c.Files()
		if err != nil {
			return answer, err
		}
		return CompareMarkdownAnswer{Text: c.Markdown(files)}, nil
	})
}

// Leaves answers the branches of a session in the order of the file.
func (a *App) Leaves(r LeavesRequest) (answer LeavesAnswer, err error) {
	defer cross(&err)
	return reading(a, r.Session, func(o snapshot) (LeavesAnswer, error) {
		all, err := a.made.leaves.get(revisionKey{o.handle, o.revision}, func() ([]compare.Leaf, error) {
			return compare.Leaves(o.Session, a.now().UnixMilli()), nil
		})
		if err != nil {
			return LeavesAnswer{}, err
		}
		answer := LeavesAnswer{Revision: o.revision, Total: len(all), From: min(max(r.From, 0), len(all)), Leaves: []compare.Leaf{}}
		for _, leaf := range all[answer.From:min(answer.From+leavesAtMost, len(all))] {
			leaf.LastWords = session.CutText(oneLine(leaf.LastWords), session.PreviewBytes)
			answer.Leaves = append(answer.Leaves, leaf)
		}
		return answer, nil
	})
}
