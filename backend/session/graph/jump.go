package graph

import "branchline/backend/session"

// Way is where a reader wants to go from an entry.
type Way string

// The ways.
const (
	// WayRoot leads to the first row of the branch.
	WayRoot Way = "root"
	// WayBranch leads to the first row of the branch that can be folded.
	WayBranch Way = "branch"
	// WayPoint leads to a branch point of the branch: back towards its root, or on.
	WayPoint Way = "point"
	// WayChild leads to the row below, on the branch where that has one.
	WayChild Way = "child"
	// WayLeaf leads to a row in which a branch ends, of all branches from the top
	// down.
	WayLeaf Way = "leaf"
)

// Jump is the entry a way leads to, None when it leads nowhere. Back is the other
// direction, for the ways that have two. The branch that ends at leaf is the one
// to stay on.
func (l *Layout) Jump(way Way, back bool, from, leaf session.Pos) session.Pos {
	at := l.Find(from)
	to := never
	switch {
	case way == WayLeaf:
		to = l.nextLeaf(at, back)
	case at == never:
	case way == WayRoot:
		to = l.upTo(at, func(r *row) bool { return r.parent == never })
	case way == WayChild:
		to = l.below(at, leaf)
	case way == WayBranch:
		to = l.upTo(at, l.foldable)
	case way == WayPoint && back:
		if up := l.rows[at].parent; up != never {
			to = l.upTo(int(up), forks)
		}
	case way == WayPoint:
		to = l.nextPoint(at, leaf)
	}
	if to == never {
		return session.None
	}
	return l.rows[to].entry
}

func forks(r *row) bool { return r.kids > 1 }

// foldable tells whether a row begins a branch that has more rows, or hides them.
func (l *Layout) foldable(r *row) bool {
	begins := r.parent == never && l.roots > 1 || r.parent != never && l.rows[r.parent].kids > 1
	return l.folded[r.entry] || begins && r.kids > 0
}

// upTo is the nearest row from one up that is as wanted.
func (l *Layout) upTo(n int, wanted func(*row) bool) int {
	for ; n != never && !wanted(&l.rows[n]); n = int(l.rows[n].parent) {
	}
	return n
}

// below is the row below another on the way to a leaf, else the first of them.
func (l *Layout) below(at int, leaf session.Pos) int {
	for n := l.Find(leaf); n > at; n = int(l.rows[n].parent) {
		if int(l.rows[n].parent) == at {
			return n
		}
	}
	return int(l.rows[at].firstKid)
}

// nextPoint is the nearest branch point below a row on the way to a leaf, or
// where that is not below it, on the way its first children make.
func (l *Layout) nextPoint(at int, leaf session.Pos) int {
	to := never
	for n := l.Find(leaf); n >= at; n = int(l.rows[n].parent) {
		if n == at {
			return to
		}
		if forks(&l.rows[n]) {
			to = n
		}
	}
	for n := l.rows[at].firstKid; n != never; n = l.rows[n].firstKid {
		if forks(&l.rows[n]) {
			return int(n)
		}
	}
	return never
}

// nextLeaf is the next row with the end of a branch, above or below another.
func (l *Layout) nextLeaf(at int, back bool) int {
	by := 1
	if back {
		by = -1
		if at == never {
			at = len(l.rows)
		}
	}
	for n := at + by; n >= 0 && n < len(l.rows); n += by {
		if l.rows[n].leaves > 0 {
			return n
		}
	}
	return never
}
