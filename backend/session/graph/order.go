package graph

import "branchline/backend/session"

// order puts entries in the order of the file, except that none comes before
// its parent: one whose parent comes later in the file waits for it.
func order(x *session.Index) []session.Pos {
	n := len(x.Entries)
	out := session.Roomy[session.Pos](n)[:0]
	late := false
	for i := range n {
		late = late || x.Entries[i].Parent > session.Pos(i)
		out = append(out, session.Pos(i))
	}
	if !late {
		return out
	}
	out = out[:0]
	done := make([]bool, n)
	waits := make([]session.Pos, n) // the last that waits for an entry
	before := make([]session.Pos, n)
	for i := range n {
		waits[i] = session.None
	}
	var ready []session.Pos
	for i := range n {
		p := session.Pos(i)
		if up := x.Entries[i].Parent; up != session.None && !done[up] {
			waits[up], before[i] = p, waits[up]
			continue
		}
		for ready = append(ready, p); len(ready) > 0; {
			p := ready[len(ready)-1]
			ready = ready[:len(ready)-1]
			out, done[p] = append(out, p), true
			for q := waits[p]; q != session.None; q = before[q] {
				ready = append(ready, q)
			}
		}
	}
	return out
}
