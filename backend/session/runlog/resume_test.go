package runlog

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"branchline/backend/session"

	"github.com/google/go-cmp/cmp"
)

func TestARunThatCarriesOnHasALogOfItsOwn(t *testing.T) {
	const lost = "sha256:0000000000000000000000000000000000000000000000000000000000000000"
	dir := lay(t, map[string]string{
		"renamed.jsonl": lines(
			`{"kind":"meta","at":"2026-01-02T03:04:05Z","meta":{"id":"old","task":"T","model":"m1","provider":"p","driver":"d","workdir":"/w","resumedFrom":"older"}}`,
			vUser("gone"), vCompact, vReset,
			`{"kind":"message","message":{"type":"checkpoint","text":"summary"}}`,
			`{"kind":"message","message":{"type":"activity","text":"1","activity":{"kind":"response","id":"c","name":"n","arguments":"{}","result":{"b":12345678901234567890,"a":1}}}}`,
			`{"kind":"message","message":{"type":"attachment","text":"t","images":[{"media_type":"image/png","digest":"sha256:`+abc+`","source":"blob"},{"media_type":"image/png","digest":"`+lost+`","source":"blob"}]}}`,
			`{"kind":"message","message":{"type":"new","text":"kept"}}`,
			vResult("settled"),
		),
		"renamed.blobs/" + abc + ".png": "abc",
	})
	path := filepath.Join(dir, "renamed.jsonl")
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	old, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	w, err := Resume(dir, time.Date(2026, 1, 3, 0, 0, 0, 0, time.UTC), old, Meta{Task: "other", Model: "m2", ResumedFrom: "x"})
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecorder(w)
	for _, err := range []error{r.RecordMessage(Message{Type: "user", Text: "Carry on."}), r.RecordEvent("iteration", "", "", 1), r.RecordResult(Result{Reason: "stop"})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	want := &Session{
		Meta: Meta{ID: "20260103-000000", Task: "T", Model: "m2", ResumedFrom: "old"}, Blobs: filepath.Join(dir, "20260103-000000.blobs"),
		Messages: []Message{
			{Type: "checkpoint", Text: "summary"},
			{Type: "activity", Text: "1", Activity: &Activity{Kind: "response", ID: "c", Name: "n", Arguments: "{}", Result: json.RawMessage(`{"b":12345678901234567890,"a":1}`)}},
			{Type: "attachment", Text: "t", Images: []Image{
				{MediaType: "image/png", Digest: "sha256:" + abc, Size: 3, Source: "blob"}, {MediaType: "image/png", Digest: lost, Source: "blob"},
			}},
			{Type: "new", Text: "kept"},
			{Type: "user", Text: "Carry on."},
		},
		Events: []Event{{Kind: "iteration", Iteration: 1}}, Result: &Result{Reason: "stop"},
	}
	got := loaded(t, w)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if image := got.AgentMessages()[2].Images[0]; string(image.Bytes) != "abc" {
		t.Errorf("the picture is %q", image.Bytes)
	}
	if now, err := os.ReadFile(path); err != nil || string(now) != string(before) {
		t.Error("the old log was touched")
	}
	// What was carried over ends where the kickoff begins, for our own reader too.
	l := open(t, w.Path())
	var inherited []string
	for _, it := range l.Items(l.Index().Leaf) {
		if it.Inherited {
			inherited = append(inherited, string(it.Kind))
		}
	}
	if l.Index().Header.Parent != "old" || len(inherited) != 4 {
		t.Errorf("parent %q, inherited %q; want old and four", l.Index().Header.Parent, inherited)
	}
	if e := l.End(l.Index().Leaf, 0); e.State != session.Finished {
		t.Errorf("it ended as %s", e.State)
	}
}

func TestAResumedRunKeepsItsLogWhenAPictureCannotBeStored(t *testing.T) {
	dir := lay(t, map[string]string{"20260103-000000.blobs": "in the way"})
	old := &Session{Meta: Meta{ID: "old", Task: "T"}, Messages: []Message{
		{Type: "attachment", Text: "t", Images: []Image{NewImage([]byte("abc"), "image/png", 0, 0)}}, {Type: "bot", Text: "b"},
	}}
	w, err := Resume(dir, time.Date(2026, 1, 3, 0, 0, 0, 0, time.UTC), old, Meta{})
	if err == nil || !strings.Contains(err.Error(), "image") {
		t.Errorf("error %v, want one about the picture", err)
	}
	if got, want := short(loaded(t, w)), `20260103-000000 ["t" "b"]`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

func TestWithoutARunNothingIsCarriedOn(t *testing.T) {
	dir := t.TempDir()
	if w, err := Resume(dir, time.Now(), nil, Meta{}); w != nil || err == nil || len(below(t, dir)) > 0 {
		t.Errorf("%v, %v, %v; want an error and no log", w, err, below(t, dir))
	}
}
