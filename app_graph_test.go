package main

import (
	"os"
	"path/filepath"
	"testing"
)

// openedSample is a sample as an open session.
func openedSample(t *testing.T, name string) (*App, SessionAnswer) {
	t.Helper()
	a, _ := testApp(t)
	b, err := os.ReadFile(filepath.Join("samples", name))
	if err != nil {
		t.Fatal(err)
	}
	s, err := a.open(writeFile(t, filepath.Join(t.TempDir(), name), string(b)), "")
	if err != nil {
		t.Fatal(err)
	}
	return a, s
}

func TestThePageFindsItsWayInTheGraph(t *testing.T) {
	a, s := openedSample(t, "faster-thumbnails.jsonl")
	ask := func(r GraphMoveRequest) GraphMoveAnswer {
		t.Helper()
		r.Session, r.Leaf = s.Session, s.Leaf
		answer, err := a.GraphMove(r)
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	first := ask(GraphMoveRequest{Find: "thumb"})
	if first.Place != 1 || first.Of < 2 {
		t.Fatalf("first hit = %+v", first)
	}
	if again := ask(GraphMoveRequest{Find: "THÜMB", From: first.Key, Way: wayHere}); again != first {
		t.Errorf("the hit itself is %+v, want %+v", again, first)
	}
	if next := ask(GraphMoveRequest{Find: "thumb", From: first.Key}); next.Place != 2 {
		t.Errorf("next hit = %+v", next)
	}
	root := ask(GraphMoveRequest{From: s.Leaf, Way: "root"})
	point := ask(GraphMoveRequest{From: root.Key, Way: "point"})
	if root.Key == "" || point.Key == "" || point.Key == root.Key {
		t.Errorf("root = %+v, branch point = %+v", root, point)
	}
}

func TestThePageGetsThePictureOfTheTreeOnce(t *testing.T) {
	a, s := openedSample(t, "faster-thumbnails.jsonl")
	r := GraphMapRequest{Session: s.Session, Leaf: s.Leaf, At: s.Leaf, Known: -1}
	answer, err := a.GraphMap(r)
	if err != nil || len(answer.Map.Lines) != s.Branches || answer.Leaf.Line < 0 || answer.At != answer.Leaf {
		t.Fatalf("%v: %+v, want %d lines", err, answer, s.Branches)
	}
	r.Known = answer.Revision
	if answer, err = a.GraphMap(r); err != nil || !answer.Same || len(answer.Map.Lines) != 0 || answer.Leaf.Line < 0 {
		t.Errorf("%v: %+v, want the places alone", err, answer)
	}
}

// A run that began anew is outlined by its segments: each counts its own failures.
func TestTheOutlineOfARunShowsItsSegments(t *testing.T) {
	a, _ := testApp(t)
	s, err := a.open(writeFile(t, filepath.Join(t.TempDir(), "20260201-090000.jsonl"), `{"kind":"meta","at":"2026-02-01T09:00:00Z","meta":{"id":"20260201-090000","task":"Retry"}}
{"kind":"message","at":"2026-02-01T09:00:00Z","message":{"type":"user","text":"Start now."}}
{"kind":"message","at":"2026-02-01T09:00:01Z","message":{"type":"activity","activity":{"kind":"request","id":"c1","name":"shell","arguments":"{}"}}}
{"kind":"message","at":"2026-02-01T09:00:02Z","message":{"type":"activity","activity":{"kind":"response","id":"c1","name":"shell","result":"FAIL\n[exit: exit status 1]"}}}
{"kind":"reset","at":"2026-02-01T09:00:03Z"}
{"kind":"message","at":"2026-02-01T09:00:04Z","message":{"type":"bot","text":"Going on."}}
{"kind":"message","at":"2026-02-01T09:00:05Z","message":{"type":"activity","activity":{"kind":"request","id":"c2","name":"shell","arguments":"{}"}}}
{"kind":"message","at":"2026-02-01T09:00:06Z","message":{"type":"activity","activity":{"kind":"response","id":"c2","name":"shell","result":"FAIL\n[exit: exit status 1]"}}}
`), "")
	if err != nil {
		t.Fatal(err)
	}
	page, err := a.Graph(GraphRequest{Session: s.Session, Filter: "prompts", Count: 9})
	if err != nil {
		t.Fatal(err)
	}
	rows := page.Rows
	if len(rows) != 2 || rows[0].Errors != 1 || rows[1].Errors != 1 || rows[1].Link == "" || !rows[1].Active {
		t.Errorf("rows = %+v", rows)
	}
}
