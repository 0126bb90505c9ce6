package graph

import "branchline/backend/session"

// Ways tells of entries how many ways on from them a reader can see: more than
// one makes an entry a branch point. It is counted on the entry whose row stands
// for it, so a label with two followers counts on what is above it.
type Ways struct {
	x *session.Index
	n int // the entries it knows
	// told: what a reader sees of entries, only the items say. Then kids are the
	// ways on from each entry, nil where nothing forks.
	told bool
	kids []int32
}

// WaysOf answers for a session.
func WaysOf(s session.Session) *Ways {
	x := s.Index()
	w := &Ways{x: x, n: len(x.Entries), told: byItems(x, 0)}
	if w.told && len(x.Leaves()) > len(x.Roots) {
		order := order(x)
		nodes, _ := nodes(s, order)
		w.kids = form(x, order, filter(FilterAll, nodes, shape{}, nil)).kids
	}
	return w
}

// From is the number of ways on from an entry.
func (w *Ways) From(p session.Pos) int {
	switch {
	case w.kids != nil:
		return int(w.kids[p])
	case w.told || !shown(w.x, p):
		return 0
	}
	n := 0
	var few [8]session.Pos
	for stack := append(few[:0], w.x.Children(p)...); len(stack) > 0; {
		q := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if shown(w.x, q) {
			n++
		} else {
			stack = append(stack, w.x.Children(q)...)
		}
	}
	return n
}

// Grow takes what was added to the session. It answers false when only WaysOf can
// count again.
func (w *Ways) Grow() bool {
	first := session.Pos(w.n)
	w.n = len(w.x.Entries)
	if !w.told {
		return !byItems(w.x, first)
	}
	for p := first; int(p) < w.n; p++ {
		if up := w.x.At(p).Parent; w.kids != nil || up != session.None && len(w.x.Children(up)) > 1 {
			return false
		}
	}
	return true
}
