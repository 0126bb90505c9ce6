package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/paths"
	"branchline/backend/session/changes"
)

// rowsOfPart are all rows of a part, asked for as the page does.
func rowsOfPart(t *testing.T, a *App, r ChangesRequest) []ChangedRow {
	t.Helper()
	all := []ChangedRow{}
	for r.Count = rowsAtMost; ; r.From = len(all) {
		answer, err := a.Changes(r)
		if err != nil {
			t.Fatal(err)
		}
		crosses(t, answer)
		all = append(all, answer.Rows...)
		if len(all) >= answer.Total {
			return all
		}
		if len(answer.Rows) == 0 {
			t.Fatalf("nothing of %d rows from %d on", answer.Total, r.From)
		}
	}
}

func commandLine(t *testing.T, args ...string) string {
	t.Helper()
	var out, errOut bytes.Buffer
	if status := runCommandLine(paths.System(), args, &out, &errOut); status != statusDone {
		t.Fatalf("status %d: %s", status, errOut.String())
	}
	return out.String()
}

func TestThePageSeesTheChangesTheCommandLinePrints(t *testing.T) {
	files, err := filepath.Glob("samples/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			a, _ := testApp(t)
			opened := openPath(t, a, path)
			var want changesJSON
			if err := json.Unmarshal([]byte(commandLine(t, "changes", path, "--leaf", opened.SuggestedLeaf, "--json")), &want); err != nil {
				t.Fatal(err)
			}
			for part, files := range map[string][]changedJSON{"files": want.Files, "undone": want.Undone, "outside": want.Outside, "elsewhere": want.Elsewhere} {
				rows := rowsOfPart(t, a, ChangesRequest{Session: opened.Session, Part: part})
				if len(rows) != len(files) {
					t.Fatalf("%s: %d rows, want %d", part, len(rows), len(files))
				}
				for i := range files {
					if files[i].MayReplace {
						files[i].Action = changes.Write
					}
					rows[i].Patchable = false // the command line's document does not tell
					if diff := cmp.Diff(rowOf(&files[i].File, i), rows[i]); diff != "" {
						t.Errorf("%s (-command line +page):\n%s", part, diff)
					}
					checkChange(t, a, ChangeRequest{Session: opened.Session, Part: part, Place: i}, &files[i].File)
				}
			}
			patch := commandLine(t, "changes", path, "--leaf", opened.SuggestedLeaf, "--patch")
			if diff := cmp.Diff(patch, patchOf(t, a, ChangesPatchRequest{Session: opened.Session})); diff != "" {
				t.Errorf("patch (-command line +page):\n%s", diff)
			}
		})
	}
}

// checkChange holds what is answered of a file's change against it.
func checkChange(t *testing.T, a *App, r ChangeRequest, want *changes.File) {
	t.Helper()
	answer, err := a.Change(r)
	if err != nil {
		t.Fatal(err)
	}
	crosses(t, answer)
	var diff strings.Builder
	for _, part := range answer.Parts {
		diff.WriteString(part.Diff)
	}
	if want.Whole && diff.String() != want.Diff || !want.Whole && diff.Len() > 0 {
		t.Errorf("%s: the parts are\n%s\nthe diff is\n%s", want.Path, diff.String(), want.Diff)
	}
	for i, h := range want.Hunks {
		if got := answer.Steps[i]; got.Entry != h.Entry || got.Diff != h.Diff || got.Certainty != h.Certainty {
			t.Errorf("%s: step %+v, want %+v", want.Path, got, h)
		}
	}
}

func patchOf(t *testing.T, a *App, r ChangesPatchRequest) string {
	t.Helper()
	var patch strings.Builder
	for r.From >= 0 {
		answer, err := a.ChangesPatch(r)
		if err != nil {
			t.Fatal(err)
		}
		crosses(t, answer)
		patch.WriteString(answer.Text)
		r.From = answer.Next
	}
	return patch.String()
}

// sessionOf is a session of writes of files, one after the other.
func sessionOf(t *testing.T, files ...[2]string) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(header)
	parent := "null"
	for i, f := range files {
		args, err := json.Marshal(map[string]string{"path": f[0], "content": f[1]})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, `{"type":"message","id":"a%d","parentId":%s,"timestamp":"2026-05-04T09:00:01.000Z","message":{"role":"assistant","content":[{"type":"toolCall","id":"c%d","name":"write","arguments":%s}],"stopReason":"toolUse"}}`+"\n", i, parent, i, args)
		fmt.Fprintf(&b, `{"type":"message","id":"r%d","parentId":"a%d","timestamp":"2026-05-04T09:00:02.000Z","message":{"role":"toolResult","toolCallId":"c%d","toolName":"write","content":[{"type":"text","text":"ok"}],"isError":false}}`+"\n", i, i, i)
		parent = fmt.Sprintf(`"r%d"`, i)
	}
	return b.String()
}

// listedFirst begins a session with a listing of an empty folder, so that what it
// writes is new.
func listedFirst(text string) string {
	first := `{"type":"message","id":"a","parentId":null,"timestamp":"2026-05-04T09:00:00.000Z","message":{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"bash","arguments":{"command":"ls -a"}}],"stopReason":"toolUse"}}` + "\n" +
		`{"type":"message","id":"r","parentId":"a","timestamp":"2026-05-04T09:00:00.500Z","message":{"role":"toolResult","toolCallId":"c","toolName":"bash","content":[{"type":"text","text":".\n..\n"}],"isError":false}}` + "\n"
	return header + first + strings.Replace(strings.TrimPrefix(text, header), `"parentId":null`, `"parentId":"r"`, 1)
}

func TestChangesOfManyFilesCrossInPieces(t *testing.T) {
	a, _ := testApp(t)
	var files [][2]string
	for i := range 2500 {
		files = append(files, [2]string{fmt.Sprintf("src/%sfile%04d.go", strings.Repeat("深い/", 1+i%59), i), "package f\n"})
	}
	opened := openPath(t, a, writeFile(t, filepath.Join(t.TempDir(), "s.jsonl"), listedFirst(sessionOf(t, files...))))
	rows := rowsOfPart(t, a, ChangesRequest{Session: opened.Session, Part: "files"})
	if len(rows) != len(files) {
		t.Fatalf("%d rows of %d files", len(rows), len(files))
	}
	for i, row := range rows {
		if row.Path != files[i][0] || row.Place != i || row.Entry != fmt.Sprintf("a%d", i) {
			t.Fatalf("row %d is %+v", i, row)
		}
	}
	if rows := rowsOfPart(t, a, ChangesRequest{Session: opened.Session, Part: "files", Only: changes.Failed}); len(rows) != 0 {
		t.Errorf("%d failed ones", len(rows))
	}
	if patch := patchOf(t, a, ChangesPatchRequest{Session: opened.Session}); strings.Count(patch, "diff --git ") != len(files) {
		t.Errorf("a patch of %d files", strings.Count(patch, "diff --git "))
	}
	one := patchOf(t, a, ChangesPatchRequest{Session: opened.Session, One: true, Place: 7})
	if strings.Count(one, "diff --git ") != 1 || !strings.Contains(one, "file0007.go") {
		t.Errorf("the patch of one file is %q", one)
	}
}

// What may have been there before is in the patch of the file alone: git apply takes
// a patch as a whole or not at all.
func TestAPatchOfAllHasNothingThatGitMightRefuse(t *testing.T) {
	a, _ := testApp(t)
	opened := openPath(t, a, writeFile(t, filepath.Join(t.TempDir(), "s.jsonl"), sessionOf(t, [2]string{"a.txt", "1\n"})))
	if patch := patchOf(t, a, ChangesPatchRequest{Session: opened.Session}); patch != "" {
		t.Errorf("the patch of all is %q", patch)
	}
	if patch := patchOf(t, a, ChangesPatchRequest{Session: opened.Session, One: true}); !strings.Contains(patch, "new file mode") {
		t.Errorf("the patch of the file is %q", patch)
	}
	answer, err := a.Changes(ChangesRequest{Session: opened.Session, Part: "files", Count: 1})
	if err != nil || answer.Patchable != 1 || answer.Rows[0].Action != changes.Write || !answer.Rows[0].Patchable {
		t.Errorf("%+v %v", answer, err)
	}
	change, err := a.Change(ChangeRequest{Session: opened.Session, Part: "files"})
	if err != nil || change.Parts[0].Added != 1 {
		t.Errorf("%+v %v", change, err)
	}
}

func TestALongChangeIsCutAtALine(t *testing.T) {
	a, _ := testApp(t)
	opened := openPath(t, a, writeFile(t, filepath.Join(t.TempDir(), "s.jsonl"), sessionOf(t,
		[2]string{"long.txt", strings.Repeat("a line of <many> & \"others\"\n", 20_000)},
		[2]string{"wide.txt", strings.Repeat("x", 400_000) + "\nend\n"})))
	for place, lines := range []int{20_001, 3} {
		answer, err := a.Change(ChangeRequest{Session: opened.Session, Part: "files", Place: place})
		if err != nil {
			t.Fatal(err)
		}
		crosses(t, answer)
		part := answer.Parts[0]
		if got := strings.Count(strings.TrimSuffix(part.Diff, "\n"), "\n") + 1 + part.Cut; got != lines || part.Cut == 0 {
			t.Errorf("file %d: %d lines are shown or counted, %d of them cut; want %d", place, got, part.Cut, lines)
		}
		if step := answer.Steps[0]; step.Added != lines-1 {
			t.Errorf("file %d: a step of %d lines, want %d", place, step.Added, lines-1)
		}
	}
}

func TestChangesStayAsTheyWereWhileTheirRowsAreAskedFor(t *testing.T) {
	a, _ := testApp(t)
	text := sessionOf(t, [2]string{"a.txt", "1\n"}, [2]string{"b.txt", "2\n"})
	path := writeFile(t, filepath.Join(t.TempDir(), "s.jsonl"), text)
	opened := openPath(t, a, path)
	first, err := a.Changes(ChangesRequest{Session: opened.Session, Leaf: "r1", Part: "files", Count: 1})
	if err != nil || first.Total != 2 || first.Certain != 2 || first.Added != 2 {
		t.Fatalf("%+v %v", first, err)
	}
	// Another branch of the same session, on which the agent goes on.
	more := strings.ReplaceAll(strings.TrimPrefix(sessionOf(t, [2]string{"a.txt", "3\n"}), header), `"a0"`, `"x0"`)
	more = strings.ReplaceAll(strings.ReplaceAll(more, `"r0"`, `"y0"`), `"c0"`, `"z0"`)
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString(more); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := a.set.Look(t.Context(), opened.Session); err != nil {
		t.Fatal(err)
	}
	ask := ChangesRequest{Session: opened.Session, Leaf: "r1", Known: first.Revision, Part: "files", From: 1, Count: 1}
	if same, err := a.Changes(ask); err != nil || same.Elsewhere != 0 || same.Revision != first.Revision {
		t.Errorf("as they were: %+v %v", same, err)
	}
	ask.Known = 0
	if fresh, err := a.Changes(ask); err != nil || fresh.Elsewhere != 1 || fresh.Revision <= first.Revision {
		t.Errorf("as they are: %+v %v", fresh, err)
	}
}

func TestChangesAreAskedOfWhatIsThere(t *testing.T) {
	a, _ := testApp(t)
	opened, _ := openForked(t, a)
	for name, ask := range map[string]func() error{
		"a part": func() error { _, err := a.Changes(ChangesRequest{Session: opened.Session, Part: "x"}); return err },
		"a branch": func() error {
			_, err := a.Changes(ChangesRequest{Session: opened.Session, Leaf: "x", Part: "files"})
			return err
		},
		"a file": func() error {
			_, err := a.Change(ChangeRequest{Session: opened.Session, Part: "files", Place: 9})
			return err
		},
		"a file for a patch": func() error {
			_, err := a.ChangesPatch(ChangesPatchRequest{Session: opened.Session, One: true, Place: -1})
			return err
		},
	} {
		if err := ask(); kindOfError(err) != kindNotFound {
			t.Errorf("%s that is not there: %v", name, err)
		}
	}
	if answer, err := a.Changes(ChangesRequest{Session: opened.Session, Part: "files", Count: 10}); err != nil || answer.Total != 0 {
		t.Errorf("a session that changed nothing: %+v %v", answer, err)
	}
}

func TestChangesOfASessionWithoutEntriesAreNone(t *testing.T) {
	a, _ := testApp(t)
	opened := openPath(t, a, writeFile(t, filepath.Join(t.TempDir(), "s.jsonl"), header))
	answer, err := a.Changes(ChangesRequest{Session: opened.Session, Part: "files", Count: 10})
	if err != nil || answer.Total != 0 || answer.Rows == nil || answer.Notes == nil {
		t.Errorf("%+v %v", answer, err)
	}
}
