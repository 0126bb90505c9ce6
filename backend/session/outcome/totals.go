package outcome

import (
	"cmp"

	"branchline/backend/session"
)

// Upto adds up a branch from its root to leaf. In a run log with resets it is
// the run up to there: see session.Index.Past.
func Upto(s session.Session, leaf session.Pos) Totals {
	x := s.Index()
	var t sum
	t.path(x, x.Past(leaf))
	if t.events {
		t.ToolCalls = calls(s.Items(leaf))
	}
	return t.totals(x, leaf == x.Leaf)
}

// Whole adds up the whole file, what branches share once.
func Whole(s session.Session) Totals {
	x := s.Index()
	t := ofIndex(x)
	if t.events { // one branch after another: a run log's last entry has all behind it
		t.ToolCalls = calls(s.Items(session.Pos(len(x.Entries) - 1)))
	}
	return t.totals(x, true)
}

// FileTotals is Whole from the index alone. It does not count calls of a run log
// that only events tell of.
func FileTotals(x *session.Index) Totals {
	t := ofIndex(x)
	return t.totals(x, true)
}

func ofIndex(x *session.Index) sum {
	var t sum
	x.Walk(func(p session.Pos, clock int64) int64 { return t.entry(x, p, clock) })
	return t
}

// sum is Totals while they are added up.
type sum struct {
	Totals
	first, last int64 // the earliest and the latest time
	final       int64 // the time of the last entry that has one
	clock       int64 // the latest time on the path
	worked      session.Spans
	events      bool
}

// path adds the entries that go on along a path.
func (t *sum) path(x *session.Index, path []session.Pos) {
	for _, p := range path {
		t.clock = t.entry(x, p, t.clock)
	}
}

// entry adds one entry; clock is the latest time above it. It returns the
// latest time with it. What a resume carried over was spent by an earlier run.
func (t *sum) entry(x *session.Index, p session.Pos, clock int64) int64 {
	e := x.At(p)
	engaged, now := x.Tick(clock, p)
	t.EngagedMs += t.worked.Add(now-engaged, now)
	if e.AtMs != 0 && !e.Kind.Aside() {
		t.last, t.final = max(t.last, e.AtMs), e.AtMs
		if t.first == 0 || e.AtMs < t.first {
			t.first = e.AtMs
		}
	}
	for _, u := range x.UsagesOf(p) {
		t.InputTokens += u.Input
		t.OutputTokens += u.Output
		t.CacheReadTokens += u.CacheRead
		t.CacheWriteTokens += u.CacheWrite
		t.CostUSD += u.CostUSD
	}
	t.events = t.events || e.Kind == session.KindEvent
	if e.Has(session.Inherited) {
		return now
	}
	made, failed := tally(x, p)
	t.ToolCalls += made
	t.Errors += failed
	return now
}

// tally counts the calls an entry makes and the failures it tells of.
func tally(x *session.Index, p session.Pos) (calls, errors int) {
	for _, part := range x.PartsOf(p) {
		switch {
		case part.Kind == session.PartCall:
			calls++
		case part.Kind == session.PartResult && part.Error:
			errors++
		}
	}
	e := x.At(p)
	if errors == 0 && e.Has(session.Failed) && (e.Role == session.RoleToolResult || e.Kind == session.KindEvent) {
		errors = 1
	}
	return calls, errors
}

// calls counts the calls among items, but for those an earlier run made and for
// results whose call is not there.
func calls(items []session.Item) (n int) {
	for i := range items {
		if it := &items[i]; it.Kind == session.ItemCall && !it.Inherited && it.Answer != it.Entry {
			n++
		}
	}
	return n
}

// record adds the time between the first and last entries and the records around
// them: a run begins with its first record and, as far as its end, ends with its
// last, and neither is an entry. Odd times between the two do not make it longer.
func (t *sum) record(x *session.Index, whole bool) {
	if !x.Header.Closed {
		return
	}
	if start := x.Header.CreatedMs; start != 0 && (t.first == 0 || start < t.first) {
		if t.first != 0 {
			t.EngagedMs += min(t.first-start, session.IdleMs)
		}
		t.first = start
		t.last = max(t.last, start)
	}
	end := t.final
	if whole {
		end = x.ModifiedMs
		if t.last != 0 && end > t.last {
			t.EngagedMs += min(end-t.last, session.IdleMs)
		}
	}
	if t.first = cmp.Or(x.Header.CreatedMs, t.first); end != 0 {
		t.last = end
	}
	if ms := t.lasted(); ms > 0 {
		t.EngagedMs = min(t.EngagedMs, ms)
	}
}

// totals are the sums with the records around the entries; whole says that the
// last of them is among these.
func (t sum) totals(x *session.Index, whole bool) Totals {
	t.record(x, whole)
	t.DurationMs = t.lasted()
	return t.Totals
}

// lasted is the time from the first to the last, 0 where that is not known.
func (t *sum) lasted() int64 {
	if t.first == 0 {
		return 0
	}
	return max(t.last-t.first, 0)
}
