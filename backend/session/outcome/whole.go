package outcome

import "branchline/backend/session"

// whole adds up a file that grows.
type whole struct {
	sum
	clocks []int64 // by entry the latest time up to it; nil where entries must be added up in another order than the file's
	calls  int     // in a run log, with those that only events tell of
}

func wholeOf(x *session.Index) whole {
	w := whole{clocks: session.Roomy[int64](len(x.Entries))}
	last := session.None
	x.Walk(func(p session.Pos, clock int64) int64 {
		if p != last+1 {
			w.clocks = nil
		}
		last = p
		now := w.entry(x, p, clock)
		if w.clocks != nil {
			w.clocks[p] = now
		}
		return now
	})
	return w
}

// grow adds what was added to the file. It answers false where only wholeOf can.
func (w *whole) grow(x *session.Index) bool {
	if w.clocks == nil || w.events || x.Header.Closed { // in run logs time goes on over resets
		return false
	}
	for p := session.Pos(len(w.clocks)); int(p) < len(x.Entries); p++ {
		var clock int64
		if up := x.At(p).Parent; up != session.None {
			clock = w.clocks[up]
		}
		w.clocks = append(w.clocks, w.entry(x, p, clock))
	}
	return !w.events
}

func (w *whole) totals(x *session.Index) Totals {
	t := w.sum
	if t.events {
		t.ToolCalls = w.calls
	}
	return t.totals(x, true)
}
