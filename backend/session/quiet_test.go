package session_test

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"

	"branchline/backend/session"
)

func collector() (percent int, limit int64) {
	percent = debug.SetGCPercent(100)
	debug.SetGCPercent(percent)
	return percent, debug.SetMemoryLimit(-1)
}

// Two files are read at once, and the one that began first ends first.
func TestCollectorIsAsItWasOnceAllIsRead(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(40))
	_, unlimited := collector()
	first := session.Quiet(100 << 20)
	second := session.Quiet(10 << 20)
	first()
	if percent, limit := collector(); percent != -1 || limit == unlimited {
		t.Errorf("while a file is read the collector runs at %d%% with a limit of %d bytes", percent, limit)
	}
	second()
	if percent, limit := collector(); percent != 40 || limit != unlimited {
		t.Errorf("the collector is left at %d%% with a limit of %d bytes", percent, limit)
	}
}

func TestGarbageOfAReadingIsBounded(t *testing.T) {
	defer session.Quiet(8 << 20)()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 200 {
		garbage = make([]byte, 1<<20)
	}
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 100<<20 {
		t.Errorf("a reading of 8 MiB lets 200 MiB of garbage grow the heap by %d MiB", grown>>20)
	}
}

func TestQuietKeepsALimitThatWasSet(t *testing.T) {
	const set = 1 << 30
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(set))
	defer session.Quiet(math.MaxInt64 / 8)()
	if _, limit := collector(); limit != set {
		t.Errorf("the limit became %d, want %d", limit, set)
	}
}

var garbage []byte
