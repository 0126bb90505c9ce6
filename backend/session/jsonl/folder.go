package jsonl

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// MakeFolder makes a folder for sessions, and those above it that are missing,
// for the user alone. One that is there stays as it is.
func MakeFolder(path string) error { return os.MkdirAll(path, 0o700) }

// heldName is the file in a folder that says whose it is: without it the name of a
// folder alone says nothing.
const heldName = ".branchline-held"

// HeldFolder makes in a folder one for the user alone, whose name begins so, and holds
// it until release is called. One that was swept away before it was held is made again.
func HeldFolder(in, begin string) (dir string, release func(), err error) {
	for {
		if dir, err = os.MkdirTemp(in, begin); err != nil {
			return "", nil, err
		}
		held := filepath.Join(dir, heldName)
		if err = os.WriteFile(held, nil, 0o600); err != nil {
			return "", nil, errors.Join(err, os.Remove(dir))
		}
		release = Hold(held)
		if _, err := os.Lstat(held); !errors.Is(err, fs.ErrNotExist) {
			return dir, release, nil
		}
		release()
	}
}
