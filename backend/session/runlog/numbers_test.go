package runlog

import (
	"slices"
	"strings"
	"testing"

	"branchline/backend/session"

	"github.com/google/go-cmp/cmp"
)

// What no whole number of 64 bits holds stands as it is written.
func TestNumbersAreToldAsTheyAreWritten(t *testing.T) {
	for number, want := range map[string]string{
		`1`: "round 1", `0`: "round 0", `-4`: "round -4",
		`9223372036854775807`:  "round 9223372036854775807",
		`-9223372036854775808`: "round -9223372036854775808",
		`9007199254740993`:     "round 9007199254740993",
		`2147483648`:           "round 2147483648",
		`"3"`:                  "round 3", `3.0`: "round 3",
		`9007199254740993.0`:  "round 9007199254740993",
		`9223372036854775808`: "round 9223372036854775808",
		`1e400`:               "round 1e400",
		`3.5`:                 "round 3.5",
		`{"a":1}`:             `round {"a":1}`,
	} {
		l := written(t, lines(vMeta, `{"kind":"event","event":{"kind":"iteration","iteration":`+number+`}}`))
		it := l.Items(l.Index().Leaf)[0]
		if it.Text != want {
			t.Errorf("%s is told as %q, want %q", number, it.Text, want)
		}
		if body, err := l.Body(it); err != nil || body.Text != want {
			t.Errorf("%s is told as %q in full (%v), want %q", number, body.Text, err, want)
		}
	}
}

// Rounds 1 and 4294967297 are two, with a retry between them, too.
func TestLargeRoundsAreNoAttemptsOfOneAnother(t *testing.T) {
	l := written(t, lines(vMeta,
		`{"kind":"event","event":{"kind":"iteration","iteration":1}}`,
		`{"kind":"event","event":{"kind":"retry","text":"503"}}`,
		`{"kind":"event","event":{"kind":"iteration","iteration":4294967297}}`,
		`{"kind":"event","event":{"kind":"retry","text":"503"}}`,
		`{"kind":"event","event":{"kind":"iteration","iteration":4294967297}}`,
	))
	var got []string
	for _, it := range l.Items(l.Index().Leaf) {
		got = append(got, it.Text)
	}
	want := []string{"round 1", "retry: 503", "round 4294967297", "retry: 503", "round 4294967297, attempt 2"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if diff := cmp.Diff([]string{"2 rounds"}, l.Counters(0)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestNoNumberOfAResultVanishes(t *testing.T) {
	l := written(t, lines(vMeta, vUser("a"), `{"kind":"result","result":{"reason":"error","code":-9223372036854775809,"iterations":9223372036854775807,`+
		`"calls":-7,"continuations":99999999999999999999999,"cycles":-3,"settles":9007199254740993,"failure":{"status":1e400,"request_bytes":9007199254740993}}}`))
	want := []string{
		"9223372036854775807 rounds", "-7 tool calls by the count of its result", "recovered 99999999999999999999999 times",
		"-3 repetitions at its end", "nudged 9007199254740993 times to conclude",
	}
	if diff := cmp.Diff(want, l.Counters(0)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	e := l.End(l.Index().Leaf, 0)
	told := func(label string) string {
		i := slices.IndexFunc(e.Evidence, func(e session.Evidence) bool { return e.Label == label })
		if i < 0 {
			return ""
		}
		return e.Evidence[i].Text
	}
	if s, n := told("HTTP status"), told("request size"); s != "1e400" || n != "9007199254740993 bytes" {
		t.Errorf("status %q, request %q", s, n)
	}
	items := l.Items(l.Index().Leaf)
	if body, err := l.Body(items[len(items)-1]); err != nil || !slices.Contains(body.Notes, "code -9223372036854775809") {
		t.Errorf("%q, %v", body.Notes, err)
	}
	if e.Code != nil || !strings.Contains(l.Index().Problems[0].Text, "not a whole number") {
		t.Errorf("code %v, problems %v", e.Code, l.Index().Problems)
	}
}
