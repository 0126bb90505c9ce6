package pi

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/paths"
)

// pi 1.6.0 loses its leaf where the last value has no id, and hangs in loops.
func TestOpeningFindsTheLeafAndItsBranch(t *testing.T) {
	for _, c := range []struct{ name, in, leaf, branch, entries string }{
		{"the last entry", file(hdr, u("u1", "-"), a("a1", "u1"), u("u2", "a1"), u("x", "u1")), "x", "u1 x", "u1 a1 u2 x"},
		{"no entries", file(hdr), "-", "", ""},
		{"an id used twice", file(hdr, u("a", "-"), u("b", "a"), u("a", "-")), "a", "a", "a b a"},
		{"a parent that is missing", file(hdr, u("a", "-"), u("b", "zzz"), u("c", "b")), "c", "b c", "a b c"},
		{"its own parent", file(hdr, u("a", "a")), "a", "a", "a"},
		{"a loop elsewhere", file(hdr, u("r", "-"), u("a", "b"), u("b", "a"), u("z", "r")), "z", "r z", "r a b z"},
		{"a loop with the leaf in it", file(hdr, u("a", "b"), u("b", "a")), "b", "a b", "a b"},
		{"no parent, or an empty one", file(hdr, `{"type":"x","id":"a"}`, u("b", ""), u("c", "b")), "c", "b c", "a b c"},
		{"an unknown type last", file(hdr, u("a", "-"), rec("zap", "z", "a", "")), "z", "a z", "a z"},
		{"a leaf entry, which counts in the harness alone", file(hdr, u("a", "-"), u("b", "a"), rec("leaf", "L", "b", `"targetId":"a"`)), "L", "a b L", "a b L"},
		{"values that are no records last", file(hdr, u("a", "-"), "42", "[1]"), "a", "a", "a"},
		{"an entry without id last", file(hdr, u("a", "-"), `{"type":"message","parentId":"a","message":{"role":"user"}}`), "a", "a", "a "},
		{"a later header", file(hdr, u("a", "-"), `{"type":"session","version":3,"id":"s2"}`), "a", "a", "a"},
		{"a torn last line", file(hdr, u("a", "-")) + `{"type":"mess`, "a", "a", "a"},
	} {
		m := opens(t, c.in)
		leaf, branch := orDash(m.GetLeafID()), ""
		if leaf != "-" {
			branch = ids(must(m.GetBranch(leaf)))
		}
		if got := ids(must(m.GetEntries())); leaf != c.leaf || branch != c.branch || got != c.entries {
			t.Errorf("%s: leaf %s, branch %q, entries %q, want %s, %q, %q", c.name, leaf, branch, got, c.leaf, c.branch, c.entries)
		}
		if id := m.GetSessionID(); id != "s1" {
			t.Errorf("%s: the session is %s", c.name, id)
		}
	}
}

func TestOpeningTakesTheWorkingFolderOfTheHeader(t *testing.T) {
	env := WithEnv(paths.Env{Home: "/home/mo", Dir: "/here"})
	for _, c := range []struct{ cwd, override, want string }{
		{`"/p"`, "", "/p"}, {`"/p/../q/"`, "", "/q"}, {`"~/x"`, "", "/home/mo/x"}, {`"rel"`, "", "/here/rel"},
		{`""`, "", "/here"}, {"5", "", "/here"}, {"null", "", "/here"}, {`"/p"`, "/o", "/o"}, {`"/p"`, "~", "/home/mo"},
	} {
		m := opens(t, file(`{"type":"session","version":3,"id":"s","cwd":`+c.cwd+`}`), env, WithCwdOverride(c.override))
		if got := m.GetCwd(); got != c.want {
			t.Errorf("cwd %s with %q: %s, want %s", c.cwd, c.override, got, c.want)
		}
	}
}

func TestOpeningWritesNothing(t *testing.T) {
	for _, in := range []string{
		"", file(hdr), file(hdr, u("a", "-")) + `{"torn`, hdr, file(hdr) + "   ", file(v1, old("user")), file(v2, u("a", "-")),
		file(`{"type":"session","version":2.5,"id":"s"}`), file(`{"type":"session","version":4,"id":"s"}`), file("", "BAD", "null", hdr, "7"),
	} {
		m := opens(t, in)
		path := m.GetSessionFile()
		if err := errors.Join(m.ResetLeaf(), discard(m.GetTree()), discard(m.JSONL())); err != nil {
			t.Errorf("%q: %v", in, err)
		}
		if got := must(os.ReadFile(path)); string(got) != in {
			t.Errorf("%q became %q", in, got)
		}
	}
}

func discard[T any](_ T, err error) error { return err }

func TestOpeningRefusesWhatIsNoSession(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	for _, in := range []string{"garbage\n", "\n\n", file(u("a", "-"), hdr), file(`{"type":"session","id":5}`), file("42", hdr), "\ufeff" + file(hdr), `{"kind":"header","version":4}` + "\n"} {
		writeAll(t, path, in)
		_, err := Open(path, "")
		if want := "Session file is not a valid pi session: " + path; err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", in, err, want)
		}
		if got := must(os.ReadFile(path)); string(got) != in {
			t.Errorf("%q became %q", in, got)
		}
	}
}

func TestAnAppendStandsOnALineOfItsOwn(t *testing.T) {
	for name, in := range map[string]string{
		"behind a torn line":            file(hdr, u("a", "-")) + `{"type":"mess`,
		"behind a line without its LF":  file(hdr) + u("a", "-"),
		"behind spaces":                 file(hdr, u("a", "-")) + "  ",
		"behind a header without an LF": hdr,
		"behind a whole line":           file(hdr, u("a", "-")),
	} {
		m := opens(t, in)
		id := must(m.AppendModelChange("acme", "m"))
		got := string(must(os.ReadFile(m.GetSessionFile())))
		if !strings.HasPrefix(got, strings.TrimSuffix(in, "\n")+"\n{\"type\":\"model_change\"") || strings.Count(got, "\n") != strings.Count(strings.TrimSuffix(in, "\n"), "\n")+2 {
			t.Errorf("%s: %q", name, got)
		}
		again := must(Open(m.GetSessionFile(), ""))
		if *again.GetLeafID() != id || again.GetEntryCount() != m.GetEntryCount() {
			t.Errorf("%s: opened again the leaf is %s", name, *again.GetLeafID())
		}
		closes(t, again)
	}
}

func TestANewSessionTakesThePlaceOfTheOld(t *testing.T) {
	in := file(`{"type":"session","version":3,"id":"","metadata":{"a":[1.0]},"more":true}`, u("a", "-"), lab("l", "a", "a", "A"))
	m := opens(t, in)
	first, dir := m.GetSessionFile(), m.GetSessionDir()
	if got := must(m.GetHeader()); string(got.Raw()) != strings.Split(in, "\n")[0] || m.GetSessionID() != "" {
		t.Errorf("the header is %s, the id %q", got.Raw(), m.GetSessionID())
	}
	path := must(m.NewSession(NewSessionOptions{ParentSession: first}))
	if _, err := os.Stat(path); err == nil || filepath.Dir(path) != dir {
		t.Errorf("the new session is in %s already: %v", path, err)
	}
	if m.GetLeafID() != nil || m.GetEntryCount() != 0 || m.GetLabel("a") != "" || must(m.GetHeader()).ParentSession() != first {
		t.Error("something of the old session is left")
	}
	cwd := m.GetCwd()
	if err := m.SetSessionFile(first); err != nil {
		t.Fatal(err)
	}
	if m.GetSessionFile() != first || *m.GetLeafID() != "l" || m.GetCwd() != cwd || m.GetSessionDir() != dir || m.GetLabel("a") != "A" {
		t.Errorf("the session is %s at %s", m.GetSessionFile(), *m.GetLeafID())
	}
}

func TestBranchesAndRootsAreFoundByID(t *testing.T) {
	in := file(hdr, timed("r", "-", `"2025-01-03"`), timed("b2", "r", `"2025-01-02"`), timed("b1", "r", `"2025-01-01"`), timed("s", "-", `"2025-01-01"`))
	m := opens(t, in)
	r := "r"
	for _, c := range []struct{ what, got, want string }{
		{"the branch of nothing", ids(must(m.GetBranch(""))), ""},
		{"the branch of what is not there", ids(must(m.GetBranch("zz"))), ""},
		{"the roots", ids(must(m.GetChildren(nil))), "r s"},
		{"children in the order of the file", ids(must(m.GetChildren(&r))), "b2 b1"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.what, c.got, c.want)
		}
	}
	if err := m.Branch("zz"); !errors.Is(err, ErrEntryNotFound) || err.Error() != "Entry zz not found" {
		t.Errorf("branching from what is not there: %v", err)
	}
	if err := errors.Join(m.Branch("r"), m.ResetLeaf()); err != nil || m.GetLeafID() != nil {
		t.Errorf("%v, leaf %v", err, m.GetLeafID())
	}
	if got := must(os.ReadFile(m.GetSessionFile())); string(got) != in {
		t.Errorf("moving the leaf wrote\n%s", got)
	}
	if again := must(Open(m.GetSessionFile(), "")); *again.GetLeafID() != "s" {
		t.Errorf("opened again the leaf is %s", *again.GetLeafID())
	} else {
		closes(t, again)
	}
}

func TestASummaryNamesTheLeafThatWasLeft(t *testing.T) {
	m := opens(t, file(hdr, u("u", "-"), a("a", "u")))
	target := "u"
	first := must(m.GetEntry(must(m.BranchWithSummary(&target, "left", OptionalEntryFields{}))))
	if err := m.ResetLeaf(); err != nil {
		t.Fatal(err)
	}
	second := must(m.GetEntry(must(m.BranchWithSummary(nil, "", OptionalEntryFields{}))))
	if first.Text("parentId") != "u" || first.Text("fromId") != "a" {
		t.Errorf("the first is %s", first.Raw())
	}
	if parent, _ := second.Get("parentId"); string(parent) != "null" || second.Text("fromId") != "root" {
		t.Errorf("the second is %s", second.Raw())
	}
	target = "zz"
	if _, err := m.BranchWithSummary(&target, "", OptionalEntryFields{}); err == nil || err.Error() != "Entry zz not found" {
		t.Errorf("below what is not there: %v", err)
	}
}
