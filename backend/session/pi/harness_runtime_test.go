package pi

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestHarnessRuntimePathMakesTheFileWithTheFirstReply(t *testing.T) {
	r, root := repository(t)
	path := filepath.Join(root, "new", "s.jsonl")
	s, err := r.OpenRuntimePath(t.Context(), path, HarnessCreate{ID: ptr("one"), Cwd: "/p"})
	j := stored(t, s, err)
	appendTo(t, j, u("a", "-"))
	if _, err := os.Stat(path); err == nil {
		t.Error("a prompt made the file")
	}
	appendTo(t, j, a("b", "a"))
	appendTo(t, j, u("c", "b"))
	want := `{"type":"session","version":3,"id":"one","timestamp":"2031-04-09T07:05:04.120Z","cwd":"/p"}` + "\n" + file(u("a", "-"), a("b", "a"), u("c", "b"))
	if got := string(must(os.ReadFile(path))); got != want || string(must(j.Bytes(t.Context()))) != want {
		t.Errorf("the file is\n%s\nwant\n%s", got, want)
	}
}

func TestHarnessRuntimePathOpensWhatIsThere(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"nothing but a file", "", ""},
		{"lines that are no JSON", file(hdr, u("a", "-"), "{torn", "not json", u("b", "a")) + u("c", "b")[:20], "a b"},
		{"a later version", file(strings.Replace(hdr, ":3", ":4", 1), u("a", "-")), "a"},
		{"an earlier version", file(strings.Replace(hdr, ":3", ":2", 1), u("a", "-")), "refused"},
		{"a value that is no entry", file(hdr, "5"), "refused"},
		{"an entry without an id", file(hdr, `{"type":"custom"}`), "refused"},
		{"no header", file(u("a", "-")), "refused"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, root := repository(t)
			path := filepath.Join(root, "s.jsonl")
			writeAll(t, path, c.data)
			s, err := r.OpenRuntimePath(t.Context(), path, HarnessCreate{ID: ptr("one"), Cwd: "/p"})
			if c.want == "refused" {
				if err == nil || err.Error() != "Session file is not a valid pi session: "+path {
					t.Errorf("it answers %v", err)
				}
				return
			}
			j := stored(t, s, err)
			if got := ids(must(j.Entries(t.Context(), HarnessCursor{}))); got != c.want {
				t.Errorf("the entries are %q, want %q", got, c.want)
			}
			after := string(must(os.ReadFile(path)))
			if c.data == "" && !strings.HasPrefix(after, `{"type":"session","version":3,"id":"one"`) || c.data != "" && after != c.data {
				t.Errorf("after opening the file is %q", after)
			}
		})
	}
}

func TestHarnessRuntimeSessionsGrowBehindTornLines(t *testing.T) {
	r, root := repository(t)
	path := filepath.Join(root, "s.jsonl")
	torn := file(hdr, u("a", "-")) + u("b", "a")[:20]
	writeAll(t, path, torn)
	s, err := r.OpenRuntimePath(t.Context(), path, HarnessCreate{})
	j := stored(t, s, err)
	appendTo(t, j, u("c", "a"))
	if got := ids(must(j.Entries(t.Context(), HarnessCursor{}))); got != "a c" {
		t.Errorf("the entries are %q, want a c", got)
	}
	if got, want := string(must(os.ReadFile(path))), torn+"\n"+u("c", "a")+"\n"; got != want {
		t.Errorf("the file is %q, want %q", got, want)
	}
	later := filepath.Join(root, "later.jsonl")
	writeAll(t, later, file(strings.Replace(hdr, ":3", ":4", 1), u("a", "-")))
	s, err = r.OpenRuntimePath(t.Context(), later, HarnessCreate{})
	if err := stored(t, s, err).AppendEntry(t.Context(), recordsOf(u("b", "a"))[0]); !errors.Is(err, ErrReadOnly) {
		t.Errorf("appending to a later version answers %v", err)
	}
}

func TestHarnessRuntimeBytesGetAFileThatMustNotExist(t *testing.T) {
	r, root := repository(t)
	path := filepath.Join(root, "s.jsonl")
	open := func(path string) *JSONLHarnessStorage {
		s, err := r.OpenRuntimeBytes(t.Context(), []byte(hdr+"\n"+u("a", "-")), path)
		return stored(t, s, err)
	}
	first, second, nowhere := open(path), open(path), open("")
	appendTo(t, first, a("b", "a"))
	want := file(hdr, u("a", "-"), a("b", "a"))
	if got := string(must(os.ReadFile(path))); got != want {
		t.Errorf("the file is\n%s\nwant\n%s", got, want)
	}
	if err := second.AppendEntry(t.Context(), recordsOf(a("c", "a"))[0]); !errors.Is(err, os.ErrExist) {
		t.Errorf("a second session at the path answers %v", err)
	}
	if got := leafOf(t.Context(), second); got != "a" {
		t.Errorf("its leaf is %s, want a", got)
	}
	appendTo(t, nowhere, a("b", "a"))
	if got := string(must(nowhere.Bytes(t.Context()))); got != want || nowhere.Durable() || !first.Durable() {
		t.Errorf("without a path the bytes are\n%s\nwant\n%s", got, want)
	}
}

func TestHarnessImportsKeepEveryByte(t *testing.T) {
	r, root := repository(t)
	data := "\n" + hdr + " \r\n\n" + u("a", "-")
	s, err := r.ImportJSONL(t.Context(), []byte(data))
	j := stored(t, s, err)
	path := filepath.Join(root, "--p--", "2025-01-01T00-00-00-000Z_s1.jsonl")
	if got := string(must(os.ReadFile(path))); got != data || j.meta.Path != path {
		t.Errorf("the file %s is %q", j.meta.Path, got)
	}
	appendTo(t, j, u("b", "a"))
	if got := string(must(os.ReadFile(path))); got != data+"\n"+u("b", "a")+"\n" {
		t.Errorf("after an append the file is %q", got)
	}
	if _, err := r.ImportJSONL(t.Context(), []byte(data)); !errors.Is(err, os.ErrExist) {
		t.Errorf("importing again answers %v", err)
	}
	for name, bad := range map[string]string{
		"an id that leaves the folder": strings.Replace(data, `"s1"`, `"../../../x"`, 1),
		"a torn line":                  data + "\n{",
		"no header":                    u("a", "-"),
	} {
		if _, err := r.ImportJSONL(t.Context(), []byte(bad)); !errors.Is(err, HarnessInvalidSession) && !errors.Is(err, HarnessInvalidEntry) {
			t.Errorf("importing %s answers %v", name, err)
		}
	}
	own := filepath.Join(root, "own.jsonl")
	s, err = r.ImportJSONLAt(t.Context(), []byte(data), own)
	if stored(t, s, err); string(must(os.ReadFile(own))) != data {
		t.Error("the import at a path has other bytes")
	}
}
