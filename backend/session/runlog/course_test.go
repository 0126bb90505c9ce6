package runlog

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/session"

	"github.com/google/go-cmp/cmp"
)

// What a resumed run carried over stands before its own kickoff, whatever
// messages follow that before the first event.
func TestAResumedRunBeginsWithItsKickoff(t *testing.T) {
	meta := `{"kind":"meta","meta":{"id":"B","task":"T","resumedFrom":"A"}}`
	say := func(kind, text string) string {
		return `{"kind":"message","message":{"type":"` + kind + `","text":"` + text + `"}}`
	}
	round := `{"kind":"event","event":{"kind":"iteration","iteration":1}}`
	cases := []struct {
		name string
		in   []string
		want string
	}{
		{"the last message is the kickoff", []string{say("user", "old"), say("bot", "done"), say("user", "resume"), round}, "old done"},
		{"something is said behind the kickoff", []string{say("user", "old"), say("user", "resume"), say("oracle", "looking"), round}, "old"},
		{"the kickoff alone", []string{say("user", "resume"), say("oracle", "looking"), round}, ""},
		{"no user message", []string{say("bot", "done"), say("bot", "more"), round}, "done more"},
		{"it died before its kickoff", []string{say("user", "old"), say("bot", "done")}, "old done"},
		{"it died at its kickoff or before", []string{say("user", "old"), say("bot", "done"), say("user", "resume")}, "old done"},
		{"it died in what it carried over", []string{say("checkpoint", "sum"), say("reasoning", "hm")}, "sum hm"},
		{"a nudge was carried over last", []string{say("user", "old"), say("bot", "done"), say("user", "!NB: on")}, "old done nudge: on"},
		{"messages behind the first event", []string{say("user", "resume"), round, say("user", "!NB: on"), say("bot", "yes")}, ""},
	}
	for _, test := range cases {
		l := written(t, lines(append([]string{meta}, test.in...)...))
		var got []string
		for i := range l.x.Entries {
			if e := &l.x.Entries[i]; e.Has(session.Inherited) {
				got = append(got, e.Preview)
			}
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: carried over %q, want %q", test.name, got, test.want)
		}
	}
}

// The time of a copy says nothing. What a reset had written again was said when its
// original was; when a message of an earlier run was said this log does not hold.
func TestCopiesTellTheTimeOfTheirOriginal(t *testing.T) {
	say := func(second int, kind, text string) string {
		return fmt.Sprintf(`{"kind":"message","at":"2026-01-02T03:04:%02dZ","message":{"type":"%s","text":"%s"}}`, second, kind, text)
	}
	l := written(t, lines(`{"kind":"meta","meta":{"id":"B","task":"T","resumedFrom":"A"}}`,
		say(1, "user", "of an earlier run"), say(2, "user", "resume"), vCompact, say(3, "bot", "done"), vReset,
		say(4, "user", "of an earlier run"), say(4, "user", "resume"), say(4, "bot", "done"), say(5, "bot", "new")))
	var got []string
	for i := range l.x.Entries {
		got = append(got, fmt.Sprint(l.x.Entries[i].Preview, " ", clock(l.x.Entries[i].AtMs)))
	}
	want := []string{
		"of an earlier run --", "resume 03:04:02.000", "compacted --", "done 03:04:03.000",
		"of an earlier run --", "resume 03:04:02.000", "done 03:04:03.000", "new 03:04:05.000",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	for _, it := range l.Items(l.x.Leaf) {
		if it.Inherited && it.AtMs+it.EndMs != 0 {
			t.Errorf("%q, carried over, is shown from %s to %s", it.Text, clock(it.AtMs), clock(it.EndMs))
		}
	}
	if got := clock(l.x.ModifiedMs); got != "03:04:05.000" {
		t.Errorf("last written at %s", got)
	}
}

// What an earlier run said, and what a reset had written again, is not said here.
func TestMessagesAreCountedOnce(t *testing.T) {
	round := `{"kind":"event","event":{"kind":"iteration","iteration":1}}`
	records := []string{
		`{"kind":"meta","meta":{"id":"B","task":"T","resumedFrom":"A"}}`, vUser("old"), vUser("older"), vUser("resume"), round, vUser("new"),
		vReset, vUser("resume"), vUser("new"), vUser("newer"),
	}
	for n, want := range map[int]int{2: 1, 3: 1, 4: 1, 6: 2, 9: 2, 10: 3} {
		if got := written(t, lines(records[:n]...)).x.Messages; got != want {
			t.Errorf("%d messages in the first %d records, want %d", got, n, want)
		}
	}
}

func TestALogOfAnotherNameThanItsRunSaysSo(t *testing.T) {
	text := lines(vMeta, vUser("a"))
	for name, noted := range map[string]bool{"A.jsonl": false, "renamed.jsonl": true} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		notes := open(t, path).Index().Header.Notes
		if got := len(notes) == 1 && strings.Contains(notes[0], `"A"`) && strings.Contains(notes[0], `"renamed"`); got != noted {
			t.Errorf("%s: notes %q", name, notes)
		}
	}
}
