package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session/compare"
	"branchline/backend/session/live"
)

func writeForked(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.jsonl")
	add(t, path, header+said("e1", "", asks)+said("e2", "e1", calls)+said("e3", "e2", results)+
		said("e4", "e3", strings.Replace(calls, "ls", "make", 1))+said("e5", "e4", results)+
		said("f4", "e3", strings.Replace(calls, "ls", "go test ./...", 1))+said("f5", "f4", results))
	return path
}

func sidesOf(a, leafA, b, leafB string) CompareSides {
	return CompareSides{A: CompareSide{Session: a, Leaf: leafA}, B: CompareSide{Session: b, Leaf: leafB}}
}

func compareOf(t *testing.T, a *App, r CompareSides) CompareAnswer {
	t.Helper()
	answer, err := a.Compare(CompareRequest{r})
	if err != nil {
		t.Fatal(err)
	}
	crosses(t, answer)
	return answer
}

func compareRows(t *testing.T, a *App, r CompareSides) []CompareRow {
	t.Helper()
	rows := []CompareRow{}
	for {
		answer, err := a.CompareRows(CompareRowsRequest{CompareSides: r, From: len(rows), Count: rowsAtMost})
		if err != nil {
			t.Fatal(err)
		}
		crosses(t, answer)
		rows = append(rows, answer.Rows...)
		if len(rows) >= answer.Total {
			return rows
		}
	}
}

func TestTwoBranchesOfOneSessionAreCompared(t *testing.T) {
	a, _ := testApp(t)
	s := openPath(t, a, writeForked(t)).Session
	r := sidesOf(s, "e5", s, "f5")
	head := compareOf(t, a, r)
	if want := "A ran `make`, B ran `go test ./...`"; !strings.Contains(head.Divergence.Text, want) {
		t.Errorf("they part with %q, want %q", head.Divergence.Text, want)
	}
	if head.SharedCount != 3 || head.Ancestor != "e3" || head.SideA.Leaf != "e5" || head.SideB.End != "f5" {
		t.Errorf("shared %d up to %q, A ends at %q, B's branch at %q", head.SharedCount, head.Ancestor, head.SideA.Leaf, head.SideB.End)
	}
	rows := compareRows(t, a, r)
	if len(rows) != head.RowCount || len(rows) == 0 || rows[head.Divergence.Row].A.Key != "e4" {
		t.Errorf("%d rows of %d, the parting at %d: %+v", len(rows), head.RowCount, head.Divergence.Row, rows)
	}
	marks, err := a.CompareMarks(CompareMarksRequest{CompareSides: r})
	must(t, err)
	set, err := base64.StdEncoding.DecodeString(marks.Marks)
	must(t, err)
	for i, row := range rows {
		if (set[i]&compare.MarkOther == 0) != row.Same {
			t.Errorf("row %d is the same: %t, its marks are %b", i, row.Same, set[i])
		}
	}
	found, err := a.CompareRows(CompareRowsRequest{CompareSides: r, AtB: "f4"})
	if must(t, err); found.At < 0 || rows[found.At].B.Key != "f4" {
		t.Errorf("f4 is found at row %d", found.At)
	}
	back := compareOf(t, a, sidesOf(s, "f5", s, "e5"))
	if back.Divergence.A != head.Divergence.B || back.A.Leaf != "f5" {
		t.Errorf("the other way round they part at %q", back.Divergence.A)
	}
}

func TestFilesOfTwoSessionsAreCompared(t *testing.T) {
	a, _ := testApp(t)
	one, other := openPath(t, a, "samples/faster-thumbnails.jsonl"), openPath(t, a, "samples/faster-thumbnails-behind-a-flag.jsonl")
	leaves, err := a.Leaves(LeavesRequest{Session: one.Session})
	must(t, err)
	r := sidesOf(one.Session, leaves.Leaves[0].Key, other.Session, "")
	head := compareOf(t, a, r)
	if head.Relation != compare.Fork || head.SideA.Title == "" || len(head.Ruler.A) == 0 || head.Ruler.TotalMs == 0 {
		t.Errorf("relation %q, title %q, ruler %+v", head.Relation, head.SideA.Title, head.Ruler)
	}
	files, err := a.CompareFiles(CompareRequest{r})
	must(t, err)
	crosses(t, files)
	if len(files.OnlyA)+len(files.OnlyB)+len(files.Both) == 0 {
		t.Error("no file was touched")
	}
	written, err := a.CompareMarkdown(CompareRequest{r})
	if must(t, err); !strings.Contains(written.Text, head.Divergence.Text) {
		t.Errorf("the text for a note does not say where they part:\n%s", written.Text)
	}
	if _, err := a.CompareRows(CompareRowsRequest{CompareSides: sidesOf(other.Session, "", one.Session, ""), Count: 3}); err != nil {
		t.Error(err)
	}
}

func TestAComparisonGoesOnWithABranchThatGrows(t *testing.T) {
	path := writeForked(t)
	a, _, opened := followed(t, path)
	r := sidesOf(opened.Session, "e5", opened.Session, "f5")
	before := compareOf(t, a, r)
	add(t, path, said("f6", "f5", ends))
	wait(t, "the line that was added", func() bool { return followOf(t, a, opened.Session, "f5").Leaf == "f6" })
	if still := compareOf(t, a, r); still.SideB.Leaf != "f5" || still.SideB.End != "f6" || !cmp.Equal(before.Divergence, still.Divergence) {
		t.Errorf("B ends at %q of %q and parts at %+v", still.SideB.Leaf, still.SideB.End, still.Divergence)
	}
	r.B.Follow = true
	if now := compareOf(t, a, r); now.SideB.Leaf != "f6" || now.SideB.Revision == before.SideB.Revision || now.B.Outcome.State != "finished" {
		t.Errorf("B ends at %q and is %q", now.SideB.Leaf, now.B.Outcome.State)
	}
}

func TestAComparisonOfWhatIsNotThereIsRefused(t *testing.T) {
	a, _ := testApp(t)
	s := openPath(t, a, writeForked(t)).Session
	other := openPath(t, a, "samples/faster-thumbnails.jsonl").Session
	if _, err := a.Compare(CompareRequest{sidesOf(s, "e5", s, "nothing")}); err == nil || !strings.Contains(err.Error(), kindNotFound) {
		t.Errorf("an entry that is not there: %v", err)
	}
	must(t, a.Close(CloseRequest{Session: other}))
	for _, r := range []CompareSides{sidesOf(s, "", other, ""), sidesOf(other, "", s, ""), sidesOf(other, "", other, "")} {
		if _, err := a.Compare(CompareRequest{r}); err == nil || !strings.Contains(err.Error(), kindGone) {
			t.Errorf("a closed session: %v", err)
		}
	}
	if err := a.useBoth(s, other, nil); !errors.Is(err, live.ErrClosed) {
		t.Errorf("holding a closed session: %v", err)
	}
}

// Whoever holds one session and waits for another that is about to grow must not be
// waited for by somebody who holds that one.
func TestSessionsThatGrowAreComparedBothWaysAtOnce(t *testing.T) {
	pathA, pathB := writeForked(t), writeForked(t)
	a, _, one := followed(t, pathA)
	other := openPath(t, a, pathB)
	var all sync.WaitGroup
	for _, r := range []CompareSides{sidesOf(one.Session, "", other.Session, ""), sidesOf(other.Session, "", one.Session, "")} {
		all.Go(func() {
			for range 60 {
				if _, err := a.Compare(CompareRequest{r}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for _, path := range []string{pathA, pathB} {
		all.Go(func() {
			for n := range 30 {
				add(t, path, said(fmt.Sprintf("g%d", n), "f5", ends))
				a.look(one.Session)
				a.look(other.Session)
			}
		})
	}
	all.Wait()
}

func TestAnAnswerOfManyLongRowsStaysSmall(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long.jsonl")
	text := header + said("r", "", asks)
	for _, side := range []string{"a", "b"} {
		up := "r"
		for n := range 400 {
			id := fmt.Sprintf("%s%d", side, n)
			long := strings.Repeat(fmt.Sprintf("%s step %d ", side, n), 300)
			text += said(id, up, fmt.Sprintf(`{"role":"assistant","content":[{"type":"text","text":%q},{"type":"toolCall","id":"c%s","name":"bash","arguments":{"command":%q}}],"stopReason":"toolUse"}`, long, id, long))
			up = id
		}
	}
	add(t, path, text)
	a, _ := testApp(t)
	s := openPath(t, a, path).Session
	r := sidesOf(s, "a399", s, "b399")
	if rows := compareRows(t, a, r); len(rows) < 400 {
		t.Errorf("%d rows, want all steps of both sides", len(rows))
	}
	compareOf(t, a, r)
}

func TestAllLeavesAreListed(t *testing.T) {
	a, _ := testApp(t)
	s := openPath(t, a, writeForked(t)).Session
	answer, err := a.Leaves(LeavesRequest{Session: s})
	must(t, err)
	keys := []string{}
	for _, leaf := range answer.Leaves {
		keys = append(keys, leaf.Key)
	}
	if !slices.Equal(keys, []string{"e5", "f5"}) || answer.Total != 2 {
		t.Errorf("%d leaves: %v", answer.Total, keys)
	}
}

// A side that ends where its branch ends goes on with it, also when a label or a name
// was set down there.
func TestASideFollowsItsBranchPastLabels(t *testing.T) {
	path := writeForked(t)
	a, _, opened := followed(t, path)
	named := func(id, up string) string {
		return fmt.Sprintf(`{"type":"label","id":%q,"parentId":%q,"timestamp":"2026-05-04T09:20:00.000Z","targetId":"f5","label":"good"}`, id, up) + "\n"
	}
	add(t, path, named("l1", "f5")+named("l2", "l1"))
	wait(t, "the labels", func() bool { return followOf(t, a, opened.Session, "f5").Leaf == "l2" })
	r := sidesOf(opened.Session, "e5", opened.Session, "f5")
	head := compareOf(t, a, r)
	if head.SideB.Leaf != "f5" || head.SideB.End != "f5" || head.B.Cut {
		t.Errorf("B ends at %q of %q, cut: %t", head.SideB.Leaf, head.SideB.End, head.B.Cut)
	}
	r.B.Follow = true
	if head := compareOf(t, a, r); head.SideB.Leaf != "f5" || head.SideB.End != "f5" {
		t.Errorf("B ends at %q of %q", head.SideB.Leaf, head.SideB.End)
	}
	add(t, path, said("f6", "l2", ends))
	wait(t, "the line that was added", func() bool { return followOf(t, a, opened.Session, "f5").Leaf == "f6" })
	if head := compareOf(t, a, r); head.SideB.Leaf != "f6" {
		t.Errorf("B ends at %q", head.SideB.Leaf)
	}
}

func TestAComparisonOfAFileThatWasCutShortSaysSo(t *testing.T) {
	path := writeForked(t)
	whole, err := os.ReadFile(path)
	must(t, err)
	a, _ := testApp(t)
	s := openPath(t, a, path).Session
	r := sidesOf(s, "e5", s, "f5")
	r.B.Follow = true
	compareOf(t, a, r)
	at := strings.Index(string(whole), `"id":"f4"`)
	must(t, os.WriteFile(path, whole[:strings.LastIndexByte(string(whole[:at]), '\n')+1], 0o600))
	_, err = a.set.Reload(t.Context(), s)
	must(t, err)
	head := compareOf(t, a, r)
	if head.SideB.Leaf != "e5" || len(head.Notes) != 1 || !strings.HasPrefix(head.Notes[0], "The file of B was cut short") {
		t.Errorf("B ends at %q, notes %q", head.SideB.Leaf, head.Notes)
	}
	r.B.Follow = false
	if _, err := a.Compare(CompareRequest{r}); err == nil || strings.Contains(err.Error(), "f5") || !strings.Contains(err.Error(), "the entry that B ended at is not in the file any more") {
		t.Errorf("a side whose entry is gone: %v", err)
	}
}

func TestAComparisonOfAFileThatIsGoneSaysSo(t *testing.T) {
	path := writeForked(t)
	a, _ := testApp(t)
	s := openPath(t, a, path).Session
	must(t, os.WriteFile(path, nil, 0o600))
	must(t, os.Remove(path))
	_, err := a.CompareFiles(CompareRequest{sidesOf(s, "e5", s, "f5")})
	if err == nil || !strings.Contains(err.Error(), "the file of A is gone: "+path+" was moved or deleted") {
		t.Errorf("a file that is gone: %v", err)
	}
}

// The axis of the ruler is the engaged time of the figures.
func TestARulerEndsAtTheEngagedTime(t *testing.T) {
	a, _ := testApp(t)
	one, other := openPath(t, a, "samples/uploads-4-cancelled.jsonl"), openPath(t, a, "samples/uploads-5-finished.jsonl")
	head := compareOf(t, a, sidesOf(one.Session, "", other.Session, ""))
	if head.Ruler.EndAMs != head.A.Totals.EngagedMs || head.Ruler.EndBMs != head.B.Totals.EngagedMs || head.Ruler.TotalMs != max(head.Ruler.EndAMs, head.Ruler.EndBMs) {
		t.Errorf("the ruler ends at %d and %d of %d, the figures are %d and %d", head.Ruler.EndAMs, head.Ruler.EndBMs, head.Ruler.TotalMs, head.A.Totals.EngagedMs, head.B.Totals.EngagedMs)
	}
	for _, lane := range [][]RulerTick{head.Ruler.A, head.Ruler.B} {
		last := int64(0)
		for _, tick := range lane {
			if tick.AtMs < last || tick.AtMs > head.Ruler.TotalMs {
				t.Errorf("a step at %d behind one at %d, of %d", tick.AtMs, last, head.Ruler.TotalMs)
			}
			last = tick.AtMs
		}
	}
}
