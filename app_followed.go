package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"branchline/backend/paths"
	"branchline/backend/watch"
)

// concerns tells whether a change may be one of the file at path, or of the file
// a link there leads to.
func concerns(c watch.Change, path string) bool {
	for _, name := range spellings(path) {
		if slices.Contains(c.Files, name) || slices.ContainsFunc(c.Folders, func(dir string) bool {
			return strings.HasPrefix(name, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
		}) {
			return true
		}
	}
	return false
}

// mostLinks is how many links in a row are followed; Linux follows no more.
const mostLinks = 40

// spellings are a path and the paths of all that links there lead to, the file
// itself among them: when any is changed, another file has the path.
func spellings(path string) []string {
	next := filepath.Clean(path)
	names := []string{next}
	for range mostLinks {
		dir, err := filepath.EvalSymlinks(filepath.Dir(next))
		if err != nil {
			break
		}
		next = filepath.Join(dir, filepath.Base(next))
		names = append(names, next)
		target, err := os.Readlink(next)
		if err != nil {
			break // the end of the links
		}
		if next = target; !filepath.IsAbs(target) {
			next = filepath.Join(dir, target)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// followed are the folders to follow, each once.
func (a *App) followed() []watch.Folder {
	all := map[string]watch.Folder{}
	add := func(f watch.Folder) {
		have := all[f.Path]
		all[f.Path] = watch.Folder{Path: f.Path, Below: f.Below || have.Below, Open: f.Open || have.Open}
	}
	open := a.following.awaitedFiles()
	for _, o := range a.set.All() {
		open = append(open, o.Path)
	}
	for _, path := range open {
		for _, name := range spellings(path) {
			add(watch.Folder{Path: filepath.Dir(name), Open: true})
		}
	}
	for _, p := range a.list.places() {
		if p.Problem != "" {
			continue
		}
		switch p.Kind {
		case paths.Flat, paths.Runs:
			add(watch.Folder{Path: filepath.Clean(p.Path)})
		case paths.Added:
			add(watch.Folder{Path: filepath.Join(p.Path, "sessions"), Below: true})
			add(watch.Folder{Path: filepath.Clean(p.Path), Below: true})
		default:
			add(watch.Folder{Path: filepath.Clean(p.Path), Below: true})
		}
	}
	folders := make([]watch.Folder, 0, len(all))
	for _, f := range all {
		folders = append(folders, f)
	}
	return folders
}
