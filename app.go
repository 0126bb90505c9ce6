package main

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"branchline/backend/paths"
	"branchline/backend/session"
	"branchline/backend/session/graph"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/live"
	"branchline/backend/session/timeline"
)

// version is what --version and the page tell.
const version = "0.1.0"

// face is what shows the page: the window or a browser.
type face interface {
	// Name is "window" or "browser".
	Name() string
	// Emit tells the page something.
	Emit(name string, payload any)
	// OpenLink opens an address that was checked outside of the page.
	OpenLink(address string) error
	// Choose asks the reader for files; none means that nothing was chosen.
	Choose() ([]string, error)
	// Theme is "dark" or "light" where the system tells, else "".
	Theme() string
}

// App is what the page can ask. Its exported methods are the bound ones, and
// each of them is guarded by cross.
type App struct {
	env  paths.Env
	face face
	now  func() time.Time
	set  *live.Set
	list sessionList

	branches cache[branchKey, *timeline.Branch]
	layouts  cache[layoutKey, *graph.Layout]
	bodies   cache[bodyKey, *longBody]

	reloading sync.Mutex

	mu       sync.Mutex
	tabs     []tab         // open sessions in the order they were opened
	failed   []Failure     // given at the start and not told yet
	started  bool          // Start has answered: later files are told by event
	ready    bool          // the page listens
	queue    []event       // told once it does
	opening  chan struct{} // closed once the files given at the start are open
	asked    bool          // files were given at the start
	sampled  bool          // a sample was offered once
	settings *SettingsAnswer
}

// tab is an open session.
type tab struct {
	handle string
	// entry is the one to go to, "" when none was asked for.
	entry string
	// straight is the active leaf as it was when the session was opened: its
	// branch keeps the first lane.
	straight string
}

func newApp(env paths.Env, f face) *App {
	a := &App{env: env, face: f, now: time.Now, set: live.New()}
	a.branches.size, a.layouts.size, a.bodies.size = 12, 6, 1
	a.list.handles, a.list.known = map[string]string{}, map[string]string{}
	a.opening = make(chan struct{})
	close(a.opening)
	return a
}

// give names the files of the command line; they are opened while the face
// starts. entry is where the first of them opens, "" = nowhere special.
func (a *App) give(files []string, entry string) {
	if len(files) == 0 {
		return
	}
	a.opening, a.asked = make(chan struct{}), true
	go guarded(func() {
		defer close(a.opening)
		for i, file := range files {
			if i > 0 {
				entry = ""
			}
			a.openFile(file, entry)
		}
	})
}

// openFile opens a file that was given from outside the page and tells the page.
func (a *App) openFile(path, entry string) {
	answer, err := a.open(path, entry)
	a.mu.Lock()
	started := a.started
	if err != nil && !started {
		f := asFault(err)
		a.failed = append(a.failed, Failure{Path: path, Kind: f.Kind, Message: f.Message})
	}
	a.mu.Unlock()
	switch {
	case !started:
	case err != nil:
		f := asFault(err)
		a.emit("failed", Failure{Path: path, Kind: f.Kind, Message: f.Message})
	default:
		a.emit("opened", answer)
	}
}

// open opens a file, or finds it open already.
func (a *App) open(path, entry string) (SessionAnswer, error) {
	o, err := a.set.Open(context.Background(), path)
	if err != nil {
		return SessionAnswer{}, err
	}
	x, key := o.Session().Index(), ""
	if entry != "" {
		p, err := findKey(x, entry)
		if err != nil {
			return SessionAnswer{}, faultf(kindNotFound, "open %s: %v", path, err)
		}
		key = x.Key(p)
	}
	a.mu.Lock()
	at := slices.IndexFunc(a.tabs, func(t tab) bool { return t.handle == o.Handle })
	if at < 0 {
		a.tabs = append(a.tabs, tab{handle: o.Handle, straight: x.Key(x.Leaf)})
		at = len(a.tabs) - 1
	}
	a.tabs[at].entry = key
	a.mu.Unlock()
	return reading(a, o.Handle, func(o snapshot) (SessionAnswer, error) { return a.describe(o, key), nil })
}

func (a *App) straight(handle string) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, t := range a.tabs {
		if t.handle == handle {
			return t.straight
		}
	}
	return ""
}

// emit tells the page something once it listens.
func (a *App) emit(name string, payload any) {
	a.mu.Lock()
	if !a.ready {
		a.queue = append(a.queue, event{name, payload})
		a.mu.Unlock()
		return
	}
	a.mu.Unlock()
	a.face.Emit(name, payload)
}

// openingShown is how long the page waits for the files given at the start
// before it is drawn without them.
const openingShown = 1500 * time.Millisecond

// Start answers what the page needs to draw itself.
func (a *App) Start() (answer StartAnswer, err error) {
	defer cross(&err)
	select {
	case <-a.opening:
	case <-time.After(openingShown):
	}
	answer = StartAnswer{
		Face: a.face.Name(), CanChoose: a.face.Name() == "window", Version: version,
		Theme: a.face.Theme(), Settings: a.readSettings(), Opened: []SessionAnswer{}, Failed: []Failure{},
	}
	a.mu.Lock()
	tabs, failed := slices.Clone(a.tabs), a.failed
	a.started, a.ready, a.failed = true, false, nil
	a.mu.Unlock()
	answer.Failed = append(answer.Failed, failed...)
	for _, t := range tabs {
		described, err := reading(a, t.handle, func(o snapshot) (SessionAnswer, error) { return a.describe(o, t.entry), nil })
		if err == nil { // else it was closed in the meantime
			answer.Opened = append(answer.Opened, described)
		}
	}
	return answer, nil
}

// Ready says that the page listens to events.
func (a *App) Ready() (err error) {
	defer cross(&err)
	a.mu.Lock()
	queue := a.queue
	a.ready, a.queue = true, nil
	a.mu.Unlock()
	for _, e := range queue {
		a.face.Emit(e.Name, e.Payload)
	}
	return nil
}

// Open opens a listed session.
func (a *App) Open(r OpenRequest) (answer SessionAnswer, err error) {
	defer cross(&err)
	path, err := a.list.path(r.Handle)
	if err != nil {
		return answer, err
	}
	return a.open(path, "")
}

// Choose asks the reader for files; what happens to them comes by event.
func (a *App) Choose() (err error) {
	defer cross(&err)
	files, err := a.face.Choose()
	for _, file := range files {
		a.openFile(file, "")
	}
	return err
}

// Session describes an open session as it is now.
func (a *App) Session(r CloseRequest) (answer SessionAnswer, err error) {
	defer cross(&err)
	return reading(a, r.Session, func(o snapshot) (SessionAnswer, error) { return a.describe(o, ""), nil })
}

// Close closes an open session.
func (a *App) Close(r CloseRequest) (err error) {
	defer cross(&err)
	a.mu.Lock()
	a.tabs = slices.DeleteFunc(a.tabs, func(t tab) bool { return t.handle == r.Session })
	a.mu.Unlock()
	a.branches.drop(func(k branchKey) bool { return k.session == r.Session })
	a.layouts.drop(func(k layoutKey) bool { return k.session == r.Session })
	a.bodies.drop(func(k bodyKey) bool { return k.session == r.Session })
	return a.set.Close(r.Session)
}

// OpenLink opens an address of the web or of mail outside.
func (a *App) OpenLink(address string) (err error) {
	defer cross(&err)
	link, err := checkLink(address)
	if err != nil {
		return err
	}
	return a.face.OpenLink(link)
}

// snapshot is an open session at one revision. Its bodies can be read while the
// call that got it runs.
type snapshot struct {
	handle   string
	path     string
	revision int
	session.Session
}

// reading runs f on an open session. When the file turns out to have been
// rewritten it is read again, the page is told, and f runs on what is there now.
func reading[T any](a *App, handle string, f func(snapshot) (T, error)) (t T, err error) {
	for again := false; ; again = true {
		revision := 0
		err = a.use(handle, func(o snapshot) error {
			revision = o.revision
			t, err = f(o)
			return err
		})
		if again || !errors.Is(err, jsonl.ErrStale) {
			return t, err
		}
		if err := a.reload(handle, revision); err != nil {
			return t, err
		}
	}
}

func (a *App) use(handle string, f func(snapshot) error) error {
	o, err := a.set.Get(handle)
	if err != nil {
		return err
	}
	return o.Use(func(s session.Session, revision int) error {
		return f(snapshot{handle, o.Path, revision, s})
	})
}

// reload reads a session again unless another call has done so since revision.
func (a *App) reload(handle string, revision int) error {
	a.reloading.Lock()
	defer a.reloading.Unlock()
	o, err := a.set.Get(handle)
	if err != nil || o.Revision() != revision {
		return err
	}
	if o, err = a.set.Reload(context.Background(), handle); err != nil {
		return faultf(kindStale, "the file was rewritten since it was read, and reading it again failed: %v", err)
	}
	a.emit("session", map[string]any{"session": handle, "revision": o.Revision()})
	return nil
}

// close lets go of what would outlast the App.
func (a *App) close() {
	for _, o := range a.set.All() {
		_ = a.set.Close(o.Handle) // closed already is as good
	}
	a.list.close()
}
