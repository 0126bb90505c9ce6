package jsonl

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Append adds whole lines, without the last LF, to the end of the file as it is
// at this moment, whoever wrote there since: one write, then a flush to the
// disk. Where the file does not end in LF the write begins with one, so that
// nothing is glued to an unfinished line; a blank line means nothing.
//
// It answers ErrStale, and writes nothing, when the path no longer names the
// file that was opened, or its past was rewritten. It writes nothing either where
// the system can tell beforehand that the disk is full. After any other error the
// file may hold the beginning of the lines: it is never shortened, and the next
// Append begins on a line of its own.
func (f *File) Append(lines []byte) (err error) {
	if err := f.fresh(); err != nil {
		return err
	}
	// Without O_NONBLOCK opening a pipe that took the file's place would wait for
	// its reader.
	w, err := os.OpenFile(f.path, os.O_WRONLY|os.O_APPEND|syscall.O_NONBLOCK, 0)
	if err != nil {
		if now, there := os.Stat(f.path); there != nil || !os.SameFile(now, f.info) {
			err = fmt.Errorf("%w: %w", ErrStale, err)
		}
		return fmt.Errorf("append to %s: %w", f.path, err)
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	now, err := w.Stat()
	if err != nil {
		return err
	}
	if !os.SameFile(now, f.info) {
		return fmt.Errorf("append to %s: %w", f.path, ErrStale)
	}
	whole, err := f.endsWhole(now.Size())
	if err != nil {
		return err
	}
	b := make([]byte, 0, len(lines)+2)
	if !whole {
		b = append(b, '\n')
	}
	b = append(append(b, lines...), '\n')
	if err := reserve(w, now.Size(), int64(len(b))); err != nil {
		return fmt.Errorf("append to %s: nothing was written: %w", f.path, err)
	}
	if n, err := w.Write(b); err != nil {
		return fmt.Errorf("append to %s: %d of %d bytes written: %w", f.path, n, len(b), err)
	}
	return w.Sync()
}

// endsWhole tells whether the first size bytes of the file end in LF, or are none.
func (f *File) endsWhole(size int64) (bool, error) {
	if size == 0 {
		return true, nil
	}
	var last [1]byte
	if _, err := f.f.ReadAt(last[:], size-1); err != nil {
		return false, fmt.Errorf("append to %s: %w", f.path, err)
	}
	return last[0] == '\n', nil
}
