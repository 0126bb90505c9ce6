package jsonl

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Create makes a new session file that must not exist, whole or not at all: the
// bytes go to a temporary file beside it that does not end in .jsonl, are
// flushed, and get their name last. A taken name answers an error that wraps
// os.ErrExist and leaves the file there untouched. Folders that are missing are
// made.
func Create(path string, data []byte) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("create %s: %w", path, err)
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".branchline-*.tmp")
	if err != nil {
		return fmt.Errorf("create %s: %w", path, err)
	}
	defer func() {
		if rm := os.Remove(tmp.Name()); rm != nil && !errors.Is(rm, os.ErrNotExist) {
			err = errors.Join(err, rm)
		}
	}()
	_, err = tmp.Write(data)
	if err == nil {
		err = tmp.Sync()
	}
	if err = errors.Join(err, tmp.Close()); err != nil {
		return fmt.Errorf("create %s: %w", path, err)
	}
	// A link, unlike a rename, fails when the name is taken.
	if err := os.Link(tmp.Name(), path); err != nil {
		return fmt.Errorf("create %s: %w", path, err)
	}
	return nil
}
