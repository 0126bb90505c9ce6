package outcome_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/outcome"
	"branchline/backend/session/runlog"
)

// One odd time says nothing of how long a run took: that is from its meta record
// to its result, without one to its last record that has a time.
func TestOddTimesDoNotMakeARunLonger(t *testing.T) {
	const (
		meta   = `{"kind":"meta","at":"2026-02-01T09:00:00Z","meta":{"id":"A","task":"T"}}`
		final  = `{"kind":"result","at":"2026-02-01T09:00:35Z","result":{"reason":"settled","code":0}}`
		second = 1000
	)
	event := func(at string) string { return `{"kind":"event"` + at + `,"event":{"kind":"notice","text":"x"}}` }
	at := func(time string) string { return `,"at":"` + time + `"` }
	odd := event(at("0001-01-01T00:00:00Z")) + "\n" + event(at("9999-12-31T23:59:59Z")) + "\n" + event(at("yesterday")) + "\n" + event("")
	for name, c := range map[string]struct {
		records []string
		want    int64
	}{
		"odd times before the result":       {[]string{meta, odd, final}, 35 * second},
		"records behind the result":         {[]string{meta, event(at("2026-02-01T09:00:10Z")), final, event(at("2026-02-01T09:00:50Z"))}, 35 * second},
		"no result":                         {[]string{meta, odd, event(at("2026-02-01T09:00:20Z")), event("")}, 20 * second},
		"a result without a time":           {[]string{meta, event(at("2026-02-01T09:00:20Z")), `{"kind":"result","result":{"reason":"settled"}}`}, 20 * second},
		"a result before the run began":     {[]string{meta, event(""), `{"kind":"result","at":"2026-02-01T08:00:00Z","result":{"reason":"settled"}}`}, 0},
		"a meta record without a time":      {[]string{`{"kind":"meta","meta":{"id":"A"}}`, event(at("2026-02-01T09:00:20Z")), final}, 15 * second},
		"no time at all":                    {[]string{`{"kind":"meta","meta":{"id":"A"}}`, event("")}, 0},
		"the result alone has a time":       {[]string{`{"kind":"meta","meta":{"id":"A"}}`, event(""), final}, 0},
		"no record but the meta and result": {[]string{meta, final}, 35 * second},
	} {
		t.Run(name, func(t *testing.T) {
			s := scanned(t, strings.Join(c.records, "\n")+"\n")
			card := outcome.Of(s, s.Index().Leaf, 0)
			if got := card.Totals.DurationMs; got != c.want || card.FileTotals.DurationMs != c.want || outcome.Whole(s).DurationMs != c.want {
				t.Errorf("it took %d ms and the file %d ms, want %d", got, card.FileTotals.DurationMs, c.want)
			}
			if card.Totals.EngagedMs > c.want && c.want > 0 {
				t.Errorf("engaged %d ms of %d", card.Totals.EngagedMs, c.want)
			}
			if c.want > 0 && card.EndedMs-card.StartedMs != c.want {
				t.Errorf("it went from %d to %d, want %d ms", card.StartedMs, card.EndedMs, c.want)
			}
		})
	}
}

func scanned(t *testing.T, text string) session.Session {
	t.Helper()
	f, err := jsonl.Open(written(t, text))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	s, err := runlog.Format.Scan(context.Background(), f)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// An answer without its call is none, and what a result counts is told where it
// is another number than that of the log.
func TestCallsAreCountedOnce(t *testing.T) {
	for counted, want := range map[string][]string{
		`"calls":1,`:                    {"2 rounds"},
		``:                              {"2 rounds"},
		`"calls":5,`:                    {"2 rounds", "5 tool calls by the count of its result"},
		`"calls":0,`:                    {"2 rounds", "0 tool calls by the count of its result"},
		`"calls":-7,`:                   {"2 rounds", "-7 tool calls by the count of its result"},
		`"calls":99999999999999999999,`: {"2 rounds", "99999999999999999999 tool calls by the count of its result"},
	} {
		records := append(byRound(``), response, strings.Replace(response, `"id":"1"`, `"id":"2"`, 1), result(counted+`"reason":"settled","code":0`))
		s := scanned(t, log(versions[3].meta, records...))
		card := outcome.Of(s, s.Index().Leaf, 0)
		if card.Totals.ToolCalls != 1 || card.FileTotals.ToolCalls != 1 || outcome.Whole(s).ToolCalls != 1 {
			t.Errorf("%d calls, %d in the file, %d in the list; want 1", card.Totals.ToolCalls, card.FileTotals.ToolCalls, outcome.Whole(s).ToolCalls)
		}
		if diff := cmp.Diff(want, card.Counters); diff != "" {
			t.Errorf("%s -want +got\n%s", counted, diff)
		}
	}
}
