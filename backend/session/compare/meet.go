package compare

import (
	"cmp"
	"slices"
	"strings"

	"branchline/backend/session"
)

// meeting is how far two branches go together.
type meeting struct {
	relation string
	// from is the side that a resumed run goes on from: "A", "B", or "" where both go
	// on from another.
	from string
	// n is how many entries both share.
	n int
	// lostA and lostB are how many entries of what both share stand in one file only.
	lostA, lostB int
}

// meet finds out what two branches share: in one session the path to their common
// ancestor; in two, the entries with the same ids, as a fork copies them, up to the
// last of them; in run logs the messages that a resumed run carried over.
func meet(a, b *branch) meeting {
	x, y := &a.x.Header, &b.x.Header
	switch {
	case a.Session == b.Session:
		for a.shared < min(len(a.path), len(b.path)) && a.path[a.shared] == b.path[a.shared] {
			a.shared++
		}
		if b.shared = a.shared; a.shared == 0 {
			return meeting{relation: Roots}
		}
		return meeting{relation: Branches, n: a.shared}
	case x.Closed && y.Closed:
		if from, n := carried(a, b); n > 0 {
			return meeting{relation: Resumed, n: n, from: from}
		}
		if x.Task != "" && fold(x.Task) == fold(y.Task) {
			return meeting{relation: Attempts}
		}
		return meeting{relation: Apart}
	case x.Closed || y.Closed:
		return meeting{relation: Apart}
	}
	return byIDs(a, b)
}

// byIDs goes together up to the last entry whose id stands on both branches.
func byIDs(a, b *branch) meeting {
	a.unlabelled, b.unlabelled = true, true
	at := map[string]int{}
	for j, p := range b.path {
		if id := idOf(b.x, p); id != "" {
			at[id] = j
		}
	}
	if !kin(a, b) { // else alike will do
		for _, p := range a.path {
			if j, ok := at[idOf(a.x, p)]; ok && !oneEntry(a, p, b, b.path[j]) {
				return meeting{relation: Apart}
			}
		}
	}
	same := func(i int) (int, bool) {
		j, ok := at[idOf(a.x, a.path[i])]
		return j, ok && alike(a.x.At(a.path[i]), b.x.At(b.path[j]))
	}
	lastA, lastB := -1, -1
	for i := range a.path {
		j, ok := same(i)
		if ok && (lastA < 0 || cmp.Or(cmp.Compare(i+j, lastA+lastB), strings.Compare(idOf(a.x, a.path[i]), idOf(a.x, a.path[lastA]))) > 0) {
			lastA, lastB = i, j
		}
	}
	if lastA < 0 {
		if copies(a, b) || copies(b, a) || a.madeFrom(b) || b.madeFrom(a) {
			return meeting{relation: Fork}
		}
		return meeting{relation: Apart}
	}
	a.shared, b.shared = lastA+1, lastB+1
	m := meeting{relation: Fork}
	for i := range a.shared {
		if j, ok := same(i); ok && j < b.shared {
			m.n++
		}
	}
	m.lostA, m.lostB = len(a.keys(0, a.shared))-m.n, len(b.keys(0, b.shared))-m.n
	return m
}

// copies tells whether the file of one branch has entries of the other one.
func copies(a, b *branch) bool {
	found := false
	for _, p := range b.path {
		q, ok := a.x.ByID(idOf(b.x, p))
		switch {
		case !ok:
		case oneEntry(a, q, b, p):
			found = true
		case !kin(a, b):
			return false
		}
	}
	return found
}

// idOf is the id an entry is found by in a copy, "" for a label or an entry without one.
func idOf(x *session.Index, p session.Pos) string {
	if e := x.At(p); e.Kind != session.KindLabel && !e.Has(session.NoID) && !e.Has(session.Duplicate) {
		return e.Key
	}
	return ""
}

// carried finds the messages that one run carried over from the other, or both from
// the same one, and answers from which and how many. A resumed run begins with all
// that its predecessor had left of the conversation, verbatim.
func carried(a, b *branch) (from string, n int) {
	there, back := takeOver(a, b), takeOver(b, a)
	switch {
	case there.n > back.n:
		a.shared, b.shared = there.upFrom, there.upTo
		return a.name, there.n
	case there.n < back.n:
		a.shared, b.shared = back.upTo, back.upFrom
		return b.name, back.n
	}
	a.shared, b.shared = max(there.upFrom, back.upTo), max(there.upTo, back.upFrom)
	return "", there.n
}

// taken is what one run took over from another: n messages, which end behind so
// many entries of either path.
type taken struct{ n, upFrom, upTo int }

func takeOver(from, to *branch) (t taken) {
	x, y := &from.x.Header, &to.x.Header
	if y.Parent == "" || len(from.path) == 0 || len(to.path) == 0 {
		return taken{}
	}
	kept := from.Session.Context(from.path[len(from.path)-1])
	for j, p := range to.path {
		if !to.x.At(p).Has(session.Inherited) {
			continue
		}
		if t.n == len(kept) || !verbatim(from.x, kept[t.n].Entry, to.x, p) {
			break
		}
		upFrom, found := slices.BinarySearch(from.path, kept[t.n].Entry) // else what a reset wrote again
		if found {
			upFrom++
		}
		t.n, t.upFrom, t.upTo = t.n+1, max(t.upFrom, upFrom), j+1
	}
	if y.Parent != x.ID && x.Parent != y.Parent && (t.n < 2 || t.n < len(kept)) { // there may be runs in between
		return taken{}
	}
	return t
}

// verbatim tells whether a message is a copy of another.
func verbatim(x *session.Index, p session.Pos, y *session.Index, q session.Pos) bool {
	d, e := x.At(p), y.At(q)
	if d.Kind != e.Kind || d.Role != e.Role || d.Preview != e.Preview || d.PartCount != e.PartCount {
		return false
	}
	for i := range x.PartsOf(p) {
		m, n := x.PartsOf(p)[i], y.PartsOf(q)[i]
		if m.Kind != n.Kind || m.Tool != n.Tool || m.Target != n.Target {
			return false
		}
	}
	return true
}
