package watch

import (
	"os"
	"path/filepath"
	"slices"
	"time"
)

// folder is one folder that is followed.
type folder struct {
	path   string
	open   bool
	below  bool   // its subfolders are followed too
	inside string // the folder it is followed for, "" when for itself
	// watched: the system tells of changes; remote: but not of those other
	// machines make.
	watched, remote bool
	// seen is how the folder looked last, nil when it is not there, and is the
	// folder that was looked at.
	seen snapshot
	is   os.FileInfo
	next time.Time // when it is looked at again, zero for never
}

// unseen tells whether changes of the folder only show when it is looked at.
func (f *folder) unseen() bool { return !f.watched || f.remote }

// snapshot is what stands in a folder.
type snapshot map[string]os.FileInfo

// look reads a folder: its files, or nothing but its subfolders where the system
// tells of files. What goes away meanwhile is left out; a folder that cannot be
// read is empty.
func look(path string, files bool) snapshot {
	s := snapshot{}
	entries, err := os.ReadDir(path)
	if err != nil {
		return s
	}
	for _, e := range entries {
		if !files && !e.IsDir() && e.Type()&os.ModeSymlink == 0 {
			continue
		}
		// Links count as what they lead to.
		if info, err := os.Stat(filepath.Join(path, e.Name())); err == nil && (files || info.IsDir()) {
			s[e.Name()] = info
		}
	}
	return s
}

// folders are the names of the subfolders.
func (s snapshot) folders() []string {
	var names []string
	for name, info := range s {
		if info.IsDir() {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// since are the names of files that are other ones than before, or were changed.
func (s snapshot) since(before snapshot) []string {
	var names []string
	for name, now := range s {
		if then, known := before[name]; !now.IsDir() && (!known || !same(then, now)) {
			names = append(names, name)
		}
	}
	for name, then := range before {
		if now, still := s[name]; (!still || now.IsDir()) && !then.IsDir() {
			names = append(names, name)
		}
	}
	return names
}

func same(a, b os.FileInfo) bool {
	return a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()) && os.SameFile(a, b)
}
