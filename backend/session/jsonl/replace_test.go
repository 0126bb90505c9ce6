package jsonl

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// replaceable opens a file that holds "old\n".
func replaceable(t *testing.T) (*File, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(path, []byte("old\n"), 0o640); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f, path
}

// holds wants exactly these bytes at path, and no other file beside it.
func holds(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("the file holds %q, %v, want %q", got, err, want)
	}
	all, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(all) != 1 {
		t.Errorf("beside it there are %v, %v", all, err)
	}
}

func anew(w io.Writer) error {
	_, err := io.WriteString(w, "new\n")
	return err
}

func TestReplaceGivesTheNameToANewFileOfTheSameMode(t *testing.T) {
	f, path := replaceable(t)
	if err := f.Replace(anew); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "new\n")
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v, want that of the old file", info.Mode(), err)
	}
	if old, err := f.Read(Span{Off: 0, Len: 4}); err != nil || string(old) != "old\n" {
		t.Errorf("the open file reads %q, %v", old, err)
	}
	if err := f.Replace(anew); !errors.Is(err, ErrStale) {
		t.Errorf("replacing it once more: %v, want ErrStale", err)
	}
}

func TestReplaceFollowsALink(t *testing.T) {
	_, path := replaceable(t)
	link := filepath.Join(t.TempDir(), "link.jsonl")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	f, err := Open(link)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Replace(anew); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "new\n")
	if to, err := os.Readlink(link); err != nil || to != path {
		t.Errorf("the link names %q, %v", to, err)
	}
}

// Whatever happens to the file meanwhile, it is left as whoever did it left it.
func TestReplaceTouchesNothingWhenItFails(t *testing.T) {
	broken := errors.New("broken")
	put := func(path, data string) error {
		later := time.Now().Add(time.Second) // clocks of file systems are coarse
		return errors.Join(os.WriteFile(path, []byte(data), 0o640), os.Chtimes(path, later, later))
	}
	for _, c := range []struct {
		name   string
		before func(path string) error
		during func(path string) error
		want   error
		left   string
	}{
		{"the writing fails", nil, func(string) error { return broken }, broken, "old\n"},
		{"it grew before", func(path string) error { return put(path, "old\nmore\n") }, nil, ErrStale, "old\nmore\n"},
		{"it grew meanwhile", nil, func(path string) error { return put(path, "old\nmore\n") }, ErrStale, "old\nmore\n"},
		{"it was rewritten meanwhile", nil, func(path string) error { return put(path, "odd\n") }, ErrStale, "odd\n"},
		{"another took its name", nil, func(path string) error {
			return errors.Join(os.Remove(path), put(path, "old\n"))
		}, ErrStale, "old\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, path := replaceable(t)
			if c.before != nil {
				if err := c.before(path); err != nil {
					t.Fatal(err)
				}
			}
			err := f.Replace(func(w io.Writer) error {
				if c.during == nil {
					return anew(w)
				}
				return errors.Join(anew(w), c.during(path))
			})
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			holds(t, path, c.left)
		})
	}
}

func TestReplaceDoesNotBringBackWhatWasTakenAway(t *testing.T) {
	f, path := replaceable(t)
	err := f.Replace(func(w io.Writer) error { return errors.Join(anew(w), os.Remove(path)) })
	if all, dir := os.ReadDir(filepath.Dir(path)); !errors.Is(err, ErrStale) || dir != nil || len(all) != 0 {
		t.Errorf("got %v, want ErrStale; the folder holds %v, %v", err, all, dir)
	}
}

func TestCreateFromLeavesNothingWhenTheWritingFails(t *testing.T) {
	broken := errors.New("broken")
	path := filepath.Join(t.TempDir(), "s.jsonl")
	err := CreateFrom(path, func(w io.Writer) error { return errors.Join(anew(w), broken) })
	if all, dir := os.ReadDir(filepath.Dir(path)); !errors.Is(err, broken) || dir != nil || len(all) != 0 {
		t.Errorf("got %v; the folder holds %v, %v", err, all, dir)
	}
	if err := CreateFrom(path, anew); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "new\n")
	if err := CreateFrom(path, anew); !errors.Is(err, os.ErrExist) {
		t.Errorf("creating it again: %v, want os.ErrExist", err)
	}
}
