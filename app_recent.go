package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	recentName = "recent.json"
	// recentAtMost is how many files are remembered.
	recentAtMost = 30
	// recentShown is how long the page waits to be told which files are missing.
	recentShown = 400 * time.Millisecond
)

// recentFile is a session that was opened, as it is kept in our own state.
type recentFile struct {
	Path     string `json:"path"`
	Title    string `json:"title"`
	OpenedMs int64  `json:"openedMs"`
}

// Recent answers the files opened last, the last one first; none while they are
// not remembered.
func (a *App) Recent() (answer RecentAnswer, err error) {
	defer cross(&err)
	answer.Files = []RecentFile{}
	files := a.rememberedFiles()
	for _, f := range files {
		answer.Files = append(answer.Files, RecentFile{
			Handle: a.list.handle(f.Path), Title: f.Title, Path: f.Path, OpenedMs: f.OpenedMs,
		})
	}
	for _, i := range missing(files) {
		answer.Files[i].Missing = true
	}
	return answer, nil
}

// rememberedFiles are the files opened last, none while they are not remembered.
func (a *App) rememberedFiles() []recentFile {
	if !a.readSettings().RememberRecent {
		return nil
	}
	a.recent.Lock()
	defer a.recent.Unlock()
	return a.loadRecent()
}

// ForgetRecent no longer remembers one file.
func (a *App) ForgetRecent(r ForgetRecentRequest) (err error) {
	defer cross(&err)
	path, err := a.list.path(r.Handle)
	if err != nil {
		return err
	}
	return a.changeRecent(func(files []recentFile) []recentFile { return without(files, path) })
}

// ClearRecent forgets which files were opened.
func (a *App) ClearRecent() (err error) {
	defer cross(&err)
	return a.forgetAll()
}

func (a *App) forgetAll() error {
	return a.changeRecent(func([]recentFile) []recentFile { return nil })
}

// remember puts a file in front of those opened last. Failing to is no reason
// not to show it.
func (a *App) remember(path, title string) {
	if !a.readSettings().RememberRecent || a.passes(path) {
		return
	}
	opened := recentFile{Path: path, Title: title, OpenedMs: a.now().UnixMilli()}
	err := a.changeRecent(func(files []recentFile) []recentFile {
		return append([]recentFile{opened}, without(files, path)...)
	})
	if err != nil {
		log.Printf("branchline: %v", err)
	}
}

// passes tells a file that goes when the program ends: a sample, a demo.
func (a *App) passes(path string) bool {
	for _, prefix := range []string{samplesPrefix, demoPrefix} {
		if strings.HasPrefix(path, filepath.Join(a.env.Temp, prefix)) {
			return true
		}
	}
	return false
}

func without(files []recentFile, path string) []recentFile {
	return slices.DeleteFunc(files, func(f recentFile) bool { return f.Path == path })
}

// changeRecent changes what is kept, which another program may have changed
// since, and tells the page.
func (a *App) changeRecent(change func([]recentFile) []recentFile) error {
	a.recent.Lock()
	defer a.recent.Unlock()
	files := change(a.loadRecent())
	files = files[:min(len(files), recentAtMost)]
	dir, err := a.env.StateDir()
	if err == nil {
		err = saveOwn(dir, recentName, append([]recentFile{}, files...))
	}
	if err != nil {
		return fmt.Errorf("keep the recent files: %w", err)
	}
	a.emit("recent", map[string]any{})
	return nil
}

// loadRecent reads what is kept. What cannot be read is as if it were not there.
func (a *App) loadRecent() []recentFile {
	dir, err := a.env.StateDir()
	if err != nil {
		return nil
	}
	b, err := os.ReadFile(filepath.Join(dir, recentName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var files []recentFile
	if err == nil {
		err = json.Unmarshal(b, &files)
	}
	if err != nil {
		log.Printf("branchline: recent files: %v; they begin anew", err)
		return nil
	}
	files = slices.DeleteFunc(files, func(f recentFile) bool { return !filepath.IsAbs(f.Path) })
	return files[:min(len(files), recentAtMost)]
}

// missing answers the places of the files that are not there. A share that does
// not answer in time holds nothing up: its files count as there.
func missing(files []recentFile) (places []int) {
	gone := make(chan int, len(files))
	for i, f := range files {
		go guarded(func() {
			if _, err := os.Stat(f.Path); errors.Is(err, fs.ErrNotExist) {
				gone <- i
				return
			}
			gone <- -1
		})
	}
	late := time.After(recentShown)
	for range files {
		select {
		case i := <-gone:
			if i >= 0 {
				places = append(places, i)
			}
		case <-late:
			return places
		}
	}
	return places
}
