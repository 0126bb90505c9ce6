package runlog

import (
	"fmt"
	"slices"
	"testing"

	"branchline/backend/session"

	"github.com/google/go-cmp/cmp"
)

func half(kind, id, tool, text string) string {
	return fmt.Sprintf(`{"kind":"message","message":{"type":"activity","text":%q,"activity":{"kind":%q,"id":%q,"name":%q,"arguments":"{}"}}}`, text, kind, id, tool)
}

// calls lists the calls of a log: tool, where it was asked, where answered.
func calls(l *Log) (out []string) {
	for _, it := range l.Items(l.Index().Leaf) {
		if it.Kind == session.ItemCall {
			text := fmt.Sprintf("%s L%d", it.Tool, it.Line)
			if it.Answer != session.None {
				text += " " + l.x.Key(it.Answer)
			}
			if it.Error {
				text += " failed"
			}
			out = append(out, text)
		}
	}
	return out
}

func TestCallsFindTheirAnswers(t *testing.T) {
	for _, c := range []struct {
		name string
		in   []string
		want []string
	}{
		{"by id, answered out of order",
			[]string{half("request", "1", "read", ""), half("request", "2", "read", ""), half("response", "2", "read", "b"), half("response", "1", "read", "a")},
			[]string{"read L1 L4", "read L2 L3"}},
		{"the id comes again",
			[]string{half("request", "1", "read", ""), half("response", "1", "read", "a"), half("request", "1", "read", ""), half("response", "1", "read", "b")},
			[]string{"read L1 L2", "read L3 L4"}},
		{"no ids: by tool and arguments, the nearest before",
			[]string{half("request", "", "read", ""), half("request", "", "list", ""), half("response", "", "read", "a"), half("response", "", "list", "b")},
			[]string{"read L1 L3", "list L2 L4"}},
		{"other ids are no pair",
			[]string{half("request", "1", "read", ""), half("response", "2", "read", "a")},
			[]string{"read L1", "read L2 L2"}},
		{"answer alone",
			[]string{half("response", "1", "read", "a")},
			[]string{"read L1 L1"}},
		{"failed command",
			[]string{half("request", "1", "shell", ""), half("response", "1", "shell", "out\n[exit: exit status 3]\n")},
			[]string{"shell L1 L2 failed"}},
		{"command out of time, cut output",
			[]string{half("request", "1", "shell", ""), half("response", "1", "shell", "out\n[timed out after 1s]\n[truncated: 328957 bytes total]")},
			[]string{"shell L1 L2 failed"}},
		{"fine command",
			[]string{half("request", "1", "shell", ""), half("response", "1", "shell", "out\n[exit: exit status 0]")},
			[]string{"shell L1 L2"}},
		{"a file that ends like a failed command",
			[]string{half("request", "1", "read", ""), half("response", "1", "read", "log\n[exit: exit status 3]")},
			[]string{"read L1 L2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, calls(written(t, lines(c.in...)))); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestEscapesDoNotKeepAnAnswerFromItsEvent(t *testing.T) {
	l := written(t, lines(
		`{"kind":"event","event":{"kind":"message","text":"<b> & caf\u00e9\n"}}`,
		`{"kind":"message","message":{"type":"bot","text":"\u003cb\u003e \u0026 café\u000a"}}`,
	))
	if items := l.Items(l.Index().Leaf); len(items) != 1 || items[0].Kind != session.ItemReply || items[0].Provisional {
		t.Errorf("%+v, want one reply", items)
	}
}

func TestCopiesAfterAResetAreMarked(t *testing.T) {
	l := open(t, "testdata/v0.16-compacted.jsonl")
	x := l.Index()
	var repeated, replaced []string
	for i := range x.Entries {
		if x.Entries[i].Has(session.Repeated) {
			repeated = append(repeated, x.Entries[i].Key)
		}
		if x.Entries[i].Kind == session.KindEvent && x.Entries[i].Has(session.Replaced) {
			replaced = append(replaced, x.Entries[i].Key)
		}
	}
	if diff := cmp.Diff([]string{"L27", "L28", "L36", "L38"}, repeated); diff != "" {
		t.Errorf("repeated: -want +got\n%s", diff)
	}
	if len(replaced) > 0 {
		t.Errorf("events %v are marked as replaced; no reset takes events away", replaced)
	}
}

// The leaf before a reset shows its own conversation, not that after it.
func TestLeafBeforeAResetEndsThere(t *testing.T) {
	l := open(t, "testdata/v0.16-compacted.jsonl")
	leaf, _ := l.Index().Lookup("L24")
	for _, it := range l.Items(leaf) {
		if it.Replaced || it.Kind == session.ItemReset || it.Kind == session.ItemResult {
			t.Errorf("%v %q is not of this leaf", it.Kind, it.Text)
		}
	}
	if got := len(l.Context(leaf)); got != 7 {
		t.Errorf("%d messages, want 7", got)
	}
}

// Of a round that was killed only events tell: that a call ended, and why one could not run.
func TestCallsOfAKilledRoundTellHowTheyEnded(t *testing.T) {
	event := func(members string) string { return `{"kind":"event","event":{` + members + `}}` }
	l := written(t, lines(vMeta, vUser("a"),
		event(`"kind":"toolCallStart","tool":"write","text":"{\"path\":\"a.go\"}"`), event(`"kind":"toolCallEnd","tool":"write"`),
		event(`"kind":"toolCallStart","tool":"fly","text":"{}"`), event(`"kind":"toolCallError","tool":"fly","text":"unknown tool"`),
		event(`"kind":"toolCallStart","tool":"shell","text":"{}"`),
	))
	var got []string
	for _, it := range l.Items(l.Index().Leaf) {
		if it.Kind != session.ItemCall {
			continue
		}
		b, err := l.Body(it)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%s %s error=%v ended=%v %q %q", it.Tool, b.Args, it.Error, b.HasResult, b.Result, b.Notes))
	}
	want := []string{
		`write {"path":"a.go"} error=false ended=true "" ["from events alone: what it gave back is not in the log"]`,
		`fly {} error=true ended=true "unknown tool" ["the call could not run" "from events alone: its message is not in the log"]`,
		`shell {} error=false ended=false "" ["from events alone: its message is not in the log"]`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// An answer whose call is not there says so, and says what the call worked on.
func TestAnAnswerWithoutItsCallSaysWhyItIsAlone(t *testing.T) {
	half := func(kind, id string) string {
		return `{"kind":"message","message":{"type":"activity","text":"","activity":{"kind":"` + kind + `","id":"` + id + `","name":"read","arguments":"{\"path\":\"x\"}"}}}`
	}
	resumed := `{"kind":"meta","meta":{"id":"B","task":"T","resumedFrom":"A"}}`
	for name, c := range map[string]struct {
		in   string
		want string
	}{
		"the call is nowhere":           {lines(vMeta, vUser("a"), half("response", "1")), "its call is not in the log"},
		"the call stands behind it":     {lines(vMeta, half("response", "1"), half("request", "1")), "its call is not in the log"},
		"the call has an answer":        {lines(vMeta, half("request", "1"), half("response", "1"), half("response", "1")), "its call has an answer already"},
		"a reset took the call":         {lines(vMeta, vUser("a"), vReset, half("response", "1")), "the call itself was condensed away"},
		"the run before lost the call":  {lines(resumed, half("response", "1"), vUser("resume")), "the call itself was condensed away"},
		"the call of the run is lost":   {lines(resumed, vUser("resume"), vCompact, half("response", "1")), "its call is not in the log"},
		"the reset comes only later":    {lines(vMeta, half("response", "1"), vReset, vUser("a")), "its call is not in the log"},
		"a reset of an answer all know": {lines(vMeta, half("response", "1"), vReset, half("response", "1")), "its call is not in the log"},
	} {
		l := written(t, c.in)
		i := slices.IndexFunc(l.Items(l.x.Leaf), func(it session.Item) bool { return it.Kind == session.ItemCall && it.Answer == it.Entry })
		if i < 0 {
			t.Errorf("%s: no answer stands alone", name)
			continue
		}
		it := l.Items(l.x.Leaf)[i]
		b, err := l.Body(it)
		if err != nil || !slices.Equal(b.Notes, []string{c.want}) || it.Target != "x" {
			t.Errorf("%s: %q %q, %v; want %q", name, it.Target, b.Notes, err, c.want)
		}
	}
}

// shown are the calls of a log in words: time, target, answer, and what went wrong.
func shown(t *testing.T, l *Log) (out []string) {
	t.Helper()
	for _, it := range l.Items(l.x.Leaf) {
		if it.Kind != session.ItemCall && !it.Error {
			continue
		}
		b, err := l.Body(it)
		if err != nil {
			t.Fatal(err)
		}
		wrong := ""
		if it.Error {
			wrong = " failed"
		}
		out = append(out, fmt.Sprintf("%s %s %s %q%s %q", clock(it.AtMs), it.Tool, b.Args, b.Result, wrong, b.Notes))
	}
	return out
}

// Some providers use one id for all calls of a round; an answer repeats what was asked.
func TestAnAnswerGoesToTheCallItRepeats(t *testing.T) {
	half := func(kind, id, arguments, text string) string {
		return `{"kind":"message","message":{"type":"activity","text":"` + text + `","activity":{"kind":"` + kind + `","id":"` + id + `","name":"n","arguments":"` + arguments + `"}}}`
	}
	ask := func(id, arguments string) string { return half("request", id, arguments, "") }
	answer := func(id, arguments string) string { return half("response", id, arguments, "to "+arguments) }
	for name, c := range map[string]struct {
		in   []string
		want []string
	}{
		"in order":         {[]string{ask("x", "a"), ask("x", "b"), answer("x", "a"), answer("x", "b")}, []string{`-- n a "to a" []`, `-- n b "to b" []`}},
		"the other way":    {[]string{ask("x", "a"), ask("x", "b"), answer("x", "b"), answer("x", "a")}, []string{`-- n a "to a" []`, `-- n b "to b" []`}},
		"of two the last":  {[]string{ask("x", "a"), ask("x", "b"), answer("x", "c")}, []string{`-- n a "" []`, `-- n b "to c" []`}},
		"equal calls":      {[]string{ask("x", "a"), ask("x", "a"), answer("x", "a")}, []string{`-- n a "" []`, `-- n a "to a" []`}},
		"one after other":  {[]string{ask("x", "a"), answer("x", "a"), ask("x", "a"), answer("x", "a")}, []string{`-- n a "to a" []`, `-- n a "to a" []`}},
		"ids that differ":  {[]string{ask("x", "a"), ask("y", "a"), answer("x", "a"), answer("y", "a")}, []string{`-- n a "to a" []`, `-- n a "to a" []`}},
		"an id and none":   {[]string{ask("", "a"), ask("x", "b"), answer("z", "a"), answer("", "b")}, []string{`-- n a "to a" []`, `-- n b "to b" []`}},
		"none in a burst":  {[]string{ask("", "a"), ask("", "b"), answer("", "a"), answer("", "b")}, []string{`-- n a "to a" []`, `-- n b "to b" []`}},
		"answered already": {[]string{ask("x", "a"), answer("x", "b"), ask("x", "b"), answer("x", "b")}, []string{`-- n a "to b" []`, `-- n b "to b" []`}},
	} {
		if diff := cmp.Diff(c.want, shown(t, written(t, lines(append([]string{vMeta}, c.in...)...)))); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
}

// A call that could not begin is one card at the time of its error.
func TestACallThatCouldNotBeginIsToldOnce(t *testing.T) {
	at := func(second int, kind, rest string) string {
		return fmt.Sprintf(`{"kind":%q,"at":"2026-01-02T03:04:%02dZ",%s}`, kind, second, rest)
	}
	event := func(second int, kind, tool, text string) string {
		return at(second, "event", fmt.Sprintf(`"event":{"kind":%q,"tool":%q,"text":%q}`, kind, tool, text))
	}
	half := func(kind, id, tool, more string) string {
		return at(9, "message", fmt.Sprintf(`"message":{"type":"activity","text":"","activity":{"kind":%q,"id":%q,"name":%q,"arguments":"{}"%s}}`, kind, id, tool, more))
	}
	round := at(1, "event", `"event":{"kind":"iteration","iteration":1}`)
	failed := event(2, "toolCallError", "fly", "unknown tool")
	for name, c := range map[string]struct {
		in   []string
		want []string
	}{
		"with its message": {[]string{round, failed, half("request", "1", "fly", ""), half("response", "1", "fly", `,"failure":"unknown tool"`)},
			[]string{`03:04:02.000 fly {} "unknown tool" failed ["the call could not run"]`}},
		"without": {[]string{round, failed},
			[]string{`03:04:02.000 fly  "unknown tool" failed ["the call could not run" "from events alone: its message is not in the log"]`}},
		"beside a call of the tool that ran": {[]string{round, event(3, "toolCallStart", "fly", "{}"), event(4, "toolCallEnd", "fly", ""), event(5, "toolCallError", "fly", "no"),
			half("request", "1", "fly", ""), half("response", "1", "fly", `,"result":"up"`), half("request", "2", "fly", ""), half("response", "2", "fly", `,"failure":"no"`)},
			[]string{`03:04:03.000 fly {} "up" []`, `03:04:05.000 fly {} "no" failed ["the call could not run"]`}},
		"of a round before": {[]string{round, failed, at(3, "message", `"message":{"type":"bot","text":"x"}`), round, half("request", "1", "fly", ""), half("response", "1", "fly", `,"result":"up"`)},
			[]string{`03:04:02.000 fly  "unknown tool" failed ["the call could not run" "from events alone: its message is not in the log"]`, `03:04:09.000 fly {} "up" []`}},
		"of another tool": {[]string{round, failed, half("request", "1", "walk", ""), half("response", "1", "walk", `,"result":"up"`)},
			[]string{`03:04:02.000 fly  "unknown tool" failed ["the call could not run" "from events alone: its message is not in the log"]`, `03:04:09.000 walk {} "up" []`}},
	} {
		if diff := cmp.Diff(c.want, shown(t, written(t, lines(append([]string{vMeta}, c.in...)...)))); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
}

// Versions before 0.12 write all messages when the run ends, of a conversation that
// was condensed only the end: the calls of that end are the last that began.
func TestTheEndOfACondensedConversationIsPairedWithItsLastCalls(t *testing.T) {
	log := []string{vMeta, vUser("go")}
	for n := range 3 {
		log = append(log, fmt.Sprintf(`{"kind":"event","event":{"kind":"iteration","iteration":%d}}`, n+1),
			`{"kind":"event","event":{"kind":"message","text":"Once more."}}`,
			`{"kind":"event","event":{"kind":"toolCallStart","tool":"read","text":"{}"}}`,
			`{"kind":"event","event":{"kind":"toolCallEnd","tool":"read"}}`)
	}
	log = append(log, vReset, `{"kind":"message","message":{"type":"checkpoint","text":"so far"}}`,
		`{"kind":"message","message":{"type":"bot","text":"Once more."}}`, half("request", "c", "read", ""), half("response", "c", "read", "the third"),
		vResult("settled"))
	l := written(t, lines(log...))
	var told []string
	for _, it := range l.Items(l.x.Leaf) {
		if it.Kind == session.ItemCall || it.Kind == session.ItemReply {
			told = append(told, fmt.Sprintf("%s line %d provisional %t", it.Kind, it.Line, it.Provisional))
		}
	}
	want := []string{
		"reply line 4 provisional true", "call line 5 provisional true",
		"reply line 8 provisional true", "call line 9 provisional true",
		"reply line 17 provisional false", "call line 18 provisional false",
	}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
