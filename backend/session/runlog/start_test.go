package runlog

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// W1.
func TestALogBeginsWithItsMeta(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	w, err := Create(dir, "run", Meta{ID: "other", Task: "T", Provider: "p"})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	b, err := os.ReadFile(filepath.Join(dir, "run.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	want := `^\{"kind":"meta","at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z","meta":\{"id":"run","task":"T","model":"","provider":"p","driver":"","workdir":""\}\}\n$`
	if !regexp.MustCompile(want).Match(b) {
		t.Errorf("got %s", b)
	}
	if w.ID() != "run" || w.Path() != filepath.Join(dir, "run.jsonl") || w.Blobs() != filepath.Join(dir, "run.blobs") {
		t.Errorf("id %q, path %q, pictures %q", w.ID(), w.Path(), w.Blobs())
	}
	for path, want := range map[string]fs.FileMode{dir: 0o700, w.Path(): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v; want mode %v", path, info.Mode(), err, want)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("%v, %v; want the log alone", files, err)
	}
}

// W2.
func TestALogIsNeverMadeTwice(t *testing.T) {
	w := start(t, Meta{Task: "first"})
	if _, err := Create(filepath.Dir(w.Path()), "run", Meta{Task: "second"}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v, want ErrExist", err)
	}
	if s := loaded(t, w); s.Meta.Task != "first" {
		t.Errorf("the log is now that of %q", s.Meta.Task)
	}
}

// W3.
func TestRunsOfOneSecondAreNumbered(t *testing.T) {
	dir := t.TempDir()
	now := time.Date(2026, 3, 4, 23, 59, 58, 0, time.FixedZone("", -5*3600))
	var got []string
	for range attempts {
		w, err := Start(dir, now, Meta{})
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, w.ID())
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"20260305-045958"}
	for n := 2; n <= 100; n++ {
		want = append(want, fmt.Sprintf("20260305-045958-%d", n))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if _, err := Start(dir, now, Meta{}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("the 101st: %v, want ErrExist", err)
	}
	if _, err := Start(filepath.Join(dir, want[0]+".jsonl"), now, Meta{}); err == nil || errors.Is(err, fs.ErrExist) {
		t.Errorf("below a file: %v", err)
	}
}

func TestAnIDIsAPlainFileName(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "logs")
	if err := os.MkdirAll(filepath.Join(dir, "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"", ".", "..", "../x", "x/y", "/x", `x\y`, "x\x00", "x\n"} {
		if w, err := Create(dir, id, Meta{}); err == nil {
			t.Errorf("%q made %s", id, w.Path())
		}
	}
	for _, id := range []string{"a", "..a", "é ü", ".hidden"} {
		w, err := Create(dir, id, Meta{})
		if err != nil || filepath.Dir(w.Path()) != dir || w.Close() != nil {
			t.Errorf("%q: %v", id, err)
		}
	}
}
