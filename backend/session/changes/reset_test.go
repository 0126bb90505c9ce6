package changes_test

import (
	"errors"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session/changes"
	"branchline/backend/session/runlog"
)

// After a reset a run log repeats what is left of the conversation: a call that
// was made once is told of once, and one from before the reset is not lost.
func TestARunsResetNeitherDoublesNorLosesChanges(t *testing.T) {
	w, err := runlog.Create(t.TempDir(), "20260301-090000", runlog.Meta{Task: "Do it.", Workdir: "/srv/shop"})
	if err != nil {
		t.Fatal(err)
	}
	r := runlog.NewRecorder(w)
	pair := func(id, arguments string) {
		call := runlog.Activity{Kind: "request", ID: id, Name: "write", Arguments: arguments}
		answer := call
		answer.Kind, answer.Result = "response", "saved"
		if err := errors.Join(r.RecordMessage(runlog.Message{Type: "activity", Activity: &call}),
			r.RecordMessage(runlog.Message{Type: "activity", Text: "saved", Activity: &answer})); err != nil {
			t.Fatal(err)
		}
	}
	pair("1", `{"path":"gone.txt","content":"a\n"}`)
	pair("2", `{"path":"kept.txt","content":"b\n"}`)
	if err := r.RecordReset(); err != nil {
		t.Fatal(err)
	}
	pair("2", `{"path":"kept.txt","content":"b\n"}`)
	pair("3", `{"path":"new.txt","content":"c\n"}`)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(w.Path())
	if err != nil {
		t.Fatal(err)
	}
	s := opened(t, b)
	found, err := changes.Of(s, s.Index().Leaf)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range append(found.Files, found.Elsewhere...) {
		for _, h := range f.Hunks {
			got = append(got, h.Entry+" "+f.Path)
		}
	}
	if diff := cmp.Diff([]string{"L2 gone.txt", "L4 kept.txt", "L9 new.txt"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
