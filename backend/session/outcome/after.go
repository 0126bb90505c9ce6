package outcome

import "branchline/backend/session"

// After adds up the branch that ends at leaf without its first n entries, as
// session.Index.Past counts them. The wait before the first that is left belongs to
// no branch: others may have been tried meanwhile.
func After(s session.Session, leaf session.Pos, n int) Totals {
	if n == 0 {
		return Upto(s, leaf)
	}
	x := s.Index()
	path := x.Past(leaf)
	var t sum
	t.path(x, path[n:])
	if t.events {
		t.ToolCalls = calls(s.Items(leaf)) - calls(s.Items(path[n-1]))
	}
	if end := x.ModifiedMs; x.Header.Closed && leaf == x.Leaf && t.last != 0 && end > t.last { // the last record of a run is no entry
		t.EngagedMs += min(end-t.last, session.IdleMs)
		t.last = end
	}
	t.DurationMs = t.lasted()
	return t.Totals
}
