package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net/http"
	"net/http/httptest"
	"testing"

	"branchline/backend/session/formats"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/live"
)

// quiet keeps the log of an expected panic out of the tests' output.
func quiet(t *testing.T) {
	before := log.Writer()
	log.SetOutput(io.Discard)
	t.Cleanup(func() { log.SetOutput(before) })
}

func TestAPanicInABoundMethodBecomesAnError(t *testing.T) {
	quiet(t)
	method := func() (answer string, err error) {
		defer cross(&err)
		var none *titled
		return none.title, nil
	}
	_, err := method()
	var f *fault
	if !errors.As(err, &f) || f.Kind != kindInternal {
		t.Fatalf("got %v, want an internal error", err)
	}
	var crossed map[string]string
	if err := json.Unmarshal([]byte(err.Error()), &crossed); err != nil || crossed["kind"] != "internal" || crossed["message"] == "" {
		t.Errorf("the page gets %q, %v; want JSON with kind and message", err, crossed)
	}
}

type titled struct{ title string }

func TestAPanicInAHandlerBecomesAnAnswer(t *testing.T) {
	quiet(t)
	h := recovering(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("boom") }))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	if w.Code != http.StatusInternalServerError {
		t.Errorf("status %d, want 500", w.Code)
	}
}

func TestAPanicInAGoroutineEndsNothing(t *testing.T) {
	quiet(t)
	done := make(chan struct{})
	go guarded(func() {
		defer close(done)
		panic("boom")
	})
	<-done
}

func TestErrorsGetTheKindThePageActsOn(t *testing.T) {
	for _, c := range []struct {
		err  error
		kind string
	}{
		{&formats.Error{Kind: formats.NotSession, Text: "text"}, "notSession"},
		{fmt.Errorf("show: %w", &formats.Error{Kind: formats.Unsupported}), "unsupported"},
		{fmt.Errorf("read: %w", jsonl.ErrStale), "stale"},
		{fmt.Errorf("read: %w", live.ErrClosed), "gone"},
		{&fs.PathError{Op: "open", Path: "/x", Err: fs.ErrNotExist}, "notFound"},
		{&fs.PathError{Op: "open", Path: "/x", Err: fs.ErrPermission}, "unreadable"},
		{faultf(kindNotFound, "no %s", "entry"), "notFound"},
		{errors.New("odd"), "internal"},
	} {
		if got := asFault(c.err).Kind; got != c.kind {
			t.Errorf("%v has kind %s, want %s", c.err, got, c.kind)
		}
	}
}
