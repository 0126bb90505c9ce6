package pi

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/paths"
)

// forkHeader is what begins a fork made with the options of counted.
const forkHeader = `{"type":"session","version":3,"id":"sess","timestamp":"2031-04-09T07:05:04.120Z","cwd":"/q","parentSession":"SOURCE"}`

// What comes out of version 3 is what pi 1.6.0 writes; SOURCE is the path of the source.
var forks = []struct {
	name, in, want, leaf string
}{
	{"all branches", file(hdr, u("a", "-"), a("b", "a"), lab("l", "b", "a", "A"), u("c", "a")), file(forkHeader, u("a", "-"), a("b", "a"), lab("l", "b", "a", "A"), u("c", "a")), "c"},
	{"a header alone", file(hdr), file(forkHeader), "-"},
	{"odd lines, later headers and values that are no records", file("", "BAD", "null", hdr, `{"x":1e2, "type":"zap","id":"a", "5":[ ]}`, hdr, "[1, 2.0]", "0", `{"type":"x","id":"b"}{`, "\u00a0", u("c", "a")) + `{"torn`,
		file(forkHeader, `{"5":[],"x":100,"type":"zap","id":"a"}`, "[1,2]", u("c", "a")), "c"},
	{"a last line without LF", file(hdr) + u("a", "-"), file(forkHeader, u("a", "-")), "a"},
	{"entries that are in no tree", file(hdr, u("a", "b"), u("b", "a"), u("a", "gone"), `{"type":"x"}`, `{}`), file(forkHeader, u("a", "b"), u("b", "a"), u("a", "gone"), `{"type":"x"}`, `{}`), "a"},
	{"a newer version", file(`{"type":"session","version":4,"id":"s"}`, u("a", "-")), file(forkHeader, u("a", "-")), "a"},
	{"version 2 is migrated", file(v2, msg("a", "-", `{"role":"hookMessage"}`), u("b", "a")), file(forkHeader, msg("a", "-", `{"role":"custom"}`), u("b", "a")), "b"},
	{"version 1 is migrated", file(v1, old("user"), "7", old("assistant"), kept(`,"firstKeptEntryIndex":3`)), file(forkHeader,
		strings.TrimSuffix(old("user"), "}")+`,"id":"e1","parentId":null}`, "7",
		strings.TrimSuffix(old("assistant"), "}")+`,"id":"e2","parentId":"e1"}`,
		strings.TrimSuffix(kept(""), "}")+`,"id":"e3","parentId":"e2","firstKeptEntryId":"e2"}`), "e3"},
}

func TestAForkHoldsAllOfItsSource(t *testing.T) {
	for _, c := range forks {
		t.Run(c.name, func(t *testing.T) {
			source, dir := filepath.Join(t.TempDir(), "s.jsonl"), filepath.Join(t.TempDir(), "new", "folder")
			writeAll(t, source, c.in)
			m, err := ForkFrom(source, "/q", dir, counted()...)
			if err != nil {
				t.Fatal(err)
			}
			defer closes(t, m)
			path := filepath.Join(dir, "2031-04-09T07-05-04-120Z_sess.jsonl")
			want := strings.ReplaceAll(c.want, "SOURCE", source)
			if got, err := os.ReadFile(path); err != nil || string(got) != want {
				t.Errorf("%v, got\n%swant\n%s", err, got, want)
			}
			if m.GetSessionFile() != path || m.GetCwd() != "/q" || m.GetSessionDir() != dir || orDash(m.GetLeafID()) != c.leaf {
				t.Errorf("the session is %s in %s for %s at %s", m.GetSessionFile(), m.GetSessionDir(), m.GetCwd(), orDash(m.GetLeafID()))
			}
			if _, err := m.AppendModelChange("acme", "m"); err != nil {
				t.Errorf("appending to the fork: %v", err)
			}
			if got := must(os.ReadFile(source)); string(got) != c.in {
				t.Errorf("the source was changed to\n%s", got)
			}
		})
	}
}

func TestAForkMayHaveAnIDOfTheCallers(t *testing.T) {
	dir := t.TempDir()
	source := filepath.Join(dir, "s.jsonl")
	writeAll(t, source, file(hdr, u("a", "-")))
	m := must(ForkFrom(source, "/q", dir, append(counted(), WithSessionID("my.id"))...))
	closes(t, m)
	if got := filepath.Base(m.GetSessionFile()); got != "2031-04-09T07-05-04-120Z_my.id.jsonl" {
		t.Errorf("the file is called %s", got)
	}
	if _, err := ForkFrom(source, "/q", dir, append(counted(), WithSessionID("my.id"))...); !errors.Is(err, fs.ErrExist) {
		t.Errorf("forking to the same name: %v, want os.ErrExist", err)
	}
	if _, err := ForkFrom(source, "/q", dir, append(counted(), WithSessionID("-"))...); err == nil || err.Error() != AssertValidSessionID("-").Error() {
		t.Errorf("a bad id: %v", err)
	}
}

func TestAForkLiesWherePiKeepsTheSessionsOfItsFolder(t *testing.T) {
	home := t.TempDir()
	source := filepath.Join(home, "s.jsonl")
	writeAll(t, source, file(hdr, u("a", "-")))
	m := must(ForkFrom("~/s.jsonl", "~/work", "", append(counted(), WithEnv(paths.Env{Home: home, Dir: home}), WithAgentDir(filepath.Join(home, "pi")))...))
	defer closes(t, m)
	want := must(DefaultSessionDirPath(filepath.Join(home, "work"), WithAgentDir(filepath.Join(home, "pi"))))
	if got := filepath.Dir(m.GetSessionFile()); got != want || !m.UsesDefaultSessionDir() {
		t.Errorf("the fork lies in %s, want %s", got, want)
	}
	if got := must(m.GetHeader()).ParentSession(); got != source {
		t.Errorf("the parent is %s, want %s", got, source)
	}
}

func TestNoForkOfWhatIsNoSession(t *testing.T) {
	root := t.TempDir()
	for _, c := range []struct {
		name, in string
	}{
		{"an empty file", ""}, {"blank lines", "\n\n"}, {"an entry first", file(u("a", "-"), hdr)}, {"no header", file(u("a", "-"))},
		{"a header without id", file(`{"type":"session"}`)}, {"a byte order mark", "\ufeff" + file(hdr)}, {"a missing file", "none"},
	} {
		source, dir := filepath.Join(root, "s.jsonl"), filepath.Join(root, "forks")
		if c.in == "none" {
			must(0, os.Remove(source))
		} else {
			writeAll(t, source, c.in)
		}
		_, err := ForkFrom(source, "/q", dir, counted()...)
		if want := "Cannot fork: source session file is empty or invalid: " + source; err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", c.name, err, want)
		}
		if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: a folder was made: %v", c.name, err)
		}
	}
	if _, err := ForkFrom(root, "/q", root, counted()...); err == nil {
		t.Error("a folder can be forked")
	}
}

func TestAForkOfASourceThatIsRewrittenMeanwhileIsNone(t *testing.T) {
	dir := t.TempDir()
	source, ids := filepath.Join(dir, "s.jsonl"), 0
	writeAll(t, source, file(v1, old("user"), old("assistant")))
	_, err := ForkFrom(source, "/q", dir, append(counted(), WithEntryIDGenerator(func() string {
		writeAll(t, source, file(hdr))
		ids++
		return lineID(ids)
	}))...)
	if !errors.Is(err, ErrConflict) {
		t.Errorf("got %v, want ErrConflict", err)
	}
	alone(t, source)
}

func BenchmarkForkFrom(b *testing.B) {
	source, dir := bigSession(b, 32<<20), b.TempDir()
	info := must(os.Stat(source))
	b.SetBytes(info.Size())
	b.ReportAllocs()
	for b.Loop() {
		m := must(ForkFrom(source, "/q", dir))
		closes(b, m)
		must(0, os.Remove(m.GetSessionFile()))
	}
}
