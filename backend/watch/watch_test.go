package watch

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// eager are times short enough for tests.
var eager = Options{Settle: 2 * time.Millisecond, Longest: 10 * time.Millisecond, Poll: 5 * time.Millisecond, PollRest: 5 * time.Millisecond}

// ways are the ways to learn of changes: told by the system, and by looking.
func ways(t *testing.T, test func(t *testing.T, o Options)) {
	looking := eager
	looking.Limit = -1
	t.Run("watched", func(t *testing.T) { test(t, eager) })
	t.Run("looked at", func(t *testing.T) { test(t, looking) })
}

func start(t *testing.T, o Options, folders ...Folder) *Watcher {
	t.Helper()
	w := New(o)
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	w.Follow(folders)
	return w
}

// until gathers changes until done says that it has seen enough of them.
func until(t *testing.T, w *Watcher, done func(all Change) bool) Change {
	t.Helper()
	var all Change
	late := time.After(20 * time.Second)
	for !done(all) {
		select {
		case c := <-w.Changes():
			all.Files, all.Folders, all.Notice = append(all.Files, c.Files...), append(all.Folders, c.Folders...), c.Notice
		case <-late:
			t.Fatalf("no more is told than %+v", all)
		}
	}
	return all
}

func files(paths ...string) func(Change) bool {
	return func(c Change) bool { return contains(c.Files, paths) }
}

func folders(paths ...string) func(Change) bool {
	return func(c Change) bool { return contains(c.Folders, paths) }
}

func contains(all, wanted []string) bool {
	for _, path := range wanted {
		if !slices.Contains(all, path) {
			return false
		}
	}
	return true
}

func write(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
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

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestAFileIsToldWhenItIsMadeWrittenReplacedAndRemoved(t *testing.T) {
	ways(t, func(t *testing.T, o Options) {
		dir := t.TempDir()
		w, path, other := start(t, o, Folder{Path: dir}), filepath.Join(dir, "a b ü.jsonl"), filepath.Join(dir, "new.tmp")
		for what, act := range map[string]func(){
			"1 made":      func() { write(t, path, "a\n") },
			"2 written":   func() { write(t, path, "b\n") },
			"3 shortened": func() { ok(t, os.Truncate(path, 1)) },
			"4 replaced":  func() { write(t, other, "z"); ok(t, os.Rename(other, path)) },
			"5 removed":   func() { ok(t, os.Remove(path)) },
			"6 back":      func() { write(t, path, "again\n") },
		} {
			t.Run(what, func(t *testing.T) {
				if what[0] != '1' && what[0] != '6' {
					write(t, path, "there\n")
					until(t, w, files(path))
				}
				act()
				until(t, w, files(path))
				if err := os.Remove(path); err == nil {
					until(t, w, files(path))
				}
			})
		}
	})
}

func TestSubfoldersThatComeLaterAreFollowed(t *testing.T) {
	ways(t, func(t *testing.T, o Options) {
		dir := t.TempDir()
		old := filepath.Join(dir, "old")
		ok(t, os.Mkdir(old, 0o700))
		w := start(t, o, Folder{Path: dir, Below: true})
		write(t, filepath.Join(old, "s.jsonl"), "x")
		until(t, w, files(filepath.Join(old, "s.jsonl")))
		made := filepath.Join(dir, "made")
		ok(t, os.Mkdir(made, 0o700))
		until(t, w, folders(made)) // whoever looks through it now misses nothing later
		write(t, filepath.Join(made, "s.jsonl"), "x")
		until(t, w, files(filepath.Join(made, "s.jsonl")))
		ok(t, os.Rename(made, filepath.Join(dir, "named")))
		until(t, w, folders(made, filepath.Join(dir, "named")))
		write(t, filepath.Join(dir, "named", "s.jsonl"), "y")
		until(t, w, files(filepath.Join(dir, "named", "s.jsonl")))
	})
}

func TestAFolderThatGoesAwayAndReturnsIsFollowedAgain(t *testing.T) {
	ways(t, func(t *testing.T, o Options) {
		top := t.TempDir()
		dir := filepath.Join(top, "sessions")
		w := start(t, o, Folder{Path: dir, Below: true})
		for range 3 {
			ok(t, os.MkdirAll(filepath.Join(dir, "p"), 0o700))
			until(t, w, folders(dir))
			write(t, filepath.Join(dir, "p", "s.jsonl"), "x")
			until(t, w, func(c Change) bool {
				return files(filepath.Join(dir, "p", "s.jsonl"))(c) || folders(filepath.Join(dir, "p"))(c)
			})
			ok(t, os.RemoveAll(dir))
			until(t, w, folders(dir))
		}
	})
}

func TestFollowingAnotherFolderEndsTheOld(t *testing.T) {
	old, now := t.TempDir(), t.TempDir()
	w := start(t, eager, Folder{Path: old})
	w.Follow([]Folder{{Path: now}})
	write(t, filepath.Join(old, "s.jsonl"), "x")
	write(t, filepath.Join(now, "s.jsonl"), "x")
	if c := until(t, w, files(filepath.Join(now, "s.jsonl"))); len(c.Files) != 1 || len(c.Folders) > 0 {
		t.Errorf("told %+v, want the file of the new folder alone", c)
	}
}

func TestThePersonIsToldWhenFoldersAreNotWatched(t *testing.T) {
	o := eager
	o.Limit = 2
	dir := t.TempDir()
	for i := range 4 {
		ok(t, os.Mkdir(filepath.Join(dir, fmt.Sprint(i)), 0o700))
	}
	open := filepath.Join(dir, "3")
	w := start(t, o, Folder{Path: dir, Below: true}, Folder{Path: open, Open: true})
	c := until(t, w, func(c Change) bool { return c.Notice != "" })
	if want := "3 folders are not watched: there are more than 2."; !strings.HasPrefix(c.Notice, want) {
		t.Errorf("notice %q, want %q…", c.Notice, want)
	}
	for i := range 4 {
		path := filepath.Join(dir, fmt.Sprint(i), "s.jsonl")
		write(t, path, "x")
		until(t, w, files(path))
	}
	w.Follow([]Folder{{Path: open, Open: true}})
	if c = until(t, w, func(c Change) bool { return len(c.Files)+len(c.Folders) == 0 || c.Notice == "" }); c.Notice != "" {
		t.Errorf("notice %q, want none once all are watched", c.Notice)
	}
}

// A reader who looks at what it is told of sees, in the end, what is there,
// however much happened at once. Whoever only looks now and then cannot know what
// came and went in between, so there one thing happens after the other.
func TestWhatIsToldLeadsToWhatIsThere(t *testing.T) {
	ways(t, func(t *testing.T, o Options) {
		seed, burst := rand.Uint64(), 50
		if o.Limit < 0 {
			burst = 1
		}
		r, dir := rand.New(rand.NewPCG(seed, 1)), t.TempDir()
		w := start(t, o, Folder{Path: dir, Below: true})
		view := reader{dir: dir, sizes: map[string]int64{}}
		for range 400 / burst / 2 {
			for range burst {
				act(t, r, dir)
			}
			late := time.After(20 * time.Second)
			for !maps.Equal(view.sizes, view.there(t)) {
				select {
				case c := <-w.Changes():
					view.look(t, c)
				case <-late:
					t.Fatalf("seed %d: the reader sees %v, want %v", seed, view.sizes, view.there(t))
				}
			}
		}
	})
}

// act does something to the files in dir and its subfolders.
func act(t *testing.T, r *rand.Rand, dir string) {
	t.Helper()
	sub := filepath.Join(dir, string(rune('a'+r.IntN(3))))
	path := filepath.Join([]string{dir, sub}[r.IntN(2)], fmt.Sprintf("%d.jsonl", r.IntN(4)))
	switch r.IntN(10) {
	case 0:
		ok(t, os.RemoveAll(sub))
	case 1:
		if err := os.Rename(sub, filepath.Join(dir, string(rune('a'+r.IntN(3))))); err != nil {
			ok(t, os.MkdirAll(sub, 0o700))
		}
	case 2:
		ok(t, os.RemoveAll(path))
	default:
		ok(t, os.MkdirAll(filepath.Dir(path), 0o700))
		write(t, path, "line\n")
	}
}

// reader knows the files of a folder by what it was told to look at.
type reader struct {
	dir   string
	sizes map[string]int64
}

func (v *reader) look(t *testing.T, c Change) {
	t.Helper()
	for _, path := range c.Files {
		delete(v.sizes, path)
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			v.sizes[path] = info.Size()
		}
	}
	for _, folder := range c.Folders {
		maps.DeleteFunc(v.sizes, func(path string, _ int64) bool { return strings.HasPrefix(path, folder+"/") })
		for path, size := range v.there(t) {
			if strings.HasPrefix(path, folder+"/") {
				v.sizes[path] = size
			}
		}
	}
}

// there is what really is in the folder.
func (v *reader) there(t *testing.T) map[string]int64 {
	t.Helper()
	sizes := map[string]int64{}
	for _, pattern := range []string{"*.jsonl", "*/*.jsonl"} {
		paths, err := filepath.Glob(filepath.Join(v.dir, pattern))
		ok(t, err)
		for _, path := range paths {
			info, err := os.Stat(path)
			ok(t, err)
			sizes[path] = info.Size()
		}
	}
	return sizes
}

func TestFollowingAnewLosesNoChangeOfAFolderThatIsNotWatched(t *testing.T) {
	o := eager
	o.Limit, o.Poll, o.PollRest = -1, 300*time.Millisecond, 300*time.Millisecond
	a, b := t.TempDir(), t.TempDir()
	w := start(t, o, Folder{Path: a}, Folder{Path: b})
	rest, read := filepath.Join(a, "s.jsonl"), filepath.Join(b, "s.jsonl")
	write(t, rest, "x")
	write(t, read, "x")
	w.Follow([]Folder{{Path: a}, {Path: b, Open: true}}) // somebody opened a file of it
	w.Follow([]Folder{{Path: a}, {Path: b, Open: true}})
	until(t, w, files(rest, read))
}

func TestFoldersThatGetTheirWatchLaterLoseNoChange(t *testing.T) {
	o := eager
	o.Limit, o.Poll, o.PollRest = 1, time.Hour, time.Hour
	a, b := t.TempDir(), t.TempDir()
	w := start(t, o, Folder{Path: a}, Folder{Path: b})
	for _, dir := range []string{a, b} {
		write(t, filepath.Join(dir, "s.jsonl"), "x")
	}
	w.Follow([]Folder{{Path: a, Open: true}, {Path: b, Open: true}})
	c := until(t, w, files(filepath.Join(a, "s.jsonl"), filepath.Join(b, "s.jsonl")))
	if c.Notice != "" {
		t.Errorf("notice %q, want none once both are watched", c.Notice)
	}
}

func TestAFolderIsGoneWhenOneAboveItIsNamedAnew(t *testing.T) {
	o := eager
	o.Above = 5 * time.Millisecond
	top := t.TempDir()
	dir, moved := filepath.Join(top, "p", "q", "sessions"), filepath.Join(top, "moved")
	ok(t, os.MkdirAll(dir, 0o700))
	w := start(t, o, Folder{Path: dir})
	ok(t, os.Rename(filepath.Join(top, "p"), moved))
	until(t, w, folders(dir))
	ok(t, os.Rename(moved, filepath.Join(top, "p")))
	until(t, w, folders(dir))
	write(t, filepath.Join(dir, "s.jsonl"), "x")
	until(t, w, files(filepath.Join(dir, "s.jsonl")))
	// Another one takes its place between two looks.
	ok(t, os.MkdirAll(filepath.Join(top, "p2", "q", "sessions"), 0o700))
	ok(t, os.Rename(filepath.Join(top, "p"), moved))
	ok(t, os.Rename(filepath.Join(top, "p2"), filepath.Join(top, "p")))
	until(t, w, folders(dir))
	write(t, filepath.Join(dir, "other.jsonl"), "x")
	until(t, w, files(filepath.Join(dir, "other.jsonl")))
}

func TestAFolderInTheSteadOfAFileIsToldAsTheEndOfTheFile(t *testing.T) {
	ways(t, func(t *testing.T, o Options) {
		dir := t.TempDir()
		path := filepath.Join(dir, "s.jsonl")
		write(t, path, "x")
		w := start(t, o, Folder{Path: dir})
		ok(t, os.Remove(path))
		ok(t, os.Mkdir(path, 0o700))
		until(t, w, files(path))
	})
}

func TestTheNoticeSaysHowOftenFoldersAreLookedAt(t *testing.T) {
	o := Options{Limit: 1, Settle: time.Millisecond, Longest: time.Millisecond}
	w := start(t, o, Folder{Path: t.TempDir()}, Folder{Path: t.TempDir()}, Folder{Path: t.TempDir()})
	c := until(t, w, func(c Change) bool { return c.Notice != "" })
	if want := "2 folders are not watched: there are more than 1. They are looked at every 10 seconds instead, those of open sessions every second."; c.Notice != want {
		t.Errorf("notice %q, want %q", c.Notice, want)
	}
}
