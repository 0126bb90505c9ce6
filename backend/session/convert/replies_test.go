package convert_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func event(kind, more string) string {
	return `{"kind":"event","at":"2031-04-09T02:00:00Z","event":{"kind":"` + kind + `"` + more + `}}`
}

func bot(text string) string {
	return `{"kind":"message","message":{"type":"bot","text":"` + text + `"}}`
}

func both(id string) string {
	a := `"id":"` + id + `","name":"shell","arguments":"{}"`
	return `{"kind":"message","message":{"type":"activity","text":"","activity":{"kind":"request",` + a + `}}}` + "\n" +
		`{"kind":"message","message":{"type":"activity","text":"ok","activity":{"kind":"response",` + a + `,"result":"ok"}}}`
}

// Calls of one round are one reply; where no round tells, each turn as the agent writes
// one is.
func TestRepliesAreThoseOfTheRounds(t *testing.T) {
	const start, end = `,"tool":"shell","text":"{}"`, `,"tool":"shell"`
	round := func(n string, calls int) string {
		return event("iteration", `,"iteration":`+n) + strings.Repeat("\n"+event("toolCallStart", start)+"\n"+event("toolCallEnd", end), calls)
	}
	for _, c := range []struct {
		name string
		in   []string
		want []string
	}{
		{"calls of one round", []string{round("1", 2), bot("a"), both("c1"), both("c2")},
			[]string{"assistant a c1 c2", "toolResult", "toolResult"}},
		{"rounds of one call each", []string{round("1", 1), bot("a"), both("c1"), round("2", 1), both("c2")},
			[]string{"assistant a c1", "toolResult", "assistant c2", "toolResult"}},
		{"an old log, written at the end", []string{round("1", 1), round("2", 1), bot("a"), both("c1"), bot("b"), both("c2")},
			[]string{"assistant a c1", "toolResult", "assistant b c2", "toolResult"}},
		{"what an earlier run said", []string{bot("a"), both("c1"), bot("b"), user("Go on."), round("1", 0), bot("c")},
			[]string{"assistant a c1", "toolResult", "assistant b", "user", "assistant c"}},
		{"what is kept at a reset, and a round without calls", []string{round("1", 1), bot("a"), both("c1"), round("2", 1), bot("b"), both("c2"), round("3", 0), `{"kind":"reset"}`, bot("a"), both("c1"), bot("b"), both("c2"), bot("c")},
			[]string{"assistant a c1", "toolResult", "assistant b c2", "toolResult", "assistant c"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			made := toPi(t, written(t, "A.jsonl", append([]string{`{"kind":"meta","meta":{"id":"A"}}`}, c.in...)...))
			m, _ := opened(t, made.Path)
			s := sent(t, made.Path, m.Index().Key(m.Index().Leaf))
			var got []string
			for _, said := range s {
				text := said.Role
				for _, part := range said.Parts {
					text += " " + strings.Fields(part)[1]
				}
				got = append(got, text)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// What a compaction keeps is written again, but did not happen again.
func TestWhatIsKeptDidNotHappenTwice(t *testing.T) {
	message := func(id, parent, message string) string {
		return `{"type":"message","id":"` + id + `","parentId":"` + parent + `","timestamp":"2031-04-09T07:00:00.000Z","message":` + message + `}`
	}
	reply := `{"role":"assistant","content":[{"type":"text","text":"b"}],"stopReason":"stop","timestamp":1}`
	made := toLog(t, written(t, "s.jsonl", hdr,
		message("u", "", `{"role":"user","content":"a","timestamp":1}`), message("a", "u", reply),
		`{"type":"compaction","id":"k","parentId":"a","timestamp":"2031-04-09T07:00:00.000Z","summary":"s","firstKeptEntryId":"a","tokensBefore":1}`,
		message("v", "k", `{"role":"user","content":"c","timestamp":1}`), message("b", "v", reply)))
	var got []string
	for _, e := range valid(t, made.Path).Events {
		got = append(got, e.Kind)
	}
	if diff := cmp.Diff([]string{"iteration", "message", "compact", "iteration", "message"}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// An outcome speaks of the reply as the model was sent it, and of none that was taken
// away.
func TestOutcomeIsThatOfTheEditedReply(t *testing.T) {
	for replacement, want := range map[string]string{`{"content":"gone"}`: "stop gone", "null": ""} {
		made := toLog(t, written(t, "s.jsonl", hdr,
			`{"type":"message","id":"u","parentId":null,"timestamp":"2031-04-09T07:00:00.000Z","message":{"role":"user","content":"a","timestamp":1}}`,
			`{"type":"message","id":"a","parentId":"u","timestamp":"2031-04-09T07:00:00.000Z","message":{"role":"assistant","content":[{"type":"text","text":"secret"}],"stopReason":"stop","timestamp":1}}`,
			`{"type":"context_edit","id":"e","parentId":"a","timestamp":"2031-04-09T07:00:00.000Z","targetId":"a","replacement":`+replacement+`}`))
		got := ""
		if v := valid(t, made.Path).Result; v != nil {
			got = v.Reason + " " + v.Message
		}
		if got != want {
			t.Errorf("%s: %q, want %q", replacement, got, want)
		}
	}
}

// What a context edit took from the first prompt is not told as the task.
func TestTaskIsThePromptAsTheModelSawIt(t *testing.T) {
	prompt := `{"type":"message","id":"u","parentId":null,"timestamp":"2031-04-09T07:00:00.000Z","message":{"role":"user","content":"My key is 123.","timestamp":1}}`
	next := `{"type":"message","id":"v","parentId":"e","timestamp":"2031-04-09T07:00:00.000Z","message":{"role":"user","content":"And now?","timestamp":1}}`
	for replacement, want := range map[string]string{`{"content":"My key is gone."}`: "My key is gone.", "null": "And now?"} {
		edit := `{"type":"context_edit","id":"e","parentId":"u","timestamp":"2031-04-09T07:00:00.000Z","targetId":"u","replacement":` + replacement + `}`
		if got := valid(t, toLog(t, written(t, "s.jsonl", hdr, prompt, edit, next)).Path).Meta.Task; got != want {
			t.Errorf("task %q, want %q", got, want)
		}
	}
}
