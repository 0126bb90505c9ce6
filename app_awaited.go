package main

import (
	"errors"
	"os"

	"branchline/backend/session/formats"
)

// await notes a file that could not be opened because it is no session, which it
// may become: agents write the first record after they made the file. The page is
// told when it is written to. before describes the file as it was then, nil where
// there was none.
func (a *App) await(path string, before os.FileInfo, err error) {
	var opening *formats.Error
	if before == nil || !before.Mode().IsRegular() || !errors.As(err, &opening) || opening.Kind != formats.NotSession {
		return
	}
	f := &a.following
	f.mu.Lock()
	if f.awaited == nil {
		f.awaited = map[string]os.FileInfo{}
	}
	f.awaited[path] = before
	f.mu.Unlock()
	go guarded(func() {
		a.follow()
		a.lookForWritten(path) // before the watch stood
	})
}

// awaitedFiles are the files that may become sessions.
func (f *following) awaitedFiles() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	files := make([]string, 0, len(f.awaited))
	for path := range f.awaited {
		files = append(files, path)
	}
	return files
}

// lookForWritten tells the page when a file that may become a session was written
// to, once: the page opens it again, or has closed its tab.
func (a *App) lookForWritten(path string) {
	now, err := os.Stat(path)
	if err != nil {
		return // it may come again
	}
	f := &a.following
	f.mu.Lock()
	before, ok := f.awaited[path]
	written := ok && (!os.SameFile(now, before) || now.Size() != before.Size() || !now.ModTime().Equal(before.ModTime()))
	if written {
		delete(f.awaited, path)
	}
	f.mu.Unlock()
	if written {
		a.emit("written", map[string]any{"path": path, "handle": a.list.handle(path)})
	}
}
