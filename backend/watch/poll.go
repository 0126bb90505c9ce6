package watch

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// plan sets when each folder is looked at next, and when the first of them is.
func (r *run) plan() {
	now := time.Now()
	r.due = time.Time{}
	told := r.words()
	if r.asked.IsZero() {
		r.asked = now
	}
	for _, f := range r.folders {
		if f.seen != nil && !f.unseen() {
			f.next, r.due = time.Time{}, earlier(r.due, r.asked.Add(r.Above))
			continue
		}
		if f.next.IsZero() {
			f.next = now.Add(r.every(f))
		}
		r.due = earlier(r.due, f.next)
	}
	if told != r.told {
		r.told = told
		r.pending.touch()
	}
}

// earlier is the first of two times; a is zero for none.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
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
	if !now.Before(r.asked.Add(r.Above)) {
		r.asked = now
		r.still()
	}
	for _, f := range r.folders {
		if f.next.IsZero() || f.next.After(now) {
			continue
		}
		f.next = time.Time{}
		r.compare(f)
	}
	r.plan()
}

// still asks whether the watched folders are those at their paths: of one above
// them that gets another name the system tells nothing.
func (r *run) still() {
	for _, f := range r.folders {
		if !f.watched {
			continue
		}
		info, err := os.Stat(f.path)
		switch {
		case err != nil || !info.IsDir():
			r.gone(f)
		case !os.SameFile(info, f.is):
			r.again(f)
		}
	}
}

// compare finds what changed in a folder since it was looked at last.
func (r *run) compare(f *folder) {
	before, unseen := f.seen, f.unseen()
	switch there := r.attach(f); {
	case !there && before != nil:
		r.gone(f)
	case there && before == nil:
		r.pending.folder(f.path)
	case there && unseen: // else the system has told
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
		return fmt.Sprintf("%s not watched: %s. They are looked at every %s instead, those of open sessions every %s.",
			count(n), r.reason, spoken(r.PollRest), spoken(r.Poll))
	case remote > 0:
		return fmt.Sprintf("%s on a share of another machine, which tells of no changes. They are looked at every %s, those of open sessions every %s.",
			count(remote), spoken(r.PollRest), spoken(r.Poll))
	}
	return ""
}

// spoken is a duration behind the word "every".
func spoken(d time.Duration) string {
	switch {
	case d == time.Second:
		return "second"
	case d%time.Second == 0:
		return fmt.Sprintf("%d seconds", d/time.Second)
	}
	return d.String()
}

func count(n int) string {
	if n == 1 {
		return "1 folder is"
	}
	return fmt.Sprintf("%d folders are", n)
}
