package jsonl

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Create makes a new session file that must not exist, whole or not at all: the
// bytes go to a temporary file beside it that does not end in .jsonl, are
// flushed, and get their name last. A taken name answers an error that wraps
// os.ErrExist and leaves the file there untouched. Folders that are missing are
// made.
func Create(path string, data []byte) error {
	return CreateFrom(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// CreateFrom is Create for bytes that are not in memory all at once: write
// writes them. Its error means that no file is made.
func CreateFrom(path string, write func(io.Writer) error) error {
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = aside(path, 0o600, write, func(tmp string) error { return settle(tmp, path) })
	}
	if err != nil {
		return fmt.Errorf("create %s: %w", path, err)
	}
	return nil
}

// link is os.Link; a test stands for file systems that have no links.
var link = os.Link

// settle gives a file a name that must be free.
func settle(tmp, path string) error {
	err := link(tmp, path) // unlike a rename it fails when the name is taken
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	// Memory cards and some shares know no links: an empty file holds the name
	// until the whole one takes its place.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Close(), os.Rename(tmp, path)); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// aside writes a temporary file beside path, and once it is on the disk has it
// put in its place. Nothing is left of it but there.
func aside(path string, mode fs.FileMode, write func(io.Writer) error, place func(tmp string) error) (err error) {
	tmp, release, err := begun(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer release()
	defer func() {
		if rm := os.Remove(tmp.Name()); rm != nil && !errors.Is(rm, os.ErrNotExist) {
			err = errors.Join(err, rm)
		}
	}()
	w := bufio.NewWriterSize(tmp, 1<<20)
	if err = write(w); err == nil {
		err = w.Flush()
	}
	if err == nil {
		err = tmp.Chmod(mode)
	}
	if err == nil {
		err = tmp.Sync()
	}
	if err = errors.Join(err, tmp.Close()); err != nil {
		return err
	}
	return place(tmp.Name())
}

// begun makes a temporary file in a folder and holds it. One that was swept away
// before it was held is made again.
func begun(dir string) (tmp *os.File, release func(), err error) {
	for {
		if tmp, err = os.CreateTemp(dir, makingBegin+"*"+makingEnd); err != nil {
			return nil, nil, err
		}
		release = Hold(tmp.Name())
		if _, err := os.Lstat(tmp.Name()); !errors.Is(err, fs.ErrNotExist) {
			return tmp, release, nil
		}
		release()
		if err := tmp.Close(); err != nil {
			return nil, nil, err
		}
	}
}
