package runlog

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// lay writes files below a new folder; a name that ends in / is a folder.
func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		folder := filepath.Dir(path)
		if strings.HasSuffix(name, "/") {
			folder = path
		}
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		if folder == path {
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func ids(entries []Entry) (out []string) {
	for _, e := range entries {
		out = append(out, e.ID)
	}
	return out
}

func TestLogsAreListedAsTheAgentListsThem(t *testing.T) {
	const s = "20260101-000000"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"L1 by id, as text", map[string]string{s + ".jsonl": vMeta, s + "-2.jsonl": vMeta, s + "-10.jsonl": vMeta, "20251231-235959.jsonl": vMeta},
			[]string{s + "-2", s + "-10", s, "20251231-235959"}},
		{"L2 renamed", map[string]string{"renamed.jsonl": `{"kind":"meta","meta":{"id":"inner-id"}}`, s + ".jsonl": vMeta}, []string{"renamed", s}},
		{"L3 empty, garbage", map[string]string{"empty.jsonl": "", "garbage.jsonl": "\x00{"}, []string{"garbage", "empty"}},
		{"L4 what is none", map[string]string{
			"long.jsonl": vMeta + "\n" + strings.Repeat("x", 17<<20), "dir.jsonl/": "", "X.JSONL": vMeta, s + ".failure.json": "{}", "notes.txt": "",
		}, nil},
		{"no name", map[string]string{".jsonl": vMeta}, []string{""}},
		{"L6 empty folder", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := List(lay(t, c.files))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, ids(got)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestAnEntryTellsWhatTheLogSays(t *testing.T) {
	dir := lay(t, map[string]string{
		"b.jsonl": lines(`{"kind":"meta","at":"2020-01-01T00:00:00Z","meta":{"id":"inner","task":"T","resumedFrom":"Z"}}`, vResult("settled")),
		"a.jsonl": "garbage",
	})
	written := time.Date(2001, 9, 9, 1, 46, 40, 0, time.UTC) // L5
	for _, name := range []string{"a.jsonl", "b.jsonl"} {
		if err := os.Chtimes(filepath.Join(dir, name), written, written); err != nil {
			t.Fatal(err)
		}
	}
	got, err := List(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []Entry{
		{ID: "b", Path: filepath.Join(dir, "b.jsonl"), Task: "T", Started: written, Complete: true, Reason: "settled", ResumedFrom: "Z"},
		{ID: "a", Path: filepath.Join(dir, "a.jsonl"), Started: written},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// L6.
func TestAFolderThatIsNotThereHasNoLogs(t *testing.T) {
	dir := lay(t, map[string]string{"file": ""})
	if got, err := List(filepath.Join(dir, "none")); got != nil || err != nil {
		t.Errorf("%v, %v; want nothing", got, err)
	}
	if got, err := List(filepath.Join(dir, "file")); err == nil {
		t.Errorf("a file was listed: %v", got)
	}
}

// L7 and L8.
func TestResolveFindsTheLogThatIsMeant(t *testing.T) {
	root := lay(t, map[string]string{
		"logs/20260101-000000.jsonl": vMeta, "logs/20260102-000000.jsonl": vMeta, "logs/sub/inner.jsonl": vMeta, "logs/dir.jsonl/": "",
		"logs/last/": "", "empty/": "", "here.jsonl": vMeta, "work/sub/raw.log": vMeta,
	})
	t.Chdir(filepath.Join(root, "work"))
	logs := filepath.Join(root, "logs")
	in := func(name string) string { return filepath.Join(logs, name) }
	for _, c := range []struct{ dir, reference, want, err string }{
		{logs, " last\n", in("20260102-000000.jsonl"), ""},
		{logs, "LAST", "", `session: "LAST" not found in ` + logs},
		{logs, "20260101", "", `session: "20260101" not found in ` + logs},
		{logs, "20260101-000000", in("20260101-000000.jsonl"), ""},
		{logs, "20260101-000000.jsonl", in("20260101-000000.jsonl"), ""},
		{logs, "20260101-000000.jsonl.jsonl", "", `session: "20260101-000000.jsonl.jsonl" not found in ` + logs},
		{logs, "", "", "session: no session given"},
		{logs, " \t\n", "", "session: no session given"},
		{filepath.Join(root, "empty"), "last", "", "session: no sessions in " + filepath.Join(root, "empty")},
		{filepath.Join(root, "none"), "last", "", "session: no sessions in " + filepath.Join(root, "none")},
		{logs, "./sub", "./sub", ""},
		{logs, "sub/raw.log", "sub/raw.log", ""},
		{logs, "sub/inner", in("sub/inner.jsonl"), ""},
		{logs, "../here", filepath.Join(root, "here.jsonl"), ""},
		{logs, in("20260101-000000"), "", `session: "` + in("20260101-000000") + `" not found in ` + logs},
		{logs, in("20260101-000000.jsonl"), in("20260101-000000.jsonl"), ""},
		{logs, "raw.log", "", `session: "raw.log" not found in ` + logs},
		{logs, "dir", in("dir.jsonl"), ""},
	} {
		t.Run(c.reference, func(t *testing.T) {
			got, err := Resolve(c.dir, c.reference)
			if got != c.want || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
				t.Errorf("%q, %v; want %q, %q", got, err, c.want, c.err)
			}
		})
	}
	if got, err := Resolve(filepath.Join(root, "here.jsonl"), "last"); err == nil {
		t.Errorf("the last log of a file is %q", got)
	}
}
