package runlog

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// W9.
func TestWithoutALogARecorderDoesNothing(t *testing.T) {
	for name, r := range map[string]*Recorder{"no recorder": nil, "no writer": NewRecorder(nil)} {
		err := errors.Join(
			r.RecordMessage(Message{Images: []Image{NewImage([]byte("abc"), "", 0, 0)}}), r.RecordEvent("usage", "", "", 0),
			r.RecordReset(), r.RecordFailure(&Failure{RequestBody: "x"}), r.RecordResult(Result{}),
		)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestARecorderWritesWhatAnEngineTells(t *testing.T) {
	w := start(t, Meta{})
	r := NewRecorder(w)
	result := Result{Reason: "failed", Code: 1}
	err := errors.Join(
		r.RecordMessage(Message{Type: "user", Text: "gone"}),
		r.RecordEvent("iteration", "", "", 1), r.RecordEvent("token", "", "a", 0), r.RecordEvent("reasoningToken", "", "b", 0),
		r.RecordEvent("toolCallStart", "read", "{}", 0), r.RecordReset(), r.RecordMessage(Message{Type: "bot", Text: "kept"}), r.RecordResult(result),
	)
	if err != nil {
		t.Fatal(err)
	}
	want := &Session{
		Meta: Meta{ID: "run"}, Messages: []Message{{Type: "bot", Text: "kept"}}, Blobs: w.Blobs(), Result: &result,
		Events: []Event{{Kind: "iteration", Iteration: 1}, {Kind: "toolCallStart", Tool: "read", Text: "{}"}},
	}
	if diff := cmp.Diff(want, loaded(t, w)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if err := r.RecordReset(); !errors.Is(err, ErrClosed) {
		t.Errorf("behind the result: %v", err)
	}
}

func TestAMessageIsRecordedWithoutAPictureThatCannotBeStored(t *testing.T) {
	dir := t.TempDir()
	file("run.blobs", "in the way")(t, dir)
	w := startIn(t, dir, Meta{})
	image := NewImage([]byte("abc"), "image/png", 0, 0)
	m := Message{Type: "attachment", Text: "t", Images: []Image{image}}
	if err := NewRecorder(w).RecordMessage(m); err == nil {
		t.Error("nothing was said of the picture")
	}
	image.Bytes = nil
	if diff := cmp.Diff([]Message{{Type: "attachment", Text: "t", Images: []Image{image}}}, loaded(t, w).Messages); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if len(m.Images[0].Bytes) == 0 {
		t.Error("the caller's picture was changed")
	}
}

func TestWhatIsTooLongForALineIsShortened(t *testing.T) {
	maxLine = 3 << 20
	t.Cleanup(func() { maxLine = limit })
	w := start(t, Meta{})
	r := NewRecorder(w)
	long, small := strings.Repeat("é", 3<<19), "kept"
	cutText := strings.Repeat("é", 1<<19) + "\n[truncated: 3145728 bytes total]"
	err := errors.Join(
		r.RecordEvent("toolCallStart", "write", long, 0),
		r.RecordMessage(Message{Type: "activity", Text: long, Activity: &Activity{Kind: "response", ID: "c", Arguments: small, Result: long, ReasoningDetails: json.RawMessage(`"x"`)}}),
		r.RecordMessage(Message{Type: "activity", Activity: &Activity{Kind: "response", Result: []string{long}, ReasoningDetails: json.RawMessage(`"` + long + `"`)}}),
		r.RecordResult(Result{Reason: "error", Message: small, Error: long, Failure: &Failure{ResponseBody: small}, Code: 1}),
	)
	if err != nil {
		t.Fatal(err)
	}
	s := loaded(t, w)
	encoded := func(v any) json.RawMessage {
		t.Helper()
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	list := `["` + strings.Repeat("é", 1<<19-2) + "\n[truncated: 3145732 bytes total]"
	want := &Session{
		Meta: Meta{ID: "run"}, Blobs: w.Blobs(),
		Events: []Event{{Kind: "toolCallStart", Tool: "write", Text: cutText}},
		Messages: []Message{
			{Type: "activity", Text: cutText, Activity: &Activity{Kind: "response", ID: "c", Arguments: small, Result: encoded(cutText), ReasoningDetails: json.RawMessage(`"x"`)}},
			{Type: "activity", Activity: &Activity{Kind: "response", Result: encoded(list)}},
		},
		Result: &Result{Reason: "error", Message: small, Error: cutText, Failure: &Failure{ResponseBody: small}, Code: 1},
	}
	// Byte by byte: a comparison by reflection takes long, and a diff of megabytes
	// helps nobody.
	if told, recorded := encoded(want), encoded(s); !bytes.Equal(told, recorded) {
		t.Errorf("recorded %d bytes, want %d, or others", len(recorded), len(told))
	}
}

func TestRefusedRequestsAreKeptOnlyWhereTheyAreAskedFor(t *testing.T) {
	dir := t.TempDir()
	w := startIn(t, dir, Meta{})
	r := NewRecorder(w)
	f := &Failure{Status: 400, ResponseBody: "no", RequestBytes: 9, RequestBody: "<prompt>"}
	record := func(f *Failure) {
		t.Helper()
		if err := r.RecordFailure(f); err != nil {
			t.Fatal(err)
		}
	}
	record(f)
	if got := below(t, dir); len(got) > 0 {
		t.Errorf("without being asked: %v", got)
	}
	r.KeepFailures = true
	record(nil)
	record(&Failure{Status: 500})
	if got := below(t, dir); len(got) > 0 {
		t.Errorf("of nothing: %v", got)
	}
	file("victim", "old")(t, dir)
	link(t, filepath.Join(dir, "victim"), filepath.Join(dir, "run.failure.json"))
	record(&Failure{Status: 503, RequestBody: strings.Repeat("x", 2<<20)})
	b, err := os.ReadFile(filepath.Join(dir, "run.failure.json"))
	if err != nil || len(b) > 1<<20+200 || !bytes.Contains(b, []byte(`"status": 503`)) {
		t.Errorf("%d bytes, %v", len(b), err)
	}
	if err := r.RecordResult(Result{Reason: "error", Failure: f, Code: 1}); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"victim":           "-rw------- old",
		"run.failure.json": "-rw------- {\n  \"status\": 400,\n  \"request_bytes\": 9,\n  \"request_body\": \"\\u003cprompt\\u003e\",\n  \"response_body\": \"no\"\n}",
	}
	if diff := cmp.Diff(want, below(t, dir)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if strings.Contains(text(t, w), "prompt") {
		t.Error("the log holds the prompt")
	}
	if logs, err := List(dir); err != nil || len(logs) != 1 {
		t.Errorf("%v, %v; want the log alone", logs, err)
	}
}
