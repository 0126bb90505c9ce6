package runlog

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/session"
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
		{"no user message", []string{say("bot", "done"), say("bot", "more"), round}, "done"},
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
