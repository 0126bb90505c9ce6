package graph

import (
	"maps"
	"sync"

	"branchline/backend/session"
)

// tallies keep how often tools were called in the runs that were looked at, so
// that one that grows is not counted from its beginning again and again.
type tallies struct {
	mu sync.Mutex
	of map[session.Pos]*tally // by the first entry
}

type tally struct {
	last      session.Pos // the last entry that was counted
	calls     map[string]int
	duplicate bool // one of the entries is
}

// tally counts the calls of a run by tool.
func (l *Layout) tally(head session.Pos) (calls map[string]int, duplicate bool) {
	l.tallies.mu.Lock()
	defer l.tallies.mu.Unlock()
	t := l.tallies.of[head]
	if t == nil {
		t = &tally{last: session.None, calls: map[string]int{}}
		if l.tallies.of == nil || len(l.tallies.of) >= MaxRows {
			l.tallies.of = map[session.Pos]*tally{}
		}
		l.tallies.of[head] = t
	}
	for last := l.runs.last[head]; t.last != last; {
		if t.last = l.after(t.last, head); l.x.At(t.last).Has(session.Duplicate) {
			t.duplicate = true
		}
		l.tools(t.last, t.calls)
	}
	return maps.Clone(t.calls), t.duplicate
}

// after is the entry of a run behind another, its first behind none.
func (l *Layout) after(p, head session.Pos) session.Pos {
	if p == session.None {
		return head
	}
	return l.kid[p]
}
