package watch

import (
	"fmt"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Watcher follows folders until it is closed.
type Watcher struct {
	changes chan Change
	follow  chan request
	stop    chan struct{}
	once    sync.Once
	done    chan struct{}
	failed  error // what closing the system's watcher answered
}

type request struct {
	folders []Folder
	done    chan struct{}
}

// New starts a Watcher that follows nothing yet. On a system without any watches
// to give it looks at folders instead.
func New(o Options) *Watcher {
	w := &Watcher{changes: make(chan Change), follow: make(chan request), stop: make(chan struct{}), done: make(chan struct{})}
	r := &run{Options: o.settled(), folders: map[string]*folder{}}
	if system, err := fsnotify.NewWatcher(); err == nil {
		r.system = system
	} else {
		r.reason = fmt.Sprintf("the system gives no watches (%v)", err)
	}
	go func() {
		defer close(w.done)
		w.loop(r)
	}()
	return w
}

// Changes tells what happened, merged: while nobody receives, changes gather. The
// channel is never closed.
func (w *Watcher) Changes() <-chan Change { return w.changes }

// Follow makes these the folders that are followed, instead of those before. When
// it returns they are watched, so that whoever looks through a folder afterwards
// misses nothing. What stands in the folders then is no change.
func (w *Watcher) Follow(folders []Folder) {
	r := request{folders, make(chan struct{})}
	select {
	case w.follow <- r:
		<-r.done
	case <-w.done:
	}
}

// Close ends all following. It may be called twice.
func (w *Watcher) Close() error {
	w.once.Do(func() { close(w.stop) })
	<-w.done
	return w.failed
}

// loop is the one place where the state of a run is touched.
func (w *Watcher) loop(r *run) {
	var events chan fsnotify.Event
	var lost chan error
	if r.system != nil {
		events, lost = r.system.Events, r.system.Errors
		defer func() { w.failed = r.system.Close() }()
	}
	told, look := time.NewTimer(time.Hour), time.NewTimer(time.Hour)
	defer told.Stop()
	defer look.Stop()
	var ready Change // waits to be received
	var out chan Change
	for {
		select {
		case <-w.stop:
			return
		case q := <-w.follow:
			r.follow(q.folders)
			close(q.done)
		case e := <-events:
			r.event(e)
		case err := <-lost:
			r.lost(err)
		case now := <-look.C:
			r.look(now)
		case <-told.C:
			ready, out = r.take(ready), w.changes
		case out <- ready:
			ready, out = Change{}, nil
		}
		if at, any := r.settledAt(); any {
			told.Reset(time.Until(at))
		}
		if at, any := r.lookAt(); any {
			look.Reset(time.Until(at))
		}
	}
}
