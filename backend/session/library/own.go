package library

import (
	"branchline/backend/session"
	"branchline/backend/session/outcome"
)

// own adds up what was done in a session itself; whole are the totals of its file.
func own(s session.Session, whole outcome.Totals) Work {
	x := s.Index()
	if x.Header.Format == runs {
		whole = outcome.Whole(s) // calls that only events tell of, too
	} else if x.Header.Parent != "" && x.Header.CreatedMs > 0 {
		whole = since(x, x.Header.CreatedMs)
	}
	w := Work{
		Calls: whole.ToolCalls, OutputTokens: whole.OutputTokens, CostUSD: whole.CostUSD,
		InputTokens: whole.InputTokens + whole.CacheReadTokens + whole.CacheWriteTokens,
		DurationMs:  whole.DurationMs, EngagedMs: whole.EngagedMs,
	}
	if counted, ok := s.(interface{ Rounds() int }); ok {
		w.Rounds = counted.Rounds()
	}
	return w
}

// since adds up the entries from a time on. Entries that were copied into a fork
// kept their times and are older than the fork.
func since(x *session.Index, began int64) outcome.Totals {
	var t outcome.Totals
	var worked session.Spans
	last := began
	x.Walk(func(p session.Pos, clock int64) int64 {
		e := x.At(p)
		engaged, now := x.Tick(max(clock, began), p)
		if e.AtMs < began {
			return now
		}
		t.EngagedMs += worked.Add(now-engaged, now)
		if !e.Kind.Aside() {
			last = max(last, e.AtMs)
		}
		for _, part := range x.PartsOf(p) {
			if part.Kind == session.PartCall {
				t.ToolCalls++
			}
		}
		for _, u := range x.UsagesOf(p) {
			t.InputTokens += u.Input
			t.OutputTokens += u.Output
			t.CacheReadTokens += u.CacheRead
			t.CacheWriteTokens += u.CacheWrite
			t.CostUSD += u.CostUSD
		}
		return now
	})
	t.DurationMs = last - began
	return t
}
