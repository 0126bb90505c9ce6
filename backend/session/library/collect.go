package library

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"branchline/backend/paths"
)

// candidate is a file that may be a session.
type candidate struct {
	path  string
	place int
	// info is nil for what is no regular file or cannot be looked at.
	info fs.FileInfo
	// self tells the file from others: info, else what the name itself stands for.
	self fs.FileInfo
	// linked: a link, or in a folder behind one.
	linked bool
}

// collector gathers the files of all places.
type collector struct {
	ctx     context.Context
	files   []candidate
	skipped []Skipped
}

// collect lists the files of places, each file once, the most lately written
// first. Only names that end in .jsonl or .pisession count, in exactly these
// letters.
func collect(ctx context.Context, places []paths.Place) ([]candidate, []Looked, []Skipped) {
	c := collector{ctx: ctx}
	looked := make([]Looked, len(places))
	for i, p := range places {
		looked[i] = Looked{Place: p, State: PlaceOK}
		if p.Problem != "" {
			looked[i].State, looked[i].Text = PlaceUnreadable, p.Problem
			continue
		}
		looked[i].State, looked[i].Text = c.place(i, p)
	}
	// Real files first, so that a link to a listed file is the one left out.
	slices.SortStableFunc(c.files, func(a, b candidate) int {
		return cmp.Compare(btoi(a.linked), btoi(b.linked))
	})
	var once identities
	files := slices.DeleteFunc(c.files, func(f candidate) bool {
		return f.self != nil && !once.add(f.self, 0)
	})
	slices.SortStableFunc(files, newest)
	return files, looked, c.skipped
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// newest orders by time of writing, what has none last.
func newest(a, b candidate) int {
	switch {
	case a.info == nil || b.info == nil:
		return cmp.Compare(btoi(a.info == nil), btoi(b.info == nil))
	default:
		return b.info.ModTime().Compare(a.info.ModTime())
	}
}

func (c *collector) place(i int, p paths.Place) (state, text string) {
	info, err := os.Stat(p.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return PlaceMissing, "there is no such folder"
	case err != nil:
		return PlaceUnreadable, reasonOf(err)
	case !info.IsDir():
		return PlaceUnreadable, "it is no folder"
	}
	entries, err := os.ReadDir(p.Path)
	if err != nil {
		return PlaceUnreadable, reasonOf(err)
	}
	if p.Kind != paths.Root {
		c.sessions(i, p.Path, entries, false)
	}
	if p.Kind == paths.Flat || p.Kind == paths.Runs {
		return PlaceOK, ""
	}
	for _, entry := range entries {
		if c.ctx.Err() != nil {
			break
		}
		path := filepath.Join(p.Path, entry.Name())
		linked := entry.Type()&fs.ModeSymlink != 0
		if linked {
			if target, err := os.Stat(path); err != nil || !target.IsDir() || os.SameFile(target, info) {
				continue
			}
		} else if !entry.IsDir() {
			continue
		}
		c.folder(i, path, linked)
		if p.Kind == paths.Added && entry.Name() == "sessions" {
			c.place(i, paths.Place{Path: path, Kind: paths.Root}) // pi's own folder was given, not its sessions
		}
	}
	return PlaceOK, ""
}

// folder takes the sessions of a folder below a place.
func (c *collector) folder(place int, path string, linked bool) {
	entries, err := os.ReadDir(path)
	switch {
	case err == nil:
		c.sessions(place, path, entries, linked)
	case !errors.Is(err, fs.ErrNotExist): // not merely deleted meanwhile
		c.skipped = append(c.skipped, Skipped{Path: path, Reason: "a folder that cannot be read: " + reasonOf(err)})
	}
}

// sessions takes the files among entries that are named like sessions.
func (c *collector) sessions(place int, dir string, entries []fs.DirEntry, linked bool) {
	for _, entry := range entries {
		if !named(entry.Name()) {
			continue
		}
		f := candidate{
			path: filepath.Join(dir, entry.Name()), place: place,
			linked: linked || entry.Type()&fs.ModeSymlink != 0,
		}
		// What is no regular file, or a link to nothing, is explained on opening it.
		if info, err := os.Stat(f.path); err == nil && info.Mode().IsRegular() {
			f.info, f.self = info, info
		} else if info, err := os.Lstat(f.path); err == nil {
			f.self = info
		}
		c.files = append(c.files, f)
	}
}

// reasonOf is an error without the path it names.
func reasonOf(err error) string {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		return inner.Err.Error()
	}
	return err.Error()
}

// identities finds files again by what they are, however they are called.
type identities struct{ buckets map[stamp][]identity }

// stamp is equal for what is the same file; few other files share it.
type stamp struct{ size, modified int64 }

type identity struct {
	info fs.FileInfo
	at   int
}

// add takes a file with its number. It answers false when it is known.
func (x *identities) add(info fs.FileInfo, at int) bool {
	if _, known := x.find(info); known {
		return false
	}
	if x.buckets == nil {
		x.buckets = map[stamp][]identity{}
	}
	s := stamp{info.Size(), info.ModTime().UnixNano()}
	x.buckets[s] = append(x.buckets[s], identity{info, at})
	return true
}

// find answers the number of a known file.
func (x *identities) find(info fs.FileInfo) (at int, known bool) {
	for _, k := range x.buckets[stamp{info.Size(), info.ModTime().UnixNano()}] {
		if os.SameFile(k.info, info) {
			return k.at, true
		}
	}
	return 0, false
}
