package pi

import (
	"runtime"
	"testing"
)

// A session that is written to for days holds of each entry what the index needs.
func TestWhatAnAppendedEntryHoldsIsSmall(t *testing.T) {
	const entries, most = 2000, 4 << 10
	m := must(InMemory("/p", nil))
	held := func() int64 {
		var now runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&now)
		return int64(now.HeapAlloc)
	}
	before := held()
	for range entries {
		must(m.AppendMessage(map[string]any{"role": "user", "content": "hello"}))
	}
	if each := (held() - before) / entries; each > most {
		t.Errorf("an entry of less than 200 bytes holds %d bytes, want at most %d", each, most)
	}
	runtime.KeepAlive(m)
}
