package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"branchline/backend/paths"
	"branchline/backend/session"
	"branchline/backend/session/formats"
	"branchline/backend/session/jsonl"
)

// Result is what was found in some places.
type Result struct {
	// Rows are the sessions, newest first.
	Rows []Row
	// Skipped are the files that are none, by path.
	Skipped []Skipped
	// Places are the places that were looked into, in the given order.
	Places []Looked
	// Done of Total files have been read.
	Done, Total int

	found []found
}

// The states of a place.
const (
	PlaceOK         = "ok"
	PlaceMissing    = "missing"
	PlaceUnreadable = "unreadable"
)

// Looked is a place after looking into it.
type Looked struct {
	paths.Place
	// State is one of PlaceOK, PlaceMissing and PlaceUnreadable.
	State string
	// Text says why the place could not be looked into, "" when it could.
	Text string
	// Sessions is how many sessions were found there first.
	Sessions int
}

// reportEvery is how often progress is told at most.
const reportEvery = 150 * time.Millisecond

// Scan looks for sessions in places and reads the facts of each. Files are read
// several at a time, the most lately written first; each is closed before the
// next is opened. Nothing is ever written. now is in Unix milliseconds.
//
// progress, when not nil, is called from this goroutine with what is known so
// far, after the first file and then now and again. The only error is that of
// ctx; it comes with what is known by then.
func Scan(ctx context.Context, places []paths.Place, now int64, progress func(Result)) (Result, error) {
	return scan(ctx, &reader{open: formats.Open, now: now, places: places}, nil, progress)
}

// Rescan is Scan after something may have changed: of the files that stand as
// they were when known was found, the facts are taken from there. opened, when not
// nil, lends the session of a file that is open anyway, for as long as read runs;
// it answers false for any other file.
func Rescan(
	ctx context.Context, places []paths.Place, now int64, known Result, opened func(path string, read func(session.Session)) bool,
) (Result, error) {
	return scan(ctx, &reader{open: formats.Open, opened: opened, now: now, places: places}, known.found, nil)
}

type opener func(context.Context, string) (session.Session, *jsonl.File, error)

// answer is what reading one file gave: a row, a reason to skip it, or neither
// when it is gone.
type answer struct {
	place  int
	row    *found
	reason string
	path   string
}

func scan(ctx context.Context, r *reader, known []found, progress func(Result)) (Result, error) {
	files, looked, skipped := collect(ctx, r.places)
	r.known = make(map[string]*found, len(known))
	for i := range known {
		r.known[known[i].Path] = &known[i]
	}
	jobs, answers := make(chan candidate), make(chan answer)
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(files)) {
		wg.Go(func() {
			for c := range jobs {
				answers <- r.read(ctx, c)
			}
		})
	}
	go func() {
		defer close(answers)
		for _, c := range files {
			if ctx.Err() != nil {
				break
			}
			jobs <- c
		}
		close(jobs)
		wg.Wait()
	}()

	list := list{looked: looked, skipped: skipped, total: len(files)}
	var reported time.Time
	for a := range answers {
		list.take(a)
		if progress != nil && len(list.found) > 0 && time.Since(reported) >= reportEvery {
			progress(list.result())
			reported = time.Now()
		}
	}
	return list.result(), ctx.Err()
}

// reader reads the facts of one file at a time.
type reader struct {
	open   opener
	opened func(path string, read func(session.Session)) bool // nil when none is
	now    int64
	places []paths.Place
	known  map[string]*found // by path
	gone   sync.Map          // cwd → bool
}

func (r *reader) read(ctx context.Context, c candidate) (a answer) {
	a = answer{place: c.place, path: c.path}
	// A panic over one hostile file must not end the app.
	defer func() {
		if p := recover(); p != nil {
			a.row, a.reason = nil, fmt.Sprintf("reading it failed: %v", p)
		}
	}()
	if row, ok := r.again(c); ok {
		a.row = r.take(row, c.place)
		return a
	}
	if row, ok := r.lent(c); ok {
		a.row = r.take(row, c.place)
		return a
	}
	s, f, err := r.open(ctx, c.path)
	if err != nil {
		a.reason = why(ctx, c.path, err)
		return a
	}
	defer func() {
		// The file was only read: an error of closing it means nothing to anybody.
		_ = f.Close()
	}()
	a.row = r.take(found{Row: rowOf(s, f.Path(), f.Info(), r.now), info: f.Info()}, c.place)
	return a
}

// again answers what is known of a file that nobody wrote to since. What runs may
// have ended by standing still.
func (r *reader) again(c candidate) (found, bool) {
	k := r.known[c.path]
	if k == nil || k.partial || c.info == nil || k.Outcome == string(session.Running) ||
		k.info.Size() != c.info.Size() || !k.info.ModTime().Equal(c.info.ModTime()) || !os.SameFile(k.info, c.info) {
		return found{}, false
	}
	return *k, true
}

// lent answers what a session that is open anyway tells of its file.
func (r *reader) lent(c candidate) (f found, ok bool) {
	if r.opened == nil || c.info == nil {
		return found{}, false
	}
	ok = r.opened(c.path, func(s session.Session) {
		x := s.Index()
		f = found{Row: rowOf(s, c.path, c.info, r.now), info: c.info}
		f.partial = x.Size != c.info.Size() || x.WrittenMs != c.info.ModTime().UnixMilli()
	})
	return f, ok
}

// take adds to a row what does not stand in its file.
func (r *reader) take(f found, place int) *found {
	f.Sample = r.places[place].Kind == paths.Samples
	f.CwdGone = r.cwdGone(f.Cwd)
	f.parent = parentOf(f.Row)
	return &f
}

// why says why a file is skipped, "" when there is nothing to skip.
func why(ctx context.Context, path string, err error) string {
	if ctx.Err() != nil {
		return ""
	}
	if _, err := os.Lstat(path); errors.Is(err, os.ErrNotExist) {
		return "" // deleted since it was seen
	}
	var known *formats.Error
	if errors.As(err, &known) {
		return known.Reason
	}
	return err.Error()
}

// cwdGone tells whether a folder of this machine is not there.
func (r *reader) cwdGone(cwd string) bool {
	if !paths.Local(cwd, paths.Native()) {
		return false
	}
	if gone, ok := r.gone.Load(cwd); ok {
		return gone.(bool)
	}
	info, err := os.Stat(cwd)
	gone := errors.Is(err, os.ErrNotExist) || err == nil && !info.IsDir()
	r.gone.Store(cwd, gone)
	return gone
}

// list is what has been found so far.
type list struct {
	found   []found
	skipped []Skipped
	looked  []Looked
	done    int
	total   int
}

func (l *list) take(a answer) {
	l.done++
	switch {
	case a.row != nil:
		l.found = append(l.found, *a.row)
		l.looked[a.place].Sessions++
	case a.reason != "":
		l.skipped = append(l.skipped, Skipped{Path: a.path, Reason: a.reason})
	}
}

func (l *list) result() Result {
	slices.SortFunc(l.found, func(a, b found) int {
		return cmp.Or(cmp.Compare(b.ModifiedMs, a.ModifiedMs), strings.Compare(a.Path, b.Path))
	})
	slices.SortFunc(l.skipped, func(a, b Skipped) int { return strings.Compare(a.Path, b.Path) })
	return Result{
		Rows: tie(l.found), Skipped: append([]Skipped{}, l.skipped...), Places: slices.Clone(l.looked),
		Done: l.done, Total: l.total, found: l.found,
	}
}
