package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session"
	"branchline/backend/session/formats"
)

// appends is how many records are written in all; LONG=1 asks for many.
func appends() int {
	if os.Getenv("LONG") == "1" {
		return 20_000
	}
	return 2_000
}

// What was shown is what stands on the disk, however much was written at once.
func TestWhatIsShownIsWhatStandsOnTheDisk(t *testing.T) {
	const files, writers = 200, 4
	a, _ := testApp(t)
	root := filepath.Join(a.env.Home, ".pi", "agent", "sessions")
	all := make([]string, files)
	handles := make([]string, files)
	for i := range all {
		dir := filepath.Join(root, fmt.Sprintf("--p%d--", i%20))
		must(t, os.MkdirAll(dir, 0o700))
		all[i] = filepath.Join(dir, fmt.Sprintf("%d.jsonl", i))
		add(t, all[i], header+said("e0", "", asks))
		opened, err := a.open(all[i], "")
		must(t, err)
		handles[i] = opened.Session
	}
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			// Each file has one writer, as each session has one agent.
			for n := 1; n <= appends()/files; n++ {
				for i := w; i < files; i += writers {
					line := said(fmt.Sprintf("e%d", n), fmt.Sprintf("e%d", n-1), asks)
					cut := (n * 7) % len(line)
					add(t, all[i], line[:cut])
					add(t, all[i], line[cut:])
				}
			}
		})
	}
	wg.Wait()
	for i, handle := range handles {
		want := keysOnDisk(t, all[i])
		wait(t, all[i], func() bool { return len(keysShown(t, a, handle)) == len(want) })
		if diff := cmp.Diff(want, keysShown(t, a, handle)); diff != "" {
			t.Fatalf("%s (-on disk +shown):\n%s", all[i], diff)
		}
	}
}

func keysShown(t *testing.T, a *App, handle string) (keys []string) {
	t.Helper()
	must(t, a.use(handle, func(o snapshot) error {
		keys = keysOf(o.Session)
		return nil
	}))
	return keys
}

func keysOnDisk(t *testing.T, path string) []string {
	t.Helper()
	s, f, err := formats.Open(context.Background(), path)
	must(t, err)
	keys := keysOf(s)
	must(t, f.Close())
	return keys
}

func keysOf(s session.Session) []string {
	keys := []string{}
	for i := range s.Index().Entries {
		keys = append(keys, s.Index().Entries[i].Key)
	}
	return keys
}
