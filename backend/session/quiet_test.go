package session_test

import (
	"runtime"
	"runtime/debug"
	"testing"
	"testing/synctest"
	"time"

	"branchline/backend/session"
)

func collector() (percent int, limit int64) {
	percent = debug.SetGCPercent(100)
	debug.SetGCPercent(percent)
	return percent, debug.SetMemoryLimit(-1)
}

// over ends a reading and lets the moment after it pass.
func over(end func()) {
	end()
	time.Sleep(session.QuietAfter + 1)
	synctest.Wait()
}

// Two files are read at once, and the one that began first ends first.
func TestCollectorIsAsItWasOnceAllIsRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		defer debug.SetGCPercent(debug.SetGCPercent(40))
		_, unlimited := collector()
		first := session.Quiet(100 << 20)
		_, one := collector()
		second := session.Quiet(10 << 20)
		_, both := collector()
		over(first)
		if percent, limit := collector(); percent != -1 || limit >= one || one >= both || both >= unlimited {
			t.Errorf("the collector runs at %d%% with limits of %d, %d and %d bytes for one file, two, and the smaller", percent, one, both, limit)
		}
		over(second)
		if percent, limit := collector(); percent != 40 || limit != unlimited {
			t.Errorf("the collector is left at %d%% with a limit of %d bytes", percent, limit)
		}
	})
}

// However many files are read without a pause, each leaving garbage.
func TestGarbageOfReadingsIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		last := session.Quiet(8 << 20)
		for range 20 {
			next := session.Quiet(8 << 20)
			over(last)
			for range 20 {
				garbage = make([]byte, 1<<20)
				for i := range garbage { // as a reading does: the collector cannot keep up with memory nobody fills
					garbage[i] = byte(i)
				}
			}
			last = next
		}
		runtime.ReadMemStats(&after)
		if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 150<<20 {
			t.Errorf("400 MiB of garbage let the heap grow by %d MiB", grown>>20)
		}
		over(last)
	})
}

func TestQuietKeepsALimitThatWasSet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const set = 1 << 30
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(set))
		end := session.Quiet(100 << 30)
		if _, limit := collector(); limit != set {
			t.Errorf("the limit became %d, want %d", limit, set)
		}
		over(end)
	})
}

var garbage []byte
