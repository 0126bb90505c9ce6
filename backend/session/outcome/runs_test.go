package outcome_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
		{"in the middle of a record, grew just now", rounds(started) + `{"kind":"eve`, 0},
		{"cut in the middle of a record", rounds(started) + `{"kind":"eve`, 92 * minute},
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
