package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAnEntryThatIsNotThereIsSaid(t *testing.T) {
	a, _ := testApp(t)
	path := writeFile(t, filepath.Join(t.TempDir(), "s.jsonl"), forked)
	a.give([]string{path}, "0000")
	start, err := a.Start()
	if err != nil || len(start.Opened) != 0 || len(start.Failed) != 1 || !strings.Contains(start.Failed[0].Message, "could be any of 4") {
		t.Errorf("start %+v, %v", start, err)
	}
}

func TestRowsOfABranch(t *testing.T) {
	a, _ := testApp(t)
	s, _ := openForked(t, a)
	rows, err := a.Rows(RowsRequest{Session: s.Session, Leaf: "00000004", Count: 100})
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, r := range rows.Rows {
		kinds = append(kinds, r.Kind)
	}
	if !slices.Equal(kinds, []string{"prompt", "call", "reply"}) || rows.Total != 3 || rows.Revision != 1 || rows.At != -1 || rows.Leaf != "00000004" {
		t.Errorf("rows %v of %+v", kinds, rows)
	}
	// At wins over From.
	rows, err = a.Rows(RowsRequest{Session: s.Session, Leaf: "00000004", From: 0, Count: 1, At: "00000004"})
	if err != nil || rows.At != 2 || len(rows.Rows) != 1 || rows.Rows[0].Entry != "00000004" {
		t.Errorf("at the reply: %+v, %v", rows, err)
	}
	// The answer of a call stands in the call's row.
	if rows, err = a.Rows(RowsRequest{Session: s.Session, Leaf: "00000004", Count: 1, At: "00000003"}); err != nil || rows.At != 1 {
		t.Errorf("at the result: %+v, %v", rows, err)
	}
	// The suggested leaf is the one without a name; no count, no rows.
	if rows, err = a.Rows(RowsRequest{Session: s.Session}); err != nil || rows.Leaf != s.SuggestedLeaf || rows.Rows == nil {
		t.Errorf("no leaf: %+v, %v", rows, err)
	}
	for _, r := range []RowsRequest{{Session: "s9"}, {Session: s.Session, Leaf: "nope"}} {
		if _, err := a.Rows(r); kindOfError(err) != "gone" && kindOfError(err) != "notFound" {
			t.Errorf("%+v answers %v", r, err)
		}
	}
}

func TestGraphLightsTheAskedBranch(t *testing.T) {
	a, _ := testApp(t)
	s, _ := openForked(t, a)
	g, err := a.Graph(GraphRequest{Session: s.Session, Filter: "all", Leaf: "00000004", Count: 100, At: "00000004"})
	if err != nil {
		t.Fatal(err)
	}
	if g.Branches != 2 || g.Total != len(g.Rows) || g.At < 0 || g.Rows[g.At].Key != "00000004" || !g.Rows[g.At].OnPath {
		t.Errorf("graph %+v", g)
	}
}

func TestOutcomeOfABranch(t *testing.T) {
	a, _ := testApp(t)
	s, _ := openForked(t, a)
	for leaf, want := range map[string]string{"00000004": "finished", "00/05?": "limit"} {
		o, err := a.Outcome(OutcomeRequest{Session: s.Session, Leaf: leaf})
		if err != nil || o.State != want || o.Leaf != leaf {
			t.Errorf("outcome of %s is %q of %q, %v; want %s", leaf, o.State, o.Leaf, err, want)
		}
	}
}

func TestEntryTellsWhereItStands(t *testing.T) {
	a, _ := testApp(t)
	s, _ := openForked(t, a)
	e, err := a.Entry(EntryRequest{Session: s.Session, Key: "00000001", Leaf: "00000004", Raw: true})
	if err != nil {
		t.Fatal(err)
	}
	if e.Kind != "prompt" || e.Line != 2 || e.Leaf != "00000004" || e.Leaves != 2 || e.Child != "00000002" || e.Parent != "" ||
		!slices.Equal(e.Ends, []EntryEnd{{"00000004", "A kite."}, {"00/05?", "A bird."}}) {
		t.Errorf("entry %+v", e)
	}
	if !json.Valid([]byte(e.Raw)) || len(e.Raw) != e.RawBytes {
		t.Errorf("raw has %d of %d bytes: %.80s", len(e.Raw), e.RawBytes, e.Raw)
	}
	e, err = a.Entry(EntryRequest{Session: s.Session, Key: "00000003", Leaf: "00/05?"})
	if err != nil || e.Leaf != "00000004" || e.Leaves != 1 || e.Previous != "" || e.Next != "00/05?" || e.Parent != "00000002" || e.Raw != "" {
		t.Errorf("entry %+v, %v", e, err)
	}
	if _, err = a.Entry(EntryRequest{Session: s.Session, Key: "nope"}); kindOfError(err) != "notFound" {
		t.Errorf("an unknown entry answers %v", err)
	}
}

func TestAResultBelongsToItsCallAndSettingsToTheEndBeforeThem(t *testing.T) {
	a, _ := testApp(t)
	path := writeFile(t, filepath.Join(t.TempDir(), "s.jsonl"), header+
		`{"type":"message","id":"p","parentId":null,"timestamp":"2026-05-04T10:00:01.000Z","message":{"role":"user","content":"Go."}}`+"\n"+
		`{"type":"message","id":"c","parentId":"p","timestamp":"2026-05-04T10:00:02.000Z","message":{"role":"assistant","stopReason":"toolUse","content":[{"type":"toolCall","id":"c1","name":"bash","arguments":{"command":"ls"}}]}}`+"\n"+
		`{"type":"message","id":"r","parentId":"c","timestamp":"2026-05-04T10:00:03.000Z","message":{"role":"toolResult","toolCallId":"c1","toolName":"bash","content":[{"type":"text","text":"pears"}],"isError":false}}`+"\n"+
		`{"type":"message","id":"a","parentId":"r","timestamp":"2026-05-04T10:00:04.000Z","message":{"role":"assistant","stopReason":"stop","content":[{"type":"text","text":"Pears."}]}}`+"\n"+
		`{"type":"label","id":"l","parentId":"a","timestamp":"2026-05-04T10:00:05.000Z","targetId":"a","label":"x"}`+"\n"+
		`{"type":"message","id":"b","parentId":"p","timestamp":"2026-05-04T10:00:06.000Z","message":{"role":"assistant","stopReason":"stop","content":[{"type":"text","text":"No."}]}}`+"\n")
	s, err := a.open(path, "")
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]EntryAnswer{
		"r": {Kind: "toolResult", Leaf: "l", Last: "r"},
		"a": {Kind: "reply", Leaf: "l", Last: "l"},
		"b": {Kind: "reply", Leaf: "b", Last: "b"},
	} {
		e, err := a.Entry(EntryRequest{Session: s.Session, Key: key, Leaf: "b"})
		if err != nil || e.Kind != want.Kind || e.Leaf != want.Leaf || e.Last != want.Last {
			t.Errorf("entry %s is a %s of %s and stands for %s, %v; want %+v", key, e.Kind, e.Leaf, e.Last, err, want)
		}
	}
	g, err := a.Graph(GraphRequest{Session: s.Session, Filter: "all", Leaf: "b", Count: 100, At: "r"})
	if err != nil || g.At < 0 || g.Rows[g.At].Key != "c" {
		t.Errorf("the result stands in row %d of %+v, %v", g.At, g.Rows, err)
	}
	for _, r := range g.Rows {
		if r.Key == "a" && r.Last != "l" {
			t.Errorf("the row of the end stands for %s", r.Last)
		}
	}
	if m, err := a.GraphMove(GraphMoveRequest{Session: s.Session, Filter: "all", Leaf: "l", From: "c", Way: "child"}); err != nil || m.Key != "a" {
		t.Errorf("from the call one goes on to %q, %v", m.Key, err)
	}
}

func TestAnEntryIsNamedByWhatItSaysNotByWhatWasThoughtBefore(t *testing.T) {
	a, _ := testApp(t)
	path := writeFile(t, filepath.Join(t.TempDir(), "s.jsonl"), header+
		`{"type":"message","id":"t1","parentId":null,"timestamp":"2026-05-04T10:00:01.000Z","message":{"role":"assistant","content":[{"type":"thinking","thinking":"Hm."},{"type":"text","text":"Yes."}]}}`+"\n"+
		`{"type":"message","id":"t2","parentId":"t1","timestamp":"2026-05-04T10:00:02.000Z","message":{"role":"assistant","content":[{"type":"thinking","thinking":"Hm."}]}}`+"\n")
	s, err := a.open(path, "")
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"t1": "reply", "t2": "thinking"} {
		if e, err := a.Entry(EntryRequest{Session: s.Session, Key: key}); err != nil || e.Kind != want {
			t.Errorf("%s is a %q, want %q; %v", key, e.Kind, want, err)
		}
	}
}

// One line of a tool's output can be longer than all the rest; the page asks for
// text by lines and gets it in pieces.
func TestALongLineIsReadInPieces(t *testing.T) {
	text := "short\n" + strings.Repeat("ü", longLine) + "\nlast"
	l := longBodyOf(text)
	if len(l.starts) != 4 {
		t.Fatalf("%d pieces, want the short line, the long one in two and the last", len(l.starts))
	}
	if got, want := l.numbers(0, 9), "1,2,0,3"; got != want || l.lines() != 3 || l.numbers(2, 1) != "0" || longBodyOf("").lines() != 0 {
		t.Errorf("the pieces begin the lines %s of %d, want %s of 3", got, l.lines(), want)
	}
	var whole string
	for i := range l.starts {
		line := l.part(i, 1)
		if !utf8.ValidString(line) || len(line) > longLine+1 {
			t.Errorf("line %d: %d bytes, valid %v", i, len(line), utf8.ValidString(line))
		}
		whole += strings.TrimSuffix(line, "\n")
	}
	if want := strings.ReplaceAll(text, "\n", ""); whole != want {
		t.Errorf("the pieces are %d bytes together, want %d", len(whole), len(want))
	}
	if got := l.part(0, 1) + l.part(3, 9) + l.part(4, 1); got != "short\nlast" {
		t.Errorf("first and last line: %q", got)
	}
}
