package demo

import (
	"cmp"
	"slices"
	"time"
)

// step is one thing that happens. It writes one line at most; the first prompt of
// the session brings its settings with it, which had no file until then.
type step struct {
	// At is when it happens, counted from the beginning.
	At time.Duration
	do func(*Demo) error
}

// track is the story of one of the files.
type track struct {
	at    time.Duration
	steps []step
}

// after adds a step that happens so much later than the one before.
func (t *track) after(pause time.Duration, do func(*Demo) error) {
	t.at += pause
	t.steps = append(t.steps, step{t.at, do})
}

// story is all that happens to both files, in order. It takes about 90 seconds.
func story() []step {
	steps := append(sessionStory(), runStory()...)
	slices.SortStableFunc(steps, func(a, b step) int { return cmp.Compare(a.At, b.At) })
	return steps
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
