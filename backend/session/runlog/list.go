package runlog

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// extension ends the name of a log.
const extension = ".jsonl"

// Entry is one log of a folder. (An entry of a session.Index is a session.Entry.)
type Entry struct {
	ID      string    // the file's name without .jsonl; not Meta.ID, when the file was renamed
	Path    string    // below the folder that was listed
	Task    string    // "" when the log has no meta
	Started time.Time // when the file was last written, whatever the name says
	// Complete tells whether the run said how it ended, and Reason what it said.
	Complete bool
	Reason   string
	// ResumedFrom is Meta.ID of the run this one carries on; 0.17.
	ResumedFrom string
}

// List reads the logs of a folder, the greatest id first by plain comparison.
// That is the newest first for ids of NewID; any name that begins with a letter
// stands before them, and "-2" before "-10".
//
// What counts is every name that ends in .jsonl in lower case and is no folder.
// Links are followed for what is in them, though not for the time. A file that
// cannot be read to its end, as Read reads, is left out; an empty one, or one
// that is no log, is listed without a task. No folder is an empty one.
func List(dir string) ([]Entry, error) {
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	var out []Entry
	for _, file := range files {
		id, ok := strings.CutSuffix(file.Name(), extension)
		if !ok || file.IsDir() {
			continue
		}
		info, err := file.Info()
		if err != nil { // it is gone
			continue
		}
		path := filepath.Join(dir, file.Name())
		s, err := Load(path)
		if err != nil {
			continue
		}
		e := Entry{ID: id, Path: path, Task: s.Meta.Task, Started: info.ModTime(), Complete: s.Complete(), ResumedFrom: s.Meta.ResumedFrom}
		if s.Result != nil {
			e.Reason = s.Result.Reason
		}
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b Entry) int { return cmp.Compare(b.ID, a.ID) })
	return out, nil
}

// Resolve finds the log a user means, as the agent's --resume does. After
// trimming:
//
//  1. "last" is the first of List, exactly so spelled.
//  2. What holds a path separator and is there, seen from the working folder, is
//     answered as it is: any name, even a folder.
//  3. Anything else names a log in dir, with or without .jsonl. A part of an id
//     does not, nor does a file in the working folder.
//
// Rule 3 leads out of dir for a reference with "..".
func Resolve(dir, reference string) (string, error) {
	ref := strings.TrimSpace(reference)
	switch {
	case ref == "":
		return "", errors.New("session: no session given")
	case ref == "last":
		logs, err := List(dir)
		if err == nil && len(logs) == 0 {
			err = fmt.Errorf("session: no sessions in %s", dir)
		}
		if err != nil {
			return "", err
		}
		return logs[0].Path, nil
	case strings.ContainsRune(ref, filepath.Separator):
		if _, err := os.Stat(ref); err == nil {
			return ref, nil
		}
	}
	path := filepath.Join(dir, strings.TrimSuffix(ref, extension)+extension)
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("session: %q not found in %s", ref, dir)
	}
	return path, nil
}
