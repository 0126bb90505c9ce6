package compare_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/session/compare"
	"branchline/backend/session/formats"
)

// run opens a run log made of records, one a line, at the end of it.
func run(t *testing.T, name, meta string, records ...string) compare.Side {
	t.Helper()
	text := fmt.Sprintf(`{"kind":"meta","at":"2026-05-04T09:00:00Z","meta":{"id":"%s","task":"Mend it.","driver":"acme","workdir":"/srv/shop"%s}}`, name, meta) + "\n" + strings.Join(records, "\n") + "\n"
	path := filepath.Join(t.TempDir(), name+".jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, f, err := formats.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() }) //nolint:errcheck // it was only read
	return compare.Side{Session: s, Leaf: s.Index().Leaf, Path: path}
}

func said(kind, text string) string {
	return fmt.Sprintf(`{"kind":"message","at":"2026-05-04T09:00:10Z","message":{"type":"%s","text":"%s"}}`, kind, text)
}

func round(n int) string {
	return fmt.Sprintf(`{"kind":"event","at":"2026-05-04T09:00:0%dZ","event":{"kind":"iteration","iteration":%d}}`, n, n)
}

func call(id, tool, arguments string) string {
	asked := fmt.Sprintf(`{"kind":"message","at":"2026-05-04T09:00:11Z","message":{"type":"activity","text":"","activity":{"kind":"request","id":"%s","name":"%s","arguments":%q}}}`, id, tool, arguments)
	answered := fmt.Sprintf(`{"kind":"message","at":"2026-05-04T09:00:12Z","message":{"type":"activity","text":"ok","activity":{"kind":"response","id":"%s","name":"%s","arguments":%q,"result":"ok"}}}`, id, tool, arguments)
	return asked + "\n" + answered
}

// A run that was compacted leaves only the end of its conversation to the one that
// goes on from it; all that led there is shared.
func TestARunThatWasCompactedSharesItsWholePast(t *testing.T) {
	first := call("c1", "read", `{"path":"a.go"}`)
	kept := call("c2", "read", `{"path":"b.go"}`)
	a := run(t, "A", "", said("user", "Start now."), round(1), first, round(2), kept,
		`{"kind":"reset","at":"2026-05-04T09:00:20Z"}`, said("checkpoint", "Read a.go."), kept, round(3), call("c3", "write", `{"path":"a.go","content":"x"}`))
	b := run(t, "B", `,"resumedFrom":"A"`, said("checkpoint", "Read a.go."), kept, call("c3", "write", `{"path":"a.go","content":"x"}`),
		said("user", "Continue."), round(1), call("d1", "write", `{"path":"c.go","content":"y"}`))
	c := compare.Of(a, b, 0)
	r := c.Result()
	if r.Relation != compare.Resumed || r.Summary != "B goes on from A: 5 messages were carried over" {
		t.Errorf("%s: %s", r.Relation, r.Summary)
	}
	if len(r.A.Only) != 0 || r.A.Steps != 0 || r.B.Steps != 2 || r.B.Turns != 1 {
		t.Errorf("A has %v, %d steps; B %d steps in %d turns", r.A.Only, r.A.Steps, r.B.Steps, r.B.Turns)
	}
	if r.Divergence.Text != "A ended here, B went on and was asked “Continue.”" {
		t.Errorf("it says %q", r.Divergence.Text)
	}
	files, err := c.Files()
	if err != nil || len(files.OnlyA)+len(files.Both) > 0 || len(files.OnlyB) != 1 || files.OnlyB[0] != "c.go" {
		t.Errorf("files %+v, %v", files, err)
	}
	if r.B.Totals.ToolCalls != 1 || r.A.Totals.ToolCalls != 0 {
		t.Errorf("%d and %d calls, want 0 and 1", r.A.Totals.ToolCalls, r.B.Totals.ToolCalls)
	}
}

// A rewritten conversation is a step.
func TestAResetIsAStep(t *testing.T) {
	kept := call("c2", "read", `{"path":"b.go"}`)
	a := run(t, "A", "", said("user", "Start now."), round(1), kept, `{"kind":"reset","at":"2026-05-04T09:00:20Z"}`, said("checkpoint", "So far."), kept, round(2), call("c3", "list", `{"path":"."}`))
	b := run(t, "B", "", said("user", "Start now."), round(1), kept, round(2), call("c3", "list", `{"path":"."}`))
	r := compare.Of(a, b, 0).Result()
	if want := "After the same 2 steps, A had its conversation written anew, B listed `.`"; r.Divergence.Text != want {
		t.Errorf("it says %q, want %q", r.Divergence.Text, want)
	}
	if r.Divergence.A == "" || r.Divergence.B != "" {
		t.Errorf("it is at %q and %q, want an entry of A and a gap", r.Divergence.A, r.Divergence.B)
	}
}

// What an earlier run left to an attempt belongs to it: rows, files, turns and calls
// count it. What it cost and how long it took only its own log tells.
func TestWhatWasCarriedOverBelongsToTheAttempt(t *testing.T) {
	cost := `{"kind":"event","at":"2026-05-04T09:00:40Z","event":{"kind":"usage","totalInput":100,"totalOutput":10}}`
	a := run(t, "A", `,"resumedFrom":"X"`, said("user", "Start now."), call("c1", "write", `{"path":"a.go","content":"x"}`),
		said("user", "Continue."), round(1), call("c2", "write", `{"path":"b.go","content":"y"}`), cost)
	b := run(t, "B", "", said("user", "Start now."), round(1), call("d0", "read", `{"path":"go.mod"}`), call("d1", "write", `{"path":"a.go","content":"x"}`), cost)
	c := compare.Of(a, b, 0)
	r := c.Result()
	if want := "Two attempts at the same task: A goes on from an earlier run, B is from its beginning"; r.Summary != want {
		t.Errorf("it says %q, want %q", r.Summary, want)
	}
	if r.A.Carried != 3 || r.B.Carried != 0 {
		t.Errorf("%d and %d messages were carried over, want 3 and 0", r.A.Carried, r.B.Carried)
	}
	if r.A.Turns != 2 || r.A.Steps != 4 || r.A.Totals.ToolCalls != 2 || len(r.A.Tools) != 1 || r.A.Tools[0].Calls != 2 {
		t.Errorf("A has %d turns, %d steps, %d calls, of them %+v", r.A.Turns, r.A.Steps, r.A.Totals.ToolCalls, r.A.Tools)
	}
	steps := 0
	for _, row := range r.Rows {
		if row.A != "" {
			steps++
		}
	}
	if steps != r.A.Steps {
		t.Errorf("the rows have %d steps of A, the figures %d", steps, r.A.Steps)
	}
	if len(r.Notes) != 1 || !strings.HasPrefix(r.Notes[0], "A goes on from an earlier run, which left it 3 messages: ") {
		t.Errorf("notes %q", r.Notes)
	}
	files, err := c.Files()
	if err != nil || len(files.OnlyA) != 1 || files.OnlyA[0] != "b.go" || len(files.OnlyB) != 0 || len(files.Both) != 1 || !files.Both[0].Same {
		t.Errorf("files %+v, %v: a.go was left the same by both", files, err)
	}
	for _, d := range r.Deltas {
		if d.Unit != "" && d.Better != "" {
			t.Errorf("%s is weighed, although an earlier run had its share", d.Name)
		}
	}
}
