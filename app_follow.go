package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"
	"sync"

	"branchline/backend/session"
	"branchline/backend/session/formats"
	"branchline/backend/session/live"
	"branchline/backend/session/outcome"
	"branchline/backend/watch"
)

// following brings open sessions and the list up to date as their files change.
type following struct {
	setting sync.Mutex // the folders are being told to the watcher
	ended   chan struct{}
	relist  chan struct{} // a signal that the list may have changed

	mu      sync.Mutex
	watcher *watch.Watcher // nil until the first folder is followed
	closed  bool
	// looking are the sessions that are being looked at, by handle; true when
	// their files changed meanwhile.
	looking map[string]bool
	// awaited are files that could not be opened and may become sessions, as they
	// were when that was tried, by path.
	awaited map[string]os.FileInfo
	// unwatched says which folders are not watched and why, "" when all are.
	unwatched string
}

// follow has the folders watched that open sessions and the list come from.
func (a *App) follow() {
	f := &a.following
	f.setting.Lock()
	defer f.setting.Unlock()
	f.mu.Lock()
	if f.closed {
		f.mu.Unlock()
		return
	}
	if f.watcher == nil {
		w := watch.New(watch.Options{})
		f.watcher = w
		go guarded(func() { a.followChanges(w) })
		go guarded(a.followList)
	}
	w := f.watcher
	f.mu.Unlock()
	w.Follow(a.followed())
}

// followChanges takes what the watcher tells until the App ends.
func (a *App) followChanges(w *watch.Watcher) {
	for {
		select {
		case <-a.following.ended:
			return
		case c := <-w.Changes():
			guarded(func() { a.changed(c) })
		}
	}
}

// changed looks at what a change may be about.
func (a *App) changed(c watch.Change) {
	for _, o := range a.set.All() {
		if concerns(c, o.Path) {
			a.look(o.Handle)
		}
	}
	f := &a.following
	for _, path := range f.awaitedFiles() {
		if concerns(c, path) {
			a.lookForWritten(path)
		}
	}
	f.mu.Lock()
	told := f.unwatched != c.Notice
	f.unwatched = c.Notice
	f.mu.Unlock()
	if told {
		a.emit("sessions", map[string]any{})
	}
	a.listChanged()
}

// look brings an open session up to date in the background. While it does so,
// further changes make it look once more.
func (a *App) look(handle string) {
	f := &a.following
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, busy := f.looking[handle]; busy {
		f.looking[handle] = true
		return
	}
	f.looking[handle] = false
	go func() {
		for again := true; again; {
			guarded(func() { a.lookNow(handle) })
			f.mu.Lock()
			if again = f.looking[handle]; again {
				f.looking[handle] = false
			} else {
				delete(f.looking, handle)
			}
			f.mu.Unlock()
		}
	}()
}

// lookNow brings an open session up to date and tells the page what is new.
func (a *App) lookNow(handle string) {
	seen, err := a.set.Look(context.Background(), handle)
	if errors.Is(err, live.ErrClosed) {
		return
	}
	lost := lostBy(seen, err)
	revision := 0
	state := session.Unknown
	err = a.use(handle, func(o snapshot) error {
		revision = o.revision
		state = o.End(o.Index().Suggested, a.now().UnixMilli()).State
		return nil
	})
	if err != nil {
		return // closed meanwhile
	}
	news, ended := a.noted(handle, revision, lost, state)
	if news {
		a.emit("session", map[string]any{"session": handle, "revision": revision})
		a.listChanged() // the list asks what is open instead of reading it
	}
	if ended {
		a.tellEnd(handle)
	}
}

// lostBy says in whole sentences why a session is not followed any more, "" while
// it is.
func lostBy(seen live.Seen, err error) string {
	var opening *formats.Error
	switch {
	case errors.As(err, &opening):
		next := sentence(opening.Next) + "."
		if opening.Kind == formats.NotSession {
			next = "That is tried again whenever the file is written to."
		}
		return fmt.Sprintf("The file could not be read again: %s. %s", strings.TrimPrefix(opening.Reason, "not a session: "), next)
	case err != nil:
		return fmt.Sprintf("The file could not be looked at: %v.", err)
	case seen == live.Gone:
		return "The file is gone: it was moved or deleted, or its drive is not there."
	case seen == live.Folder:
		return "The file is gone: a folder stands there now."
	}
	return ""
}

// noted keeps how a session stands now. It answers whether that is news to the
// page, and whether what ran has ended.
func (a *App) noted(handle string, revision int, lost string, state session.State) (news, ended bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	at := slices.IndexFunc(a.tabs, func(t tab) bool { return t.handle == handle })
	if at < 0 {
		return false, false
	}
	t := &a.tabs[at]
	news = t.revision != revision || t.lost != lost
	ended = t.state == session.Running && state != session.Running && revision > t.revision
	t.revision, t.lost, t.state = revision, lost, state
	return news, ended
}

// notifier is a face that can tell the desktop something.
type notifier interface {
	Notify(title, body string) error
}

// tellEnd says that a run came to its end while it was followed: to the page, and
// to the desktop where the reader wants that.
func (a *App) tellEnd(handle string) {
	told := EndedEvent{Session: handle}
	err := a.use(handle, func(o snapshot) error {
		card := outcome.Of(o.Session, o.Index().Suggested, a.now().UnixMilli())
		told.Title, told.State, told.Headline = a.called(o), card.State, card.Headline
		return nil
	})
	if err != nil {
		return // closed meanwhile
	}
	a.emit("ended", told)
	if n, able := a.face.(notifier); able && a.readSettings().Notify {
		if err := n.Notify(told.Title, told.Headline); err != nil {
			log.Printf("branchline: %v", err)
		}
	}
}

// Follow answers how an open session stands now, for a page that shows one of its
// branches.
func (a *App) Follow(r FollowRequest) (answer FollowAnswer, err error) {
	defer cross(&err)
	return reading(a, r.Session, func(o snapshot) (FollowAnswer, error) {
		answer := FollowAnswer{Session: a.describe(o, ""), Leaf: o.Index().Key(o.Index().Suggested), On: r.Leaf == ""}
		if open, err := a.set.Get(o.handle); err == nil {
			answer.Since = open.Since()
		}
		if p, ok := o.Index().Lookup(r.Leaf); ok && r.Leaf != "" {
			answer.On = true
			answer.Leaf, answer.Elsewhere = goesOn(o.Index(), p)
		}
		return answer, nil
	})
}

// goesOn answers where the branch that ended at leaf ends now, and whether the
// agent continues on another one.
func goesOn(x *session.Index, leaf session.Pos) (key string, elsewhere bool) {
	if x.Header.Closed || x.Leads(leaf, x.Leaf) { // a run is one course over all its resets
		return x.Key(x.Leaf), false
	}
	end := leaf
	for kids := x.Children(end); len(kids) > 0; kids = x.Children(end) {
		end = slices.Max(kids)
	}
	return x.Key(end), x.Leaf != session.None && !x.Leads(x.Leaf, end)
}

// close ends all following.
func (f *following) close() error {
	f.mu.Lock()
	w, closed := f.watcher, f.closed
	f.closed = true
	f.mu.Unlock()
	if closed {
		return nil
	}
	close(f.ended)
	if w == nil {
		return nil
	}
	return w.Close()
}

// notice says which folders are not watched and why, "" when all are.
func (a *App) notice() string {
	a.following.mu.Lock()
	defer a.following.mu.Unlock()
	return a.following.unwatched
}
