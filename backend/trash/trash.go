// Package trash moves files to the system's trash and back: on Linux and its like
// by the rules of freedesktop.org (Trash specification 1.0), on macOS to the user's
// trash or through the Finder, on Windows to the Recycle Bin. Nothing is ever
// deleted, copied or overwritten by it: where a file cannot be moved there by its
// name alone, it stays, and the error wraps ErrNotPossible.
package trash

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// ErrNotPossible means that there is no trash for this file, or no way back by it.
var ErrNotPossible = errors.New("not possible here")

// Can is the trash of a user.
type Can struct {
	// Home is the user's own trash folder, UID the user's number; neither is asked
	// for on Windows.
	Home string
	UID  int
	Now  func() time.Time
}

// Item is a file in the trash.
type Item struct {
	// From is where it was, To where it is now; To is "" where only the system knows.
	From, To string
	info     string // the file that tells of it, "" for none
}

// Put moves a file, or a folder with all that is in it, to the trash. Of a link the
// link itself is moved.
func (c Can) Put(path string) (Item, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return Item{}, err
	}
	if _, err := os.Lstat(path); err != nil {
		return Item{}, fmt.Errorf("move to the trash: %w", err)
	}
	item, err := c.put(path)
	if err != nil {
		return Item{}, fmt.Errorf("move %s to the trash: %w", path, err)
	}
	return item, nil
}

// Restore moves a file back to where it was. A name that was taken meanwhile answers
// an error that wraps fs.ErrExist, and leaves both files where they are.
func (c Can) Restore(it Item) error {
	if it.To == "" {
		return fmt.Errorf("restore %s: %w: restore it from the trash itself", it.From, ErrNotPossible)
	}
	if err := os.MkdirAll(filepath.Dir(it.From), 0o700); err != nil {
		return fmt.Errorf("restore %s: %w", it.From, err)
	}
	if err := move(it.To, it.From); err != nil {
		return fmt.Errorf("restore %s: %w", it.From, err)
	}
	if it.info != "" {
		// Without its file this one means nothing to anybody; the file is back.
		_ = os.Remove(it.info)
	}
	return nil
}

// move gives a file a name that must be free, on the same file system.
func move(from, to string) error {
	err := os.Link(from, to)
	if err == nil {
		if err = os.Remove(from); err != nil {
			err = errors.Join(err, os.Remove(to))
		}
		return err
	}
	if errors.Is(err, os.ErrExist) {
		return err
	}
	// Folders have one name only, and some file systems know no links.
	if _, err := os.Lstat(to); err == nil {
		return fmt.Errorf("%s: %w", to, os.ErrExist)
	}
	return os.Rename(from, to)
}
