package main

import (
	"log"
	"slices"
	"sync"
	"time"

	"branchline/backend/paths"
	"branchline/backend/session"
	"branchline/backend/session/library"
	"branchline/backend/session/live"
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
	// ChooseFolder asks the reader for a folder; "" means that none was chosen.
	ChooseFolder() (string, error)
	// Save asks the reader for the place of a new file, and begins with a name in a
	// folder; "" means that none was chosen.
	Save(dir, name string) (string, error)
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

	following following
	editing   editing
	jobs      jobs

	made    projections
	saw     seenContexts
	ledgers cache[leafKey, *changed]
	bodies  cache[bodyKey, *longBody]
	folders cache[folderKey, []library.Row]

	reloading sync.Mutex
	recent    sync.Mutex // held while the recent files are read and written
	notes     noteStore

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
	// byFile are the paths of files that go by their names.
	byFile map[string]bool
}

// tab is an open session.
type tab struct {
	handle string
	// entry is the one to go to, "" when none was asked for.
	entry string
	// straight is the active leaf as it was when the session was opened: its
	// branch keeps the first lane.
	straight string
	// How the session stood when it was looked at last: its revision, why it can
	// not be followed, "" when it can, and how its suggested branch ended.
	revision int
	lost     string
	state    session.State
}

func newApp(env paths.Env, f face) *App {
	a := &App{env: env, face: f, now: time.Now, set: live.New()}
	a.notes.dir, a.notes.damaged = env.StateDir, a.damagedNotes
	a.made.limit()
	a.saw.limit()
	a.bodies.size, a.folders.size, a.ledgers.size = 1, 4, 2
	a.list.handles, a.list.known = map[string]string{}, map[string]string{}
	a.following.looking, a.following.ended, a.following.relist = map[string]bool{}, make(chan struct{}), make(chan struct{}, 1)
	a.opening = make(chan struct{})
	close(a.opening)
	return a
}

// openingShown is how long the page waits for the files given at the start
// before it is drawn without them.
const openingShown = 1500 * time.Millisecond

// Start answers what the page needs to draw itself.
func (a *App) Start() (answer StartAnswer, err error) {
	defer cross(&err)
	a.sweepLeft()
	select {
	case <-a.opening:
	case <-time.After(openingShown):
	}
	answer = StartAnswer{
		Face: a.face.Name(), CanChoose: a.face.Name() == "window", Version: version,
		Theme: a.face.Theme(), Settings: a.readSettings(), Opened: []SessionAnswer{}, Failed: []Failure{},
		Steps: a.editing.steps(), Exports: a.jobs.exports(),
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

// Close closes an open session.
func (a *App) Close(r CloseRequest) (err error) {
	defer cross(&err)
	a.mu.Lock()
	a.tabs = slices.DeleteFunc(a.tabs, func(t tab) bool { return t.handle == r.Session })
	a.mu.Unlock()
	a.made.drop(r.Session)
	a.saw.drop(r.Session)
	a.ledgers.drop(func(k leafKey) bool { return k.session == r.Session })
	a.bodies.drop(func(k bodyKey) bool { return k.session == r.Session })
	err = a.set.Close(r.Session)
	go guarded(a.follow)
	return err
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

// close lets go of what would outlast the App.
func (a *App) close() {
	for _, o := range a.set.All() {
		_ = a.set.Close(o.Handle) // closed already is as good
	}
	a.jobs.close()
	a.list.close()
	if err := a.following.close(); err != nil {
		log.Printf("branchline: %v", err)
	}
}
