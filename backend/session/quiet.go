package session

import (
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

const (
	// quietFrom is the size of a file, in bytes, from which on Quiet pays.
	quietFrom = 4 << 20
	// QuietAfter is how long the collector stays off behind the end of a reading:
	// the first rows are made then.
	QuietAfter = time.Second / 2
)

// quiet is how many readings hold the collector off, and how it was set before.
var quiet struct {
	sync.Mutex
	readings int
	percent  int
	// All in bytes: the limit that was set before, what was held, and how much
	// more may be.
	limit, from, more int64
}

// Quiet holds the garbage collector off while a file of size bytes is read, and
// for the moment after end is called. A reading leaves hardly any garbage but an
// index that grows all the time, over which each collection would go anew.
// Memory stays bounded: once it has grown by four times the sizes of all that is
// being read, the collector sets in.
func Quiet(size int64) (end func()) {
	if size < quietFrom {
		return func() {}
	}
	quiet.Lock()
	defer quiet.Unlock()
	if quiet.readings++; quiet.readings == 1 {
		quiet.percent, quiet.limit = debug.SetGCPercent(-1), debug.SetMemoryLimit(-1)
		quiet.from, quiet.more = held(), 0
	}
	allow(4 * size)
	return func() { time.AfterFunc(QuietAfter, func() { unquiet(size) }) }
}

func unquiet(size int64) {
	quiet.Lock()
	defer quiet.Unlock()
	if quiet.readings--; quiet.readings > 0 {
		allow(-4 * size)
		return
	}
	debug.SetMemoryLimit(quiet.limit)
	debug.SetGCPercent(quiet.percent)
}

// allow lets memory grow by more bytes, or by less.
func allow(bytes int64) {
	quiet.more += bytes
	debug.SetMemoryLimit(min(quiet.from+quiet.more, quiet.limit))
}

// held is the memory the program holds, in bytes, as its limit counts it.
func held() int64 {
	m := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(m)
	return int64(m[0].Value.Uint64() - m[1].Value.Uint64())
}
