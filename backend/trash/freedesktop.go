//go:build unix && !darwin

package trash

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// put moves a file to the trash of its file system: the user's own, or the one at
// the top of the volume.
func (c Can) put(path string) (Item, error) {
	bin, top, err := c.binFor(path)
	if err != nil {
		return Item{}, err
	}
	for _, sub := range []string{"files", "info"} {
		if err := os.MkdirAll(filepath.Join(bin, sub), 0o700); err != nil {
			return Item{}, fmt.Errorf("%w: %w", ErrNotPossible, err)
		}
	}
	told := path
	if top != "" {
		if told, err = filepath.Rel(top, path); err != nil {
			return Item{}, err
		}
	}
	item, err := c.tell(bin, filepath.Base(path), told)
	if err != nil {
		return Item{}, err
	}
	item.From = path
	if err := os.Rename(path, item.To); err != nil {
		if errors.Is(err, syscall.EXDEV) {
			err = fmt.Errorf("%w: its volume has no trash of its own", ErrNotPossible)
		}
		return Item{}, errors.Join(err, os.Remove(item.info))
	}
	return item, nil
}

// tell writes the file that tells where one in the trash came from, whose name holds
// that one's name: the first that is free.
func (c Can) tell(bin, base, told string) (Item, error) {
	text := fmt.Sprintf("[Trash Info]\nPath=%s\nDeletionDate=%s\n", escaped(told), c.Now().Format("2006-01-02T15:04:05"))
	ext := filepath.Ext(base)
	for n := 1; ; n++ {
		name := base
		if n > 1 {
			name = strings.TrimSuffix(base, ext) + "." + strconv.Itoa(n) + ext
		}
		it := Item{To: filepath.Join(bin, "files", name), info: filepath.Join(bin, "info", name+".trashinfo")}
		f, err := os.OpenFile(it.info, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		if err != nil {
			return Item{}, err
		}
		_, err = f.WriteString(text)
		if err = errors.Join(err, f.Close()); err == nil {
			if _, err = os.Lstat(it.To); errors.Is(err, os.ErrNotExist) {
				return it, nil
			}
		}
		// A file without one that tells of it has the name, or the disk is full.
		if rm := os.Remove(it.info); rm != nil || err != nil {
			return Item{}, errors.Join(err, rm)
		}
	}
}

// escaped writes a path as the specification asks for: the bytes of an address, with
// the slashes as they are.
func escaped(path string) string {
	return strings.ReplaceAll(url.PathEscape(path), "%2F", "/")
}

// binFor finds the trash for a file. top is the top of its volume, "" for the user's
// own trash.
func (c Can) binFor(path string) (bin, top string, err error) {
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return "", "", err
	}
	on, err := device(dir)
	if err != nil {
		return "", "", err
	}
	if c.Home != "" {
		if home, err := device(nearest(c.Home)); err == nil && home == on {
			return c.Home, "", nil
		}
	}
	for top = dir; ; top = filepath.Dir(top) {
		above, err := device(filepath.Dir(top))
		if err != nil {
			return "", "", err
		}
		if above != on || top == filepath.Dir(top) {
			break
		}
	}
	own := strconv.Itoa(c.UID)
	if info, err := os.Lstat(filepath.Join(top, ".Trash")); err == nil && info.IsDir() && info.Mode()&os.ModeSticky != 0 {
		return filepath.Join(top, ".Trash", own), top, nil
	}
	bin = filepath.Join(top, ".Trash-"+own)
	if info, err := os.Lstat(bin); err == nil && !info.IsDir() {
		return "", "", fmt.Errorf("%w: %s is no folder", ErrNotPossible, bin)
	}
	return bin, top, nil
}

// nearest is a folder, or the nearest above it that exists.
func nearest(dir string) string {
	for {
		if _, err := os.Stat(dir); err == nil || dir == filepath.Dir(dir) {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

// device tells the file systems apart.
func device(dir string) (uint64, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return 0, err
	}
	return uint64(info.Sys().(*syscall.Stat_t).Dev), nil
}
