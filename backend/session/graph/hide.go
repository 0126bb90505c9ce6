package graph

import "branchline/backend/session"

// hidden is what the reader has put away: all that stands below folded entries,
// and all that does not stand below a hoisted one.
type hidden struct {
	// root is the hoisted entry, None when there is none; inside are it and what
	// stands below it.
	root   session.Pos
	inside []bool
	// under is the folded entry that hides an entry, None when none does.
	under  []session.Pos
	folded map[session.Pos]bool
}

// narrow leaves what the filter shows of what is not put away.
func (l *Layout) narrow() {
	if l.o.Filter == FilterAll && l.o.Root == "" && len(l.o.Folded) == 0 {
		l.root = session.None
		return
	}
	keep := l.chosen(filter(l.o.Filter, l.nodes, l.whole, l.pills))
	l.hide(keep)
	l.cover(keep)
	l.shape = form(l.x, l.order, keep)
	for p := range l.pills { // a pill on the row of another entry would mislead
		if !keep[p] {
			delete(l.pills, p)
		}
	}
	l.passErrors()
}

// cover gives a row to what no row above would stand for: the begin of a segment
// that a reset left behind, and whatever failed.
func (l *Layout) cover(keep []bool) {
	segments := l.x.Resets()
	covered := session.Roomy[bool](len(keep))
	for _, p := range l.order {
		up := l.x.At(p).Parent
		covered[p] = up != session.None && covered[up]
		n := &l.nodes[p]
		if !covered[p] && n.shown && l.among(p) && l.hidden.shows(p) && (segments && l.whole.up[p] == session.None || n.faults() > 0) {
			keep[p] = true
		}
		covered[p] = covered[p] || keep[p]
	}
}

// passErrors counts what failed and is not shown on the row that stands for it.
func (l *Layout) passErrors() {
	for i := range l.nodes {
		if n := l.nodes[i].faults(); n > 0 && !l.keep[i] && l.among(session.Pos(i)) {
			if up := l.up[i]; up != session.None {
				l.nodes[up].bear(n)
			}
		}
	}
}

// hide takes what the reader has put away out of the rows that a filter leaves. A
// fold whose own row the filter hides is none: nothing would say what it hides.
func (l *Layout) hide(keep []bool) {
	h := &l.hidden
	h.root, h.folded = session.None, map[session.Pos]bool{}
	if p, ok := l.x.Lookup(l.o.Root); ok && l.o.Root != "" {
		h.root = p
		h.inside = session.Roomy[bool](len(keep))
	}
	for key := range l.o.Folded {
		if p, ok := l.x.Lookup(key); ok && keep[p] {
			h.folded[p] = true
		}
	}
	if len(h.folded) > 0 {
		h.under = session.Roomy[session.Pos](len(keep))
	}
	for _, p := range l.order {
		h.place(p, l.x.At(p).Parent)
		keep[p] = keep[p] && h.shows(p)
	}
}

// place says of an entry whether it is put away, when that is known of its parent.
func (h *hidden) place(p, parent session.Pos) {
	if h.inside != nil {
		h.inside[p] = p == h.root || parent != session.None && h.inside[parent]
	}
	if h.under == nil {
		return
	}
	switch {
	case parent == session.None:
		h.under[p] = session.None
	case h.folded[parent] && h.under[parent] == session.None:
		h.under[p] = parent
	default:
		h.under[p] = h.under[parent]
	}
}

// add makes room for a new entry and places it.
func (h *hidden) add(p, parent session.Pos) {
	if h.inside != nil {
		h.inside = append(h.inside, false)
	}
	if h.under != nil {
		h.under = append(h.under, session.None)
	}
	h.place(p, parent)
}

// shows tells whether an entry is not put away.
func (h *hidden) shows(p session.Pos) bool {
	return (h.inside == nil || h.inside[p]) && h.folds(p) == session.None
}

// folds is the folded entry that hides an entry, None when none does.
func (h *hidden) folds(p session.Pos) session.Pos {
	if h.under == nil {
		return session.None
	}
	return h.under[p]
}

// Crumb names an entry on the way down to a hoisted one.
type Crumb struct {
	Key  string `json:"key"`
	Text string `json:"text"`
}

// crumbsShown is how many branches above a hoisted entry are named.
const crumbsShown = 3

// crumbs name the branches that hold the hoisted entry by their first rows, from
// the root down, and last the entry itself.
func (l *Layout) crumbs() []Crumb {
	p := l.root
	if p == session.None {
		return nil
	}
	out := []Crumb{{l.x.Key(p), l.text(p)}}
	for up := l.whole.stand(p); up != session.None && len(out) <= crumbsShown; up = l.whole.up[up] {
		above := l.whole.up[up]
		if up != p && (above == session.None || l.whole.kids[above] > 1) {
			out = append([]Crumb{{l.x.Key(up), l.text(up)}}, out...)
		}
	}
	return out
}
