package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/session/live"
)

// replaced puts another file in the place of one: other replies, the same entries.
func replaced(t *testing.T, path string) {
	t.Helper()
	writeFile(t, path+".new", strings.Replace(leaky, `"No."`, `"Yes."`, 1))
	must(t, os.Rename(path+".new", path))
}

// A file that took the place of another is looked at before anything of it leaves,
// whether the app has seen it yet or not.
func TestNothingIsExportedOfAFileThatWasReplacedMeanwhile(t *testing.T) {
	for _, c := range []struct {
		what string
		sees bool
	}{{"unseen", false}, {"seen", true}} {
		t.Run(c.what, func(t *testing.T) {
			a, _ := testApp(t)
			path := writeFile(t, filepath.Join(t.TempDir(), "s.jsonl"), leaky)
			opened := openPath(t, a, path)
			r := ExportRequest{Session: opened.Session, As: "markdown", Leaf: "00000003"}
			plan, err := a.ExportPlan(r)
			must(t, err)
			r.Generation = plan.Generation
			replaced(t, path)
			if c.sees {
				if seen, err := a.set.Look(context.Background(), opened.Session); seen != live.Reread || err != nil {
					t.Fatalf("looked: %v, %v", seen, err)
				}
				if _, err := a.ExportPlan(r); kindOfError(err) != kindConflict {
					t.Errorf("it is planned: %v", err)
				}
			}
			if _, err := exportedBy(t, a, ExportStartRequest{ExportRequest: r, Where: "beside"}); kindOfError(err) != kindConflict || !strings.Contains(err.Error(), "replaced") {
				t.Errorf("it is written: %v", err)
			}
			if names, err := os.ReadDir(filepath.Dir(path)); err != nil || len(names) != 1 {
				t.Errorf("there are %v, %v", names, err)
			}
			if _, err := a.set.Look(context.Background(), opened.Session); err != nil {
				t.Fatal(err)
			}
			r.Generation = 0
			plan, err = a.ExportPlan(r)
			must(t, err)
			r.Generation = plan.Generation
			done, err := exportedBy(t, a, ExportStartRequest{ExportRequest: r, Where: "beside"})
			must(t, err)
			if !strings.Contains(readFile(t, done.Done.Path), "Yes.") {
				t.Error("looked at again, it is not what the file holds now")
			}
		})
	}
}

// What only grew is the file that was looked at, and the next plan says that another
// one is not.
func TestAPlanSaysOfWhichFileItIs(t *testing.T) {
	a, _ := testApp(t)
	path := writeFile(t, filepath.Join(t.TempDir(), "s.jsonl"), leaky)
	opened := openPath(t, a, path)
	label := func() PlanAnswer {
		plan, err := a.Label(LabelRequest{Session: opened.Session, Key: "00000003", Label: "mine"})
		must(t, err)
		if plan.Plan == "" {
			t.Fatalf("it cannot be done: %+v", plan)
		}
		return plan
	}
	first := label()
	add(t, path, said("00000004", "00000003", asks))
	grown := label()
	replaced(t, path)
	other := label()
	if first.Generation == 0 || grown.Generation != first.Generation || other.Generation == first.Generation {
		t.Errorf("the files are %d, %d grown, %d replaced", first.Generation, grown.Generation, other.Generation)
	}
	if _, err := a.Apply(ApplyRequest{Plan: grown.Plan}); kindOfError(err) != kindConflict {
		t.Errorf("what was planned for the other file is written: %v", err)
	}
}
