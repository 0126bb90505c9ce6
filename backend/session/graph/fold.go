package graph

import (
	"sort"
	"strings"

	"branchline/backend/session"
)

// shape is the tree a reader sees: some entries, each under the nearest of them above it.
type shape struct {
	keep []bool
	// up is the nearest kept entry above an entry, None when there is none.
	up []session.Pos
	// kids counts the kept entries right below a kept one, kid is the last of them.
	kids []int32
	kid  []session.Pos
}

// form makes the shape of the kept entries.
func form(x *session.Index, order []session.Pos, keep []bool) shape {
	n := len(x.Entries)
	sh := shape{keep: keep, up: session.Roomy[session.Pos](n), kids: session.Roomy[int32](n), kid: session.Roomy[session.Pos](n)}
	for _, p := range order {
		sh.hang(p, sh.stand(x.Entries[p].Parent))
	}
	return sh
}

// hang gives an entry its place under the nearest kept one.
func (sh *shape) hang(p, up session.Pos) {
	sh.up[p], sh.kid[p] = up, session.None
	if up != session.None && sh.keep[p] {
		sh.kids[up]++
		sh.kid[up] = p
	}
}

// add makes room for a new entry.
func (sh *shape) add(keep bool) {
	sh.keep, sh.up = append(sh.keep, keep), append(sh.up, session.None)
	sh.kids, sh.kid = append(sh.kids, 0), append(sh.kid, session.None)
}

// stand is the entry whose row stands for p, None when none does.
func (sh *shape) stand(p session.Pos) session.Pos {
	if p == session.None || sh.keep[p] {
		return p
	}
	return sh.up[p]
}

// bends tells whether an entry is a root, an end or a branch point.
func (sh *shape) bends(p session.Pos) bool { return sh.kids[p] != 1 || sh.up[p] == session.None }

// filter says which entries are rows under a filter. all is the shape without
// one; what it bends at keeps it in sight where few other rows are left.
func filter(name string, nodes []node, all shape, labels map[session.Pos]string) []bool {
	keep := session.Roomy[bool](len(nodes))
	for i := range nodes {
		n, p := &nodes[i], session.Pos(i)
		_, labelled := labels[p]
		switch name {
		case FilterNoTools:
			keep[i] = n.shown && labelled || kept(name, n)
		case FilterLabels:
			keep[i] = n.shown && (labelled || all.bends(p))
		case FilterErrors:
			keep[i] = n.shown && (n.faults() > 0 || all.bends(p))
		default:
			keep[i] = kept(name, n)
		}
	}
	return keep
}

// context tells whether a filter leaves a row only because it holds others together.
func (l *Layout) context(r *row) bool {
	switch l.o.Filter {
	case FilterLabels:
		return l.pills[r.entry] == ""
	case FilterErrors:
		return !l.nodes[r.entry].faulty && r.errors == 0
	}
	return false
}

// kept tells whether an entry without a label is a row under a filter that looks
// at nothing else.
func kept(name string, n *node) bool {
	switch name {
	case FilterPrompts:
		return n.shown && (n.kind == session.ItemPrompt || n.round)
	case FilterNoTools:
		return n.shown && !n.tools
	}
	return n.shown
}

// pills are the labels by the entry whose row shows them. A label on something
// that is no row of its own shows on the row that stands for it.
func pills(x *session.Index, all shape, among func(session.Pos) bool) map[session.Pos]string {
	targets := make([]session.Pos, 0, len(x.Labels))
	for p := range x.Labels {
		if among(p) {
			targets = append(targets, p)
		}
	}
	sort.Slice(targets, func(i, j int) bool { return targets[i] < targets[j] })
	out := map[session.Pos]string{}
	for _, t := range targets {
		if p := all.stand(t); p != session.None {
			text := strings.TrimSpace(session.Plain(x.Labels[t].Text))
			if out[p] != "" {
				text = out[p] + ", " + text
			}
			out[p] = text
		}
	}
	return out
}

// run is what is folded: head says for an entry where its run begins, size and
// last are those of the run that begins at an entry.
type run struct {
	head, last []session.Pos
	size       []int32
}

// fold finds the runs of steps. A run ends where the straight branch does, so
// that the agent's place is never inside one.
func (l *Layout) fold() {
	n := len(l.nodes)
	r := &l.runs
	r.head, r.last, r.size = session.Roomy[session.Pos](n), session.Roomy[session.Pos](n), session.Roomy[int32](n)
	for _, p := range l.order {
		r.head[p], r.last[p], r.size[p] = p, p, 1
		if l.joins(p) {
			r.join(p, r.head[l.up[p]])
		}
	}
}

// joins tells whether an entry is a step of the run of the one above it. Each round
// has a row of its own, so that a reader finds it.
func (l *Layout) joins(p session.Pos) bool {
	up := l.up[p]
	return !l.o.Unfolded && l.o.Filter == FilterAll && l.keep[p] && up != session.None &&
		!l.folded[p] && !l.nodes[p].round && l.straight[p] == l.straight[up] && l.folds(p) && l.folds(up)
}

// join puts an entry at the end of the run that begins at head.
func (r *run) join(p, head session.Pos) {
	r.head[p], r.last[head] = head, p
	r.size[head]++
}

// folds tells whether a row may be one of several steps.
func (l *Layout) folds(p session.Pos) bool {
	n := &l.nodes[p]
	if !n.folds || l.kids[p] > 1 {
		return false
	}
	if n.maybe && (l.kids[p] == 0 || l.nodes[l.kid[p]].kind == session.ItemPrompt) {
		return false
	}
	_, labelled := l.pills[p]
	return !labelled
}
