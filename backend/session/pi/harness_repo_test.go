package pi

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// repository is a repository of files in a folder of its own.
func repository(t *testing.T) (r *JSONLHarnessRepo, root string) {
	t.Helper()
	root = t.TempDir()
	r, err := NewJSONLHarnessRepo(root, counted()...)
	if err != nil {
		t.Fatal(err)
	}
	return r, root
}

// stored is a file's storage that a repository answered.
func stored(t *testing.T, s HarnessStorage, err error) *JSONLHarnessStorage {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	j := s.(*JSONLHarnessStorage)
	t.Cleanup(func() { closes(t, j) })
	return j
}

func ptr(s string) *string { return &s }

func TestHarnessRepoMakesFilesAtOnce(t *testing.T) {
	r, root := repository(t)
	s, err := r.Create(t.Context(), HarnessCreate{
		ID: ptr("my.id"), Cwd: "/a/../b:c/", ParentSessionPath: "/old.jsonl", Metadata: json.RawMessage(`{"b":1, "1":2}`),
	})
	j := stored(t, s, err)
	path := filepath.Join(root, "--a-..-b-c---", "2031-04-09T07-05-04-120Z_my.id.jsonl")
	want := `{"type":"session","version":3,"id":"my.id","timestamp":"2031-04-09T07:05:04.120Z","cwd":"/a/../b:c/","parentSession":"/old.jsonl","metadata":{"1":2,"b":1}}` + "\n"
	if got := string(must(os.ReadFile(path))); got != want {
		t.Errorf("the file is\n%s\nwant\n%s", got, want)
	}
	if got := string(must(j.HeaderJSON(t.Context()))); got+"\n" != want {
		t.Errorf("the header is %s", got)
	}
	meta := must(j.Metadata(t.Context()))
	if meta.Path != path || meta.ID != "my.id" || meta.ParentSessionPath != "/old.jsonl" || string(meta.Metadata) != `{"1":2,"b":1}` {
		t.Errorf("the metadata is %+v", meta)
	}
	appendTo(t, j, u("a", "-"))
	want += u("a", "-") + "\n"
	if got := string(must(j.Bytes(t.Context()))); got != want || string(must(os.ReadFile(path))) != want {
		t.Errorf("the bytes are\n%s\nwant\n%s", got, want)
	}
}

func TestHarnessRepoRefusesToCreate(t *testing.T) {
	r, root := repository(t)
	for name, o := range map[string]HarnessCreate{
		"an id that leaves the folder": {ID: ptr("../../x"), Cwd: "/p"},
		"an empty id":                  {ID: ptr(""), Cwd: "/p"},
		"no working folder":            {ID: ptr("x")},
		"metadata that is no object":   {Cwd: "/p", Metadata: json.RawMessage(`[]`)},
	} {
		if _, err := r.Create(t.Context(), o); !errors.Is(err, HarnessInvalidSession) {
			t.Errorf("%s answers %v", name, err)
		}
	}
	if made := must(os.ReadDir(root)); len(made) > 0 {
		t.Errorf("it made %v", made)
	}
	if _, err := NewMemoryHarnessRepo().Create(t.Context(), HarnessCreate{ID: ptr("../x")}); !errors.Is(err, HarnessInvalidSession) {
		t.Errorf("in memory a bad id answers %v", err)
	}
}

func TestHarnessRepoListsTheNewestFirst(t *testing.T) {
	r, root := repository(t)
	at := func(cwd, name, id, when string) {
		dir := r.dir(cwd)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		writeAll(t, filepath.Join(dir, name), strings.NewReplacer(`"s1"`, `"`+id+`"`, "2025-01-01T00:00:00.000Z", when).Replace(hdr)+"\nbroken")
	}
	at("/p", "a.jsonl", "old", "2025-01-01T00:00:00.000Z")
	at("/p", "b.jsonl", "new", "2025-03-01T00:00:00.000Z")
	at("/q", "c.jsonl", "middle", "2025-02-01T00:00:00+01:00")
	at("/q", "d.jsonl", "undated", "noon")
	at("/q", "e.jsonl.bak", "other", "2025-02-01T00:00:00.000Z")
	writeAll(t, filepath.Join(r.dir("/q"), "f.jsonl"), strings.Replace(hdr, ":3", ":2", 1))
	writeAll(t, filepath.Join(r.dir("/q"), "g.jsonl"), "")
	writeAll(t, filepath.Join(root, "h.jsonl"), hdr)
	if err := os.Mkdir(filepath.Join(r.dir("/q"), "i.jsonl"), 0o700); err != nil {
		t.Fatal(err)
	}
	for cwd, want := range map[string]string{"": "new middle old undated", "/p": "new old", "/q": "middle undated", "/none": ""} {
		list, err := r.List(t.Context(), HarnessList{Cwd: cwd})
		var got []string
		for _, meta := range list {
			got = append(got, meta.ID)
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("the sessions of %q are %v (%v), want %s", cwd, got, err, want)
		}
	}
	writeAll(t, r.dir("/file"), "")
	if _, err := r.List(t.Context(), HarnessList{Cwd: "/file"}); !errors.Is(err, HarnessStorageFailed) {
		t.Errorf("a folder that is a file answers %v", err)
	}
}

func TestHarnessRepoForks(t *testing.T) {
	r, _ := repository(t)
	source := stored(t, must(r.Create(t.Context(), HarnessCreate{ID: ptr("one"), Cwd: "/p", Metadata: json.RawMessage(`{"k":1}`)})), nil)
	for _, entry := range []string{u("a", "-"), a("k", "a"), keeps("c", "k", `"retainedTail":[]`), u("z", "c")} {
		appendTo(t, source, entry)
	}
	meta := must(source.Metadata(t.Context()))
	s, err := r.Fork(t.Context(), meta, HarnessFork{EntryID: "z", At: true, HarnessCreate: HarnessCreate{ID: ptr("two"), Cwd: "/q"}})
	fork := stored(t, s, err)
	want := `{"type":"session","version":3,"id":"two","timestamp":"2031-04-09T07:05:09.120Z","cwd":"/q","parentSession":"` + meta.Path + `","metadata":{"k":1}}`
	if got := string(must(fork.Bytes(t.Context()))); !strings.HasPrefix(got, want+"\n") || strings.Count(got, "\n") != 3 {
		t.Errorf("the fork is\n%s\nwant the header\n%s\nand two entries", got, want)
	}
	m := must(FromHarnessStorage(fork, counted()...))
	if branch := must(m.GetBranch("z")); len(branch) > 0 || must(fork.PathToRootOrCompaction(t.Context(), ptr("z"))) == nil {
		t.Errorf("the branch of a fork that is cut is %s, want none", ids(branch))
	}
	if _, err := r.Fork(t.Context(), meta, HarnessFork{EntryID: "k", HarnessCreate: HarnessCreate{ID: ptr("three"), Cwd: "/none"}}); !errors.Is(err, HarnessInvalidForkTarget) {
		t.Errorf("a fork before a reply answers %v", err)
	}
	if _, err := os.Stat(r.dir("/none")); err == nil {
		t.Error("a fork that failed left a folder")
	}
}

func TestHarnessRepoDeletesTheSessionAndNoOther(t *testing.T) {
	r, _ := repository(t)
	s := stored(t, must(r.Create(t.Context(), HarnessCreate{ID: ptr("one"), Cwd: "/p"})), nil)
	meta := must(s.Metadata(t.Context()))
	other := meta
	other.ID = "two"
	if err := r.Delete(t.Context(), other); !errors.Is(err, HarnessInvalidSession) {
		t.Errorf("deleting another session at the path answers %v", err)
	}
	if _, err := r.Open(t.Context(), meta); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := r.Delete(t.Context(), meta); err != nil {
			t.Error(err)
		}
	}
	if _, err := r.Open(t.Context(), meta); !errors.Is(err, HarnessNotFound) {
		t.Errorf("opening a deleted session answers %v", err)
	}
}

func TestHarnessMemoryRepoKeepsTheOrder(t *testing.T) {
	r := NewMemoryHarnessRepo(WithClock(func() time.Time { return written }))
	for _, id := range []string{"c", "a", "b"} {
		if _, err := r.Create(t.Context(), HarnessCreate{ID: &id}); err != nil {
			t.Fatal(err)
		}
	}
	source := must(r.Open(t.Context(), HarnessMetadata{ID: "a"}))
	appendTo(t, source, u("e", "-"))
	if _, err := r.Fork(t.Context(), HarnessMetadata{ID: "a"}, HarnessFork{HarnessCreate: HarnessCreate{ID: ptr("d")}}); err != nil {
		t.Fatal(err)
	}
	if err := r.Delete(t.Context(), HarnessMetadata{ID: "c"}); err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, meta := range must(r.List(t.Context(), HarnessList{})) {
		got += meta.ID + " " + leafOf(t.Context(), must(r.Open(t.Context(), meta))) + ";"
	}
	if want := "a e;b -;d e;"; got != want {
		t.Errorf("the sessions are %q, want %q", got, want)
	}
	if _, err := r.Open(t.Context(), HarnessMetadata{ID: "c"}); !errors.Is(err, HarnessNotFound) {
		t.Errorf("opening a deleted session answers %v", err)
	}
}
