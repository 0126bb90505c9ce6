package watch

import (
	"fmt"
	"path/filepath"
	"time"
)

// plan sets when each folder is looked at next, and when the first of them is.
func (r *run) plan() {
	now := time.Now()
	r.due = time.Time{}
	told := r.words()
	for _, f := range r.folders {
		if f.seen != nil && !f.unseen() {
			f.next = time.Time{}
			continue
		}
		if f.next.IsZero() {
			f.next = now.Add(r.every(f))
		}
		if r.due.IsZero() || f.next.Before(r.due) {
			r.due = f.next
		}
	}
	if told != r.told {
		r.told = told
		r.pending.touch()
	}
}

// every is how often a folder is looked at: open ones and ones that are not
// there often, as that costs little.
func (r *run) every(f *folder) time.Duration {
	if f.open || f.seen == nil {
		return r.Poll
	}
	return r.PollRest
}

func (r *run) lookAt() (at time.Time, any bool) { return r.due, !r.due.IsZero() }

// look looks at the folders whose time has come.
func (r *run) look(now time.Time) {
	for _, f := range r.folders {
		if f.next.IsZero() || f.next.After(now) {
			continue
		}
		f.next = time.Time{}
		r.compare(f)
	}
	r.plan()
}

// compare finds what changed in a folder since it was looked at last.
func (r *run) compare(f *folder) {
	before := f.seen
	switch there := r.attach(f); {
	case !there && before != nil:
		r.gone(f)
	case there && before == nil:
		r.pending.folder(f.path)
	case there:
		for _, name := range f.seen.since(before) {
			r.pending.file(filepath.Join(f.path, name))
		}
	}
}

// words says how many folders are not watched, and why.
func (r *run) words() string {
	n, remote := 0, 0
	for _, f := range r.folders {
		switch {
		case f.seen == nil:
		case !f.watched:
			n++
		case f.remote:
			remote++
		}
	}
	switch {
	case n > 0:
		return fmt.Sprintf("%s not watched: %s. They are looked at every %s instead.", count(n), r.reason, r.PollRest)
	case remote > 0:
		return fmt.Sprintf("%s on a share of another machine, which tells of no changes. They are looked at every %s.", count(remote), r.PollRest)
	}
	return ""
}

func count(n int) string {
	if n == 1 {
		return "1 folder is"
	}
	return fmt.Sprintf("%d folders are", n)
}
