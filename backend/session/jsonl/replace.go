package jsonl

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// Replace gives the file's name to a new file, whole or not at all: write writes
// it to a temporary file beside the old one, which is flushed, gets the mode of
// the old one and then its name. Whoever is interrupted leaves the old file or
// the new one. It is for a change of the format that a user asked for; nothing
// else rewrites a session.
//
// It answers ErrStale, and changes nothing, when the path no longer names the
// file that was opened, or its size or its past are not those that were last
// marked. f goes on reading the old file.
func (f *File) Replace(write func(io.Writer) error) error {
	if err := f.replace(write); err != nil {
		return fmt.Errorf("replace %s: %w", f.path, err)
	}
	return nil
}

func (f *File) replace(write func(io.Writer) error) error {
	if err := f.unchanged(); err != nil {
		return err
	}
	path, err := filepath.EvalSymlinks(f.path) // a rename would put a link away
	if err != nil {
		return err
	}
	err = aside(path, f.info.Mode().Perm(), write, func(tmp string) error {
		if err := f.unchanged(); err != nil {
			return err
		}
		return os.Rename(tmp, path)
	})
	if err != nil {
		return err
	}
	return flushFolder(filepath.Dir(path))
}

// unchanged answers ErrStale unless the path names the file that was opened, and
// that holds what was marked and no more.
func (f *File) unchanged() error {
	now, err := os.Stat(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return ErrStale
	}
	if err != nil {
		return err
	}
	if !os.SameFile(now, f.info) || now.Size() != f.Size() {
		return ErrStale
	}
	return f.fresh()
}

// flushFolder brings a new name in a folder to the disk, where the system can.
func flushFolder(path string) (err error) {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil // not every file system flushes folders
	}
	return err
}
