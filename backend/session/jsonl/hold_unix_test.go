//go:build unix

package jsonl

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
)

// What a program that was killed leaves is swept away at once, what is being made is
// not, however long that takes.
func TestWhatIsBeingMadeIsNotSwept(t *testing.T) {
	dir := t.TempDir()
	left := filepath.Join(dir, makingBegin+"1"+makingEnd)
	if err := os.WriteFile(left, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := CreateFrom(filepath.Join(dir, "s.jsonl"), func(w io.Writer) error {
		Sweep(dir, time.Now().Add(time.Hour))
		_, err := io.WriteString(w, "{}\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 || files[0].Name() != "s.jsonl" {
		t.Errorf("there are %v, %v", files, err)
	}
}

// Makers and sweepers at once lose nothing.
func TestSweepersTakeNothingFromMakers(t *testing.T) {
	dir := t.TempDir()
	over := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-over:
				return
			default:
				Sweep(dir, time.Now().Add(time.Hour))
			}
		}
	}()
	for i := range 200 {
		if err := Create(filepath.Join(dir, string(rune('a'+i%26))+time.Duration(i).String()), []byte("{}\n")); err != nil {
			t.Error(err)
		}
	}
	close(over)
	<-done
	if files, err := os.ReadDir(dir); err != nil || len(files) != 200 {
		t.Errorf("there are %d files, %v", len(files), err)
	}
}

func TestFoldersThatWereLeftAreSwept(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	hold := func() (name string, release func()) {
		t.Helper()
		folder, release, err := HeldFolder(dir, "copy-")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(release)
		if err := os.WriteFile(filepath.Join(folder, "x"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		return filepath.Base(folder), release
	}
	used, release := hold()
	_, left := hold()
	left()
	for _, name := range []string{"copy-of-mine", "other"} { // which only have such a name
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(elsewhere, heldName), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, filepath.Join(dir, "copy-to-elsewhere")); err != nil {
		t.Fatal(err)
	}
	check := func(want ...string) {
		t.Helper()
		SweepFolders(dir, "copy-", time.Now().Add(-time.Hour))
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, f := range files {
			names = append(names, f.Name())
		}
		slices.Sort(want)
		if !slices.Equal(names, want) {
			t.Errorf("there are %q, want %q", names, want)
		}
	}
	check(used, "copy-of-mine", "copy-to-elsewhere", "other")
	release()
	check("copy-of-mine", "copy-to-elsewhere", "other")
	if files, err := os.ReadDir(elsewhere); err != nil || len(files) != 1 {
		t.Errorf("behind the link are %v, %v", files, err)
	}
}

// Where nobody writes into a pipe, opening it would wait.
func TestOpenNeverWaitsForAPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe.jsonl")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(pipe); !errors.Is(err, ErrNotFile) {
		t.Errorf("a pipe: %v, want ErrNotFile", err)
	}
}
