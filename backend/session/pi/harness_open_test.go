package pi

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestHarnessFilesAreOpenedStrictly(t *testing.T) {
	with := func(old, replacement string) string { return strings.Replace(hdr, old, replacement, 1) + "\n" }
	entry := func(old, replacement string) string {
		return file(hdr, strings.Replace(rec("custom", "a", "-", ""), old, replacement, 1))
	}
	leaf := func(target string) string { return file(hdr, u("a", "-"), rec("leaf", "l", "a", target)) }
	const bad, none = HarnessInvalidEntry, HarnessInvalidSession
	for _, c := range []struct {
		name, data string
		code       HarnessCode // "" when the file opens
		want       string      // the message behind the path, or the leaf
	}{
		{"no bytes", "", none, "missing session header"},
		{"blank lines alone", " \n\u00a0\n", none, "missing session header"},
		{"an entry first", file(u("a", "-"), hdr), none, "first line is not a valid session header"},
		{"an array first", "[]\n", none, "first line is not a valid session header"},
		{"null first", "null\n", none, "first line is not a valid session header"},
		{"half a header", hdr[:40], none, "first line is not a valid session header"},
		{"a byte order mark", "\ufeff" + hdr + "\n", none, "first line is not a valid session header"},
		{"version 2", with(`:3`, `:2`), none, "unsupported session version"},
		{"version 4", with(`:3`, `:4`), none, "unsupported session version"},
		{"a version in quotes", with(`:3`, `:"3"`), none, "unsupported session version"},
		{"no version", with(`"version":3,`, ``), none, "unsupported session version"},
		{"version 3.0", with(`:3`, `:3.0`), "", "-"},
		{"an empty id", with(`"s1"`, `""`), none, "session header is missing id"},
		{"a number for an id", with(`"s1"`, `1`), none, "session header is missing id"},
		{"no timestamp", with(`"timestamp"`, `"time"`), none, "session header is missing timestamp"},
		{"no working folder", with(`"cwd"`, `"dir"`), none, "session header is missing cwd"},
		{"a parent session of null", with(`"cwd"`, `"parentSession":null,"cwd"`), none, "session header parentSession must be a string"},
		{"metadata in an array", with(`"cwd"`, `"metadata":[],"cwd"`), none, "session header metadata must be an object"},
		{"metadata of null", with(`"cwd"`, `"metadata":null,"cwd"`), none, "session header metadata must be an object"},
		{"a header alone", hdr, "", "-"},
		{"an entry", file(hdr, u("a", "-")), "", "a"},
		{"no last line end", hdr + "\n" + u("a", "-"), "", "a"},
		{"blank lines", "\n \n" + hdr + "\n\n\u00a0\u2028\n" + u("a", "-") + "\r\n\n", "", "a"},
		{"a blank line with a mark first", "\ufeff\n" + file(hdr, u("a", "-")), "", "a"},
		{"a torn last line", file(hdr, u("a", "-")) + u("b", "a")[:30], bad, "line 3 is not valid JSON"},
		{"a bad line after blank ones", "\n" + file(hdr, "", " ", "{bad", u("a", "-")), bad, "line 2 is not valid JSON"},
		{"the first of several bad lines", file(hdr, u("a", "-"), "5", "{"), bad, "line 3 is not a valid session entry"},
		{"null", file(hdr, "null"), bad, "line 2 is not a valid session entry"},
		{"an array", file(hdr, "[1]"), bad, "line 2 is missing entry type"},
		{"white space JSON does not know", file(hdr, "\v"+u("a", "-")), bad, "line 2 is not valid JSON"},
		{"two values", file(hdr, "{} {}"), bad, "line 2 is not valid JSON"},
		{"no type", entry(`"type"`, `"kind"`), bad, "line 2 is missing entry type"},
		{"an empty type", entry(`"custom"`, `""`), "", "a"},
		{"an unknown type", entry(`"custom"`, `"later"`), "", "a"},
		{"an empty entry id", entry(`"a"`, `""`), bad, "line 2 is missing entry id"},
		{"a number for an entry id", entry(`"a"`, `7`), bad, "line 2 is missing entry id"},
		{"no parent", entry(`"parentId"`, `"parent"`), bad, "line 2 has invalid parentId"},
		{"an empty parent", entry(`null`, `""`), "", "a"},
		{"a parent that is missing", entry(`null`, `"zz"`), "", "a"},
		{"an empty time", entry(`2025-01-01T00:00:01.000Z`, ``), bad, "line 2 is missing timestamp"},
		{"a time that is no date", entry(`2025-01-01T00:00:01.000Z`, `noon`), "", "a"},
		{"a leaf without a target", leaf(``), bad, "line 3 has invalid targetId"},
		{"a leaf with a number", leaf(`"targetId":3`), bad, "line 3 has invalid targetId"},
		{"a leaf before the first entry", leaf(`"targetId":null`), "", "-"},
		{"a leaf at an entry", leaf(`"targetId":"a"`), "", "a"},
		{"a leaf at a missing entry", leaf(`"targetId":"zz"`), "", "Entry zz not found"},
		{"a second header", file(hdr, hdr), bad, "line 2 has invalid parentId"},
		{"a header with a parent", file(hdr, rec("session", "a", "-", "")), bad, "line 2 is not a valid session entry"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.jsonl")
			writeAll(t, path, c.data)
			want := c.want
			if c.code != "" {
				want = "Invalid JSONL session file " + path + ": " + c.want
			}
			fromFile, err := OpenHarnessFile(t.Context(), path)
			if got := opening(t, fromFile, err); got != want || c.code != "" && !errors.Is(err, c.code) {
				t.Errorf("the file answers %q (%v), want %q (%s)", got, err, want, c.code)
			}
			inMemory, err := HarnessFromBytes(t.Context(), []byte(c.data), path, nil)
			if got := opening(t, inMemory, err); got != want || c.code != "" && !errors.Is(err, c.code) {
				t.Errorf("the bytes answer %q (%v), want %q (%s)", got, err, want, c.code)
			}
			if after := string(must(os.ReadFile(path))); after != c.data {
				t.Errorf("opening wrote into the file: %q", after)
			}
		})
	}
}

// opening is the leaf of a storage that was opened, or the error.
func opening(t *testing.T, s *JSONLHarnessStorage, err error) string {
	t.Helper()
	if err != nil {
		return err.Error()
	}
	t.Cleanup(func() { closes(t, s) })
	leaf, err := s.LeafID(t.Context())
	if err != nil {
		return err.Error()
	}
	return orDash(leaf)
}

func orDash(id *string) string {
	if id == nil {
		return "-"
	}
	return *id
}

func writeAll(tb testing.TB, path, data string) {
	tb.Helper()
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		tb.Fatal(err)
	}
}

func closes(tb testing.TB, c interface{ Close() error }) {
	tb.Helper()
	if err := c.Close(); err != nil {
		tb.Error(err)
	}
}

func TestHarnessFilesThatAreNotThere(t *testing.T) {
	_, err := OpenHarnessFile(t.Context(), filepath.Join(t.TempDir(), "none.jsonl"))
	if !errors.Is(err, HarnessNotFound) || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file answers %v", err)
	}
	var known *HarnessError
	if _, err = OpenHarnessFile(t.Context(), t.TempDir()); !errors.As(err, &known) || known.Code != HarnessStorageFailed {
		t.Errorf("a folder answers %v", err)
	}
}
