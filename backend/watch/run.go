package watch

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// run is the state of a Watcher.
type run struct {
	Options
	system  *fsnotify.Watcher // nil when the system gives none
	folders map[string]*folder
	pending
	watched int    // folders the system tells of
	reason  string // why others are not watched, "" when all are
	told    string // the notice that was told last
	due     time.Time
	asked   time.Time // when the watched folders were last looked for at their paths
}

// follow attaches what is new and lets go of what is no more wanted.
func (r *run) follow(wanted []Folder) {
	wanted = slices.Clone(wanted)
	slices.SortStableFunc(wanted, func(a, b Folder) int { return order(a.Open, b.Open) }) // open ones get their watches first
	keep := map[string]bool{}
	for _, f := range wanted {
		f.Path = filepath.Clean(f.Path)
		keep[f.Path] = true
		have, known := r.folders[f.Path]
		if !known {
			have = &folder{path: f.Path}
			r.folders[f.Path] = have
		}
		settled := have.below == f.Below && (have.watched || have.open == f.Open)
		have.open, have.below, have.inside = f.Open, f.Below, ""
		switch {
		case !known:
			r.attach(have)
		case !settled:
			have.next = time.Time{}
			r.compare(have)
		}
	}
	for path, f := range r.folders {
		if keep[path] || f.inside != "" && keep[f.inside] && r.folders[f.inside].below {
			continue
		}
		r.detach(f)
		delete(r.folders, path)
	}
	r.plan()
}

func order(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// attach watches a folder, or remembers how it looks when that cannot be. It
// answers false when there is no folder.
func (r *run) attach(f *folder) bool {
	info, err := os.Stat(f.path)
	if err != nil || !info.IsDir() {
		r.detach(f)
		f.seen = nil
		return false
	}
	before, compared := f.seen, f.seen != nil && f.unseen()
	r.arm(f)
	// Looked at after the watch is set, nothing is missed in between.
	f.seen, f.is = look(f.path, compared || f.unseen()), info
	if f.below {
		r.subfolders(f, before)
	}
	return true
}

// subfolders follows those a folder has. before is how it looked last, nil when
// it was not there: then whoever looks through it finds them all.
func (r *run) subfolders(f *folder, before snapshot) {
	for _, name := range f.seen.folders() {
		r.inside(f, filepath.Join(f.path, name), before != nil)
	}
	for _, name := range before.folders() {
		path := filepath.Join(f.path, name)
		if _, still := f.seen[name]; !still && r.folders[path] == nil {
			r.pending.folder(path) // it may have come back and gone again unseen
		}
	}
}

// arm asks the system for a watch where one may be had.
func (r *run) arm(f *folder) {
	if f.watched {
		return
	}
	switch {
	case r.system == nil:
	case r.watched >= r.Limit && !f.open:
		r.reason = fmt.Sprintf("there are more than %d", r.Limit)
	default:
		err := r.system.Add(f.path)
		if err == nil {
			f.watched, f.remote = true, remote(f.path)
			r.watched++
			return
		}
		r.reason = fmt.Sprintf("the system has no more watches to give (%v)", err)
	}
}

// inside follows a subfolder of a folder that is followed with those. news tells
// whether it has to be looked through.
func (r *run) inside(up *folder, path string, news bool) {
	f := r.folders[path]
	if f == nil {
		f = &folder{path: path, inside: up.path}
		r.folders[path] = f
	} else if f.seen != nil {
		return
	}
	if !r.attach(f) {
		delete(r.folders, path)
	}
	if news {
		r.pending.folder(path)
	}
}

// detach gives a folder's watch back.
func (r *run) detach(f *folder) {
	if !f.watched {
		return
	}
	f.watched = false
	r.watched--
	// An error says that the watch is gone already.
	_ = r.system.Remove(f.path)
}

// gone notes that a folder went away. One that is wanted for itself may return.
func (r *run) gone(f *folder) {
	r.detach(f)
	f.seen, f.next = nil, time.Time{}
	r.pending.folder(f.path)
	for _, below := range r.folders {
		if below.inside == f.path {
			r.gone(below)
		}
	}
	if f.inside != "" {
		delete(r.folders, f.path)
	}
	r.plan()
}

// event takes what the system tells.
func (r *run) event(e fsnotify.Event) {
	path := filepath.Clean(e.Name)
	if e.Op == fsnotify.Chmod {
		return
	}
	if f := r.folders[path]; f != nil && f.seen != nil && (e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename)) {
		if _, err := os.Stat(path); err != nil {
			r.gone(f)
		} else {
			r.again(f) // another one stands there already
		}
		return
	}
	up := r.folders[filepath.Dir(path)]
	if up == nil {
		return
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		if up.below && e.Has(fsnotify.Create) {
			r.inside(up, path, true)
			r.plan()
		}
		if !e.Has(fsnotify.Remove) && !e.Has(fsnotify.Rename) {
			return // else a file stood there
		}
	}
	r.pending.file(path)
}

// lost takes an error: some events did not reach us, so everything has to be
// looked through.
func (r *run) lost(error) {
	for _, f := range r.folders {
		if f.watched {
			r.again(f)
		}
	}
	r.plan()
}

// again sets the watch anew and has the folder looked through.
func (r *run) again(f *folder) {
	r.detach(f)
	if !r.attach(f) {
		r.gone(f)
		return
	}
	r.pending.folder(f.path)
}

// take returns what is to be told: what waited already, and what came since.
func (r *run) take(waiting Change) Change {
	c := r.pending.with(waiting)
	c.Notice = r.words()
	r.pending = pending{}
	return c
}

func (r *run) settledAt() (time.Time, bool) { return r.pending.settled(r.Settle, r.Longest) }
