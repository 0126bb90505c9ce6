//go:build unix && !darwin

package trash

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var now = time.Date(2031, 5, 2, 9, 0, 0, 0, time.Local)

func newCan(t *testing.T) Can {
	t.Helper()
	return Can{Home: filepath.Join(t.TempDir(), "share", "Trash"), UID: os.Getuid(), Now: func() time.Time { return now }}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// inside lists what a folder holds, files with their text.
func inside(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		fmt.Fprintf(&b, "%s: %q\n", name, read(t, path))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAFileGoesToTheTrashAndComesBack(t *testing.T) {
	can, dir := newCan(t), t.TempDir()
	path := filepath.Join(dir, "ein ü 100%.jsonl")
	write(t, path, "one")
	it, err := can.Put(path)
	if err != nil {
		t.Fatal(err)
	}
	want := `files/ein ü 100%.jsonl: "one"
info/ein ü 100%.jsonl.trashinfo: "[Trash Info]\nPath=` + dir + `/ein%20%C3%BC%20100%25.jsonl\nDeletionDate=2031-05-02T09:00:00\n"
`
	if diff := cmp.Diff(want, inside(t, can.Home)); diff != "" {
		t.Errorf("the trash (-want +got):\n%s", diff)
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file is still there: %v", err)
	}
	for _, name := range []string{"files", "info"} {
		if info, err := os.Stat(filepath.Join(can.Home, name)); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("the folder %s: %v, %v", name, info, err)
		}
	}
	if err := os.Remove(dir); err != nil { // restoring makes its folder again
		t.Fatal(err)
	}
	if err := can.Restore(it); err != nil || read(t, path) != "one" {
		t.Errorf("restored: %v", err)
	}
	if got := inside(t, can.Home); got != "" {
		t.Errorf("the trash still holds\n%s", got)
	}
}

func TestFilesOfOneNameGetNamesOfTheirOwn(t *testing.T) {
	can, dir := newCan(t), t.TempDir()
	path := filepath.Join(dir, "s.jsonl")
	write(t, filepath.Join(can.Home, "files", "s.2.jsonl"), "nobody tells of it")
	var items []Item
	for _, text := range []string{"one", "two", "three"} {
		write(t, path, text)
		it, err := can.Put(path)
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, it)
	}
	for i, name := range []string{"s.jsonl", "s.3.jsonl", "s.4.jsonl"} {
		if got := filepath.Base(items[i].To); got != name {
			t.Errorf("the file %d is %s, want %s", i, got, name)
		}
	}
	if err := can.Restore(items[1]); err != nil || read(t, path) != "two" {
		t.Errorf("restored: %v", err)
	}
	before := inside(t, can.Home)
	if err := can.Restore(items[0]); !errors.Is(err, fs.ErrExist) || read(t, path) != "two" || inside(t, can.Home) != before {
		t.Errorf("restored over another: %v", err)
	}
}

func TestFoldersAndLinksGoAsTheyAre(t *testing.T) {
	can, dir := newCan(t), t.TempDir()
	folder, link := filepath.Join(dir, "s.blobs"), filepath.Join(dir, "link.jsonl")
	write(t, filepath.Join(folder, "deep", "1"), "picture")
	if err := os.Symlink(filepath.Join(folder, "deep", "1"), link); err != nil {
		t.Fatal(err)
	}
	var items []Item
	for _, path := range []string{link, folder} {
		it, err := can.Put(path)
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, it)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	for _, it := range items {
		if err := can.Restore(it); err != nil {
			t.Fatal(err)
		}
	}
	if to, err := os.Readlink(link); err != nil || read(t, to) != "picture" {
		t.Errorf("the link leads to %s, %v", to, err)
	}
}

func TestWhatHasNoTrashStays(t *testing.T) {
	can, dir := newCan(t), t.TempDir()
	path := filepath.Join(dir, "s.jsonl")
	write(t, path, "one")
	write(t, can.Home, "a file in the place of the trash")
	if _, err := can.Put(path); !errors.Is(err, ErrNotPossible) || !strings.Contains(err.Error(), path) {
		t.Errorf("put where there is no folder: %v", err)
	}
	if read(t, path) != "one" {
		t.Error("the file is gone")
	}
	if _, err := can.Put(filepath.Join(dir, "gone")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("put what is not there: %v", err)
	}
	if err := can.Restore(Item{From: path}); !errors.Is(err, ErrNotPossible) {
		t.Errorf("restored from an unknown place: %v", err)
	}
	if err := can.Restore(Item{From: filepath.Join(dir, "x"), To: filepath.Join(dir, "emptied")}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("restored after the trash was emptied: %v", err)
	}
}
