package graph

import (
	"strings"

	"branchline/backend/session"
)

// Options say what to lay out.
type Options struct {
	// Filter is one of the Filter constants; "" is FilterAll.
	Filter string
	// Open are the keys of folded steps to unfold.
	Open map[string]bool
	// Folded are the keys of entries below which nothing is shown but what it amounts to.
	Folded map[string]bool
	// Root is the key of the entry that is shown with what stands below it alone,
	// "" for all.
	Root string
	// Comparable makes texts comparable that are looked through; nil lets the case of
	// letters not count.
	Comparable func(string) string
	// Unfolded leaves all steps unfolded, without heads.
	Unfolded bool
	// Leaves, when there are any, end the branches that are laid out: of the others
	// nothing is told. Such a layout does not grow.
	Leaves []session.Pos
	// Straight is the key of the entry whose path has lane 0. "" is the active
	// leaf. A window keeps the leaf of the moment it opened the session, so that
	// growth moves nothing.
	Straight string
}

// Layout is a session laid out. It is read-only and safe for concurrent use but
// for Grow.
//
// Growth: entries added at the end of the file, laid out with the same
// Straight, change no lane of a row that was there; they add rows below, or
// become part of the steps at the end of their branch. Rows are only added
// further up where a branch or a label is put inside folded steps, which then
// fall apart, where a parent arrives that came later in the file, or under a
// filter where a call fails of a reply that it left out.
// Unfolding steps changes no lane either.
type Layout struct {
	s     session.Session
	x     *session.Index
	o     Options
	order []session.Pos
	nodes []node
	told  *told
	pills map[session.Pos]string
	// whole is the tree without a filter and with nothing put away.
	whole shape
	shape
	hidden
	// in are the entries of the branches that are laid out, nil for all.
	in []bool
	// straight are the entries on the straight branch, grown those below its end.
	straight, grown []bool
	fixed           bool // the straight branch was asked for by its end
	runs            run

	rows    []row
	rowOf   []int32 // the row that stands for an entry, -1 when none does
	long    []line  // from the top down by where they end
	given   *lanes
	lanes   int // in use
	roots   int
	tops    int32       // rows of the first level
	leaf    session.Pos // the active one
	endings *session.Endings
	turns   turns
	tallies tallies
	found   found
	picture picture
}

// row is a row before it is dressed for the page.
type row struct {
	entry session.Pos
	// parent is the row above it in the tree; the kids of a row are linked in order.
	parent, firstKid, lastKid, nextKid int32
	lane, level, kids                  int32
	// under is the row it is one level below, place its place among those that are,
	// members how many are one level below it.
	under, place, members int32
	items, errors         int32
	// hides is how many entries a fold hides below the row.
	hides int32
	// leaves is how many branches end in the row.
	leaves              int32
	steps, open, active bool
}

// line is a line in the lane of the row at to, which leaves the row at from and
// passes other rows on its way.
type line struct{ from, to int32 }

// Of lays out all branches of a session.
func Of(s session.Session, o Options) *Layout {
	switch o.Filter {
	case FilterPrompts, FilterNoTools, FilterLabels, FilterErrors:
	default:
		o.Filter = FilterAll
	}
	if o.Comparable == nil {
		o.Comparable = strings.ToLower
	}
	x := s.Index()
	l := &Layout{s: s, x: x, o: o, order: order(x)}
	l.nodes, l.told = nodes(s, l.order)
	l.narrowTo()
	l.whole = form(x, l.order, l.chosen(filter(FilterAll, l.nodes, shape{}, nil)))
	l.pills, l.shape = pills(x, l.whole, l.among), l.whole
	l.narrow()
	l.countTurns()
	l.paths()
	l.fold()
	l.stack()
	l.mark()
	return l
}

// paths says which entries are on the straight branch and which stand below its end.
func (l *Layout) paths() {
	n := len(l.nodes)
	l.straight, l.grown = session.Roomy[bool](n), session.Roomy[bool](n)
	end, fixed := l.x.Lookup(l.o.Straight)
	if l.fixed = fixed; !fixed {
		end = l.x.Leaf
	}
	for p := end; p != session.None; p = l.x.Entries[p].Parent {
		l.straight[p] = true
	}
	if end == session.None {
		return
	}
	for _, p := range l.order {
		up := l.x.Entries[p].Parent
		l.grown[p] = p == end || up != session.None && l.grown[up]
	}
}

// stack makes the rows from the top down.
func (l *Layout) stack() {
	count, base := 0, false
	for i, kept := range l.keep {
		if kept && (l.runs.size[l.runs.head[i]] == 1 || l.runs.head[i] == session.Pos(i)) {
			count++
		}
		// Also when the filter shows nothing of it now: a call that fails later is shown.
		base = base || l.straight[i] && l.nodes[i].shown && l.hidden.shows(session.Pos(i))
	}
	l.rows = session.Roomy[row](count)[:0]
	l.rowOf = session.Roomy[int32](len(l.nodes))
	l.given = newLanes(base)
	for _, p := range l.order {
		parent := l.above(p)
		head := l.runs.head[p]
		switch {
		case !l.keep[p]:
			l.rowOf[p] = parent
			l.conceal(p)
		case l.runs.size[head] == 1:
			l.rowOf[p] = l.add(l.single(p, parent))
		case p == head:
			l.rowOf[p] = l.steps(p, parent)
		case !l.o.Open[l.x.Key(head)]:
			l.rowOf[p] = l.rowOf[head]
		}
	}
	for i := range l.rows {
		l.level(&l.rows[i])
	}
}

// conceal counts an entry on the row of the fold that hides it.
func (l *Layout) conceal(p session.Pos) {
	if at := l.hidden.folds(p); at != session.None && l.nodes[p].shown && l.rowOf[at] != never {
		l.rows[l.rowOf[at]].hides++
	}
}

// above is the row an entry hangs under, never when there is none.
func (l *Layout) above(p session.Pos) int32 {
	if up := l.up[p]; up != session.None {
		return l.rowOf[up]
	}
	return never
}

// add puts a row at the bottom and gives it its lane.
func (l *Layout) add(r row) int32 {
	n := int32(len(l.rows))
	in := int32(0)
	r.firstKid, r.lastKid, r.nextKid = never, never, never
	if r.parent == never {
		l.roots++
	} else {
		up := &l.rows[r.parent]
		in = up.lane
		if up.kids == 0 {
			up.firstKid = n
		} else {
			l.rows[up.lastKid].nextKid = n
		}
		up.lastKid = n
		up.kids++
		if n-r.parent > 1 {
			l.long = append(l.long, line{r.parent, n})
		}
	}
	r.lane = l.given.place(n, r.parent, in, l.straight[r.entry], l.grown[r.entry])
	l.lanes = int(l.given.top)
	l.rows = append(l.rows, r)
	return n
}

// level says how deep a row stands: one deeper than what it is a branch of, or than
// the row it can be folded into. Steps that begin a branch open to themselves alone.
// It counts the row among those as deep, but for opened steps, which are a set of
// their own.
func (l *Layout) level(r *row) {
	members := &l.tops
	r.level, r.under = 1, never
	if r.parent != never {
		up := &l.rows[r.parent]
		if r.level, r.under = up.level, up.under; up.kids > 1 || l.foldable(up) && !up.steps {
			r.level, r.under = up.level+1, r.parent
		}
		if r.under != never {
			members = &l.rows[r.under].members
		}
	}
	if !l.opened(r) {
		r.place = *members
		*members++
	}
}

// opened tells whether a row is one of the steps that the head above it was opened to.
func (l *Layout) opened(r *row) bool {
	return !r.steps && l.runs.size[l.runs.head[r.entry]] > 1
}

func (l *Layout) single(p session.Pos, parent int32) row {
	return row{entry: p, parent: parent, errors: l.nodes[p].errors}
}

// steps adds the row of a run and, where it is open, the rows of its entries
// right below it, so that lanes are the same as when it is folded. It returns
// the row that stands for the first entry.
func (l *Layout) steps(head session.Pos, parent int32) int32 {
	r := row{entry: head, parent: parent, steps: true, open: l.o.Open[l.x.Key(head)]}
	last := l.runs.last[head]
	for p := head; ; p = l.kid[p] {
		r.items += l.nodes[p].items
		r.errors += l.nodes[p].errors
		if p == last {
			break
		}
	}
	n := l.add(r)
	if !r.open {
		return n
	}
	first := n + 1
	for p := head; ; p = l.kid[p] {
		n = l.add(l.single(p, n))
		l.rowOf[p] = n
		if p == last {
			return first
		}
	}
}

// mark says where branches end and where the agent continues.
func (l *Layout) mark() {
	var ends []session.Pos
	l.endings, ends = session.EndingsOf(l.x)
	for _, p := range ends {
		l.end(p, true)
	}
	l.leaf = session.None
	l.activate()
}

// end says that a branch ends at an entry, or does not any more.
func (l *Layout) end(p session.Pos, ends bool) {
	switch n := l.rowOf[p]; {
	case n == never || !l.among(p):
	case ends:
		l.rows[n].leaves++
	default:
		l.rows[n].leaves--
	}
}

// activate marks the rows of the active branch in place of those that were.
func (l *Layout) activate() {
	n := l.Find(l.x.Leaf)
	if !l.among(l.x.Leaf) {
		n = never
	}
	for ; n != never && !l.rows[n].active; n = int(l.rows[n].parent) {
		l.rows[n].active = true
	}
	for was := l.Find(l.leaf); was != never && was != n; was = int(l.rows[was].parent) {
		l.rows[was].active = false
	}
	l.leaf = l.x.Leaf
}

// Len is the number of rows.
func (l *Layout) Len() int { return len(l.rows) }

// Find returns the index of the row that stands for an entry, -1 when none does.
func (l *Layout) Find(p session.Pos) int {
	if p == session.None {
		return never
	}
	return int(l.rowOf[p])
}
