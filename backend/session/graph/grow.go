package graph

import "branchline/backend/session"

// Grow takes what was added to the session and its file: no row that was there
// moves. What it costs does not depend on what was there. It answers false when
// all has to be laid out by Of again, because what was added changes rows further
// up; the Layout is of no use then. Nobody else may use it meanwhile.
func (l *Layout) Grow() bool {
	if !l.fixed || l.told != nil || l.in != nil || l.o.Filter == FilterLabels || l.o.Filter == FilterErrors {
		return false
	}
	for i := len(l.nodes); i < len(l.x.Entries); i++ {
		if !l.settled(session.Pos(i)) || !l.take(session.Pos(i)) {
			return false
		}
	}
	l.endings.Grow(l.end)
	l.activate()
	l.picture = picture{}
	return true
}

// settled tells whether a new entry leaves what is known of the others as it is.
func (l *Layout) settled(p session.Pos) bool {
	e := l.x.At(p)
	if e.Kind == session.KindLabel || byItems(l.x, p) || l.o.Folded[e.Key] || e.Key == l.o.Root {
		return false
	}
	if e.Parent == session.None || l.x.At(e.Parent).Role != session.RoleToolResult {
		return true
	}
	call := l.nodes[e.Parent].answers // of one without a call above it, this may be the call
	return call != session.None && call < e.Parent
}

// take adds an entry.
func (l *Layout) take(p session.Pos) bool {
	above, n := l.x.At(p).Parent, fromIndex(l.x, p)
	errors := n.errors
	if n.answers != session.None {
		n.errors = 0
	}
	n.fail()
	up := l.stand(above)
	l.order, l.nodes = append(l.order, p), append(l.nodes, n)
	l.hidden.add(p, above)
	if l.root != session.None { // else nobody asks for the whole tree
		l.whole.add(n.shown)
		l.whole.hang(p, l.whole.stand(above))
	}
	uncovered := n.shown && up == session.None && n.faults() > 0
	l.shape.add((kept(l.o.Filter, &n) || uncovered) && l.hidden.shows(p))
	l.up[p] = up
	l.straight, l.grown = append(l.straight, false), append(l.grown, above != session.None && l.grown[above])
	l.runs.head, l.runs.last, l.runs.size = append(l.runs.head, p), append(l.runs.last, p), append(l.runs.size, 1)
	l.rowOf = append(l.rowOf, l.above(p))
	l.growTurns(p)
	l.conceal(p)
	switch {
	case n.answers != session.None:
		return l.blame(n.answers, errors)
	case l.keep[p]:
		return l.show(p, up)
	default:
		return n.faults() == 0 || l.bear(up, n.faults())
	}
}

// show gives a new entry its place below the last of its branch. It does not
// begin a branch: what stands below the branch point, or below what was the only
// root, would move to another level.
func (l *Layout) show(p, up session.Pos) bool {
	if up == session.None {
		if l.roots == 1 {
			return false
		}
	} else {
		if l.kids[up] > 0 || l.nodes[up].maybe {
			return false
		}
		l.kids[up]++
		l.kid[up] = p
	}
	if l.joins(p) {
		return l.join(p, l.runs.head[up])
	}
	l.rowOf[p] = l.add(l.single(p, l.above(p)))
	l.level(&l.rows[l.rowOf[p]])
	return true
}

// blame counts the errors of a result on its call.
func (l *Layout) blame(call session.Pos, errors int32) bool {
	if errors == 0 {
		return true
	}
	if n := &l.nodes[call]; !l.keep[call] {
		if l.up[call] == session.None {
			return false // nothing stands for it, so it becomes a row
		}
		before := n.faults()
		n.errors += errors
		n.fail()
		return l.bear(l.up[call], n.faults()-before)
	}
	if e := l.x.At(call); e.Stop == session.StopError || e.Has(session.Failed) {
		return false // its own failure and those of its calls are not told apart any more
	}
	if !l.charge(call, errors) {
		return false
	}
	l.nodes[call].fail()
	return true
}

// bear counts failures that have no row on the row of an entry, beside its own.
func (l *Layout) bear(p session.Pos, faults int32) bool {
	if p == session.None {
		return true
	}
	n := &l.nodes[p]
	return l.charge(p, n.faults()-n.errors+faults)
}

// charge counts errors on the row of an entry.
func (l *Layout) charge(p session.Pos, errors int32) bool {
	if p == session.None {
		return true
	}
	head := l.runs.head[p]
	if l.runs.size[head] > 1 && l.o.Open[l.x.Key(head)] {
		return false // of two rows
	}
	l.nodes[p].errors += errors
	l.rows[l.rowOf[p]].errors += errors
	return true
}

// join puts an entry at the end of a run that has a row.
func (l *Layout) join(p, head session.Pos) bool {
	if l.o.Open[l.x.Key(head)] {
		return false // its own row would stand further up
	}
	l.runs.join(p, head)
	l.rowOf[p] = l.rowOf[head]
	r := &l.rows[l.rowOf[head]]
	if !r.steps {
		r.steps, r.items = true, l.nodes[head].items
	}
	r.items += l.nodes[p].items
	r.errors += l.nodes[p].errors
	return true
}
