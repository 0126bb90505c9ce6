package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"branchline/backend/session"
	"branchline/backend/session/formats"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/live"
)

// give names the files of the command line; they are opened while the face
// starts. entry is where the first of them opens, "" = nowhere special.
func (a *App) give(files []string, entry string) {
	if len(files) == 0 {
		return
	}
	a.opening, a.asked = make(chan struct{}), true
	go guarded(func() {
		defer close(a.opening)
		a.openFiles(files, entry)
	})
}

// openFiles opens files one after the other, the first at entry.
func (a *App) openFiles(files []string, entry string) {
	for _, file := range files {
		a.openFile(file, entry)
		entry = ""
	}
}

// openFile opens a file that was given from outside the page and tells the page.
func (a *App) openFile(path, entry string) {
	a.goByFile(path)
	answer, err := a.open(path, entry)
	a.mu.Lock()
	started := a.started
	if err != nil && !started {
		a.failed = append(a.failed, failure(path, err))
	}
	a.mu.Unlock()
	switch {
	case !started:
	case err != nil:
		a.emit("failed", failure(path, err))
	default:
		a.emit("opened", answer)
	}
}

// goByFile has a file that is given go by its name for as long as the app runs, unless
// it is open by its title already.
func (a *App) goByFile(path string) {
	if slices.ContainsFunc(a.set.All(), func(o *live.Open) bool { return o.Path == path }) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.byFile == nil {
		a.byFile = map[string]bool{}
	}
	a.byFile[path] = true
}

// goesByFile tells whether a file goes by its name: a sample does not.
func (a *App) goesByFile(path string) bool {
	if a.list.isSample(path) {
		return false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.byFile[path]
}

// called is what a session goes by on screen.
func (a *App) called(o snapshot) string {
	x := o.Index()
	if a.goesByFile(o.path) && strings.TrimSpace(x.Name) == "" {
		return filepath.Base(o.path)
	}
	return titleOf(x, o.path)
}

// failure says why a file could not be opened; the path is shown beside it.
func failure(path string, err error) Failure {
	f := asFault(err)
	var opening *formats.Error
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		f.Message = "A folder, not a session file. Add it to the folders of the list in the settings, or list what is in it: branchline list --dir " + shellWord(path)
		return Failure{Path: path, Kind: f.Kind, Message: f.Message}
	}
	if errors.As(err, &opening) {
		// The page says above it that this is no session, and names the file.
		f.Message = sentence(strings.TrimPrefix(opening.Reason, "not a session: ")) + ". " + sentence(opening.Next) + "."
	}
	return Failure{Path: path, Kind: f.Kind, Message: f.Message}
}

// sentence begins a text with a capital letter.
func sentence(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[n:]
}

// open opens a file, or finds it open already.
func (a *App) open(path, entry string) (SessionAnswer, error) {
	before, _ := os.Stat(path) // what is wrong with it, opening it says
	o, err := a.set.Open(context.Background(), path)
	if err != nil {
		a.await(path, before, err)
		return SessionAnswer{}, err
	}
	key, first := "", tab{}
	err = o.Use(func(s session.Session, revision int) error {
		x := s.Index()
		if entry != "" {
			p, err := findKey(x, entry)
			if err != nil {
				return faultf(kindNotFound, "open %s: %v", path, err)
			}
			key = x.Key(p)
		}
		first = tab{handle: o.Handle, straight: x.Key(x.Leaf), revision: revision, state: s.End(x.Suggested, a.now().UnixMilli()).State}
		return nil
	})
	if err != nil {
		return SessionAnswer{}, err
	}
	a.mu.Lock()
	at := slices.IndexFunc(a.tabs, func(t tab) bool { return t.handle == o.Handle })
	if at < 0 {
		a.tabs = append(a.tabs, first)
		at = len(a.tabs) - 1
	}
	a.tabs[at].entry = key
	a.mu.Unlock()
	// Setting a watch may take long, on a share of another machine. What was
	// written before it stood is found by looking.
	go guarded(func() {
		a.follow()
		a.look(o.Handle)
	})
	answer, err := reading(a, o.Handle, func(o snapshot) (SessionAnswer, error) { return a.describe(o, key), nil })
	if err == nil {
		a.remember(answer.Path, answer.Title)
	}
	return answer, err
}

// tab answers what is kept of an open session; nothing of one that is not open.
func (a *App) tab(handle string) tab {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, t := range a.tabs {
		if t.handle == handle {
			return t
		}
	}
	return tab{}
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
