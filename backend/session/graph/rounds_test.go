package graph

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session"
	"branchline/backend/session/sessiontest"
)

func TestEachRoundOfARunHasARowThatSaysWhatItDidAndHowMuchFailed(t *testing.T) {
	s := sessiontest.New(t, `
		p1 - user "go"
		e1 . event "round 1"
		a1 . assistant "I look." call=c1:bash:ls
		r1 . result "none" of=c1 failed
		e2 . event "round 2"
		a2 . assistant call=c2:bash:pwd
		r2 . result "/" of=c2
		e3 . event "round 3"`)
	for filter, want := range map[string][]string{
		FilterAll:     {"go", "Round 1 · 2 steps · bash ×1 · 1 ✗: 1 errors", "Round 2 · 1 step · bash ×1", "Round 3"},
		FilterPrompts: {"go", "Round 1 · I look.: 1 errors", "Round 2 · bash pwd", "Round 3"},
	} {
		var got []string
		for _, r := range Of(s, Options{Filter: filter}).Page(0, 9, session.None).Rows {
			if r.Errors > 0 {
				r.Text += fmt.Sprintf(": %d errors", r.Errors)
			}
			if begins := strings.HasPrefix(r.Text, "Round "); begins && r.Steps > 0 && r.Round == "" {
				t.Errorf("%q has no number of a round", r.Text)
			}
			got = append(got, r.Text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", filter, diff)
		}
	}
}
