package export

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session/pi"
)

const (
	header = `{"type":"session","version":3,"id":"s1","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/srv/app"}`
	first  = `{"type":"message","id":"p1","parentId":null,"timestamp":"2026-05-04T09:00:01.000Z","message":{"role":"user","content":"Build it"}}`
	second = `{"type":"message","id":"r1","parentId":"p1","timestamp":"2026-05-04T09:00:02.000Z","message":{"role":"assistant","content":[{"type":"text","text":"Built"}],"stopReason":"stop"}}`
)

// labelled is a session whose branch goes through labels.
var labelled = []string{
	header, first,
	`{"type":"label","id":"l1","parentId":"p1","timestamp":"2026-05-04T09:00:02.000Z","targetId":"p1","label":"start"}`,
	`{"type":"message","id":"r1","parentId":"l1","timestamp":"2026-05-04T09:00:03.000Z","message":{"role":"assistant","content":[{"type":"text","text":"Built"}]}}`,
	`{"type":"label","id":"l2","parentId":"r1","timestamp":"2026-05-04T09:00:04.000Z","targetId":"r1","label":"works"}`,
	`{"type":"compaction","id":"c1","parentId":"l2","timestamp":"2026-05-04T09:00:05.000Z","summary":"Built it","firstKeptEntryId":"l2","tokensBefore":9}`,
	`{"type":"message","id":"p2","parentId":"c1","timestamp":"2026-05-04T09:00:06.000Z","message":{"role":"user","content":"And test it"}}`,
	`{"type":"message","id":"x1","parentId":"p1","timestamp":"2026-05-04T09:00:07.000Z","message":{"role":"user","content":"Or another way"}}`,
	`{"type":"label","id":"l3","parentId":"x1","timestamp":"2026-05-04T09:00:08.000Z","targetId":"x1","label":"elsewhere"}`,
	`{"type":"label","id":"l4","parentId":"l3","timestamp":"2026-05-04T09:00:09.000Z","targetId":"p1"}`,
}

func TestABranchIsTakenOutOfItsLabels(t *testing.T) {
	source := fileOf(t, "s.jsonl", labelled...)
	p := planned(t, asked(t, source, "p2"))
	got := made(t, p)
	if p.Path != filepath.Join(filepath.Dir(source), "2026-05-04T12-00-00-000Z_"+p.ID+".jsonl") {
		t.Errorf("the file is %s", p.Path)
	}
	var label struct{ ID string }
	if err := json.Unmarshal([]byte(got[len(got)-1]), &label); err != nil {
		t.Fatal(err)
	}
	want := []string{
		`{"type":"session","version":3,"id":"` + p.ID + `","timestamp":"2026-05-04T12:00:00.000Z","cwd":"/srv/app","parentSession":"` + source + `"}`,
		labelled[1],
		strings.Replace(labelled[3], `"parentId":"l1"`, `"parentId":"p1"`, 1),
		strings.NewReplacer(`"parentId":"l2"`, `"parentId":"r1"`, `"firstKeptEntryId":"l2"`, `"firstKeptEntryId":"c1"`).Replace(labelled[5]),
		labelled[6],
		`{"type":"label","id":"` + label.ID + `","parentId":"p2","timestamp":"2026-05-04T09:00:04.000Z","targetId":"r1","label":"works"}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	left := []string{"1 entry on 1 other branch stays out", "1 label stays out with the entry it is on"}
	if diff := cmp.Diff(left, tellings(p)); diff != "" {
		t.Errorf("what is told (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff(labelled, linesIn(t, source)); diff != "" {
		t.Errorf("the source changed (-was +is)\n%s", diff)
	}
}

func TestABranchCanEndAtALabel(t *testing.T) {
	for leaf, entries := range map[string]int{"l1": 1, "l2": 2} {
		source := fileOf(t, "s.jsonl", labelled...)
		got := made(t, planned(t, asked(t, source, leaf)))
		kept := 0
		for _, line := range got[1:] {
			r, err := pi.NewRecord([]byte(line))
			if err != nil {
				t.Fatal(err)
			}
			if r.Type() != "label" {
				kept++
			}
		}
		if kept != entries {
			t.Errorf("at %s %d entries are in the file, want %d:\n%s", leaf, kept, entries, strings.Join(got, "\n"))
		}
	}
	source := fileOf(t, "s.jsonl", header, `{"type":"label","id":"l","parentId":null,"targetId":"l","label":"x"}`)
	if _, err := Prepare(t.Context(), asked(t, source, "l")); err == nil || !strings.Contains(err.Error(), "nothing but labels") {
		t.Errorf("a branch of labels alone: %v", err)
	}
}

// odd are records that do not come out of a decoder and an encoder as they went in.
var odd = []string{
	header,
	`{ "parentId" : null , "id":"o1","type":"message","message":{"content":"a<b && c>d \u2028 \/ é \u00e9 \ud83d","role":"user"},"zz":1.0,"big":12345678901234567890123,"exp":1e400,"neg":-0.0,"dup":1,"dup":2}`,
	`{"type":"message","id":"o2","parentId":"o1","message":{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"edit","arguments":{"z":1,"a":2,"n":9007199254740993}}]}}`,
}

func TestRecordsAreTheSameBytes(t *testing.T) {
	got := made(t, planned(t, asked(t, fileOf(t, "s.jsonl", odd...), "")))
	if diff := cmp.Diff(odd[1:], got[1:]); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	// Masked, all but the secret is the same bytes.
	secret := strings.Replace(odd[1], "a<b", `me@mail.example.org\na<b`, 1)
	got = made(t, planned(t, masking(asked(t, fileOf(t, "s.jsonl", odd[0], secret, odd[2]), ""))))
	want := []string{strings.Replace(odd[1], "a<b", `[REDACTED:email]\na<b`, 1), odd[2]}
	if diff := cmp.Diff(want, got[1:]); diff != "" {
		t.Errorf("masked (-want +got)\n%s", diff)
	}
}

func TestARunLogIsTakenUpToItsLeaf(t *testing.T) {
	lines := []string{
		`{"kind":"meta","at":"2026-05-04T09:00:00Z","meta":{"id":"20260504-090000","task":"Fly","model":"m","provider":"p","driver":"d","workdir":"/srv/p"}}`,
		`{"kind":"message","at":"2026-05-04T09:00:01Z","message":{"type":"user","text":"Start."}}`,
		`{"kind":"message","at":"2026-05-04T09:00:0`,
		`{"kind":"message","at":"2026-05-04T09:00:02Z","message":{"type":"agent","text":"Done."}}`,
		`{"kind":"result","at":"2026-05-04T09:00:03Z","result":{"reason":"settled","message":"It flies","code":0}}`,
	}
	for leaf, want := range map[string][]string{
		"L4": {lines[0], lines[1], lines[3], lines[4]},
		"L2": {lines[0], lines[1]},
	} {
		source := fileOf(t, "20260504-090000.jsonl", lines...)
		p := planned(t, asked(t, source, leaf))
		if diff := cmp.Diff(want, made(t, p)); diff != "" {
			t.Errorf("at %s (-want +got)\n%s", leaf, diff)
		}
		if got := filepath.Base(p.Path); got != "20260504-120000.jsonl" {
			t.Errorf("the file is %s", got)
		}
		if !strings.Contains(strings.Join(tellings(p), "\n"), "1 unreadable line stays out (line 3)") {
			t.Errorf("at %s it is told %q", leaf, tellings(p))
		}
	}
}

func TestASessionBecomesOneOfTheOtherFormat(t *testing.T) {
	r := asked(t, fileOf(t, "s.jsonl", header, first, second), "")
	r.As = "runlog"
	p := planned(t, r)
	got := made(t, p)
	if !strings.Contains(got[0], `"kind":"meta"`) || filepath.Base(p.Path) != "20260504-120000.jsonl" {
		t.Errorf("%s begins %s", p.Path, got[0])
	}
	r = masking(asked(t, fileOf(t, "s.jsonl", header, strings.Replace(first, "Build it", "Ask me@mail.example.org", 1), second), ""))
	r.As = "runlog"
	all := strings.Join(made(t, planned(t, r)), "\n")
	if strings.Contains(all, "me@mail") || !strings.Contains(all, "Ask [REDACTED:email]") {
		t.Errorf("masked it is\n%s", all)
	}
	r = asked(t, fileOf(t, "s.jsonl", header, first), "")
	r.As = "paper"
	if _, err := Prepare(t.Context(), r); err == nil {
		t.Error("a session became paper")
	}
}

func TestAnExportWithoutABeginningIsToldOf(t *testing.T) {
	path := fileOf(t, "s.jsonl", header)
	r := asked(t, fileOf(t, "t.jsonl", header, first), "")
	r.Leaf = -1
	if _, err := Prepare(t.Context(), r); err == nil || !strings.Contains(err.Error(), "no entry yet") {
		t.Errorf("%s was exported: %v", path, err)
	}
}

// A source that is shortened while it is exported leaves no file.
func TestAStaleSourceLeavesNoFile(t *testing.T) {
	source := fileOf(t, "s.jsonl", header, first, second)
	p := planned(t, asked(t, source, ""))
	if err := os.WriteFile(source, []byte(header+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Write(t.Context(), p)
	if err == nil || !strings.Contains(err.Error(), "open the session again") {
		t.Errorf("a shortened session was exported: %v", err)
	}
	if diff := cmp.Diff([]string{"s.jsonl"}, namesIn(t, filepath.Dir(source))); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
