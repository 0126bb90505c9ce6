package live

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"branchline/backend/session"
	"branchline/backend/session/formats"
)

const header = `{"type":"session","version":3,"id":"s","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/p"}`

// prompt is the record of a prompt under the one before it.
func prompt(n int) string {
	parent := "null"
	if n > 1 {
		parent = fmt.Sprintf(`"e%d"`, n-1)
	}
	return fmt.Sprintf(`{"type":"message","id":"e%d","parentId":%s,"timestamp":"2025-01-01T00:00:01.000Z","message":{"role":"user","content":"%s"}}`,
		n, parent, strings.Repeat("x", n%90))
}

func add(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func look(t *testing.T, s *Set, o *Open) Seen {
	t.Helper()
	seen, err := s.Look(t.Context(), o.Handle)
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

// entries is what a reader finds: the keys, in order.
func entries(t *testing.T, o *Open) string {
	t.Helper()
	var keys []string
	err := o.Use(func(s session.Session, _ int) error {
		for i := range s.Index().Entries {
			keys = append(keys, s.Index().Entries[i].Key)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(keys, " ")
}

func TestLookFollowsWhatHappensToAFile(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "s.jsonl"), filepath.Join(dir, "other")
	write(t, path, header+"\n"+prompt(1)+"\n")
	s := New()
	o, since := mustOpen(t, s, path), 1
	for _, step := range []struct {
		what     string
		act      func()
		seen     Seen
		entries  string
		revision int
	}{
		{"nothing", func() {}, Same, "e1", 1},
		{"a line", func() { add(t, path, prompt(2)+"\n") }, Grown, "e1 e2", 2},
		{"half a line", func() { add(t, path, prompt(3)[:50]) }, Grown, "e1 e2", 3},
		{"the other half", func() { add(t, path, prompt(3)[50:]+"\n") }, Grown, "e1 e2 e3", 4},
		{"an id again", func() { add(t, path, prompt(2)+"\n") }, Reread, "e1 e2~L3 e3 e2", 5},
		{"shorter", func() { write(t, path, header+"\n"+prompt(1)+"\n") }, Reread, "e1", 6},
		{"rewritten, as long", func() { write(t, path, header+"\n"+strings.Replace(prompt(1), "e1", "f1", 1)+"\n") }, Reread, "f1", 7},
		{"replaced", func() {
			write(t, other, header+"\n"+prompt(1)+"\n"+prompt(2)+"\n")
			if err := os.Rename(other, path); err != nil {
				t.Fatal(err)
			}
		}, Reread, "e1 e2", 8},
		{"gone", func() {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}, Gone, "e1 e2", 8},
		{"back", func() { write(t, path, header+"\n"+prompt(1)+"\n") }, Reread, "e1", 9},
	} {
		step.act()
		if seen := look(t, s, o); seen != step.seen {
			t.Errorf("%s: seen %d, want %d", step.what, seen, step.seen)
		}
		if got := entries(t, o); got != step.entries || o.Revision() != step.revision {
			t.Errorf("%s: %s at revision %d, want %s at %d", step.what, got, o.Revision(), step.entries, step.revision)
		}
		if step.seen == Reread {
			since = step.revision
		}
		if o.Since() != since {
			t.Errorf("%s: grows since %d, want %d", step.what, o.Since(), since)
		}
	}
}

func TestALineIsReadWhereverItWasCut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	line := prompt(1) + "\n"
	for at := range line {
		write(t, path, header+"\n"+line[:at])
		s := New()
		o := mustOpen(t, s, path)
		add(t, path, line[at:])
		look(t, s, o)
		if got := entries(t, o); got != "e1" {
			t.Fatalf("cut at %d: %q, want e1", at, got)
		}
		if err := s.Close(o.Handle); err != nil {
			t.Fatal(err)
		}
	}
}

// Whoever reads while the file grows always finds a whole session, and in the end
// what a new reading finds.
func TestReadersAndAGrowingFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	write(t, path, header+"\n")
	s, n := New(), 150
	o := mustOpen(t, s, path)
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				err := o.Use(func(s session.Session, _ int) error {
					x := s.Index()
					if branch := x.Branch(x.Leaf); len(branch) != len(x.Entries) {
						t.Errorf("a branch of %d of %d entries", len(branch), len(x.Entries))
					}
					for _, item := range s.Items(x.Leaf) {
						if _, err := s.Body(item); err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	r := rand.New(rand.NewPCG(1, 2))
	for i := 1; i <= n; i++ {
		line := prompt(i) + "\n"
		cut := r.IntN(len(line))
		add(t, path, line[:cut])
		if r.IntN(2) == 0 {
			look(t, s, o)
		}
		add(t, path, line[cut:])
		look(t, s, o)
	}
	close(done)
	readers.Wait()
	fresh, file, err := formats.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}()
	err = o.Use(func(s session.Session, _ int) error {
		if diff := cmp.Diff(fresh.Index(), s.Index(), cmpopts.IgnoreUnexported(session.Index{}), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("(-read at once +followed):\n%s", diff)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestLookSeesTheSameSizeAndTimeWrittenAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	write(t, path, header+"\n"+prompt(1)+"\n"+prompt(2)+"\n")
	s := New()
	o := mustOpen(t, s, path)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, header+"\n"+prompt(1)+"\n"+strings.Replace(prompt(2), "e2", "f2", 1)+"\n")
	if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if seen := look(t, s, o); seen != Reread || entries(t, o) != "e1 f2" {
		t.Errorf("seen %d with %s, want %d with e1 f2", seen, entries(t, o), Reread)
	}
}

// What is compared of the past is spread over it: a change of any part of a short
// session is seen, and of a long one a change that goes on.
func TestLookSeesThatThePastChangedWhileTheFileGrew(t *testing.T) {
	for _, c := range []struct{ prompts, from, to int }{{30, 13, 14}, {3000, 1500, 1750}} {
		path := filepath.Join(t.TempDir(), "s.jsonl")
		var before, after strings.Builder
		before.WriteString(header + "\n")
		after.WriteString(header + "\n")
		for n := 1; n <= c.prompts; n++ {
			line := prompt(n) + "\n"
			before.WriteString(line)
			if n >= c.from && n < c.to {
				line = strings.Replace(line, "user", "USER", 1)
			}
			after.WriteString(line)
		}
		write(t, path, before.String())
		s := New()
		o := mustOpen(t, s, path)
		write(t, path, after.String()+prompt(c.prompts+1)+"\n")
		if seen := look(t, s, o); seen != Reread {
			t.Errorf("%d prompts of %d changed: seen %d, want %d", c.to-c.from, c.prompts, seen, Reread)
		}
	}
}

func TestLookTellsThatAFolderStandsWhereTheFileStood(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	write(t, path, header+"\n"+prompt(1)+"\n")
	s := New()
	o := mustOpen(t, s, path)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if seen := look(t, s, o); seen != Folder || entries(t, o) != "e1" {
		t.Errorf("seen %d with %s, want %d with e1", seen, entries(t, o), Folder)
	}
}
