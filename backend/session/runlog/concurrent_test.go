package runlog

import (
	"regexp"
	"slices"
	"strings"
	"sync"
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
