package runlog

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// W13; here the times do not step back.
func TestManyMayWriteAtOnce(t *testing.T) {
	w := start(t, Meta{})
	w.now = time.Now
	var wg sync.WaitGroup
	errs := make(chan error, 8*50)
	for g := range 8 {
		wg.Go(func() {
			for n := range 50 {
				errs <- w.Event(Event{Kind: "notice", Text: strings.Repeat("x", 100*g), Iteration: n + 1})
			}
		})
	}
	wg.Wait()
	for range 8 * 50 {
		if err := <-errs; err != nil {
			t.Fatal(err)
		}
	}
	if s := loaded(t, w); len(s.Events) != 400 || s.Truncated {
		t.Errorf("%d events, truncated %v; want 400 whole ones", len(s.Events), s.Truncated)
	}
	at := regexp.MustCompile(`"at":"([^"]*)"`).FindAllStringSubmatch(text(t, w), -1)
	var times []time.Time
	for _, m := range at {
		v, err := time.Parse(time.RFC3339Nano, m[1])
		if err != nil {
			t.Fatal(err)
		}
		times = append(times, v)
	}
	if len(times) != 400 || !slices.IsSortedFunc(times, time.Time.Compare) {
		t.Errorf("the %d times step back", len(times))
	}
}

// Whoever writes while the run ends either stands before the result or is told
// that the log is closed.
func TestNothingIsWrittenBehindAResult(t *testing.T) {
	for range 40 {
		w := start(t, Meta{})
		w.now = time.Now
		var wg sync.WaitGroup
		var written atomic.Int64
		for range 4 {
			wg.Go(func() {
				if err := w.Result(Result{Reason: "settled"}); err == nil {
					written.Add(1)
				} else if !errors.Is(err, ErrClosed) {
					t.Error(err)
				}
			})
			wg.Go(func() {
				for w.Event(Event{Kind: "notice"}) == nil {
				}
			})
		}
		wg.Wait()
		log := text(t, w)
		if n := strings.Count(log, `"kind":"result"`); n != 1 || written.Load() != 1 {
			t.Fatalf("%d results stand in the log and %d were answered as written, want 1", n, written.Load())
		}
		if _, behind, _ := strings.Cut(log, `"kind":"result"`); strings.Count(behind, "\n") != 1 {
			t.Fatalf("behind the result stands %q", behind)
		}
	}
}
