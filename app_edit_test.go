package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// read is a file as it is.
func readFile(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	must(t, err)
	return string(b)
}

// added is what was added to a file, which must begin as it was.
func added(t *testing.T, path, before string) string {
	t.Helper()
	now := readFile(t, path)
	if !strings.HasPrefix(now, before) {
		t.Fatalf("the file does not begin as it was:\n%s", now)
	}
	return now[len(before):]
}

// planFor wants a plan that can be applied.
func planFor(t *testing.T) func(PlanAnswer, error) PlanAnswer {
	return func(p PlanAnswer, err error) PlanAnswer {
		t.Helper()
		must(t, err)
		crosses(t, p)
		if p.Plan == "" {
			t.Fatalf("there is no plan: same %q, refused %q", p.Same, p.Refused)
		}
		return p
	}
}

func apply(t *testing.T, a *App, p PlanAnswer) DoneAnswer {
	t.Helper()
	done, err := a.Apply(ApplyRequest{Plan: p.Plan})
	must(t, err)
	crosses(t, done)
	return done
}

func TestALabelIsWrittenAsItWasPlanned(t *testing.T) {
	a, w := testApp(t)
	must(t, a.Ready())
	opened, path := openForked(t, a)
	before := readFile(t, path)
	p := planFor(t)(a.Label(LabelRequest{Session: opened.Session, Key: "00000004", Label: "  a kite\n"}))
	if len(p.Lines) != 1 || p.Path != path || p.Agent == "" || !strings.Contains(p.Says, "a kite") {
		t.Errorf("the plan is %+v", p)
	}
	if readFile(t, path) != before {
		t.Fatal("planning wrote something")
	}
	done := apply(t, a, p)
	if got := added(t, path, before); got != p.Lines[0].Text+"\n" {
		t.Errorf("wrote %q, planned %q", got, p.Lines[0].Text)
	}
	if done.Did == "" || done.Undo == "" || done.Handle != "" {
		t.Errorf("it was done as %+v", done)
	}
	if len(w.told("session")) == 0 {
		t.Error("the page was not told that the session grew")
	}
	again, err := a.Label(LabelRequest{Session: opened.Session, Key: "00000004", Label: "a kite"})
	must(t, err)
	if again.Now != "a kite" || again.Same == "" || again.Plan != "" {
		t.Errorf("the same label once more is %+v", again)
	}
	if _, err := a.Apply(ApplyRequest{Plan: p.Plan}); kindOfError(err) != kindBusy {
		t.Errorf("applied twice: %v", err)
	}
}

func TestActsAreTakenBackOneAfterTheOther(t *testing.T) {
	a, _ := testApp(t)
	opened, path := openForked(t, a)
	s := opened.Session
	before := readFile(t, path)
	acts := []DoneAnswer{
		apply(t, a, planFor(t)(a.Label(LabelRequest{Session: s, Key: "00000004", Label: "one"}))),
		apply(t, a, planFor(t)(a.Label(LabelRequest{Session: s, Key: "00000004", Label: "two"}))),
		apply(t, a, planFor(t)(a.Rename(RenameRequest{Session: s, Name: "Birds"}))),
	}
	for i, what := range []string{"the label “one”", "the label “two”", "the name “Birds”"} {
		if acts[i].What != what {
			t.Errorf("act %d is called %q", i, acts[i].What)
		}
	}
	wants := []string{`"name":""`, `"label":"one"`, `"type":"label"`}
	for i := range acts {
		done, err := a.Undo(UndoRequest{Undo: acts[len(acts)-1-i].Undo})
		must(t, err)
		if done.Did == "" {
			t.Errorf("taking back answered %+v", done)
		}
		lines := strings.Split(strings.TrimSpace(added(t, path, before)), "\n")
		if last := lines[len(lines)-1]; len(lines) != 4+i || !strings.Contains(last, wants[i]) {
			t.Errorf("step %d wrote %s", i, last)
		}
	}
	if _, err := a.Undo(UndoRequest{Undo: acts[0].Undo}); kindOfError(err) != kindGone {
		t.Errorf("taken back twice: %v", err)
	}
}

// continuesAfter tells whether pi continues somewhere after an entry of a type.
func continuesAfter(t *testing.T, path, kind string) bool {
	t.Helper()
	type entry struct{ ID, ParentID, Type string }
	all, last := map[string]entry{}, entry{}
	for line := range strings.Lines(readFile(t, path)) {
		last = entry{}
		must(t, json.Unmarshal([]byte(line), &last))
		all[last.ID] = last
	}
	for last.ID != "" && last.Type != kind {
		last = all[last.ParentID]
	}
	return last.Type == kind
}

func TestWhatWasTakenBackIsDoneAgain(t *testing.T) {
	a, _ := testApp(t)
	opened, path := openForked(t, a)
	s, key := opened.Session, "00000004"
	for name, c := range map[string]struct {
		plan PlanAnswer
		is   func() string // what the act changes
	}{
		"a label": {planFor(t)(a.Label(LabelRequest{Session: s, Key: key, Label: "one"})), func() string {
			p, err := a.Label(LabelRequest{Session: s, Key: key})
			must(t, err)
			return p.Now
		}},
		"a branch": {planFor(t)(a.Branch(BranchRequest{Session: s, Key: key, After: true, Summary: "left"})), func() string {
			return fmt.Sprint(continuesAfter(t, path, "branch_summary"))
		}},
		"a note": {planFor(t)(a.Note(NoteRequest{Session: s, Key: key, Text: "see"})), func() string {
			notes, err := a.Notes(NotesRequest{Session: s})
			must(t, err)
			return fmt.Sprint(len(notes.Notes))
		}},
		"a fork": {planFor(t)(a.Fork(ForkRequest{Session: s, Cwd: t.TempDir()})), func() string {
			files, err := filepath.Glob(a.env.Home + "/.pi/agent/sessions/*/*.jsonl")
			must(t, err)
			return fmt.Sprint(files)
		}},
	} {
		before := c.is()
		done := apply(t, a, c.plan)
		after := c.is()
		for range 2 { // over and over
			undone, err := a.Undo(UndoRequest{Undo: done.Undo})
			must(t, err)
			if is := c.is(); is != before {
				t.Errorf("%s taken back: %s, want %s", name, is, before)
			}
			done, err = a.Undo(UndoRequest{Undo: undone.Undo})
			must(t, err)
			if is := c.is(); is == before || is != after {
				t.Errorf("%s done again: %s, want %s", name, is, after)
			}
		}
	}
	if !strings.HasPrefix(readFile(t, path), forked) {
		t.Error("the file does not begin as it was")
	}
}

func TestAPageThatIsLoadedAgainOffersTheSameStepsBack(t *testing.T) {
	a, _ := testApp(t)
	opened, path := openForked(t, a)
	s := opened.Session
	kept := apply(t, a, planFor(t)(a.Label(LabelRequest{Session: s, Key: "00000004", Label: "kept"})))
	back := apply(t, a, planFor(t)(a.Label(LabelRequest{Session: s, Key: "00000004", Label: "back"})))
	note := apply(t, a, planFor(t)(a.Note(NoteRequest{Session: s, Key: "00000004", Text: "see"})))
	undone, err := a.Undo(UndoRequest{Undo: back.Undo})
	must(t, err)
	if undone.What != back.What {
		t.Errorf("what was %q is %q once it was taken back", back.What, undone.What)
	}
	title := filepath.Base(path)
	offered := func(want ...StepAnswer) {
		t.Helper()
		again, err := a.Start()
		must(t, err)
		crosses(t, again)
		if diff := cmp.Diff(want, again.Steps); diff != "" {
			t.Error(diff)
		}
	}
	first, second := StepAnswer{Done: kept, Session: s, Title: title}, StepAnswer{Done: note, Session: s, Title: title}
	offered(first, second, StepAnswer{Done: undone, Session: s, Title: title, Undone: true})
	redone, err := a.Undo(UndoRequest{Undo: undone.Undo})
	must(t, err)
	offered(first, second, StepAnswer{Done: redone, Session: s, Title: title})
	_, err = a.Undo(UndoRequest{Undo: redone.Undo})
	must(t, err)
	other := apply(t, a, planFor(t)(a.Label(LabelRequest{Session: s, Key: "00000004", Label: "something else"})))
	offered(first, second, StepAnswer{Done: other, Session: s, Title: title}) // what was taken back is done again no more
}

func TestAnActFollowsAFileThatGrows(t *testing.T) {
	a, _ := testApp(t)
	opened, path := openForked(t, a)
	p := planFor(t)(a.Label(LabelRequest{Session: opened.Session, Key: "00000004", Label: "kite"}))
	add(t, path, said("grown", "00/05?", asks))
	before := readFile(t, path)
	apply(t, a, p)
	var was, is struct{ ID, ParentID, Label string }
	must(t, json.Unmarshal([]byte(p.Lines[0].Text), &was))
	must(t, json.Unmarshal([]byte(added(t, path, before)), &is))
	if is.ID != was.ID || is.ParentID != "grown" || is.Label != "kite" {
		t.Errorf("planned %+v, wrote %+v", was, is)
	}
}

func TestAFileThatWasRewrittenIsAConflict(t *testing.T) {
	a, _ := testApp(t)
	opened, path := openForked(t, a)
	p := planFor(t)(a.Label(LabelRequest{Session: opened.Session, Key: "00000004", Label: "kite"}))
	rewritten := strings.Replace(readFile(t, path), "A kite.", "A bike.", 1)
	must(t, os.WriteFile(path, []byte(rewritten), 0o600))
	if _, err := a.Apply(ApplyRequest{Plan: p.Plan}); kindOfError(err) != kindConflict {
		t.Errorf("a rewritten file answers %v", err)
	}
	if readFile(t, path) != rewritten {
		t.Error("something was written")
	}
	p = planFor(t)(a.Label(LabelRequest{Session: opened.Session, Key: "00000004", Label: "kite"}))
	apply(t, a, p)
	if added(t, path, rewritten) == "" {
		t.Error("after looking again nothing was written")
	}
}

func TestWhatIsNotEditedSaysWhatCanBeDone(t *testing.T) {
	a, _ := testApp(t)
	old := openPath(t, a, writeFile(t, t.TempDir()+"/v1.jsonl",
		`{"type":"session","id":"v1","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/srv","provider":"acme","modelId":"m"}`+"\n"+
			`{"type":"message","timestamp":"2025-01-01T00:00:01.000Z","message":{"role":"user","content":"hi"}}`+"\n"))
	run := openPath(t, a, "samples/uploads-5-finished.jsonl")
	for name, c := range map[string]struct {
		opened SessionAnswer
		offer  string
	}{"version 1": {old, "fork"}, "a run log": {run, "convert"}} {
		before := readFile(t, c.opened.Path)
		p, err := a.Rename(RenameRequest{Session: c.opened.Session, Name: "x"})
		must(t, err)
		crosses(t, p)
		if p.Plan != "" || p.Refused == "" || len(p.Offers) == 0 || p.Offers[0] != c.offer {
			t.Errorf("%s: %+v", name, p)
		}
		if readFile(t, c.opened.Path) != before {
			t.Errorf("%s: something was written", name)
		}
	}
}

func TestABranchWithASummaryIsDraftedAndTakenBack(t *testing.T) {
	a, _ := testApp(t)
	opened, path := openForked(t, a)
	s, before := opened.Session, readFile(t, path)
	draft, err := a.Draft(DraftRequest{Session: s, Key: "00000004", After: true})
	must(t, err)
	crosses(t, draft)
	if !strings.Contains(draft.Summary, "A bird.") {
		t.Errorf("the draft says nothing of what is left: %q", draft.Summary)
	}
	empty, err := a.Branch(BranchRequest{Session: s, Key: "00000004", After: true})
	must(t, err)
	if empty.Plan != "" || empty.Refused == "" || empty.Closed {
		t.Errorf("an empty summary answers %+v", empty)
	}
	done := apply(t, a, planFor(t)(a.Branch(BranchRequest{Session: s, Key: "00000004", After: true, Summary: draft.Summary})))
	var line struct{ Type, ParentID, FromID, Summary string }
	must(t, json.Unmarshal([]byte(added(t, path, before)), &line))
	if line.Type != "branch_summary" || line.ParentID != "00000004" || line.FromID != "00/05?" || line.Summary != draft.Summary {
		t.Errorf("wrote %+v", line)
	}
	follow, err := a.Follow(FollowRequest{Session: s})
	if must(t, err); follow.Session.Leaf == opened.Leaf {
		t.Error("pi does not continue there")
	}
	_, err = a.Undo(UndoRequest{Undo: done.Undo})
	must(t, err)
	var back struct{ Type, ParentID string }
	lines := strings.Split(strings.TrimSpace(added(t, path, before)), "\n")
	must(t, json.Unmarshal([]byte(lines[len(lines)-1]), &back))
	if len(lines) != 2 || back.Type != "label" || back.ParentID != "00/05?" {
		t.Errorf("taking it back wrote %s", lines[len(lines)-1])
	}
}

func TestAForkIsOpenedByItsHandleAndTakenBack(t *testing.T) {
	a, _ := testApp(t)
	opened, path := openForked(t, a)
	before, cwd := readFile(t, path), t.TempDir()
	for cwd, reason := range map[string]string{"somewhere": "not the whole path of a folder", "~mira/src": "not the whole path of a folder", "/srv/\x00": "holds the character NUL"} {
		p, err := a.Fork(ForkRequest{Session: opened.Session, Cwd: cwd})
		must(t, err)
		if p.Plan != "" || p.Closed || !strings.Contains(p.Refused, reason) {
			t.Errorf("the folder %q answers %+v", cwd, p)
		}
	}
	p := planFor(t)(a.Fork(ForkRequest{Session: opened.Session, Leaf: "00000004", Cwd: cwd}))
	if !p.Creates || p.Path == path || p.Copied == 0 || len(p.LeftOut) == 0 {
		t.Errorf("the plan is %+v", p)
	}
	done := apply(t, a, p)
	if done.Path != p.Path || done.Handle == "" {
		t.Fatalf("it was done as %+v", done)
	}
	fork, err := a.Open(OpenRequest{Handle: done.Handle})
	must(t, err)
	if fork.Cwd != cwd || fork.Branches != 1 || fork.Parent == "" {
		t.Errorf("the fork is %+v", fork)
	}
	gone, err := a.Undo(UndoRequest{Undo: done.Undo})
	must(t, err)
	if _, err := os.Stat(done.Path); gone.Gone != done.Path || !os.IsNotExist(err) {
		t.Errorf("taking it back answered %+v, the file: %v", gone, err)
	}
	if readFile(t, path) != before {
		t.Error("the source was changed")
	}
}

func TestASessionGoesToTheTrashAndBack(t *testing.T) {
	a, _ := testApp(t)
	path := writeFile(t, a.env.Home+"/.pi/agent/sessions/--srv-demo--/s.jsonl", forked)
	old := a.now().Add(-time.Hour)
	must(t, os.Chtimes(path, old, old))
	opened := openPath(t, a, path)
	p := planFor(t)(a.Trash(TrashRequest{Session: opened.Session}))
	if len(p.Moves) != 1 || p.Moves[0] != path || len(p.Lines) != 0 {
		t.Errorf("the plan is %+v", p)
	}
	done := apply(t, a, p)
	if _, err := os.Stat(path); done.Gone != path || !os.IsNotExist(err) {
		t.Errorf("it was done as %+v, the file: %v", done, err)
	}
	back, err := a.Undo(UndoRequest{Undo: done.Undo})
	must(t, err)
	if back.Handle == "" || back.Path != path || readFile(t, path) != forked {
		t.Errorf("it was restored as %+v", back)
	}
	must(t, os.Chtimes(path, a.now(), a.now()))
	busy, err := a.Trash(TrashRequest{Session: opened.Session})
	must(t, err)
	if busy.Plan != "" || busy.Refused == "" || busy.Closed || len(busy.Offers) == 0 {
		t.Errorf("a file that is being written answers %+v", busy)
	}
}

// The page holds handles that Go gave out; nothing it sends names a path.
func TestAPathIsNoHandle(t *testing.T) {
	a, _ := testApp(t)
	path := writeFile(t, t.TempDir()+"/s.jsonl", forked)
	for name, try := range map[string]func() error{
		"label": func() error { _, err := a.Label(LabelRequest{Session: path, Key: "00000004"}); return err },
		"fork":  func() error { _, err := a.Fork(ForkRequest{Session: path}); return err },
		"trash": func() error { _, err := a.Trash(TrashRequest{Handle: path}); return err },
		"show":  func() error { return a.Reveal(RevealRequest{Handle: path}) },
		"apply": func() error { _, err := a.Apply(ApplyRequest{Plan: path}); return err },
	} {
		if err := try(); err == nil {
			t.Errorf("%s took a path", name)
		}
	}
	if readFile(t, path) != forked {
		t.Error("the file was changed")
	}
}
