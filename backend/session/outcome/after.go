package outcome

import "branchline/backend/session"

// After adds up the branch that ends at leaf without its first n entries, as
// session.Index.Past counts them. The time before the next entry counts as engaged
// time does, so that an ancestor one comes back to after days does not make the
// part long.
func After(s session.Session, leaf session.Pos, n int) Totals {
	if n == 0 {
		return Upto(s, leaf)
	}
	x := s.Index()
	path := x.Past(leaf)
	var before sum
	before.path(x, path[:n])
	t := sum{clock: before.clock}
	var waited int64
	if n < len(path) {
		waited, _ = x.Tick(before.clock, path[n])
	}
	t.path(x, path[n:])
	if t.events || before.events {
		t.ToolCalls = calls(s.Items(leaf)) - calls(s.Items(path[n-1]))
	}
	if x.Header.Closed && leaf == x.Leaf && n < len(path) { // the last record of a run is no entry
		if end := x.ModifiedMs; t.last != 0 && end > t.last {
			t.EngagedMs += min(end-t.last, session.IdleMs)
			t.last = end
		}
	}
	t.DurationMs = t.lasted() + waited
	return t.Totals
}
