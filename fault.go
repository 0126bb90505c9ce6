package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"net/http"
	"runtime/debug"

	"branchline/backend/session/formats"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/live"
)

// The kinds of errors a bound method answers beside those of package formats.
const (
	kindNotFound    = "notFound"
	kindUnsupported = "unsupported"
	kindUnreadable  = "unreadable"
	kindStale       = "stale"
	kindGone        = "gone"
	kindInternal    = "internal"
)

// fault is an error as it crosses to the page: its text is JSON, because the
// text is all that the bridge carries.
type fault struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

// Error returns the JSON text {"kind", "message"}.
func (f *fault) Error() string {
	b, err := json.Marshal(f)
	if err != nil { // two strings always marshal
		return f.Message
	}
	return string(b)
}

func faultf(kind, format string, args ...any) *fault {
	return &fault{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// asFault gives any error the kind the page acts on.
func asFault(err error) *fault {
	var f *fault
	var opening *formats.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &f):
		return f
	case errors.As(err, &opening):
		return &fault{Kind: opening.Kind, Message: opening.Error()}
	case errors.Is(err, jsonl.ErrStale):
		return &fault{Kind: kindStale, Message: err.Error()}
	case errors.Is(err, live.ErrClosed), errors.Is(err, fs.ErrClosed):
		return &fault{Kind: kindGone, Message: "the session is not open any more"}
	case errors.Is(err, fs.ErrNotExist):
		return &fault{Kind: kindNotFound, Message: err.Error()}
	case errors.Is(err, fs.ErrPermission):
		return &fault{Kind: kindUnreadable, Message: err.Error()}
	}
	return &fault{Kind: kindInternal, Message: err.Error()}
}

// cross turns the error of a bound method into one the page can read. Deferred,
// it also catches a panic: the bridge alone would leave the page's promise
// waiting for ever.
func cross(err *error) {
	if r := recover(); r != nil {
		*err = panicked(r)
		return
	}
	if *err != nil {
		*err = asFault(*err)
	}
}

func panicked(r any) *fault {
	log.Printf("branchline: internal error: %v\n%s", r, debug.Stack())
	return faultf(kindInternal, "internal error: %v", r)
}

// guarded runs f and logs a panic. Every goroutine and callback goes through
// it: a panic there would end the app.
func guarded(f func()) {
	defer func() {
		if r := recover(); r != nil {
			panicked(r)
		}
	}()
	f()
}

// recovering answers 500 when h panics.
func recovering(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if p := recover(); p != nil {
				refuse(w, panicked(p))
			}
		}()
		h.ServeHTTP(w, r)
	})
}

// refuse answers a request with an error the page can read.
func refuse(w http.ResponseWriter, err error) {
	f := asFault(err)
	status := http.StatusInternalServerError
	switch f.Kind {
	case kindNotFound:
		status = http.StatusNotFound
	case kindStale, kindGone:
		status = http.StatusGone
	case kindUnsupported:
		status = http.StatusUnsupportedMediaType
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(f.Error())) // the other side is gone when this fails
}
