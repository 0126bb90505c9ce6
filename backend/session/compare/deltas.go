package compare

import (
	"fmt"

	"branchline/backend/session"
	"branchline/backend/session/outcome"
)

// The units of a delta.
const (
	unitUSD    = "usd"
	unitTokens = "tokens"
	unitMs     = "ms"
)

// deltas puts the figures of both parts side by side. Less is better only where both
// came to the end of their work: one that was given up at once costs little.
func deltas(a, b *Part) []Delta {
	figure := func(name, label, unit string, less bool, of func(*Part) float64) Delta {
		d := Delta{Name: name, Label: label, Unit: unit, A: of(a), B: of(b)}
		d.TextA, d.TextB = written(unit, d.A), written(unit, d.B)
		if less && done(a) && done(b) {
			d.Better = lower(d.A, d.B)
		}
		return d
	}
	total := func(name, label, unit string, less bool, of func(*outcome.Totals) float64) Delta {
		d := figure(name, label, unit, less, func(p *Part) float64 { return of(&p.Totals) })
		switch {
		case unit != "" && (d.A == 0 || d.B == 0), // 0 is what was not recorded
			unit != "" && a.Carried+b.Carried > 0,                              // an earlier run had its share
			unit == "" && (a.Totals.ToolCalls == 0 || b.Totals.ToolCalls == 0): // nothing that could fail
			d.Better = ""
		}
		return d
	}
	return []Delta{
		{Name: "outcome", Label: "outcome", TextA: ending(a), TextB: ending(b), Better: finished(a, b)},
		total("costUsd", "cost", unitUSD, true, func(t *outcome.Totals) float64 { return t.CostUSD }),
		total("inputTokens", "input", unitTokens, true, func(t *outcome.Totals) float64 { return t.InputTokens }),
		total("outputTokens", "output", unitTokens, true, func(t *outcome.Totals) float64 { return t.OutputTokens }),
		total("cacheReadTokens", "cache read", unitTokens, false, func(t *outcome.Totals) float64 { return t.CacheReadTokens }),
		total("cacheWriteTokens", "cache written", unitTokens, true, func(t *outcome.Totals) float64 { return t.CacheWriteTokens }),
		total("durationMs", "time", unitMs, true, func(t *outcome.Totals) float64 { return float64(t.DurationMs) }),
		total("engagedMs", "engaged time", unitMs, true, func(t *outcome.Totals) float64 { return float64(t.EngagedMs) }),
		figure("turns", "turns", "", false, func(p *Part) float64 { return float64(p.Turns) }),
		figure("steps", "steps", "", false, func(p *Part) float64 { return float64(p.Steps) }),
		total("toolCalls", "tool calls", "", false, func(t *outcome.Totals) float64 { return float64(t.ToolCalls) }),
		total("errors", "errors", "", true, func(t *outcome.Totals) float64 { return float64(t.Errors) }),
	}
}

// ending names how a part ended.
func ending(p *Part) string {
	if p.Cut {
		return "cut here"
	}
	return p.Outcome.State
}

// done tells whether a part has come to the end of its work.
func done(p *Part) bool {
	return p.Entries > 0 && !p.Cut && session.State(p.Outcome.State) == session.Finished
}

// lower is the side with the smaller figure.
func lower(a, b float64) string {
	switch {
	case a < b:
		return "a"
	case b < a:
		return "b"
	}
	return ""
}

// finished is the side that finished where the other came to another end. How a
// branch ended that is still running, or of which nothing is known, is not told.
func finished(a, b *Part) string {
	ended := func(p *Part) (done, known bool) {
		s := session.State(p.Outcome.State)
		return s == session.Finished, p.Entries > 0 && s != session.Running && s != session.Unknown
	}
	doneA, knownA := ended(a)
	doneB, knownB := ended(b)
	switch {
	case !knownA || !knownB || doneA == doneB:
		return ""
	case doneA:
		return "a"
	}
	return "b"
}

// written writes a figure for a reader.
func written(unit string, n float64) string {
	switch {
	case unit == "":
		return session.Grouped(n)
	case n == 0:
		return "—"
	case unit == unitUSD && n < 1:
		return fmt.Sprintf("$%.4f", n)
	case unit == unitUSD:
		return fmt.Sprintf("$%.2f", n)
	case unit == unitMs:
		return session.Lasting(int64(n))
	}
	return session.Grouped(n)
}
