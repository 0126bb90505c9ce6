package jsonl

import (
	"errors"
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
// it until release is called.
func HeldFolder(in, begin string) (dir string, release func(), err error) {
	if dir, err = os.MkdirTemp(in, begin); err != nil {
		return "", nil, err
	}
	release = Hold(dir) // before anything says that it may be swept away
	if err = os.WriteFile(filepath.Join(dir, heldName), nil, 0o600); err != nil {
		release()
		return "", nil, errors.Join(err, os.Remove(dir))
	}
	return dir, release, nil
}
