package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session/edit"
)

const runSample = "samples/uploads-5-finished.jsonl"

// keep keeps a note through a plan, and answers what was done.
func keep(t *testing.T, a *App, session, key, text string) DoneAnswer {
	t.Helper()
	p, err := a.Note(NoteRequest{Session: session, Key: key, Text: text})
	must(t, err)
	crosses(t, p)
	if p.Plan == "" {
		t.Fatalf("no plan for a note: %+v", p)
	}
	done, err := a.Apply(ApplyRequest{Plan: p.Plan})
	must(t, err)
	return done
}

// notesOf are the notes on a session, by their keys.
func notesOf(t *testing.T, a *App, session string) map[string]string {
	t.Helper()
	answer, err := a.Notes(NotesRequest{Session: session})
	must(t, err)
	crosses(t, answer)
	notes := map[string]string{}
	for _, n := range answer.Notes {
		notes[n.Key] = n.Text
	}
	return notes
}

func wantNotes(t *testing.T, when string, a *App, session string, want map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, notesOf(t, a, session)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", when, diff)
	}
}

func notesPath(a *App) string { return filepath.Join(a.env.Home, ".local/state/branchline", notesName) }

// anotherApp is a second program of the same reader.
func anotherApp(t *testing.T, a *App) *App {
	t.Helper()
	other := newApp(a.env, &watcher{})
	t.Cleanup(other.close)
	return other
}

// runLog opens a copy of a run log.
func runLog(t *testing.T, a *App) SessionAnswer {
	t.Helper()
	return openPath(t, a, writeFile(t, filepath.Join(t.TempDir(), "run.jsonl"), readFile(t, runSample)))
}

func TestARunLogKeepsNotesBesideIt(t *testing.T) {
	a, w := testApp(t)
	opened := runLog(t, a)
	before := readFile(t, opened.Path)
	refused, err := a.Label(LabelRequest{Session: opened.Session, Key: opened.Leaf, Label: "x"})
	must(t, err)
	if diff := cmp.Diff([]string{"convert", "note"}, refused.Offers); diff != "" {
		t.Errorf("offers (-want +got):\n%s", diff)
	}
	must(t, a.Ready())
	keep(t, a, opened.Session, opened.Leaf, " look ü ")
	if len(w.told("notes")) != 1 {
		t.Errorf("the page was told %d times", len(w.told("notes")))
	}
	p, err := a.Note(NoteRequest{Session: opened.Session, Key: opened.Leaf, Text: "look ü"})
	must(t, err)
	if p.Now != "look ü" || p.Same == "" || p.Plan != "" {
		t.Errorf("the same again: %+v", p)
	}
	wantNotes(t, "after a new start", func() *App { a = anotherApp(t, a); return a }(), openPath(t, a, opened.Path).Session,
		map[string]string{opened.Leaf: "look ü"})
	if readFile(t, opened.Path) != before {
		t.Error("the run log was written")
	}
}

func TestNotesAreOursAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Log("Windows has no modes; the folder is the user's own")
		return
	}
	a, _ := testApp(t)
	opened, _ := openForked(t, a)
	keep(t, a, opened.Session, "00000004", "x")
	for _, name := range []string{notesName, notesLock} {
		info, err := os.Stat(filepath.Join(filepath.Dir(notesPath(a)), name))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v, want a file with mode 0600", name, info, err)
		}
	}
}

func TestNotesAreTakenBackInTheirOrder(t *testing.T) {
	a, _ := testApp(t)
	opened, _ := openForked(t, a)
	first := keep(t, a, opened.Session, "00000004", "first")
	second := keep(t, a, opened.Session, "00000004", "second")
	removed := keep(t, a, opened.Session, "00000004", "")
	wantNotes(t, "removed", a, opened.Session, map[string]string{})
	if _, err := os.Stat(notesPath(a)); !os.IsNotExist(err) {
		t.Errorf("without a note the file is there: %v", err)
	}
	if removed.Path != opened.Path {
		t.Errorf("a note on %s is said to be of %s", opened.Path, removed.Path)
	}
	must(t, a.Close(CloseRequest{Session: opened.Session})) // notes are taken back all the same
	for _, step := range []struct {
		done DoneAnswer
		want string
	}{{removed, "second"}, {second, "first"}, {first, ""}} {
		if _, err := a.Undo(UndoRequest{Undo: step.done.Undo}); err != nil {
			t.Fatal(err)
		}
		all, err := a.notes.all()
		must(t, err)
		if got := textOn(all, noted{Session: "app", Key: "00000004"}); got != step.want {
			t.Errorf("after %q was taken back: %q, want %q", step.done.Did, got, step.want)
		}
	}
}

func TestANoteThatWasChangedSinceIsNotTakenBack(t *testing.T) {
	a, _ := testApp(t)
	opened, path := openForked(t, a)
	done := keep(t, a, opened.Session, "00000004", "mine")
	other := anotherApp(t, a)
	keep(t, other, openPath(t, other, path).Session, "00000004", "other")
	if _, err := a.Undo(UndoRequest{Undo: done.Undo}); kindOfError(err) != kindConflict {
		t.Errorf("Undo = %v, want a conflict", err)
	}
	wantNotes(t, "afterwards", a, opened.Session, map[string]string{"00000004": "other"})
}

func TestNotesGoWithASessionThatIsMoved(t *testing.T) {
	a, _ := testApp(t)
	opened, path := openForked(t, a)
	keep(t, a, opened.Session, "00000004", "by id")
	moved := filepath.Join(t.TempDir(), "elsewhere.jsonl")
	must(t, os.Rename(path, moved))
	wantNotes(t, "moved", a, openPath(t, a, moved).Session, map[string]string{"00000004": "by id"})

	nameless := writeFile(t, filepath.Join(t.TempDir(), "n.jsonl"), strings.Replace(forked, `"id":"app",`, "", 1))
	one := openPath(t, a, nameless)
	if one.ID != "" {
		t.Fatalf("the session has the id %q", one.ID)
	}
	keep(t, a, one.Session, "00000004", "by path")
	two := openPath(t, a, writeFile(t, filepath.Join(t.TempDir(), "n.jsonl"), readFile(t, nameless)))
	wantNotes(t, "without an id", a, one.Session, map[string]string{"00000004": "by path"})
	wantNotes(t, "another without an id", a, two.Session, map[string]string{})
}

func TestTwoProgramsLoseNoNotes(t *testing.T) {
	a, _ := testApp(t)
	opened, path := openForked(t, a)
	other := anotherApp(t, a)
	there := openPath(t, other, path)
	const each = 20
	var both sync.WaitGroup
	write := func(a *App, who string) {
		for i := range each {
			err := a.changeNotes(func(notes []note) ([]note, error) {
				return (&noteAct{on: noted{Session: "app", Path: path, Key: fmt.Sprint(who, i)}}).set(notes, who, 1)
			})
			if err != nil {
				t.Error(err)
			}
		}
	}
	both.Go(func() { write(a, "a") })
	both.Go(func() { write(other, "b") })
	both.Wait()
	if here, there := notesOf(t, a, opened.Session), notesOf(t, other, there.Session); len(here) != 2*each || !cmp.Equal(here, there) {
		t.Errorf("one sees %d notes, the other %d, want %d", len(here), len(there), 2*each)
	}
}

func TestDamagedNotesAreKeptAsideAndTold(t *testing.T) {
	a, w := testApp(t)
	must(t, a.Ready())
	opened, _ := openForked(t, a)
	for i, damage := range []string{"", "{", `{"a":1}`, "[1]"} {
		writeFile(t, notesPath(a), damage)
		wantNotes(t, damage, a, opened.Session, map[string]string{})
		aside := filepath.Join(filepath.Dir(notesPath(a)), fmt.Sprintf("notes-damaged-%d.json", i+1))
		if got := readFile(t, aside); got != damage {
			t.Errorf("%q was kept aside as %q", damage, got)
		}
		if told := w.told("notes"); len(told) != i+1 || !strings.Contains(fmt.Sprint(told[i]), aside) {
			t.Errorf("%q: told %v", damage, told)
		}
	}
	keep(t, a, opened.Session, "00000004", "anew")
	wantNotes(t, "afterwards", a, opened.Session, map[string]string{"00000004": "anew"})
}

func TestNotesThatCannotBeReadAreAnErrorAndStay(t *testing.T) {
	a, _ := testApp(t)
	opened, _ := openForked(t, a)
	must(t, os.MkdirAll(notesPath(a), 0o700)) // a folder in its place
	if _, err := a.Notes(NotesRequest{Session: opened.Session}); err == nil {
		t.Error("Notes answered no error")
	}
	if _, err := a.Note(NoteRequest{Session: opened.Session, Key: "00000004", Text: "x"}); err == nil {
		t.Error("Note answered no error")
	}
	if _, err := a.Graph(GraphRequest{Session: opened.Session, Count: 10}); err != nil {
		t.Errorf("the graph is not shown: %v", err)
	}
}

func TestNotesCanBeSwitchedOffAndDeleted(t *testing.T) {
	a, _ := testApp(t)
	opened, _ := openForked(t, a)
	keep(t, a, opened.Session, "00000004", "x")
	s, err := a.Settings()
	must(t, err)
	s.KeepNotes = false
	must(t, a.SaveSettings(s))
	wantNotes(t, "switched off", a, opened.Session, map[string]string{})
	p, err := a.Note(NoteRequest{Session: opened.Session, Key: "00000004", Text: "y"})
	must(t, err)
	if p.Plan != "" || !strings.Contains(p.Refused, "switched off") {
		t.Errorf("while they are off: %+v", p)
	}
	done, err := a.ClearNotes()
	must(t, err)
	if _, err := os.Stat(notesPath(a)); !os.IsNotExist(err) {
		t.Errorf("after all were deleted the file is there: %v", err)
	}
	s.KeepNotes = true
	must(t, a.SaveSettings(s))
	wantNotes(t, "deleted", a, opened.Session, map[string]string{})
	keep(t, a, opened.Session, "00000002", "since")
	undone, err := a.Undo(UndoRequest{Undo: done.Undo})
	must(t, err)
	wantNotes(t, "taken back", a, opened.Session, map[string]string{"00000004": "x", "00000002": "since"})
	redone, err := a.Undo(UndoRequest{Undo: undone.Undo})
	must(t, err)
	wantNotes(t, "done again", a, opened.Session, map[string]string{})
	_, err = a.Undo(UndoRequest{Undo: redone.Undo})
	must(t, err)
	wantNotes(t, "taken back again", a, opened.Session, map[string]string{"00000004": "x", "00000002": "since"})
	if _, err := a.ClearNotes(); err != nil {
		t.Fatal(err)
	}
	if none, err := a.ClearNotes(); err != nil || none.Undo != "" {
		t.Errorf("without notes: %+v, %v", none, err)
	}
}

func TestNotesAreBounded(t *testing.T) {
	a, _ := testApp(t)
	opened, path := openForked(t, a)
	p, err := a.Note(NoteRequest{Session: opened.Session, Key: "00000004", Text: strings.Repeat("ü", noteAtMost+1)})
	must(t, err)
	if p.Plan != "" || !strings.Contains(p.Refused, fmt.Sprint(noteAtMost)) {
		t.Errorf("a long note: %+v", p)
	}
	keep(t, a, opened.Session, "00000004", strings.Repeat("ü", noteAtMost))
	fill := func(many int, on func(i int) noted) {
		t.Helper()
		must(t, a.notes.change(func(notes []note) ([]note, error) {
			for i := len(notes); i < many; i++ {
				notes = append(notes, note{on(i), "x", 1})
			}
			return notes, nil
		}))
	}
	refused := func(key string) {
		t.Helper()
		plan, err := a.Note(NoteRequest{Session: opened.Session, Key: key, Text: "one more"})
		must(t, err)
		if _, err := a.Apply(ApplyRequest{Plan: plan.Plan}); kindOfError(err) != kindUnsupported {
			t.Errorf("one more: %v, want that it is refused", err)
		}
	}
	fill(sessionNotesAtMost, func(i int) noted { return noted{"app", path, fmt.Sprint("k", i)} })
	refused("00000002")
	if got := len(notesOf(t, a, opened.Session)); got != sessionNotesAtMost {
		t.Errorf("%d notes are shown", got)
	}
	must(t, a.notes.change(func([]note) ([]note, error) { return nil, nil }))
	fill(allNotesAtMost, func(i int) noted { return noted{fmt.Sprint("s", i), path, "k"} })
	refused("00000002")
	if _, err := a.Note(NoteRequest{Session: opened.Session, Key: "none", Text: "x"}); kindOfError(err) != kindNotFound {
		t.Errorf("on an entry that is not there: %v", err)
	}
}

func TestTheGraphMarksRowsWithNotes(t *testing.T) {
	a, _ := testApp(t)
	opened, _ := openForked(t, a)
	keep(t, a, opened.Session, "00000004", "on a reply")
	keep(t, a, opened.Session, "00000003", "on a result")
	g, err := a.Graph(GraphRequest{Session: opened.Session, Count: 50})
	must(t, err)
	marked := map[string]string{}
	for _, row := range g.Rows {
		if row.Notes > 0 {
			marked[row.Key] = fmt.Sprint(row.Notes, " ", row.Note)
		}
	}
	if diff := cmp.Diff(map[string]string{"00000004": "1 on a reply", "00000002": "1 on a result"}, marked); diff != "" {
		t.Errorf("rows with notes (-want +got):\n%s", diff)
	}
}

func TestTheGraphFindsNotesWhileTheyAreKept(t *testing.T) {
	a, _ := testApp(t)
	opened, _ := openForked(t, a)
	found := func(text string) string {
		move, err := a.GraphMove(GraphMoveRequest{Session: opened.Session, Find: text})
		must(t, err)
		g, err := a.Graph(GraphRequest{Session: opened.Session, Count: 50, Find: text})
		must(t, err)
		return fmt.Sprintf("%q, %d of %d", move.Key, g.Hits, move.Of)
	}
	want := func(when, text, want string) {
		t.Helper()
		if got := found(text); got != want {
			t.Errorf("%s: found %s, want %s", when, got, want)
		}
	}
	want("before there is a note", "quince", `"", 0 of 0`)
	keep(t, a, opened.Session, "00000003", "Ask for the Quince")
	want("with a note", "quince", `"00000003", 1 of 1`)
	keep(t, a, opened.Session, "00000003", "Ask for the pear")
	want("after it was changed", "quince", `"", 0 of 0`)
	want("after it was changed", "the pear", `"00000003", 1 of 1`)
}

func TestNoExportHoldsNotes(t *testing.T) {
	a, _ := testApp(t)
	opened, _ := openForked(t, a)
	keep(t, a, opened.Session, "00000004", "between us")
	for _, as := range []string{"pi", "runlog", "html", "markdown"} {
		done, err := exportedBy(t, a, ExportStartRequest{ExportRequest: ExportRequest{Session: opened.Session, As: as, Leaf: "00000004"}, Where: "beside"})
		must(t, err)
		if b := readFile(t, done.Done.Path); b == "" || strings.Contains(b, "between us") {
			t.Errorf("%s: the export holds the note", as)
		}
	}
}

func TestAPlanForANoteIsOneOfEdits(t *testing.T) {
	if got := (&noteAct{was: "a", now: "b"}).says(); got != "Keep the note “b” instead of “a”." {
		t.Errorf("says %q", got)
	}
	err := (&App{settings: &SettingsAnswer{KeepNotes: true}}).refuseNote(&noteAct{on: noted{Key: strings.Repeat("k", nameAtMost+1)}, now: "x"})
	if e, ok := err.(*edit.Error); !ok || e.Kind != edit.Refused {
		t.Errorf("an endless id: %v", err)
	}
}
