package session_test

import (
	"fmt"
	"runtime"
	"testing"

	"branchline/backend/session"
)

// grown is how many bytes are taken to add so many replies to the first entry, one
// after the other.
func grown(t *testing.T, x *session.Index, replies int) uint64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range replies {
		var f session.Fragment
		f.Add(session.Entry{Key: fmt.Sprintf("new%d", i), Kind: session.KindMessage}, "e0", nil)
		f.Lines = 1
		if !x.Extend(f) {
			t.Fatalf("reply %d says something about what was there", i)
		}
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// An agent writes entry after entry. None may cost more because much is damaged
// that was there before.
func TestAnEntryIsAddedAsCheaplyToASessionThatMissesManyParents(t *testing.T) {
	const entries = 50_000
	sound, damaged := make([]string, entries), make([]string, entries)
	for i := range entries {
		sound[i], damaged[i] = fmt.Sprintf("e%d<e0", i), fmt.Sprintf("e%d<lost%d", i, i)
	}
	sound[0], damaged[0] = "e0", "e0"
	want, got := grown(t, tree(sound...), 50), grown(t, tree(damaged...), 50)
	if got > 2*want {
		t.Errorf("50 entries take %d bytes where parents are missing, and %d where none are", got, want)
	}
}

func TestAnEntryThatOrphansWaitForNeedsANewReading(t *testing.T) {
	x := tree("a", "b<lost")
	add := func(id, parent string) bool {
		var f session.Fragment
		f.Add(session.Entry{Key: id, Kind: session.KindMessage}, parent, nil)
		f.Lines = 1
		return x.Extend(f)
	}
	if add("lost", "a") {
		t.Error("the parent of an orphan was added as if nobody waited for it")
	}
	if !add("c", "gone") {
		t.Error("one more orphan was refused")
	}
	if add("gone", "a") {
		t.Error("the parent of an orphan that was added later was taken as if nobody waited for it")
	}
	if !add("d", "c") {
		t.Error("an entry that nobody waits for was refused")
	}
}
