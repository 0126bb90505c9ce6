//go:build unix

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFilesAreGivenAsPathsAndAsAddresses(t *testing.T) {
	a, _ := testApp(t)
	a.env.Dir = "/work"
	for _, c := range []struct{ arg, want string }{
		{"a b.jsonl", "/work/a b.jsonl"},
		{"/tmp/ü.jsonl", "/tmp/ü.jsonl"},
		{"file:///tmp/a%20b.jsonl", "/tmp/a b.jsonl"},
		{"file:///tmp/%C3%BC%23%3F%25.jsonl", "/tmp/ü#?%.jsonl"},
		{"file://localhost/tmp/a.jsonl", "/tmp/a.jsonl"},
		{"/tmp/a%20b.jsonl", "/tmp/a%20b.jsonl"},
	} {
		// The same words are read at the start and by the window that is open.
		files, err := (&call{env: a.env, args: []string{c.arg}}).files()
		if diff := cmp.Diff([]string{c.want}, files); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", c.arg, err, diff)
		}
		h, err := startedWith(a.env, []string{c.arg}, "/work")
		if diff := cmp.Diff([]string{c.want}, h.Files); err != nil || diff != "" {
			t.Errorf("started later, %s: %v (-want +got):\n%s", c.arg, err, diff)
		}
	}
	for _, arg := range []string{"file://nas/share/a.jsonl", "file://192.0.2.1/a.jsonl"} {
		files, err := (&call{env: a.env, args: []string{arg}}).files()
		if err == nil || !strings.Contains(err.Error(), "another machine") || !strings.Contains(err.Error(), "give the path") {
			t.Errorf("%s: %q, %v, want words about another machine", arg, files, err)
		}
	}
}

func TestADropOpensEverySessionAndSaysWhatIsNone(t *testing.T) {
	a, w := testApp(t)
	if _, err := a.Start(); err != nil {
		t.Fatal(err)
	}
	if err := a.Ready(); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "the shed")
	notes := writeFile(t, filepath.Join(dir, "notes.txt"), "Buy twine.\n")
	a.openFiles([]string{prompted(t, dir, "one"), notes, dir, prompted(t, dir, "two ü #1%41"), filepath.Join(dir, "nowhere.jsonl")}, "")
	opened := []string{}
	for _, e := range w.told("opened") {
		opened = append(opened, e.(SessionAnswer).Title)
	}
	if diff := cmp.Diff([]string{"one", "two ü #1%41"}, opened); diff != "" {
		t.Errorf("opened (-want +got):\n%s", diff)
	}
	failed := w.told("failed")
	if len(failed) != 3 {
		t.Fatalf("told of %d failures: %+v", len(failed), failed)
	}
	for i, want := range []struct{ path, kind, says string }{
		{notes, "notSession", "session"},
		{dir, "notSession", "branchline list --dir '" + dir + "'"},
		{filepath.Join(dir, "nowhere.jsonl"), "notFound", ""},
	} {
		if f := failed[i].(Failure); f.Path != want.path || f.Kind != want.kind || !strings.Contains(f.Message, want.says) {
			t.Errorf("told %+v, want %+v", f, want)
		}
	}
}
