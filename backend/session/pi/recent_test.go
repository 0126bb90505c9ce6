package pi

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// headOf is a header alone.
func headOf(id, cwd string) string {
	return `{"type":"session","version":3,"id":"` + id + `","timestamp":"2025-01-01T00:00:00.000Z","cwd":"` + cwd + `"}`
}

func TestTheLastWrittenSessionIsFound(t *testing.T) {
	mib := 1 << 20
	wide := func(bytes int) string { // a header of that many bytes
		h := headOf("wide", "/p")
		return h[:len(h)-1] + `,"x":"` + strings.Repeat("x", bytes-len(h)-len(`,"x":""`)) + `"}`
	}
	// The later in the list, the later written; the last of a case is named want.
	for _, test := range []struct {
		name  string
		files []string
		cwd   string
		want  int // which of them, -1 for none
	}{
		{"by the file's time, not by its messages", []string{lying("a", "/p", 9000), lying("b", "/p", 1)}, "", 1},
		{"what is no session is passed over", []string{file(hdr), "", "junk\n", file(`{"type":"session","id":5}`), file("[1]", hdr), file(u("a", "-"), hdr), "\ufeff" + file(hdr)}, "", 0},
		{"of a working folder", []string{file(headOf("a", "/p")), file(headOf("b", "/q")), file(`{"type":"session","id":"c"}`)}, "/p", 0},
		{"in another spelling", []string{file(headOf("a", "/x/../p/")), file(headOf("b", "/q"))}, "/p", 0},
		{"none of that folder", []string{file(headOf("a", "/q"))}, "/p", -1},
		{"no files", nil, "", -1},
		{"noise before the header", []string{file("", " ", "noise", "null", "0", `""`, "{", headOf("a", "/p"))}, "/p", 0},
		{"a header without its LF", []string{headOf("a", "/p")}, "/p", 0},
		{"a header of less than a MiB", []string{file(wide(mib - 1))}, "/p", 0},
		{"a header of a MiB that ends the file", []string{wide(mib)}, "/p", 0},
		{"a header of a MiB and its LF", []string{file(wide(mib))}, "", -1},
		{"a longer header", []string{file(headOf("a", "/p")), file(wide(mib + 1))}, "/p", 0},
		{"a MiB of noise", []string{file(strings.Repeat("x", mib), headOf("a", "/p"))}, "", -1},
		{"noise of nearly a MiB", []string{file(strings.Repeat("x", mib-200), headOf("a", "/p"))}, "", 0},
		{"a long text behind it", []string{file(headOf("a", "/p"), strings.Repeat("x", 2*mib))}, "", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			want := ""
			for i, data := range test.files {
				path := put(t, dir, string(rune('z'-i))+".jsonl", data, written.Add(time.Duration(i)*time.Minute))
				if i == test.want {
					want = path
				}
			}
			if got := FindMostRecentSession(dir, test.cwd); got != want {
				t.Errorf("found %q, want %q", got, want)
			}
		})
	}
}

func TestFoldersAndLinksToNothingAreNoSessions(t *testing.T) {
	dir := t.TempDir()
	want := put(t, dir, "a.jsonl", file(hdr), written)
	if err := os.Mkdir(filepath.Join(dir, "b.jsonl"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nothing", filepath.Join(dir, "c.jsonl")); err != nil {
		t.Fatal(err)
	}
	if got := FindMostRecentSession(dir, ""); got != want {
		t.Errorf("found %q, want %q", got, want)
	}
	for _, none := range []string{"", filepath.Join(dir, "none"), want} {
		if got := FindMostRecentSession(none, ""); got != "" {
			t.Errorf("in %q found %q", none, got)
		}
	}
}

func TestAHeaderLongerThanAMiBIsOpenedAllTheSame(t *testing.T) {
	h := headOf("a", "/p")
	path := put(t, t.TempDir(), "s.jsonl", file(h[:len(h)-1]+`,"x":"`+strings.Repeat("x", 2<<20)+`"}`), written)
	m := must(Open(path, ""))
	defer m.Close()
	if m.GetCwd() != "/p" || m.GetSessionID() != "a" {
		t.Errorf("works in %q as %q", m.GetCwd(), m.GetSessionID())
	}
}

func TestASessionIsFoundByItsWholeID(t *testing.T) {
	_, inAgent := agentDir(t)
	own, flat := must(DefaultSessionDirPath("/p", inAgent)), t.TempDir()
	for _, dir := range []string{own, flat} {
		put(t, dir, "1.jsonl", file(headOf("abc", "/p")), written)
		put(t, dir, "2.jsonl", file(headOf("abc", "/p")), written.Add(time.Hour))
		put(t, dir, "3.jsonl", file(headOf("other", "/q")), written)
		put(t, dir, "4.jsonl", "junk\n", written)
		put(t, dir, "5.jsonl", file(`{"type":"session","id":5}`), written)
	}
	for _, test := range []struct{ name, cwd, id, dir, want string }{
		{"whole", "/p", "abc", flat, flat + "/1.jsonl"},
		{"the beginning of one", "/p", "ab", flat, ""},
		{"of another folder", "/p", "other", flat, ""},
		{"from there", "/q", "other", flat, flat + "/3.jsonl"},
		{"in the default place", "/p", "other", "", own + "/3.jsonl"},
		{"in a default place that is not there", "/q", "other", "", ""},
		{"in no folder", "/p", "abc", flat + "/none", ""},
		{"no id", "/p", "", flat, ""},
	} {
		got, err := FindByID(test.cwd, test.id, test.dir, inAgent)
		if err != nil || got != test.want {
			t.Errorf("%s: FindByID() = %q, %v, want %q", test.name, got, err, test.want)
		}
	}
	if _, err := FindByID("/p", "abc", own+"/1.jsonl", inAgent); err == nil {
		t.Error("no error for a file in the place of the folder")
	}
}

func TestTheLastWrittenSessionIsContinued(t *testing.T) {
	agent, inAgent := agentDir(t)
	own, flat := must(DefaultSessionDirPath("/p", inAgent)), t.TempDir()
	for _, dir := range []string{own, flat} {
		put(t, dir, "1.jsonl", file(headOf("mine", "/p"), u("a", "-")), written)
		put(t, dir, "2.jsonl", file(headOf("theirs", "/q"), u("a", "-")), written.Add(time.Hour))
	}
	for _, test := range []struct{ name, cwd, dir, id, path, in string }{
		{"the default place holds all", "/p", "", "theirs", own + "/2.jsonl", own},
		{"a flat folder is shared", "/p/", flat, "mine", flat + "/1.jsonl", flat},
		{"none of that folder", "/r", flat, "new", "", flat},
		{"no folder yet", "/r", "", "new", "", must(DefaultSessionDirPath("/r", inAgent))},
	} {
		m, err := ContinueRecent(test.cwd, test.dir, inAgent, WithSessionID("new"), WithCwdOverride("/elsewhere"))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := m.GetSessionID(); got != test.id {
			t.Errorf("%s: continued %s, want %s", test.name, got, test.id)
		}
		if want := strings.TrimSuffix(test.cwd, "/"); m.GetCwd() != want || m.GetSessionDir() != test.in {
			t.Errorf("%s: works in %s and writes to %s, want %s and %s", test.name, m.GetCwd(), m.GetSessionDir(), want, test.in)
		}
		if path := m.GetSessionFile(); test.path != "" && path != test.path || test.path == "" && fileExists(path) {
			t.Errorf("%s: the file is %s, want %q", test.name, path, test.path)
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}
	if left := must(os.ReadDir(filepath.Join(agent, "sessions"))); len(left) != 1 {
		t.Errorf("continuing made folders: %v", left)
	}
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
