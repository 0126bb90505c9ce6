package pi

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// example is a session with a compaction that keeps the second question.
var example = file(hdr, u("u1", "-"), a("a2", "u1"), u("u3", "a2"), a("a4", "u3"), c("c5", "a4", "u3"), u("u6", "c5"), a("a7", "u6"), u("x", "a2"))

// ids joins the ids of records.
func ids(records []Record) string {
	var out []string
	for _, r := range records {
		out = append(out, r.ID())
	}
	return strings.Join(out, " ")
}

// The expectations were run on pi 1.6.0 (buildContextEntries).
func TestContextEntriesAreThoseOfPi(t *testing.T) {
	twice := file(hdr, u("u1", "-"), a("a2", "u1"), c("c3", "a2", "u1"), u("u4", "c3"), a("a5", "u4"), c("c6", "a5", "u1"), u("u7", "c6"))
	sys := func(id, parentID string) string { return msg(id, parentID, `{"role":"system","content":"be"}`) }
	cases := []struct{ name, in, leaf, want string }{
		{"before the first", example, "-", ""},
		{"an id that is not there: the last entry", example, "zz", "u1 a2 x"},
		{"no id: the last entry", example, "", "u1 a2 x"},
		{"no entries", file(hdr), "", ""},
		{"nothing at all", "", "u1", ""},
		{"after a compaction", example, "a7", "c5 u3 a4 u6 a7"},
		{"before it", example, "a4", "u1 a2 u3 a4"},
		{"at it", example, "c5", "c5 u3 a4"},
		{"beside it", example, "x", "u1 a2 x"},
		{"what it keeps is lost", file(hdr, u("u1", "-"), c("c2", "u1", "zz"), u("u3", "c2")), "u3", "c2 u3"},
		{"it keeps nothing", file(hdr, u("u1", "-"), c("c2", "u1", "c2"), u("u3", "c2")), "u3", "c2 u3"},
		{"what it keeps comes later", file(hdr, u("u1", "-"), c("c2", "u1", "u3"), u("u3", "c2")), "u3", "c2 u3"},
		{"what it keeps stands on another path", file(hdr, u("u1", "-"), u("y", "u1"), u("u2", "u1"), c("c3", "u2", "y"), u("u4", "c3")), "u4", "c3 u4"},
		{"the last of two compactions; an older one stays among the entries", twice, "u7", "c6 u1 a2 c3 u4 a5 u7"},
		{"the last of two, which keeps nothing of the older one's", file(hdr, u("u1", "-"), c("c2", "u1", "u1"), u("u3", "c2"), c("c4", "u3", "u3"), u("u5", "c4")), "u5", "c4 u3 u5"},
		{"system messages are kept behind it only", file(hdr, sys("s1", "-"), u("u1", "s1"), sys("s2", "u1"), a("a2", "s2"), c("c3", "a2", "u1"), sys("s3", "c3"), u("u4", "s3")), "u4", "c3 u1 a2 s3 u4"},
		{"all types of entries are kept", file(hdr, lab("l1", "-", "l1", "x"), rec("mode", "x2", "l1", ""), c("c3", "x2", "l1"), rec("custom", "x4", "c3", "")), "x4", "c3 l1 x2 x4"},
		{"the history is missing", file(hdr, u("a", "-"), u("b", "zzz"), u("c", "b")), "c", "b c"},
		{"an id twice: the last", file(hdr, u("a", "-"), u("b", "a"), u("a", "-"), u("c", "b")), "c", "a b c"},
		{"a header in between", file(u("a", "-"), hdr, u("b", "a")), "", "a b"},
		{"an entry without an id", file(hdr, `{"type":"message","message":{"role":"user","content":"a"}}`, u("b", "-")), "", "b"},
		{"a loop is cut at its first entry", file(hdr, u("r", "-"), u("a", "b"), u("b", "a"), u("z", "r")), "b", "a b"},
		{"its own parent", file(hdr, u("a", "a")), "a", "a"},
		{"behind a loop", file(hdr, u("a", "c"), u("b", "a"), u("c", "b"), u("d", "c")), "", "a b c d"},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			ends(t, func() {
				if got := ids(must(BuildContextEntries(lines(t, test.in), leafAt(test.leaf)))); got != test.want {
					t.Errorf("entries %q, want %q", got, test.want)
				}
			})
		})
	}
}

// ends fails a test that would never end, as pi does on loops.
func ends(t *testing.T, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("it does not end")
	}
}

func TestSettingsAreTheLastOnTheWholePath(t *testing.T) {
	level := func(id, parentID, level string) string {
		return rec("thinking_level_change", id, parentID, `"thinkingLevel":"`+level+`"`)
	}
	model := rec("model_change", "m1", "-", `"provider":"p","modelId":"m/1"`)
	tools := rec("active_tools_change", "t2", "m1", `"activeToolNames":["read","bash"]`)
	cases := []struct{ name, in, leaf, want string }{
		{"none", file(hdr, u("u1", "-")), "u1", `"thinkingLevel":"off","model":null`},
		{"before the first", file(hdr, model, level("l2", "m1", "high")), "-", `"thinkingLevel":"off","model":null`},
		{"chosen", file(hdr, model, level("l2", "m1", "high"), level("l3", "l2", "low")), "l3", `"thinkingLevel":"low","model":{"provider":"p","modelId":"m/1"}`},
		{"a reply counts too", file(hdr, model, a("a2", "m1")), "a2", `"thinkingLevel":"off","model":{"provider":"acme","modelId":"m"}`},
		{"a choice after the reply", file(hdr, a("a0", "-"), strings.Replace(model, "null", `"a0"`, 1)), "m1", `"thinkingLevel":"off","model":{"provider":"p","modelId":"m/1"}`},
		{"what a compaction hides counts", file(hdr, model, level("l2", "m1", "high"), c("c3", "l2", "c3")), "c3", `"thinkingLevel":"high","model":{"provider":"p","modelId":"m/1"}`},
		{"another branch does not", file(hdr, model, level("l2", "m1", "high"), u("u3", "m1")), "u3", `"thinkingLevel":"off","model":{"provider":"p","modelId":"m/1"}`},
		{"a reply that names no provider", file(hdr, msg("a1", "-", `{"role":"assistant","content":[],"model":"m"}`)), "a1", `"thinkingLevel":"off","model":{"modelId":"m"}`},
		{"a reply that names nothing", file(hdr, model, msg("a2", "m1", `{"role":"assistant","content":[]}`)), "a2", `"thinkingLevel":"off","model":{}`},
		{"a header of version 1 does not count", file(`{"type":"session","id":"s","provider":"p","modelId":"m","thinkingLevel":"high"}`, `{"type":"message","message":{"role":"user","content":"a"}}`), "", `"thinkingLevel":"off","model":null`},
		{"tools", file(hdr, model, tools), "t2", `"thinkingLevel":"off","model":{"provider":"p","modelId":"m/1"},"activeToolNames":["read","bash"]`},
		{"no tools any more", file(hdr, model, tools, rec("active_tools_change", "t3", "t2", `"activeToolNames":[]`)), "t3", `"thinkingLevel":"off","model":{"provider":"p","modelId":"m/1"},"activeToolNames":[]`},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			c := must(BuildSessionContext(lines(t, test.in), leafAt(test.leaf)))
			c.Messages = nil
			if got, want := stringified(t, c), `{"messages":null,`+test.want+`}`; got != want {
				t.Errorf("context %s, want %s", got, want)
			}
		})
	}
}

func TestProjectionNamesTheEntryOfEachMessage(t *testing.T) {
	in := lines(t, file(hdr, u("u1", "-"), rec("compaction", "c2", "u1", `"summary":"s","firstKeptEntryId":"u1","tokensBefore":1,"systemMessage":{"role":"system","content":"be"}`),
		lab("l3", "c2", "u1", "x"), a("a4", "l3"), edit("e5", "a4", "a4", "null"), u("u6", "e5")))
	p := must(BuildSessionProjection(in, leafAt("u6")))
	var got []string
	for _, e := range p.Entries {
		s := e.SourceEntry.ID() + ":"
		for _, m := range e.Messages {
			s += m.Role() + ","
		}
		got = append(got, s)
	}
	if got, want := strings.Join(got, " "), "c2:system,compactionSummary, u1:user, l3: a4: e5: u6:user,"; got != want {
		t.Errorf("projection %q, want %q", got, want)
	}
	if c := must(BuildSessionContext(in, leafAt("u6"))); stringified(t, c) != stringified(t, p.SessionContext) {
		t.Errorf("the projection's context is\n%s\nwant\n%s", stringified(t, p.SessionContext), stringified(t, c))
	}
}

func TestLatestCompactionOfAListIsTheLast(t *testing.T) {
	in := lines(t, file(hdr, c("c1", "-", "c1"), u("u2", "c1"), c("c3", "c1", "c1"), u("u4", "u2")))
	if r, ok := GetLatestCompactionEntry(in); !ok || r.ID() != "c3" {
		t.Errorf("the last compaction is %q, %v", r.ID(), ok)
	}
	if r, ok := GetLatestCompactionEntry(in[:1]); ok {
		t.Errorf("a compaction %q where there is none", r.ID())
	}
}

func TestARecordOfSeveralLinesIsOneRecord(t *testing.T) {
	in := []Record{must(NewRecord([]byte("{\n \"type\": \"message\",\n \"id\": \"u1\",\n \"message\": {\"role\": \"user\",\n \"content\": \"hi\"}\n}")))}
	c := must(BuildSessionContext(in, leafAt("u1")))
	if got, want := stringified(t, c.Messages), `[{"role":"user","content":"hi"}]`; got != want {
		t.Errorf("messages %s, want %s", got, want)
	}
	m := must(InMemory("", in))
	if got := stringified(t, must(m.BuildSessionContext()).Messages); got != `[{"role":"user","content":"hi"}]` {
		t.Errorf("in memory: messages %s", got)
	}
}

func TestContextAtTheLeaf(t *testing.T) {
	m := must(InMemory("", lines(t, example)))
	at := func(leaf string) {
		t.Helper()
		if err := m.Branch(leaf); err != nil {
			t.Fatal(err)
		}
	}
	at("a7")
	if got := ids(must(m.BuildContextEntries())); got != "c5 u3 a4 u6 a7" {
		t.Errorf("entries %q", got)
	}
	if stamp, ok, err := m.GetLatestCompactionTimestamp(); stamp != "2025-01-01T00:00:01.000Z" || !ok || err != nil {
		t.Errorf("the last compaction is of %q, %v, %v", stamp, ok, err)
	}
	want := stringified(t, must(BuildSessionProjection(lines(t, example), leafAt("a7"))))
	if got := stringified(t, must(m.BuildSessionProjection())); got != want {
		t.Errorf("projection\n%s\nwant\n%s", got, want)
	}
	at("x")
	if stamp, ok, err := m.GetLatestCompactionTimestamp(); ok || err != nil {
		t.Errorf("a compaction of %q, %v, on a path without any", stamp, err)
	}
	if err := m.ResetLeaf(); err != nil {
		t.Fatal(err)
	}
	if got := stringified(t, must(m.BuildSessionContext())); got != `{"messages":[],"thinkingLevel":"off","model":null}` {
		t.Errorf("before the first entry: %s", got)
	}
	if got := ids(must(m.BuildContextEntries())); got != "" {
		t.Errorf("before the first entry: %q", got)
	}
}

func TestContextEditsAreRefusedInPisWords(t *testing.T) {
	begin := func() *Manager {
		m := must(InMemory("", lines(t, file(hdr, u("u1", "-"), u("off", "u1"), rec("custom", "x2", "u1", ""), msg("b3", "x2", `{"role":"bashExecution"}`)))))
		if err := m.Branch("b3"); err != nil {
			t.Fatal(err)
		}
		return m
	}
	const shape = "Context edit replacement must be null or contain string/array content"
	type object map[string]any
	cases := []struct {
		name, target string
		replacement  any
		want         string
	}{
		{"a text", "zz", "text", shape},
		{"an array", "zz", []string{"content"}, shape},
		{"no content", "zz", object{"text": "x"}, shape},
		{"content that is a number", "zz", object{"content": 5}, shape},
		{"content that is null", "zz", object{"content": nil}, shape},
		{"an unknown entry", "zz", object{"content": "x"}, "Entry zz not found"},
		{"another branch", "off", object{"content": "x"}, "Entry off is not on the active branch"},
		{"an entry without a message", "x2", object{"content": "x"}, "Entry x2 does not contribute editable model content"},
		{"a command", "b3", nil, "Entry b3 does not contribute editable model content"},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			m := begin()
			id, err := m.AppendContextEdit(test.target, test.replacement)
			if err == nil || err.Error() != test.want {
				t.Errorf("the error is %v, want %s", err, test.want)
			}
			if id != "" || m.GetEntryCount() != 4 || *m.GetLeafID() != "b3" {
				t.Errorf("something was added: %q, %d entries, leaf %s", id, m.GetEntryCount(), *m.GetLeafID())
			}
			if test.want == "Entry zz not found" && !errors.Is(err, ErrEntryNotFound) {
				t.Errorf("%v is not ErrEntryNotFound", err)
			}
		})
	}
}
