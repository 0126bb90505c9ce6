package session

import (
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// quietFrom is the size of a file, in bytes, from which on Quiet pays.
const quietFrom = 4 << 20

// quiet is how many readings hold the collector off, and how it was set before.
var quiet struct {
	sync.Mutex
	readings int
	percent  int
	limit    int64 // bytes
}

// Quiet holds the garbage collector off while a file of size bytes is read,
// until end is called. A reading leaves hardly any garbage but an index that
// grows all the time, over which each collection would go anew. Memory stays
// bounded: once it has grown by four times the size, the collector sets in.
func Quiet(size int64) (end func()) {
	if size < quietFrom {
		return func() {}
	}
	quiet.Lock()
	defer quiet.Unlock()
	limit := held() + 4*size
	if quiet.readings == 0 {
		quiet.percent, quiet.limit = debug.SetGCPercent(-1), debug.SetMemoryLimit(-1)
	} else {
		limit = max(limit, debug.SetMemoryLimit(-1))
	}
	quiet.readings++
	debug.SetMemoryLimit(min(limit, quiet.limit))
	return unquiet
}

func unquiet() {
	quiet.Lock()
	defer quiet.Unlock()
	if quiet.readings--; quiet.readings == 0 {
		debug.SetMemoryLimit(quiet.limit)
		debug.SetGCPercent(quiet.percent)
	}
}

// held is the memory the program holds, in bytes, as its limit counts it.
func held() int64 {
	m := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(m)
	return int64(m[0].Value.Uint64() - m[1].Value.Uint64())
}
