package main

import (
	"cmp"
	"context"
	"fmt"
	"log"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"branchline/backend/paths"
	"branchline/backend/session"
	"branchline/backend/session/library"
)

// sessionList is what is known of all sessions, with the handles the page opens
// them by. A path keeps its handle.
type sessionList struct {
	mu       sync.Mutex
	handles  map[string]string // by path
	known    map[string]string // paths by handle
	found    library.Result
	feed     feed
	scans    int  // begun so far
	scanning bool // the last one is not done
	done     chan struct{}
	samples  string // the folder of the samples, "" while there is none
	closed   bool
	stop     context.CancelFunc
}

// listShown is how long the page waits for a list that is being made before it
// is told that it will come.
const listShown = 400 * time.Millisecond

// Sessions answers what changed in the list of sessions, as far as it is known.
func (a *App) Sessions(r SessionsRequest) (answer SessionsAnswer, err error) {
	defer cross(&err)
	a.listing(r.Rescan)
	return a.listed(r.Since), nil
}

// listing begins to make the list where that was not done, or again, and waits
// for it a moment.
func (a *App) listing(rescan bool) {
	a.list.mu.Lock()
	begin := a.list.scans == 0 || rescan && !a.list.scanning
	a.list.mu.Unlock()
	if begin {
		a.scan()
	}
	a.list.mu.Lock()
	done := a.list.done
	a.list.mu.Unlock()
	select {
	case <-done:
	case <-time.After(listShown):
	}
}

// scan reads the folders in the background and tells the page what was found.
// A scan that runs is given up for the new one.
func (a *App) scan() {
	l := &a.list
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	if l.stop != nil {
		l.stop()
	}
	ctx, stop := context.WithCancel(context.Background())
	l.scans++
	number, done := l.scans, make(chan struct{})
	l.stop, l.scanning, l.done = stop, true, done
	go guarded(func() {
		defer func() {
			stop()
			l.mu.Lock()
			if l.scans == number {
				l.scanning = false
			}
			l.mu.Unlock()
			close(done)
			a.emit("sessions", map[string]any{})
		}()
		a.fill(ctx, number)
	})
}

func (a *App) fill(ctx context.Context, number int) {
	places := a.env.Places(a.readSettings().Folders...)
	now := a.now().UnixMilli()
	found, err := library.Scan(ctx, places, now, func(r library.Result) {
		if a.keep(number, r) {
			a.emit("sessions", map[string]any{})
		}
	})
	if err != nil {
		return // a newer scan runs, or the app ends
	}
	if len(found.Rows) > 0 {
		a.keep(number, found)
	} else {
		found.Rows = a.samples(ctx, now)
		a.keep(number, found)
		a.showSample(found.Rows)
	}
	a.follow()
	a.listChanged() // what was written before the folders were watched
}

// samples lists the sessions that come with the app.
func (a *App) samples(ctx context.Context, now int64) []library.Row {
	dir, err := a.list.unpack(a.env.Temp)
	var found library.Result
	if err == nil {
		found, err = library.Scan(ctx, []paths.Place{{Path: dir, Label: "samples", Kind: paths.Samples}}, now, nil)
	}
	if err != nil && ctx.Err() == nil {
		log.Printf("branchline: %v", err)
	}
	return found.Rows
}

// showSample opens the sample with the most branches when nothing else is open,
// nothing was asked for and nothing was opened lately, so that the first look is
// not at empty panes.
func (a *App) showSample(rows []library.Row) {
	<-a.opening
	a.mu.Lock()
	idle := len(a.tabs) == 0 && !a.asked && !a.sampled
	a.sampled = true
	a.mu.Unlock()
	if !idle || len(rows) == 0 || len(a.rememberedFiles()) > 0 {
		return
	}
	most := slices.MaxFunc(rows, func(x, y library.Row) int { return cmp.Compare(x.Branches, y.Branches) })
	a.openFile(most.Path, "")
}

func (l *sessionList) unpack(temp string) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.samples != "" {
		return l.samples, nil
	}
	if l.closed {
		return "", context.Canceled
	}
	dir, err := unpackSamples(temp)
	l.samples = dir
	return dir, err
}

// keep makes r what is known, unless a newer scan has begun. It answers whether
// the page has something to ask for.
func (a *App) keep(number int, r library.Result) bool {
	l := &a.list
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.scans != number {
		return false
	}
	l.found = r
	for _, row := range r.Rows {
		l.name(row.Path)
	}
	return l.feed.take(a.rowsShown())
}

// firstShown is how much of a first message the list tells, in bytes.
const firstShown = 300

// rowsShown are the sessions as the page is told them. The list's lock is held.
func (a *App) rowsShown() []ListedSession {
	l := &a.list
	groups := library.Groups(l.found.Rows, a.env.Rules)
	shown := make([]ListedSession, 0, len(l.found.Rows))
	for i, row := range l.found.Rows {
		group := a.env.Short(groups[i])
		if row.Sample {
			group = "Samples"
		}
		row.FirstMessage = session.CutText(row.FirstMessage, firstShown)
		shown = append(shown, ListedSession{
			Row: row, Handle: l.handles[row.Path], ParentHandle: l.handles[row.Parent], Group: group,
		})
	}
	return shown
}

// name answers the handle of a path. The lock is held.
func (l *sessionList) name(path string) string {
	handle, ok := l.handles[path]
	if !ok {
		handle = fmt.Sprintf("l%d", len(l.handles)+1)
		l.handles[path], l.known[handle] = handle, path
	}
	return handle
}

// handle answers the handle that opens a file, "" for no path.
func (l *sessionList) handle(path string) string {
	if path == "" {
		return ""
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.name(path)
}

// rows answers a copy of the rows that are known, by which scan, and whether it
// still runs.
func (l *sessionList) rows() (rows []library.Row, scan int, scanning bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.found.Rows), l.scans, l.scanning
}

func (a *App) listed(since int) SessionsAnswer {
	notice := a.notice()
	l := &a.list
	l.mu.Lock()
	defer l.mu.Unlock()
	answer := SessionsAnswer{
		Skipped: append([]library.Skipped{}, l.found.Skipped[:min(len(l.found.Skipped), skippedShown)]...),
		Places:  []Place{}, Scanning: l.scanning, Notice: notice,
	}
	answer.Sessions, answer.Gone, answer.Version, answer.More = l.feed.since(since)
	added := 0
	for _, p := range l.found.Places {
		place := Place{Path: or(p.Path, p.Text), Label: p.Label, State: p.State, Added: -1}
		if p.Kind == paths.Added {
			place.Added = added
			added++
		}
		answer.Places = append(answer.Places, place)
	}
	return answer
}

// skippedShown is how many files that are no sessions an answer names.
const skippedShown = 200

// places are the folders the list is made from.
func (l *sessionList) places() []library.Looked {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.found.Places
}

func (l *sessionList) path(handle string) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	path, ok := l.known[handle]
	if !ok {
		return "", faultf(kindNotFound, "the session is not in the list any more")
	}
	return path, nil
}

// isSample tells whether a file is one that came with the app.
func (l *sessionList) isSample(path string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.samples != "" && strings.HasPrefix(path, l.samples+string(filepath.Separator))
}

func (l *sessionList) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	if l.stop != nil {
		l.stop()
	}
	removeSamples(l.samples)
}
