package jsonl

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Files that are being made have names that begin and end so.
const makingBegin, makingEnd = ".branchline-", ".tmp"

// Sweep removes from a folder what is left of files that were being made when the
// program ended: at once where the system tells that nobody makes them any more, else
// unless something was written there after before. What cannot be removed stays:
// nobody takes its name for a session's.
func Sweep(dir string, before time.Time) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, f := range files {
		if f.Type().IsRegular() && strings.HasPrefix(f.Name(), makingBegin) && strings.HasSuffix(f.Name(), makingEnd) {
			Abandoned(filepath.Join(dir, f.Name()), before, os.Remove)
		}
	}
}

// SweepFolders removes from a folder those that HeldFolder made there with names that
// begin so, each with all that is in it, when they were left in the same way.
func SweepFolders(dir, begin string, before time.Time) {
	folders, err := filepath.Glob(filepath.Join(dir, begin+"*"))
	if err != nil {
		return
	}
	for _, folder := range folders {
		info, err := os.Lstat(folder)
		if err != nil || !info.IsDir() {
			continue
		}
		if _, err := os.Lstat(filepath.Join(folder, heldName)); err == nil {
			Abandoned(folder, before, os.RemoveAll)
		}
	}
}
