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
// program ended, unless something was written there after before. What cannot be
// removed stays: nobody takes its name for a session's.
func Sweep(dir string, before time.Time) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, f := range files {
		if !strings.HasPrefix(f.Name(), makingBegin) || !strings.HasSuffix(f.Name(), makingEnd) {
			continue
		}
		if info, err := f.Info(); err == nil && info.Mode().IsRegular() && info.ModTime().Before(before) {
			_ = os.Remove(filepath.Join(dir, f.Name()))
		}
	}
}
