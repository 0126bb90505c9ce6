package outcome_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/outcome"
	"branchline/backend/session/runlog"
	"branchline/backend/session/sessiontest"
)

// The versions whose logs say less or other things than the newest one.
var versions = []struct {
	name, meta string
	rounds     []string
}{
	{"0.7", `"provider":"openai","backend":"corp"`, atTheEnd},
	{"0.11", `"provider":"corp","driver":"openai"`, atTheEnd},
	{"0.12", `"provider":"corp","driver":"openai"`, byRound(``)},
	{"0.17", `"provider":"corp","driver":"openai"`, byRound(`,"text":"input 910 output 44"`)},
}

const (
	iteration = `"event","event":{"kind":"iteration","iteration":%d}`
	said      = `"event","event":{"kind":"message","text":"Looking."}`
	started   = `"event","event":{"kind":"toolCallStart","tool":"shell","text":"{\"command\":\"make\"}"}`
	ended     = `"event","event":{"kind":"toolCallEnd","tool":"shell"}`
	bot       = `"message","message":{"type":"bot","text":"Looking."}`
	request   = `"message","message":{"type":"activity","text":"","activity":{"kind":"request","id":"1","name":"shell","arguments":"{\"command\":\"make\"}"}}`
	response  = `"message","message":{"type":"activity","text":"no rule\n[exit: exit status 2]","activity":{"kind":"response","id":"1","name":"shell","arguments":"{\"command\":\"make\"}","result":"no rule\n[exit: exit status 2]"}}`
)

// atTheEnd are two rounds whose messages are written at the end of the run.
var atTheEnd = []string{
	fmt.Sprintf(iteration, 1), said, started, ended, fmt.Sprintf(iteration, 2), said,
	bot, request, response, bot,
}

// byRound are two rounds whose messages are written at the end of each.
func byRound(usage string) []string {
	return []string{
		fmt.Sprintf(iteration, 1), `"event","event":{"kind":"usage"` + usage + `}`, said, started, ended, bot, request, response,
		fmt.Sprintf(iteration, 2), said, bot,
	}
}

func log(meta string, records ...string) string {
	var b strings.Builder
	all := append([]string{`"meta","meta":{"id":"A","task":"Build it","model":"m",` + meta + `}`, `"message","message":{"type":"user","text":"Begin."}`}, records...)
	for i, r := range all {
		kind, rest, _ := strings.Cut(r, ",")
		fmt.Fprintf(&b, `{"kind":%s,"at":"2026-02-01T09:%02d:00Z"`, kind, i)
		if rest != "" {
			b.WriteString("," + rest)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

func result(members string) string { return `"result","result":{` + members + `}` }

// told says what a reader is told of a run's end.
func told(t *testing.T, path string, quietMs int64) string {
	t.Helper()
	f, err := jsonl.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := runlog.Format.Scan(context.Background(), f)
	if err != nil {
		t.Fatal(err)
	}
	x := s.Index()
	c := outcome.Of(s, x.Leaf, x.WrittenMs+quietMs)
	code := "none"
	if c.Code != nil {
		code = fmt.Sprint(*c.Code)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "  %s · %s · code %s\n", c.State, c.Headline, code)
	line := func(label, text string) {
		if text != "" {
			fmt.Fprintf(&b, "    %s: %s\n", label, text)
		}
	}
	line("message", c.Message)
	line("error", c.Error)
	line("doing", c.Doing)
	for _, e := range c.Evidence {
		line("· "+e.Label, e.Text)
	}
	for _, w := range c.Warnings {
		line("! note", w)
	}
	line("counters", strings.Join(c.Counters, ", "))
	for _, call := range c.Failed {
		line("failed", call.Tool+" "+call.Target)
	}
	line("next", c.Next)
	return b.String()
}

// written writes a log into a folder of its own.
func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "20260201-090000.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

var messages = map[string]string{
	"settled": "It builds", "failed": "There is no compiler", "stop": "I am done.", "iterations": "stopped after 2 iterations",
	"calls": "stopped after 1 tool calls", "time": "stopped after 5m0s", "continuations": "about running out of output space",
	"cycle": "repeating itself (repeated_suffix)", "empty": "repeatedly produced nothing",
	"unsettled": "stopped without recording an outcome", "aborted": "run cancelled", "error": "the provider failed",
}

var reasons = []string{"settled", "failed", "stop", "iterations", "calls", "time", "continuations", "cycle", "empty", "unsettled", "aborted", "error"}

// since is the first of the versions above with a reason that is not in all.
var since = map[string]int{"time": 1, "failed": 2}

func TestRunsEndAsTheTableOfReasonsSays(t *testing.T) {
	var b strings.Builder
	for _, reason := range reasons {
		for i, v := range versions {
			if i < since[reason] {
				continue
			}
			code, more := 1, ""
			if reason == "settled" || reason == "stop" {
				code = 0
			}
			if v.name == "0.17" && (reason == "aborted" || reason == "error") {
				more = `,"error":"503: overloaded","failure":{"status":503,"response_body":"<b>busy</b>","request_bytes":18234}`
			}
			r := result(fmt.Sprintf(`"reason":%q,"message":%q%s,"code":%d,"iterations":2,"calls":1,"continuations":1,"cycles":%d,"settles":2`,
				reason, messages[reason], more, code, strings.Count(reason, "cycle")*2))
			fmt.Fprintf(&b, "%s, version %s\n%s", reason, v.name, told(t, written(t, log(v.meta, append(v.rounds[:len(v.rounds):len(v.rounds)], r)...)), 0))
		}
	}
	sessiontest.Golden(t, "testdata/reasons.txt", b.String())
}

func TestRunsThatEndOddlyAreToldAsTheyAre(t *testing.T) {
	const minute = 60_000
	newest := versions[len(versions)-1]
	rounds := func(records ...string) string {
		return log(newest.meta, append(newest.rounds[:len(newest.rounds):len(newest.rounds)], records...)...)
	}
	status := func(n int) string {
		return rounds(result(fmt.Sprintf(`"reason":"error","error":"refused","failure":{"status":%d},"code":1`, n)))
	}
	var b strings.Builder
	for _, c := range []struct {
		name, text string
		quietMs    int64
	}{
		{"unknown reason, code 0", rounds(result(`"reason":"weary","message":"Enough.","code":0`)), 0},
		{"unknown reason, code 1", rounds(result(`"reason":"weary","code":1`)), 0},
		{"unknown reason, no code", rounds(result(`"reason":"weary"`)), 0},
		{"no reason, code 0", rounds(result(`"code":0`)), 0},
		{"no reason, no code", rounds(result(`"message":"?"`)), 0},
		{"settled, code 1", rounds(result(`"reason":"settled","code":1`)), 0},
		{"failed, code 0", rounds(result(`"reason":"failed","code":0`)), 0},
		{"settled, no code", rounds(result(`"reason":"settled"`)), 0},
		{"error, code as text", rounds(result(`"reason":"error","code":"1"`)), 0},
		{"aborted by the user", rounds(result(`"reason":"aborted","error":"context canceled","code":1`)), 0},
		{"error 401", status(401), 0},
		{"error 404", status(404), 0},
		{"error 429", status(429), 0},
		{"error 500", status(500), 0},
		{"error 400", status(400), 0},
		{"error, no status", rounds(result(`"reason":"error","error":"connection refused","code":1`)), 0},
		{"two results", rounds(result(`"reason":"settled","code":0`), result(`"reason":"error","error":"503","code":1`)), 0},
		{"records behind the result", rounds(result(`"reason":"settled","code":0`), bot, bot), 0},
		{"a reset behind the result", rounds(result(`"reason":"settled","code":0`), `"reset"`), 0},
		{"a torn line behind the result", rounds(result(`"reason":"settled","code":0`)) + `{"kind":"eve`, 0},
		{"a result without payload", rounds(`"result"`), 0},

		{"empty", "", 0},
		{"meta only, grew just now", log(newest.meta)[:strings.Index(log(newest.meta), "\n")+1], 0},
		{"waiting for the model", rounds(fmt.Sprintf(iteration, 3)), minute},
		{"running a tool", rounds(started), minute},
		{"retrying", rounds(`"event","event":{"kind":"retry","text":"503"}`), minute},
		{"between steps", rounds(ended), minute},
		{"quiet", rounds(fmt.Sprintf(iteration, 3)), 92 * minute},
		{"last changed tomorrow", rounds(started), -24 * 60 * minute},
		{"quiet for days", rounds(started), 3 * 24 * 60 * minute},
		{"cut in the middle of a record", rounds(started) + `{"kind":"eve`, 0},
		{"damaged last line", rounds(started) + "{oops}\n", 0},
		{"a hole of zero bytes at the end", rounds(started) + "\x00\x00\x00", 0},
		{"killed between reset and rewrite", rounds(`"reset"`), 92 * minute},
		{"damaged in the middle, quiet", strings.Replace(rounds(started), `"Looking."`, `"Looking`, 1), 92 * minute},
	} {
		fmt.Fprintf(&b, "%s\n%s", c.name, told(t, written(t, c.text), c.quietMs))
	}
	sessiontest.Golden(t, "testdata/odd-ends.txt", b.String())
}

func TestARunThatAnotherGoesOnFromDoesNotRun(t *testing.T) {
	open := log(versions[3].meta, versions[3].rounds...)
	path := written(t, open)
	if got := told(t, path, 0); !strings.Contains(got, "running · Running · code none") {
		t.Errorf("alone:\n%s", got)
	}
	child := strings.Replace(open, `"id":"A"`, `"id":"B","resumedFrom":"A"`, 1)
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "20260201-100000.jsonl"), []byte(child), 0o600); err != nil {
		t.Fatal(err)
	}
	got := told(t, path, 0)
	for _, want := range []string{
		"interrupted · Interrupted: another run goes on from it · code none", "· continued by: 20260201-100000", "next: look at the run that goes on from it",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("with a run that goes on from it, %q is missing:\n%s", want, got)
		}
	}
	if strings.Contains(got, "grew") {
		t.Errorf("it is told to grow still:\n%s", got)
	}
	own := written(t, strings.Replace(open, `"id":"A"`, `"id":"A","resumedFrom":"A"`, 1))
	if got := told(t, own, 0); !strings.Contains(got, "running · Running") {
		t.Errorf("a run that names itself:\n%s", got)
	}
}

// The state of session.Running is that of a log that grew in the last two minutes.
func TestAResultThatArrivesChangesTheState(t *testing.T) {
	open := log(versions[3].meta, versions[3].rounds...)
	path := written(t, open)
	before := told(t, path, 0)
	if err := os.WriteFile(path, []byte(log(versions[3].meta, append(versions[3].rounds, result(`"reason":"settled","code":0`))...)), 0o600); err != nil {
		t.Fatal(err)
	}
	after := told(t, path, 0)
	if !strings.Contains(before, string(session.Running)) || !strings.Contains(after, string(session.Finished)) {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
}

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
