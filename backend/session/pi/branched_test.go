package pi

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// stamped is a record with another time, which is a second of the first minute of
// 2025.
func stamped(record string, second int) string {
	return strings.Replace(record, `"2025-01-01T00:00:01.000Z"`, fmt.Sprintf(`"2025-01-01T00:00:%02d.000Z"`, second), 1)
}

// branchHeader is what begins a branch made with the options of counted.
const branchHeader = `{"type":"session","version":3,"id":"sess","timestamp":"2031-04-09T07:05:04.120Z","cwd":"/p","parentSession":"SOURCE"}`

// relabeled is a label as a branch gets it.
func relabeled(id, parentID string, second int, targetID, label string) string {
	return stamped(rec("label", id, parentID, fmt.Sprintf(`"targetId":%q,"label":%s`, targetID, label)), second)
}

// What comes out is what pi 1.6.0 writes; SOURCE is the path of the old file.
var branches = []struct {
	name, in, leaf, want, leafAfter string
}{
	{"labels are taken out and set again", file(hdr, u("u1", "-"), a("a1", "u1"), stamped(lab("lb", "a1", "u1", "L1"), 3), u("u2", "lb"), a("a2", "u2"),
		stamped(lab("off", "a2", "a2", "other"), 5), stamped(lab("ly", "off", "u1", "L1b"), 6)), "u2",
		file(branchHeader, u("u1", "-"), a("a1", "u1"), u("u2", "a1"), relabeled("e1", "u2", 6, "u1", `"L1b"`)), "e1"},
	{"a label is the leaf", file(hdr, u("u1", "-"), a("a1", "u1"), stamped(lab("lb", "a1", "u1", "L"), 4)), "lb",
		file(branchHeader, u("u1", "-"), a("a1", "u1"), relabeled("e1", "a1", 4, "u1", `"L"`)), "e1"},
	{"labels alone", file(hdr, lab("x", "-", "y", "1"), lab("y", "x", "x", "2"), u("u1", "-")), "y", file(branchHeader), "-"},
	{"a prompt is the leaf", file(hdr, u("u1", "-"), a("a1", "u1"), u("u2", "-")), "u1", file(branchHeader, u("u1", "-")), "u1"},
	{"a parent that is missing", file(hdr, u("b", "gone"), u("c", "b")), "c", file(branchHeader, u("b", "-"), u("c", "b")), "c"},
	{"an entry without a parent member", file(hdr, `{"type":"x","id":"a"}`, u("b", "a")), "b", file(branchHeader, `{"type":"x","id":"a","parentId":null}`, u("b", "a")), "b"},
	{"a loop", file(hdr, u("a", "b"), u("b", "a")), "b", file(branchHeader, u("a", "-"), u("b", "a")), "b"},
	{"the last of two with one id", file(hdr, u("a", "-"), u("b", "a"), a("a", "-")), "b", file(branchHeader, a("a", "-"), u("b", "a")), "b"},
	{"a compaction keeps from a label on", file(hdr, u("u1", "-"), lab("l1", "u1", "u1", ""), lab("l2", "l1", "u1", ""), a("a1", "l2"), c("c1", "a1", "l1"), lab("l3", "c1", "a1", ""), c("c2", "l3", "l3"), c("c3", "c2", "l3")), "c3",
		file(branchHeader, u("u1", "-"), a("a1", "u1"), strings.Replace(c("c1", "a1", "l1"), `"firstKeptEntryId":"l1"`, `"firstKeptEntryId":"a1"`, 1),
			strings.Replace(c("c2", "c1", "l3"), `"firstKeptEntryId":"l3"`, `"firstKeptEntryId":"c2"`, 1),
			strings.Replace(c("c3", "c2", "l3"), `"firstKeptEntryId":"l3"`, `"firstKeptEntryId":"c2"`, 1)), "c3"},
	{"a compaction keeps nothing, or what is not there", file(hdr, u("u1", "-"), c("c1", "u1", "c1"), c("c2", "c1", "gone"), rec("compaction", "c3", "c2", ""), c("c4", "c3", "l9"), lab("l9", "c4", "u1", ""), a("a1", "l9")), "a1",
		file(branchHeader, u("u1", "-"), c("c1", "u1", "c1"), c("c2", "c1", "gone"), rec("compaction", "c3", "c2", ""), c("c4", "c3", "l9"), a("a1", "c4")), "a1"},
	{"members nobody knows", file(`{"type":"session","version":3,"id":"s1","cwd":"/p","parentSession":"/older","metadata":{"a":1}}`,
		`{ "x":[1.50,{"b":1,"a":2}], "parentId" : null,"type":"message","9":"\u0041","id":"a","message":{"role":"user"}, "y":"\u2028" }`), "a",
		file(branchHeader, "{\"9\":\"A\",\"x\":[1.5,{\"b\":1,\"a\":2}],\"parentId\":null,\"type\":\"message\",\"id\":\"a\",\"message\":{\"role\":\"user\"},\"y\":\"\u2028\"}"), "a"},
	{"all kinds of entries", file(hdr, rec("model_change", "a", "-", `"provider":"p","modelId":"m"`), u("b", "a"), rec("session_info", "c", "b", `"name":"n"`), rec("usage", "d", "c", `"kind":"k"`),
		rec("context_edit", "e", "d", `"targetId":"b","replacement":null`), rec("custom", "f", "e", ""), rec("zap", "g", "f", ""), rec("branch_summary", "h", "g", `"fromId":"zz","summary":""`), rec("leaf", "i", "h", `"targetId":"b"`)), "i",
		file(branchHeader, rec("model_change", "a", "-", `"provider":"p","modelId":"m"`), u("b", "a"), rec("session_info", "c", "b", `"name":"n"`), rec("usage", "d", "c", `"kind":"k"`),
			rec("context_edit", "e", "d", `"targetId":"b","replacement":null`), rec("custom", "f", "e", ""), rec("zap", "g", "f", ""), rec("branch_summary", "h", "g", `"fromId":"zz","summary":""`), rec("leaf", "i", "h", `"targetId":"b"`)), "i"},
	{"a label that is changed keeps its place", file(hdr, u("a", "-"), u("b", "a"), lab("l1", "b", "a", "A"), stamped(lab("l2", "l1", "b", "B"), 2), stamped(lab("l3", "l2", "a", "A2"), 3)), "b",
		file(branchHeader, u("a", "-"), u("b", "a"), relabeled("e1", "b", 3, "a", `"A2"`), relabeled("e2", "e1", 2, "b", `"B"`)), "e2"},
	{"a label that is cleared and set comes last", file(hdr, u("a", "-"), u("b", "a"), lab("l1", "b", "a", "A"), stamped(lab("l2", "l1", "b", "B"), 2), lab("l3", "l2", "a", ""), stamped(lab("l4", "l3", "a", "A3"), 4)), "b",
		file(branchHeader, u("a", "-"), u("b", "a"), relabeled("e1", "b", 2, "b", `"B"`), relabeled("e2", "e1", 4, "a", `"A3"`)), "e2"},
	{"labels that are no text", file(hdr, u("a", "-"), u("b", "a"), u("c", "b"), u("d", "c"), rec("label", "l1", "d", `"targetId":"a","label":5.0`), rec("label", "l2", "l1", `"targetId":"b","label":true`),
		rec("label", "l3", "l2", `"targetId":"c","label":0`), rec("label", "l4", "l3", `"targetId":"d","label":{ "x":1 }`)), "d",
		file(branchHeader, u("a", "-"), u("b", "a"), u("c", "b"), u("d", "c"), relabeled("e1", "d", 1, "a", "5"), relabeled("e2", "e1", 1, "b", "true"), relabeled("e3", "e2", 1, "d", `{"x":1}`)), "e3"},
	{"labels with odd times", file(hdr, u("a", "-"), u("b", "a"), `{"type":"label","id":"l1","parentId":"b","targetId":"a","label":"A"}`, `{"type":"label","id":"l2","parentId":"l1","timestamp":5.0,"targetId":"b","label":" "}`), "b",
		file(branchHeader, u("a", "-"), u("b", "a"), `{"type":"label","id":"e1","parentId":"b","targetId":"a","label":"A"}`, `{"type":"label","id":"e2","parentId":"e1","timestamp":5,"targetId":"b","label":" "}`), "e2"},
	{"version 2", file(v2, msg("a", "-", `{"role":"hookMessage","content":"x"}`), u("b", "a")), "b", file(branchHeader, msg("a", "-", `{"role":"custom","content":"x"}`), u("b", "a")), "b"},
	{"version 1", file(v1, old("user"), old("assistant"), kept(`,"firstKeptEntryIndex":2`), old("hookMessage"), old("user")), "L5", file(branchHeader,
		strings.TrimSuffix(old("user"), "}")+`,"id":"e1","parentId":null}`,
		strings.TrimSuffix(old("assistant"), "}")+`,"id":"e2","parentId":"e1"}`,
		strings.TrimSuffix(kept(""), "}")+`,"id":"e3","parentId":"e2","firstKeptEntryId":"e2"}`,
		strings.TrimSuffix(old("custom"), "}")+`,"id":"e4","parentId":"e3"}`), "e4"},
}

func TestABranchGetsAFileOfItsOwn(t *testing.T) {
	for _, test := range branches {
		t.Run(test.name, func(t *testing.T) {
			source, dir := filepath.Join(t.TempDir(), "s.jsonl"), t.TempDir()
			writeAll(t, source, test.in)
			m := must(Open(source, dir, append(counted(), WithCwdOverride("/p"))...))
			defer closes(t, m)
			path, err := m.CreateBranchedSession(test.leaf)
			if err != nil {
				t.Fatal(err)
			}
			if want := filepath.Join(dir, "2031-04-09T07-05-04-120Z_sess.jsonl"); path != want || m.GetSessionFile() != want || m.GetSessionID() != "sess" {
				t.Errorf("the session is %s in %s, want %s", m.GetSessionID(), path, want)
			}
			want := strings.ReplaceAll(test.want, "SOURCE", source)
			if got := string(must(m.JSONL())); got != want {
				t.Errorf("the session is\n%swant\n%s", got, want)
			}
			switch got, err := os.ReadFile(path); {
			case m.s.spoken() && (err != nil || string(got) != want):
				t.Errorf("the file is\n%s, %v, want\n%s", got, err, want)
			case !m.s.spoken() && !errors.Is(err, os.ErrNotExist):
				t.Errorf("there is a file without a prompt or a reply: %v", err)
			}
			if leaf := orDash(m.GetLeafID()); leaf != test.leafAfter {
				t.Errorf("leaf %s, want %s", leaf, test.leafAfter)
			}
			if got := must(os.ReadFile(source)); string(got) != test.in {
				t.Errorf("the source was changed to\n%s", got)
			}
		})
	}
}

func TestABranchInMemoryHasNoFile(t *testing.T) {
	m := must(InMemory("/p", ParseSessionEntries(file(hdr, u("a", "-"), lab("l", "a", "a", "A"), a("b", "l"), u("c", "a"))), counted()...))
	path, err := m.CreateBranchedSession("b")
	want := file(strings.Replace(branchHeader, `,"parentSession":"SOURCE"`, "", 1), u("a", "-"), a("b", "a"), relabeled("e1", "b", 1, "a", `"A"`))
	want = strings.Replace(want, "07:05:04", "07:05:05", 1) // the clock was asked before
	if got := string(must(m.JSONL())); err != nil || path != "" || got != want {
		t.Errorf("path %q, %v, session\n%swant\n%s", path, err, got, want)
	}
}

func TestABranchGrowsInItsOwnFile(t *testing.T) {
	source := filepath.Join(t.TempDir(), "s.jsonl")
	in := file(hdr, rec("model_change", "m", "-", ""), u("a", "m"), a("b", "a"))
	writeAll(t, source, in)
	m := must(Open(source, "", counted()...))
	defer closes(t, m)
	path := must(m.CreateBranchedSession("m"))
	if _, err := os.Stat(path); err == nil {
		t.Error("settings alone made a file")
	}
	must(m.AppendMessage(Record{[]byte(`{"role":"user"}`)}))
	must(m.AppendMessage(Record{[]byte(`{"role":"assistant"}`)}))
	want := strings.ReplaceAll(file(branchHeader, rec("model_change", "m", "-", ""),
		`{"type":"message","id":"e1","parentId":"m","timestamp":"2031-04-09T07:05:05.120Z","message":{"role":"user"}}`,
		`{"type":"message","id":"e2","parentId":"e1","timestamp":"2031-04-09T07:05:06.120Z","message":{"role":"assistant"}}`), "SOURCE", source)
	if got := must(os.ReadFile(path)); string(got) != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := must(os.ReadFile(source)); string(got) != in {
		t.Errorf("the source was changed to\n%s", got)
	}
}

func TestABranchThatCannotBeMadeChangesNothing(t *testing.T) {
	dir := t.TempDir()
	source := filepath.Join(dir, "s.jsonl")
	in := file(hdr, u("a", "-"), a("b", "a"), u("c", "a"), u("c", "b"))
	open := func() *Manager {
		writeAll(t, source, in)
		return must(Open(source, dir, counted()...))
	}
	for _, c := range []struct {
		name   string
		leaf   string
		before func()
		want   func(error) bool
	}{
		{"an id nobody has", "nope", nil, func(err error) bool {
			return errors.Is(err, ErrEntryNotFound) && err.Error() == "Entry nope not found"
		}},
		{"no id", "", nil, func(err error) bool { return errors.Is(err, ErrEntryNotFound) }},
		{"a key that was made up", "c~L4", nil, func(err error) bool { return errors.Is(err, ErrEntryNotFound) }},
		{"a source that was rewritten", "b", func() { writeAll(t, source, file(hdr)) }, func(err error) bool { return errors.Is(err, ErrConflict) }},
		{"a name that is taken", "b", func() { writeAll(t, filepath.Join(dir, "2031-04-09T07-05-04-120Z_sess.jsonl"), "mine") },
			func(err error) bool { return errors.Is(err, os.ErrExist) }},
	} {
		m := open()
		if c.before != nil {
			c.before()
		}
		if _, err := m.CreateBranchedSession(c.leaf); !c.want(err) {
			t.Errorf("%s: %v", c.name, err)
		}
		if m.GetSessionFile() != source || *m.GetLeafID() != "c" || m.GetSessionID() != "s1" {
			t.Errorf("%s: the session is %s at %s", c.name, m.GetSessionFile(), *m.GetLeafID())
		}
		closes(t, m)
	}
	all := must(os.ReadDir(dir))
	if len(all) != 2 || string(must(os.ReadFile(filepath.Join(dir, all[0].Name())))) != "mine" {
		t.Errorf("the folder holds %v", all)
	}
}

func BenchmarkCreateBranchedSession(b *testing.B) {
	source := bigSession(b, 32<<20)
	m := must(Open(source, b.TempDir()))
	leaf := *m.GetLeafID()
	b.SetBytes(m.s.x.Size)
	b.ReportAllocs()
	for b.Loop() {
		if err := m.SetSessionFile(source); err != nil {
			b.Fatal(err)
		}
		if err := os.Remove(must(m.CreateBranchedSession(leaf))); err != nil {
			b.Fatal(err)
		}
	}
	closes(b, m)
}
