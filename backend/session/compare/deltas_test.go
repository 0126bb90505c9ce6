package compare

import (
	"slices"
	"testing"

	"branchline/backend/session"
	"branchline/backend/session/outcome"
	"branchline/backend/session/sessiontest"
)

func TestTheBetterSideIsMarkedWhereThereIsOne(t *testing.T) {
	s := sessiontest.New(t, `
p1 - user "go"
a1 p1 assistant call=1:bash:"make" cost=0.5 in=10 out=20 cache=5 @20s
x1 a1 result of=1 failed @30s
b1 p1 assistant call=2:bash:"make" cost=0.25 in=10 out=30 @60s
y1 b1 result of=2 @62s
p2 y1 user "more" @64s
`)
	s.Ends.State = session.Finished
	r := Of(Side{Session: s, Leaf: s.Pos(t, "x1")}, Side{Session: s, Leaf: s.Pos(t, "p2")}, 0).Result()
	got := map[string]Delta{}
	for _, d := range r.Deltas {
		got[d.Name] = d
	}
	for _, want := range []Delta{
		{Name: "costUsd", A: 0.5, B: 0.25, TextA: "$0.5000", TextB: "$0.2500", Better: "b"},
		{Name: "inputTokens", A: 10, B: 10, TextA: "10", TextB: "10"},
		{Name: "outputTokens", A: 20, B: 30, TextA: "20", TextB: "30", Better: "a"},
		{Name: "cacheReadTokens", A: 5, TextA: "5", TextB: "—"},
		{Name: "durationMs", A: 10_000, B: 4_000, TextA: "10 s", TextB: "4 s", Better: "b"},
		{Name: "errors", A: 1, TextA: "1", TextB: "0", Better: "b"},
		{Name: "turns", B: 1, TextA: "0", TextB: "1"}, // more turns are not better
		{Name: "toolCalls", A: 1, B: 1, TextA: "1", TextB: "1"},
		{Name: "outcome", TextA: "finished", TextB: "finished"},
	} {
		d := got[want.Name]
		want.Label, want.Unit = d.Label, d.Unit
		if d != want {
			t.Errorf("%s is %+v, want %+v", want.Name, d, want)
		}
	}
}

// A part without entries has no figures to be better by.
func TestNothingIsBetterThanNoWork(t *testing.T) {
	s := sessiontest.New(t, `
p1 - user "go"
a1 p1 assistant call=1:bash:"make" cost=0.5
x1 a1 result of=1 failed
`)
	r := Of(Side{Session: s, Leaf: s.Pos(t, "p1")}, Side{Session: s, Leaf: s.Pos(t, "x1")}, 0).Result()
	for _, d := range r.Deltas {
		if d.Better != "" {
			t.Errorf("%s: better is %q", d.Name, d.Better)
		}
	}
}

func TestFinishedIsBetterThanAnyOtherEnd(t *testing.T) {
	for _, c := range []struct{ a, b, better string }{
		{"finished", "error", "a"}, {"limit", "finished", "b"}, {"finished", "finished", ""},
		{"stuck", "cancelled", ""}, {"running", "finished", ""}, {"finished", "unknown", ""},
	} {
		a, b := &Part{Entries: 1}, &Part{Entries: 1}
		a.Outcome.State, b.Outcome.State = c.a, c.b
		if got := deltas(a, b)[0].Better; got != c.better {
			t.Errorf("%s against %s: better is %q, want %q", c.a, c.b, got, c.better)
		}
	}
}

// A part that did not come to its end, or that an earlier run had begun, is not
// weighed by what it took; nor is one by errors that called nothing.
func TestOnlyWhatFinishedIsWeighed(t *testing.T) {
	whole := func(change func(*Part)) *Part {
		p := &Part{Entries: 3, Totals: outcome.Totals{CostUSD: 2, OutputTokens: 20, DurationMs: 2000, EngagedMs: 2000, ToolCalls: 2, Errors: 2}}
		p.Outcome.State = "finished"
		change(p)
		return p
	}
	cheap := func(p *Part) {
		p.Totals = outcome.Totals{CostUSD: 1, OutputTokens: 10, DurationMs: 1000, EngagedMs: 1000, ToolCalls: 1}
	}
	all := []string{"costUsd", "outputTokens", "durationMs", "engagedMs", "errors"}
	for _, c := range []struct {
		name   string
		change func(*Part)
		better []string
	}{
		{"finished", cheap, all},
		{"cancelled", func(p *Part) { cheap(p); p.Outcome.State = "cancelled" }, []string{"outcome"}},
		{"running", func(p *Part) { cheap(p); p.Outcome.State = "running" }, nil},
		{"stuck", func(p *Part) { cheap(p); p.Outcome.State = "stuck" }, []string{"outcome"}},
		{"cut", func(p *Part) { cheap(p); p.Cut, p.Outcome.State = true, "unknown" }, nil},
		{"carried over", func(p *Part) { cheap(p); p.Carried = 4 }, []string{"errors"}},
		{"no call", func(p *Part) { cheap(p); p.Totals.ToolCalls = 0 }, []string{"costUsd", "outputTokens", "durationMs", "engagedMs"}},
	} {
		for _, sides := range [][2]*Part{{whole(c.change), whole(func(*Part) {})}, {whole(func(*Part) {}), whole(c.change)}} {
			var got []string
			for _, d := range deltas(sides[0], sides[1]) {
				if d.Better != "" {
					got = append(got, d.Name)
				}
			}
			if !slices.Equal(got, c.better) {
				t.Errorf("%s: weighed are %q, want %q", c.name, got, c.better)
			}
		}
	}
}
