package jsonl

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestASealHoldsUntilThePastIsAnother(t *testing.T) {
	long := strings.Repeat("0123456789abcde\n", 4096)
	for _, c := range []struct {
		name   string
		change func(path string) error
		want   error
	}{
		{"nothing happened", func(string) error { return nil }, nil},
		{"the file grew", func(path string) error { return os.WriteFile(path, []byte(long+"more\n"), 0o600) }, nil},
		{"it was rewritten", func(path string) error { return os.WriteFile(path, []byte(strings.ToUpper(long)), 0o600) }, ErrStale},
		{"it was shortened", func(path string) error { return os.Truncate(path, 100) }, ErrStale},
		{"a copy has its name", func(path string) error {
			return errors.Join(os.WriteFile(path+"2", []byte(long), 0o600), os.Rename(path+"2", path))
		}, ErrStale},
		{"it is gone", os.Remove, ErrStale},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "f")
			if err := os.WriteFile(path, []byte(long), 0o600); err != nil {
				t.Fatal(err)
			}
			before, err := Open(path)
			if err != nil {
				t.Fatal(err)
			}
			seal := before.Seal()
			if err := errors.Join(before.Holds(seal), c.change(path)); err != nil {
				t.Fatal(err)
			}
			if err := before.Holds(seal); !errors.Is(err, c.want) {
				t.Errorf("as it was opened: %v, want %v", err, c.want)
			}
			if again, err := Open(path); err == nil {
				if err := again.Holds(seal); !errors.Is(err, c.want) {
					t.Errorf("opened again: %v, want %v", err, c.want)
				}
				if err := again.Close(); err != nil {
					t.Error(err)
				}
			}
			if err := before.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestSweepTakesOnlyWhatWasLeft(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	folder := filepath.Join(dir, makingBegin+"folder"+makingEnd)
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, ago := range map[string]time.Duration{"old.tmp": 2 * time.Hour, "young.tmp": time.Minute, "old.jsonl": 2 * time.Hour} {
		path := filepath.Join(dir, makingBegin+name)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, now, now.Add(-ago))); err != nil {
			t.Fatal(err)
		}
	}
	release := Hold(filepath.Join(dir, makingBegin+"young.tmp"))
	defer release()
	Sweep(dir, now.Add(-time.Hour))
	Sweep(filepath.Join(dir, "nowhere"), now)
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimPrefix(f.Name(), makingBegin))
	}
	if got, want := strings.Join(names, " "), "folder.tmp old.jsonl young.tmp"; got != want {
		t.Errorf("left are %s, want %s", got, want)
	}
}
