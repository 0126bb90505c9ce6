package edit

import (
	"os"
	"sync"
	"time"
)

// Wrote remembers how files were left that editors added to, so that what this program
// wrote is not taken for an agent at work. Its zero value is ready, and several editors
// may share it.
type Wrote struct {
	mu    sync.Mutex
	files map[string]leftAs
}

// leftAs is how a file was after an addition, and when somebody else had written to it.
type leftAs struct {
	size   int64
	at     time.Time
	before time.Time
}

// left notes that an addition of at most n bytes was made to a file of a size, which
// somebody else wrote to before.
func (w *Wrote) left(path string, size, n int64, before time.Time) {
	info, err := os.Stat(path)
	if w == nil || err != nil || info.Size() > size+n {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.files == nil {
		w.files = map[string]leftAs{}
	}
	w.files[path] = leftAs{info.Size(), info.ModTime(), before}
}

// byOthers is when somebody else wrote last to a file that has a size and a time.
func (w *Wrote) byOthers(path string, size int64, at time.Time) time.Time {
	if w == nil {
		return at
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if l, ok := w.files[path]; ok && l.size == size && l.at.UnixMilli() == at.UnixMilli() {
		return l.before
	}
	return at
}
