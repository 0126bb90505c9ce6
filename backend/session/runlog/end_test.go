package runlog

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"branchline/backend/session"
	"branchline/backend/session/sessiontest"

	"github.com/google/go-cmp/cmp"
)

func TestEachReasonHasItsState(t *testing.T) {
	var b strings.Builder
	for _, reason := range []string{
		"settled", "failed", "stop", "iterations", "calls", "time", "continuations",
		"cycle", "empty", "unsettled", "aborted", "error", "weary", "",
	} {
		for _, code := range []int{0, 1} {
			l := written(t, lines(vMeta, vUser("a"), fmt.Sprintf(`{"kind":"result","result":{"reason":%q,"code":%d}}`, reason, code)))
			e := l.End(l.Index().Leaf, 0)
			warned := ""
			if i := slices.IndexFunc(e.Evidence, func(e session.Evidence) bool { return e.Label == labelWarning }); i >= 0 {
				warned = "  " + e.Evidence[i].Text
			}
			fmt.Fprintf(&b, "%-13s %d  %-9s%s\n", reason, *e.Code, e.State, warned)
		}
	}
	sessiontest.Golden(t, "testdata/reasons.txt", b.String())
}

func TestRunWithoutResultIsRunningWhileItsLogGrows(t *testing.T) {
	event := func(members string) string { return `{"kind":"event","event":{` + members + `}}` }
	for _, c := range []struct {
		name, in string
		quietMs  int64
		state    session.State
		doing    string
	}{
		{"just begun", lines(vMeta), 0, session.Running, "starting"},
		{"clock behind the file", lines(vMeta), -9000, session.Running, "starting"},
		{"asking", lines(vMeta, vUser("a"), event(`"kind":"iteration","iteration":1`)), 119_999, session.Running, "waiting for the model"},
		{"asking, quiet", lines(vMeta, vUser("a"), event(`"kind":"iteration","iteration":1`)), 120_000, session.Interrupted, "waiting for the model"},
		{"tool", lines(vMeta, event(`"kind":"toolCallStart","tool":"shell","text":"{}"`)), 0, session.Running, "running shell"},
		{"retry", lines(vMeta, event(`"kind":"retry","text":"503"`)), 0, session.Running, "retrying"},
		{"between", lines(vMeta, event(`"kind":"toolCallEnd","tool":"shell"`)), 0, session.Running, "between steps"},
		{"between, at a message", lines(vMeta, vUser("a")), 0, session.Running, "between steps"},
		{"killed in a reset", lines(vMeta, vUser("a"), vReset), 1 << 30, session.Interrupted, "writing its history again"},
		{"a record being written", lines(vMeta, vUser("a")) + `{"kind":"res`, 119_999, session.Running, "between steps"},
		{"cut", lines(vMeta, vUser("a")) + `{"kind":"res`, 120_000, session.Interrupted, "between steps"},
		{"hole at the end", lines(vMeta, vUser("a")) + "\x00\x00", 0, session.Interrupted, "between steps"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := written(t, c.in)
			e := l.End(l.Index().Leaf, l.Index().WrittenMs+c.quietMs)
			if e.State != c.state || e.Doing != c.doing || e.Code != nil {
				t.Errorf("%s, %q, code %v; want %s, %q, none", e.State, e.Doing, e.Code, c.state, c.doing)
			}
		})
	}
}

func TestAQuietRecordWithoutAnEndIsCut(t *testing.T) {
	l := written(t, lines(vMeta, vUser("a"))+`{"kind":"res`)
	for quietMs, want := range map[int64]bool{0: false, 119_999: false, 120_000: true, 1 << 40: true} {
		e := l.End(l.Index().Leaf, l.Index().WrittenMs+quietMs)
		if got := slices.ContainsFunc(e.Evidence, func(e session.Evidence) bool { return e.Label == "log cut" }); got != want {
			t.Errorf("quiet for %d ms, told to be cut: %v, want %v", quietMs, got, want)
		}
	}
}

func TestLastWordsAreTheRunsOwn(t *testing.T) {
	const resumed = `{"kind":"meta","meta":{"id":"B","task":"T","resumedFrom":"A"}}`
	said := `{"kind":"message","message":{"type":"bot","text":"Said before."}}`
	asked := `{"kind":"message","message":{"type":"activity","text":"","activity":{"kind":"request","id":"c","name":"shell","arguments":"{}"}}}`
	l := written(t, lines(resumed, vUser("a"), said, asked, vUser("Resume."), `{"kind":"event","event":{"kind":"iteration","iteration":1}}`))
	e := l.End(l.Index().Leaf, 0)
	if e.Message != "" {
		t.Errorf("the run said %q, want nothing", e.Message)
	}
	for _, v := range e.Evidence {
		if v.Label == "last words" || v.Label == "last tool" {
			t.Errorf("%s: %q, which it was given", v.Label, v.Text)
		}
	}
}

func TestRunIsNotJudgedBeforeItsEnd(t *testing.T) {
	l := written(t, lines(vMeta, vUser("a"), vUser("b"), vResult("settled")))
	if e := l.End(0, 0); e.State != session.Unknown || len(e.Evidence) == 0 {
		t.Errorf("%+v, want unknown with a note", e)
	}
	if items := l.Items(0); len(items) != 1 {
		t.Errorf("%d items at the first entry, want 1 without the result", len(items))
	}
}

func TestOldLogsWarnThatSettledMayHideAFailure(t *testing.T) {
	for path, want := range map[string]bool{
		"testdata/v0.7.jsonl":            true, // "backend", and all messages at the end
		"testdata/v0.16-compacted.jsonl": false,
	} {
		l := open(t, path)
		got := slices.ContainsFunc(l.End(l.Index().Leaf, 0).Evidence, func(e session.Evidence) bool { return e.Label == labelOld })
		if got != want {
			t.Errorf("%s: warned %v, want %v", path, got, want)
		}
	}
}

func TestCountersAreWords(t *testing.T) {
	l := written(t, lines(vMeta, `{"kind":"result","result":{"reason":"cycle","code":1,"iterations":12,"calls":1,"continuations":3,"cycles":2,"settles":2}}`))
	want := []string{"12 rounds", "1 tool call by the count of its result", "recovered 3 times", "ended in a repetition", "nudged 2 times to conclude"}
	if diff := cmp.Diff(want, l.Counters(0)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestWhatStandsBehindAResultIsCounted(t *testing.T) {
	for want, records := range map[string][]string{
		"":                                         {vResult("settled")},
		"behind the result stands 1 more record":   {vResult("settled"), vUser("late")},
		"behind the result stand 2 more records":   {vResult("settled"), vUser("late"), vReset},
		"behind the result stand 3 more records":   {vReset, vResult("settled"), vReset, vUser("late"), vReset},
		"behind the result stands 1 more record\n": {vResult("settled"), vReset},
	} {
		l := written(t, lines(append([]string{vMeta, vUser("a")}, records...)...))
		var got string
		for _, e := range l.End(l.x.Leaf, 0).Evidence {
			if e.Label == labelWarning {
				got = e.Text
			}
		}
		if got != strings.TrimSpace(want) {
			t.Errorf("told %q, want %q", got, want)
		}
	}
}

func TestAResetOfNothingSaysSo(t *testing.T) {
	l := written(t, lines(vMeta, vReset, vReset, vUser("a"), vReset, vUser("a")))
	var got []string
	for _, it := range l.Items(l.x.Leaf) {
		if it.Kind == session.ItemReset {
			got = append(got, it.Text)
		}
	}
	want := []string{"history rewritten; nothing had been said", "history rewritten; nothing had been said", "history rewritten; 0 messages condensed, 1 kept"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
