package pi

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// sessionFiles are the paths in a folder that are named like sessions, in exactly
// these letters, the greatest name first: names begin with the time. A folder that
// is missing has none.
func sessionFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var files []string
	for _, entry := range slices.Backward(entries) {
		if strings.HasSuffix(entry.Name(), ".jsonl") {
			files = append(files, filepath.Join(dir, entry.Name()))
		}
	}
	return files, nil
}

// shelved are the session files in the folders of root, and in what links there
// name folders, the last written first. The error tells of folders that could not
// be read.
func shelved(ctx context.Context, root string) (files []string, err error) {
	entries, err := os.ReadDir(root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, entry := range entries {
		dir := filepath.Join(root, entry.Name())
		if ctx.Err() != nil || !isFolder(dir, entry) {
			continue
		}
		in, unread := sessionFiles(dir)
		files, err = append(files, in...), errors.Join(err, unread)
	}
	return lastWritten(files), err
}

// isFolder tells whether an entry is a folder or a link to one.
func isFolder(path string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.IsDir()
	}
	target, err := os.Stat(path)
	return err == nil && target.IsDir()
}

// lastWritten orders files by their time of change, the newest first and those
// that cannot be looked at last; of one time, by their names, the greatest first.
func lastWritten(files []string) []string {
	type dated struct {
		path string
		at   int64 // Unix nanoseconds
	}
	all := make([]dated, len(files))
	for i, path := range files {
		all[i] = dated{path, math.MinInt64}
		if info, err := os.Stat(path); err == nil {
			all[i].at = info.ModTime().UnixNano()
		}
	}
	slices.SortStableFunc(all, func(a, b dated) int {
		return cmp.Or(cmp.Compare(b.at, a.at), strings.Compare(filepath.Base(b.path), filepath.Base(a.path)))
	})
	for i := range all {
		files[i] = all[i].path
	}
	return files
}
