package graph

import "branchline/backend/session"

// narrowTo notes the entries of the branches that are laid out.
func (l *Layout) narrowTo() {
	if len(l.o.Leaves) == 0 {
		return
	}
	l.in = make([]bool, len(l.nodes))
	for _, leaf := range l.o.Leaves {
		if l.x.Resets() { // what stands before a reset belongs to what stands behind it
			for _, p := range l.x.Past(leaf) {
				l.in[p] = true
			}
			continue
		}
		for p := leaf; p != session.None && !l.in[p]; p = l.x.At(p).Parent {
			l.in[p] = true
		}
	}
}

// among tells whether an entry stands on a branch that is laid out.
func (l *Layout) among(p session.Pos) bool { return l.in == nil || p != session.None && l.in[p] }

// chosen leaves of the rows those of the branches that are laid out.
func (l *Layout) chosen(keep []bool) []bool {
	for i := range keep {
		keep[i] = keep[i] && l.among(session.Pos(i))
	}
	return keep
}
