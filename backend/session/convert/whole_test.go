package convert_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session"
	"branchline/backend/session/convert"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/runlog"
)

// names are the files below a folder.
func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && path != dir {
			all = append(all, strings.TrimPrefix(path, dir+string(filepath.Separator)))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The files of the pictures in kitchen.jsonl.
const (
	kitchenPicture = "6b7fa434f92a8b80aab02d9bf1a12e49ffcae424e4013a1c4f68b67e3d2bbcd0.png"
	dotPicture     = "2f41918f848b5fb01cd6731a4f8e50a6d5bb3b78fcc34d0a419052672fb72af3.gif"
)

func TestNothingIsLeftOfAConversionThatFails(t *testing.T) {
	kitchen, err := os.ReadFile("testdata/kitchen.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	for _, c := range []struct {
		name string
		ctx  context.Context
		// before makes what is there, and after changes the source that was opened.
		before, after func(t *testing.T, dir, source string)
		want          []string
		says          error
	}{
		{"the name is taken", t.Context(), func(t *testing.T, dir, _ string) {
			write(t, filepath.Join(dir, "run.jsonl"), "mine")
		}, nil, []string{"run.jsonl"}, fs.ErrExist},
		{"it is called off", ended, nil, nil, nil, context.Canceled},
		{"the source is rewritten", t.Context(), nil, func(t *testing.T, _, source string) {
			write(t, source, strings.Replace(string(kitchen), "empty?", "EMPTY?", 1)[:len(kitchen)/2])
		}, nil, jsonl.ErrStale},
		{"the folder of pictures is a link", t.Context(), func(t *testing.T, dir, _ string) {
			if err := os.Symlink(t.TempDir(), filepath.Join(dir, "run.blobs")); err != nil {
				t.Fatal(err)
			}
		}, nil, []string{"run.blobs"}, nil},
		{"another picture has the name", t.Context(), func(t *testing.T, dir, _ string) {
			if err := os.Mkdir(filepath.Join(dir, "run.blobs"), 0o700); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, "run.blobs", kitchenPicture), "mine")
		}, nil, []string{"run.blobs", filepath.Join("run.blobs", kitchenPicture)}, nil},
		{"a second picture cannot be stored", t.Context(), func(t *testing.T, dir, source string) {
			if err := os.MkdirAll(filepath.Join(dir, "run.blobs", dotPicture), 0o700); err != nil {
				t.Fatal(err)
			}
		}, nil, []string{"run.blobs", filepath.Join("run.blobs", dotPicture)}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			source, dir := written(t, "source.jsonl", strings.TrimSuffix(string(kitchen), "\n")), t.TempDir()
			if c.before != nil {
				c.before(t, dir, source)
			}
			s, f := opened(t, source)
			if c.after != nil {
				c.after(t, dir, source)
			}
			_, err := convert.ToRunLog(c.ctx, s, f, s.Index().Leaf, convert.Place{Path: filepath.Join(dir, "run.jsonl")}, options())
			if err == nil || c.says != nil && !errors.Is(err, c.says) {
				t.Errorf("error %v, want %v", err, c.says)
			}
			if diff := cmp.Diff(c.want, names(t, dir)); diff != "" {
				t.Errorf("left: -want +got\n%s", diff)
			}
		})
	}
}

// A name that is taken while the log is being made takes the pictures away again.
func TestPicturesGoWithTheirLog(t *testing.T) {
	dir, o := t.TempDir(), options()
	path, now := filepath.Join(dir, "run.jsonl"), o.Now
	calls := 0
	o.Now = func() time.Time { // which is asked once the conversion has begun
		if calls++; calls == 1 {
			write(t, path, "mine")
		}
		return now()
	}
	s, f := opened(t, "testdata/kitchen.jsonl")
	if _, err := convert.ToRunLog(t.Context(), s, f, s.Index().Leaf, convert.Place{Path: path}, o); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v, want that the name is taken", err)
	}
	if diff := cmp.Diff([]string{"run.jsonl"}, names(t, dir)); diff != "" {
		t.Errorf("left: -want +got\n%s", diff)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestConversionIsRefusedInWords(t *testing.T) {
	s, f := opened(t, "testdata/kitchen.jsonl")
	to := convert.Place{Dir: t.TempDir()}
	if _, err := convert.ToPi(t.Context(), s, f, s.Index().Leaf, to, options()); !errors.Is(err, convert.ErrSameFormat) {
		t.Errorf("of its own format: %v", err)
	}
	if _, err := convert.ToRunLog(t.Context(), s, f, session.None, to, options()); err == nil {
		t.Error("nowhere to end: no error")
	}
	if _, err := convert.ToRunLog(t.Context(), s, f, s.Index().Leaf, convert.Place{}, options()); err == nil {
		t.Error("nowhere to go: no error")
	}
	l, g := opened(t, "testdata/night.jsonl")
	o := options()
	o.SessionID = func(time.Time) string { return "../x" }
	if _, err := convert.ToPi(t.Context(), l, g, l.Index().Leaf, to, o); err == nil {
		t.Error("an id that is a path: no error")
	}
	if left := names(t, to.Dir); len(left) > 0 {
		t.Errorf("left %q", left)
	}
}

func TestConvertedFilesAreNamedAsTheAgentsNameThem(t *testing.T) {
	dir := t.TempDir()
	s, f := opened(t, "testdata/kitchen.jsonl")
	for range 3 {
		if _, err := convert.ToRunLog(t.Context(), s, f, s.Index().Leaf, convert.Place{Dir: dir}, options()); err != nil {
			t.Fatal(err)
		}
	}
	l, g := opened(t, "testdata/night.jsonl")
	if _, err := convert.ToPi(t.Context(), l, g, l.Index().Leaf, convert.Place{Dir: dir}, options()); err != nil {
		t.Fatal(err)
	}
	if _, err := convert.ToPi(t.Context(), l, g, l.Index().Leaf, convert.Place{Dir: dir}, options()); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second session of that id: %v", err)
	}
	var want []string
	for _, id := range []string{"20310409-070503-2", "20310409-070503-3", "20310409-070503"} {
		want = append(want, id+".blobs", filepath.Join(id+".blobs", kitchenPicture), filepath.Join(id+".blobs", dotPicture), id+".jsonl")
	}
	want = append(want, "2031-04-09T07-05-03-120Z_made.jsonl")
	got := names(t, dir)
	if diff := cmp.Diff(sorted(want), sorted(got)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	for _, name := range got {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if mode := info.Mode().Perm(); mode&0o077 != 0 {
			t.Errorf("%s is open to others: %v", name, mode)
		}
	}
}

// Two conversions with one clock and the same ids are the same bytes.
func TestConversionIsDeterministic(t *testing.T) {
	for name, to := range map[string]func(testing.TB, string) convert.Made{"kitchen": toLog, "night": toPi} {
		path := filepath.Join("testdata", name+".jsonl")
		one, two := to(t, path), to(t, path)
		a, err := os.ReadFile(one.Path)
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(two.Path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(a), string(b)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if diff := cmp.Diff(one.Report, two.Report); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestPreviewSaysWhatTheConversionDoes(t *testing.T) {
	for name, to := range map[string]func(testing.TB, string) convert.Made{"kitchen": toLog, "night": toPi} {
		path := filepath.Join("testdata", name+".jsonl")
		before := names(t, "testdata")
		s, f := opened(t, path)
		got, err := convert.Preview(t.Context(), s, f, s.Index().Leaf, options())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(to(t, path).Report, got); diff != "" {
			t.Errorf("%s: -done +said\n%s", name, diff)
		}
		if diff := cmp.Diff(before, names(t, "testdata")); diff != "" {
			t.Errorf("%s: it wrote\n%s", name, diff)
		}
		if _, err := convert.Preview(t.Context(), s, f, session.None, options()); err == nil {
			t.Errorf("%s: nowhere to end: no error", name)
		}
	}
}

func TestConvertedBranchIsResumed(t *testing.T) {
	made := toLog(t, "testdata/kitchen.jsonl")
	old := valid(t, made.Path)
	w, err := runlog.Resume(t.TempDir(), options().Now(), old, runlog.Meta{Model: "other"})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Message(runlog.Message{Type: "user", Text: "Go on."}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	again := valid(t, w.Path())
	if diff := cmp.Diff(old.Messages, again.Messages[:len(again.Messages)-1]); diff != "" {
		t.Errorf("-before +after\n%s", diff)
	}
	if again.Meta.ResumedFrom != made.ID || again.Meta.Task != "Why is the cart empty?" {
		t.Errorf("resumed as %+v", again.Meta)
	}
}

func sorted(names []string) []string {
	names = slices.Clone(names)
	slices.Sort(names)
	return names
}
