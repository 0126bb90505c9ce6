package trash

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// volume is another file system than that of the home folder: one in memory that is
// mounted where the system lets us, else the one that always is.
func volume(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("branchline", dir, "tmpfs", 0, "size=1m"); err == nil {
		t.Cleanup(func() {
			if err := syscall.Unmount(dir, 0); err != nil {
				t.Error(err)
			}
		})
		return dir
	}
	return "/dev/shm"
}

func TestAFileOnAnotherVolumeGoesToTheTrashThere(t *testing.T) {
	can, top := newCan(t), volume(t)
	own := filepath.Join(top, ".Trash-"+strconv.Itoa(can.UID))
	dir, err := os.MkdirTemp(top, "sessions ")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "s.jsonl")
	write(t, path, "one")
	it, err := can.Put(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(it.To, filepath.Join(own, "files")+"/") {
		t.Errorf("it went to %s", it.To)
	}
	want := "Path=" + strings.ReplaceAll(filepath.Base(dir), " ", "%20") + "/s.jsonl\n" // from the top of the volume
	if got := read(t, it.info); !strings.Contains(got, want) {
		t.Errorf("told as %q, want %q", got, want)
	}
	if err := can.Restore(it); err != nil || read(t, path) != "one" {
		t.Errorf("restored: %v", err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Error(err)
	}
}

func TestATrashForAllIsUsedOnlyWhenItIsSafe(t *testing.T) {
	can, top := newCan(t), volume(t)
	if top == "/dev/shm" {
		top = "" // not ours to change
	}
	all := filepath.Join(top, ".Trash")
	for _, c := range []struct {
		name string
		mode os.FileMode
		want string
	}{
		{"without the sticky bit", os.ModeDir | 0o777, ".Trash-" + strconv.Itoa(can.UID)},
		{"with it", os.ModeDir | os.ModeSticky | 0o777, ".Trash/" + strconv.Itoa(can.UID)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if top == "" {
				if _, _, err := can.binFor(filepath.Join(t.TempDir(), "s")); err != nil {
					t.Error(err)
				}
				return
			}
			if err := os.Mkdir(all, 0o777); err != nil && !errors.Is(err, os.ErrExist) {
				t.Fatal(err)
			}
			if err := os.Chmod(all, c.mode); err != nil {
				t.Fatal(err)
			}
			bin, _, err := can.binFor(filepath.Join(top, "s.jsonl"))
			if want := filepath.Join(top, c.want); bin != want || err != nil {
				t.Errorf("the trash is %s, %v, want %s", bin, err, want)
			}
		})
	}
}
