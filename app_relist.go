package main

import (
	"context"
	"slices"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/library"
)

const (
	// relistRest is how long the list rests at least after it was brought up to
	// date, and relistShare by how much longer than that took: where much is
	// written, following it must not take the machine.
	relistRest  = time.Second
	relistShare = 20
	// relistRunning is how often the list is brought up to date while a run in it
	// runs, which may end by standing still.
	relistRunning = 30 * time.Second
)

// listChanged says that the list may have changed.
func (a *App) listChanged() {
	select {
	case a.following.relist <- struct{}{}:
	default: // said already
	}
}

// followList brings the list up to date when it may have changed, until the App ends.
func (a *App) followList() {
	again := time.NewTimer(0) // while a run runs
	defer again.Stop()
	again.Stop()
	for {
		select {
		case <-a.following.ended:
			return
		case <-a.following.relist:
		case <-again.C:
		}
		began := time.Now()
		guarded(func() {
			if a.bringUpToDate() {
				again.Reset(relistRunning)
			}
		})
		select {
		case <-a.following.ended:
			return
		case <-time.After(max(relistRest, relistShare*time.Since(began))):
		}
	}
}

// lend lets read ask an open session, for as long as it runs.
func (a *App) lend(path string, read func(session.Session)) bool {
	for _, o := range a.set.All() {
		if o.Path == path {
			return o.Use(func(s session.Session, _ int) error {
				read(s)
				return nil
			}) == nil
		}
	}
	return false
}

// bringUpToDate reads what changed of the list. It answers whether a run runs.
func (a *App) bringUpToDate() (running bool) {
	l := &a.list
	l.mu.Lock()
	known, number, busy := l.found, l.scans, l.scanning || l.scans == 0 || l.closed
	l.mu.Unlock()
	if busy {
		return false // it comes by here once more when the scan is done
	}
	ctx, now := context.Background(), a.now().UnixMilli()
	found, err := library.Rescan(ctx, a.env.Places(a.readSettings().Folders...), now, known, a.lend)
	if err != nil {
		return false
	}
	if len(found.Rows) == 0 {
		found.Rows = a.samples(ctx, now)
	}
	if a.keep(number, found) {
		a.emit("sessions", map[string]any{})
	}
	a.follow() // a place may have come or gone
	return slices.ContainsFunc(found.Rows, func(r library.Row) bool { return r.Outcome == string(session.Running) })
}
