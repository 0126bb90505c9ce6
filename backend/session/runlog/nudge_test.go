package runlog

import (
	"fmt"
	"strings"
	"testing"
)

func TestANudgeTellsItsSort(t *testing.T) {
	for text, want := range map[string]string{
		"!NB: you repeat the same call within the limit":  "nudge about a repetition",
		"!NB: Your answer was cut off at the token limit": "nudge about an answer cut off",
		"!NB: 80% of the rounds are used":                 "nudge about a limit",
		"!NB: approaching the LIMIT of tool calls":        "nudge about a limit",
		"!NB: record an outcome":                          "nudge to conclude",
		"!NB: your answer was empty":                      "nudge about an empty answer",
		"!NB: look around":                                "nudge",
	} {
		l := written(t, lines(vMeta, vUser(text)))
		items := l.Items(l.x.Leaf)
		body, err := l.Body(items[0])
		if err != nil || body.Text != text || fmt.Sprint(body.Notes) != "["+want+"]" {
			t.Errorf("%q has the body %q with notes %q, %v", text, body.Text, body.Notes, err)
		}
		if got := items[0].Text; got != want+strings.TrimPrefix(text, "!NB") {
			t.Errorf("%q is shown as %q", text, got)
		}
	}
}

// 0.7 counted every repetition of the run, later versions those in a row at its
// end.
func TestRepetitionsAreWordedByWhatTheirVersionCounted(t *testing.T) {
	result := `{"kind":"result","result":{"reason":"settled","code":0,"cycles":2}}`
	for opening, want := range map[string]string{
		"T":          "nudged 2 times about a repetition",
		"Start now.": "ended in a repetition",
	} {
		if got := strings.Join(written(t, lines(vMeta, vUser(opening), result)).Counters(0), ", "); got != want {
			t.Errorf("opened with %q: %q, want %q", opening, got, want)
		}
	}
}
