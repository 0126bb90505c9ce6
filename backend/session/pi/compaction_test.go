package pi

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The system messages as pi 1.6.0 replays them (appendCompaction).
var replays = []struct{ name, in, want string }{
	{"none", file(u("u1", "-")), ""},
	{"sections, and tools that are taken away again", file(
		msg("s1", "-", `{"role":"system","content":"base","sections":{"a":"A","b":"B"},"toolsAdded":[{"name":"t1","description":"d","parameters":{}}],"timestamp":5}`), u("u2", "s1"),
		msg("s3", "u2", `{"role":"system","content":"more","sections":{"a":null},"toolsRemoved":[{"name":"t1"}],"timestamp":6}`), a("a4", "s3")),
		`{"role":"system","content":"base\n\nmore","sections":{"b":"B"},"timestamp":1933484705120}`},
	{"a section and a tool keep their place when they change", file(
		msg("s1", "-", `{"role":"system","content":"","sections":{"a":"1","b":"2"},"toolsAdded":[{"name":"x","n":1},{"name":"y"}],"timestamp":5}`),
		msg("s2", "s1", `{"role":"system","content":[{"type":"text","text":"l1"},{"type":"image"},{"type":"text","text":"l2"}],"sections":{"c":"3","a":"4"},"toolsAdded":[{"name":"z"},{"name":"x","n":2}],"timestamp":6}`)),
		`{"role":"system","content":"l1\nl2","sections":{"a":"4","b":"2","c":"3"},"toolsAdded":[{"name":"x","n":2},{"name":"y"},{"name":"z"}],"timestamp":1933484705120}`},
	{"those that were gone come last", file(
		msg("s1", "-", `{"role":"system","content":"b","sections":{"a":"1","b":"2"},"toolsAdded":[{"name":"x"},{"name":"y"}],"timestamp":5}`),
		msg("s2", "s1", `{"role":"system","content":"","sections":{"a":null},"toolsRemoved":[{"name":"x"},{"name":"q"}],"timestamp":6}`),
		msg("s3", "s2", `{"role":"system","content":"","sections":{"a":"again"},"toolsAdded":[{"name":"x"}],"timestamp":7}`)),
		`{"role":"system","content":"b","sections":{"b":"2","a":"again"},"toolsAdded":[{"name":"y"},{"name":"x"}],"timestamp":1933484705120}`},
	{"a tool replaced by one message", file(
		msg("s1", "-", `{"role":"system","content":"b","toolsAdded":[{"name":"x","v":1},{"name":"y"}],"timestamp":5}`),
		msg("s2", "s1", `{"role":"system","content":"","toolsRemoved":[{"name":"x"}],"toolsAdded":[{"name":"x","v":2}],"timestamp":6}`)),
		`{"role":"system","content":"b","toolsAdded":[{"name":"y"},{"name":"x","v":2}],"timestamp":1933484705120}`},
	{"sections named by numbers", file(msg("s1", "-", `{"role":"system","content":"b","sections":{"z":"1","10":"2","2":"3"},"timestamp":5}`)),
		`{"role":"system","content":"b","sections":{"2":"3","10":"2","z":"1"},"timestamp":1933484705120}`},
	{"nothing but a time", file(msg("s1", "-", `{"role":"system","content":null,"timestamp":5}`)),
		`{"role":"system","content":"","timestamp":1933484705120}`},
	{"no time and no tools", file(msg("s1", "-", `{"role":"system","content":"b"}`)), ""},
	{"no time but tools", file(msg("s1", "-", `{"role":"system","content":"b","toolsAdded":[{"name":"x"}]}`)),
		`{"role":"system","content":"b","toolsAdded":[{"name":"x"}],"timestamp":1933484705120}`},
	{"a time that is null", file(msg("s1", "-", `{"role":"system","content":"b","timestamp":null}`)),
		`{"role":"system","content":"b","timestamp":1933484705120}`},
	{"a time that is null, then none", file(msg("s1", "-", `{"role":"system","content":"b","timestamp":null}`), msg("s2", "s1", `{"role":"system","content":"c"}`)), ""},
	{"an older compaction's", file(
		msg("s1", "-", `{"role":"system","content":"old","timestamp":5}`), u("u2", "s1"),
		rec("compaction", "c3", "u2", `"summary":"s","firstKeptEntryId":"s1","tokensBefore":1,"systemMessage":{"role":"system","content":"kept","sections":{"a":"1"},"timestamp":8}`),
		msg("s4", "c3", `{"role":"system","content":"new","sections":{"b":"2"},"timestamp":9}`)),
		`{"role":"system","content":"kept\n\nnew","sections":{"a":"1","b":"2"},"timestamp":1933484705120}`},
	{"not one that was edited away", file(msg("s1", "-", `{"role":"system","content":"b","timestamp":5}`), edit("e2", "s1", "s1", "null")), ""},
	{"not one of another branch", file(msg("s1", "-", `{"role":"system","content":"b","timestamp":5}`), u("u2", "-")), ""},
}

func TestACompactionKeepsTheSystemMessageInForce(t *testing.T) {
	for _, test := range replays {
		t.Run(test.name, func(t *testing.T) {
			m := must(InMemory("", lines(t, file(hdr)+test.in), counted()...))
			must(m.AppendCompaction("sum", nil, 10, OptionalEntryFields{}))
			system, _ := must(m.GetEntry(*m.GetLeafID())).Get("systemMessage")
			if got := string(system); got != test.want {
				t.Errorf("the system message is\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestCompactionsAreWrittenAsPiWritesThem(t *testing.T) {
	hook := true
	cases := []struct {
		name   string
		kept   *string
		tokens float64
		o      OptionalEntryFields
		want   string
	}{
		{"nothing is kept", nil, 10, OptionalEntryFields{}, `"summary":"a \"b\"","firstKeptEntryId":"e1","tokensBefore":10}`},
		{"with all members", leafAt("u1"), 1e21, OptionalEntryFields{Details: map[string]any{"readFiles": []string{}}, Usage: map[string]any{"input": 1}, FromHook: &hook},
			`"summary":"a \"b\"","firstKeptEntryId":"u1","tokensBefore":1e+21,"details":{"readFiles":[]},"usage":{"input":1},"fromHook":true}`},
		{"with null for details", leafAt("zz"), 0.5, OptionalEntryFields{Details: json.RawMessage("null")}, `"summary":"a \"b\"","firstKeptEntryId":"zz","tokensBefore":0.5,"details":null}`},
		{"a size that is no number", nil, math.NaN(), OptionalEntryFields{}, `"summary":"a \"b\"","firstKeptEntryId":"e1","tokensBefore":null}`},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.jsonl")
			if err := os.WriteFile(path, []byte(file(hdr, u("u1", "-"))), 0o600); err != nil {
				t.Fatal(err)
			}
			m := must(Open(path, "", counted()...))
			defer m.Close()
			id := must(m.AppendCompaction(`a "b"`, test.kept, test.tokens, test.o))
			want := file(hdr, u("u1", "-")) + `{"type":"compaction","id":"e1","parentId":"u1","timestamp":"2031-04-09T07:05:04.120Z",` + test.want + "\n"
			if got := string(must(os.ReadFile(path))); got != want || id != "e1" {
				t.Errorf("%s: the file is\n%s\nwant\n%s", id, got, want)
			}
		})
	}
}

func TestCompactionAndEditChangeTheContextThatFollows(t *testing.T) {
	m := begun(t)
	said := func(content string) string {
		return must(m.AppendMessage(map[string]any{"role": "user", "content": content}))
	}
	must(m.AppendMessage(json.RawMessage(`{"role":"system","content":"be kind","timestamp":1}`)))
	said("one")
	two := said("two")
	reply := must(m.AppendMessage(json.RawMessage(`{"role":"assistant","content":[]}`)))
	must(m.AppendCompaction("it began", &two, 9, OptionalEntryFields{}))
	must(m.AppendContextEdit(two, json.RawMessage(`{"content":"2"}`)))
	must(m.AppendContextEdit(reply, json.RawMessage(`{"more":1, "content":"ok"}`)))
	gone := said("gone")
	must(m.AppendContextEdit(gone, nil))
	at := must(time.Parse(time.RFC3339, "2031-04-09T07:05:09.120Z")).UnixMilli()
	stamp := strings.ReplaceAll(`"timestamp":@`, "@", string(must(json.Marshal(at))))
	want := `[{"role":"system","content":"be kind",` + stamp + `},{"role":"compactionSummary","summary":"it began","tokensBefore":9,` + stamp + `},` +
		`{"content":"2","role":"user"},{"role":"assistant","content":[{"type":"text","text":"ok"}]}]`
	if got := stringified(t, must(m.BuildSessionContext()).Messages); got != want {
		t.Errorf("messages\n%s\nwant\n%s", got, want)
	}
	var edits []string
	for _, r := range must(m.GetEntries()) {
		if value, ok := r.Get("replacement"); ok {
			edits = append(edits, r.Text("targetId")+string(value))
		}
	}
	if got, want := strings.Join(edits, " "), two+`{"content":"2"} `+reply+`{"content":[{"type":"text","text":"ok"}]} `+gone+`null`; got != want {
		t.Errorf("edits %s, want %s", got, want)
	}
	reopened := must(Open(m.GetSessionFile(), ""))
	defer reopened.Close()
	if got := stringified(t, must(reopened.BuildSessionContext()).Messages); got != want {
		t.Errorf("read again: messages\n%s\nwant\n%s", got, want)
	}
}

func TestCompactionResultHasTheMembersOfPis(t *testing.T) {
	r := CompactionResult{Summary: "s", FirstKeptEntryID: "k", TokensBefore: 1, EstimatedTokensAfter: 2}
	if got, want := stringified(t, r), `{"summary":"s","firstKeptEntryId":"k","tokensBefore":1,"estimatedTokensAfter":2}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	r.Usage, r.Details = json.RawMessage(`{"input":3}`), json.RawMessage(`null`)
	if got, want := stringified(t, r), `{"summary":"s","firstKeptEntryId":"k","tokensBefore":1,"estimatedTokensAfter":2,"usage":{"input":3},"details":null}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestTheSizeACompactionRecordsCounts(t *testing.T) {
	for recorded, want := range map[string]float64{`"tokensBefore":9000`: 9000, `"tokensBefore":9e3`: 9000, `"tokensBefore":0`: 250, `"tokensBefore":"9000"`: 250, `"fromHook":true`: 250} {
		o := open(t, file(hdr, u("u1", "-"),
			msg("a2", "u1", `{"role":"assistant","content":"b","stopReason":"stop","usage":{"input":240,"output":10}}`),
			rec("compaction", "c3", "a2", `"summary":"s","firstKeptEntryId":"u1",`+recorded)))
		if got := o.x.SentBefore(o.x.Leaf); got != want {
			t.Errorf("%s: %v tokens, want %v", recorded, got, want)
		}
	}
}
