package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	"branchline/backend/session/export"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/pi"
	"branchline/backend/session/secrets"
)

// downloadsPrefix begins the names of folders for what a browser downloads.
const downloadsPrefix = "branchline-export-"

// sweepLeft takes away what programs that were killed left among the temporary files:
// masked copies, and what browsers were to download.
func (a *App) sweepLeft() {
	export.SweepCopies(a.env.Temp, a.now())
	jsonl.SweepFolders(a.env.Temp, downloadsPrefix, a.now().Add(-24*time.Hour))
}

const (
	// jobPatience is how long a call waits for something that runs.
	jobPatience = 500 * time.Millisecond
	// jobsKept is how many are remembered; of older ones nothing is known any more, but
	// of exports whose end no page was told.
	jobsKept = 8
)

// job is something that takes long: a search for secrets, an export.
type job struct {
	// session is that of an export, "" of a search; no is which job it is, from 1.
	session string
	no      int
	told    bool // how it ended; guarded by jobs
	stop    context.CancelFunc
	over    chan struct{} // closed once it is done
	err     error
	// progress is how far it is.
	progress export.Progress

	// What it came to, to be read once it is over.
	found     *secrets.Report
	done      DoneAnswer
	changed   []string
	path      string
	temporary string // a folder that goes with the job, "" for none
	release   func() // lets go of it
}

// jobs are the newest of them, by names.
type jobs struct {
	mu   sync.Mutex
	last int
	all  map[string]*job
	// planned names the session whose export was planned last, named what its new
	// session is called by: when it was planned, and an id.
	planned string
	named   exportName
}

// exportName is what the name of a new session is made of.
type exportName struct {
	at time.Time
	id string
}

// stamp is what a session exported from a handle is called by: the same from the plan
// that is shown to the file that is made, for an hour.
func (all *jobs) stamp(handle string, now time.Time) (at time.Time, id string) {
	all.mu.Lock()
	defer all.mu.Unlock()
	if all.planned != handle || now.Sub(all.named.at) > time.Hour {
		all.planned, all.named = handle, exportName{now, pi.NewSessionID()}
	}
	return all.named.at, all.named.id
}

// unstamp has the next export of a session be called by another name.
func (all *jobs) unstamp(handle string) {
	all.mu.Lock()
	defer all.mu.Unlock()
	if all.planned == handle {
		all.planned = ""
	}
}

// begin runs do in the background, guarded; session is that of an export.
func (a *App) begin(session string, do func(context.Context, *job) error) JobAnswer {
	ctx, stop := context.WithCancel(context.Background())
	j := &job{session: session, stop: stop, over: make(chan struct{})}
	name := a.jobs.add(j)
	go func() {
		defer close(j.over)
		j.err = faultf(kindInternal, "it ended by an internal error; what was written is as before")
		guarded(func() { j.err = do(ctx, j) })
		if j.err != nil {
			j.clear()
		}
	}()
	return JobAnswer{Job: name}
}

func (all *jobs) add(j *job) string {
	all.mu.Lock()
	defer all.mu.Unlock()
	all.last++
	if all.all == nil {
		all.all = map[string]*job{}
	}
	for name, old := range all.all {
		if old.no <= all.last-jobsKept && (old.session == "" || old.told) {
			delete(all.all, name)
			go guarded(old.drop)
		}
	}
	j.no = all.last
	all.all[j.name()] = j
	return j.name()
}

func (j *job) name() string { return fmt.Sprintf("j%d", j.no) }

// tell notes that a page was told how a job ended.
func (all *jobs) tell(name string) {
	if j, err := all.get(name); err == nil {
		all.mu.Lock()
		j.told = true
		all.mu.Unlock()
	}
}

// exports are those whose end no page was told, in the order they were begun.
func (all *jobs) exports() []ExportBegun {
	all.mu.Lock()
	defer all.mu.Unlock()
	out := []ExportBegun{}
	for _, j := range slices.SortedFunc(maps.Values(all.all), func(x, y *job) int { return x.no - y.no }) {
		if j.session != "" && !j.told {
			out = append(out, ExportBegun{Job: j.name(), Session: j.session})
		}
	}
	return out
}

func (all *jobs) get(name string) (*job, error) {
	all.mu.Lock()
	defer all.mu.Unlock()
	j, ok := all.all[name]
	if !ok {
		return nil, faultf(kindGone, "nothing is known of that any more; begin it again")
	}
	return j, nil
}

// share is how much of a job is done, from 0 to 1, or -1 as long as that is not known.
func (all *jobs) share(name string) float64 {
	j, err := all.get(name)
	if err != nil {
		return -1
	}
	return j.progress.Share()
}

// wait answers a job that is over, or why it failed; nil when it still runs.
func (a *App) wait(name string) (*job, error) {
	j, err := a.jobs.get(name)
	if err != nil {
		return nil, err
	}
	select {
	case <-j.over:
		return j, j.err
	case <-time.After(jobPatience):
		return nil, nil
	}
}

func (all *jobs) cancel(name string) {
	if j, err := all.get(name); err == nil {
		j.stop()
	}
}

// close ends all jobs and takes away what goes with them.
func (all *jobs) close() {
	all.mu.Lock()
	old := all.all
	all.all = nil
	all.mu.Unlock()
	for _, j := range old {
		j.drop()
	}
}

// drop ends a job and takes away what goes with it.
func (j *job) drop() {
	j.stop()
	<-j.over
	j.clear()
}

func (j *job) clear() {
	if j.temporary != "" {
		_ = os.RemoveAll(j.temporary) // the next start takes away what is left
		j.release()
	}
}
