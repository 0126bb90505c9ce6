package jsonl

import "os"

// MakeFolder makes a folder for sessions, and those above it that are missing,
// for the user alone. One that is there stays as it is.
func MakeFolder(path string) error { return os.MkdirAll(path, 0o700) }
