//go:build linux

package changes_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session/changes"
)

// doubtScripts are sessions that do not tell all: what was there before, what a
// folder held, how lines end, whether a command failed.
var doubtScripts = []script{
	{name: "writes over what two listings showed", files: map[string]string{"README.md": "# Old\n", "src/m.go": code}, steps: func(s *sandbox) {
		s.bash("ls -la; git ls-files")
		s.write("README.md", "# New\n")
		s.write("src/n.go", "package m\n")
		s.write("top.go", "package m\n")
	}, doubtful: []string{"README.md"}, check: both(
		files("certain edit README.md", "certain create src/n.go", "certain create top.go"),
		inPatch("src/n.go", "top.go"))},
	{name: "writes over what nothing showed", files: map[string]string{"a.txt": "one\n", "b.txt": "two\n", "c.txt": "three\n"}, steps: func(s *sandbox) {
		s.write("a.txt", "1\n")
		s.bash("echo 2 > b.txt")
		s.bash("cp a.txt c.txt")
	}, doubtful: []string{"a.txt"}, replaced: true, check: both(
		files("certain write a.txt", "likely write b.txt", "likely write c.txt"), inPatch())},
	{name: "shows that files are new", files: map[string]string{"a.txt": "one\n", "old/b.txt": "two\n"}, steps: func(s *sandbox) {
		s.bash("cat missing.txt")
		s.write("missing.txt", "x\n")
		s.bash("mkdir fresh && echo y > fresh/y.txt")
		s.write("fresh/deep/z.txt", "z\n")
		s.write("status.txt", "s\n")
		s.bash("git status --short")
		s.write("old/commit.txt", "c\n")
		s.bash("git add -A && git commit -m more")
		s.bash("ls old")
		s.write("old/listed.txt", "l\n")
	}, check: inPatch("missing.txt", "fresh/y.txt", "fresh/deep/z.txt", "status.txt", "old/commit.txt", "old/listed.txt")},
	{name: "lists by pattern", files: map[string]string{"a.go": code, "pkg/b.go": code, "c.txt": "c\n", "d.md": "d\n"}, steps: func(s *sandbox) {
		s.bash("find . -name '*.go' 2>/dev/null | sort | head -20")
		s.write("pkg/n.go", "package pkg\n")
		s.write("pkg/b.go", "package pkg\n")
		s.write("c.txt", "C\n")
		s.bash("ls *.txt | head -1; ls | head -2")
		s.write("d.md", "D\n")
		s.write("e.md", "E\n")
	}, doubtful: []string{"pkg/b.go", "c.txt", "d.md"}, replaced: true, check: inPatch("pkg/n.go")},
	{name: "tools that say what they made", files: map[string]string{"a.txt": "one\n"}, steps: func(s *sandbox) {
		for name, answer := range map[string]string{"a.txt": "The file a.txt has been updated.", "n.txt": "File created successfully at: n.txt"} {
			s.put(name, "new\n")
			s.call("write", map[string]any{"path": name, "content": "new\n"}, answer, nil, false)
		}
	}, doubtful: []string{"a.txt"}, check: inPatch("n.txt")},
	{name: "shows that files were there", files: map[string]string{"a.txt": "one\n", "b.txt": "two\n"}, steps: func(s *sandbox) {
		s.write("a.txt", "1\n")
		s.bash("git status --short")
		s.write("b.txt", "2\n")
		s.bash("git status")
	}, doubtful: []string{"a.txt", "b.txt"}, check: both(files("certain edit a.txt", "certain edit b.txt"), inPatch())},
	{name: "moves a folder nothing showed", files: map[string]string{"d/x.txt": "x\n", "d/y.txt": "y\n"}, steps: func(s *sandbox) {
		s.write("d/z.txt", "z\n")
		s.bash("mv d e")
	}, check: both(files("likely write e/z.txt", "likely rename d/ → e/"), inPatch())},
	{name: "moves a folder and works on in it", files: map[string]string{"d/x.txt": "x\n", "d/y.txt": "y\n"}, steps: func(s *sandbox) {
		s.bash("git mv d e")
		s.edit("e/x.txt", "x", "X")
		s.write("e/y.txt", "Y\n")
		s.bash("mkdir n && echo n > n/n.txt")
	}, doubtful: []string{"e/x.txt", "e/y.txt"}, replaced: true, check: both(
		files("likely rename d/ → e/", "certain edit e/x.txt", "certain write e/y.txt", "likely create n/n.txt"), inPatch("n/n.txt"))},
	{name: "moves a folder of which it read one file", files: map[string]string{"d/x.txt": "x\n", "d/y.txt": "y\n"}, steps: func(s *sandbox) {
		s.read("d/x.txt")
		s.bash("mv d e")
		s.edit("e/x.txt", "x", "X")
	}, check: files("likely rename d/x.txt → e/x.txt", "likely rename d/ → e/")},
	{name: "removes a folder of which it edited one file", files: map[string]string{"d/x.txt": "x\n", "d/y.txt": "y\n"}, steps: func(s *sandbox) {
		s.edit("d/x.txt", "x", "X")
		s.bash("rm -rf d")
	}, check: func(t *testing.T, c *changes.Changes) {
		for _, f := range c.Files {
			if f.Added+f.Removed > 0 {
				t.Errorf("%s: +%d −%d of a file whose text nobody knows", f.Path, f.Added, f.Removed)
			}
		}
	}},
	{name: "CR LF in files it never read", files: map[string]string{"dos.txt": "one\r\ntwo\r\nthree\r\nfour\r\nfive\r\nsix\r\n", "unix.txt": "one\ntwo\nthree\nfour\nfive\nsix\n", "shown.txt": numbered(20)}, steps: func(s *sandbox) {
		s.edit("dos.txt", "one", "1")
		s.edit("unix.txt", "one", "1")
		s.bash("head -3 shown.txt")
		s.edit("shown.txt", "-- 2\n", "-- two\n")
		s.bash("ls")
		s.write("new.txt", "n\n")
	}, doubtful: []string{"dos.txt", "unix.txt"}, check: inPatch("shown.txt", "new.txt")},
	{name: "an end that nobody read", files: map[string]string{"open.txt": numbered(20) + "end", "closed.txt": numbered(20)}, steps: func(s *sandbox) {
		s.peek("open.txt", 5)
		s.peek("closed.txt", 5)
		s.edit("open.txt", "end", "END")
		s.edit("closed.txt", "-- 20\n", "-- twenty\n")
	}, doubtful: []string{"open.txt", "closed.txt"}, check: inPatch()},
	{name: "failures that are hidden", files: map[string]string{"a.txt": "one\n", "b.txt": "two\n"}, steps: func(s *sandbox) {
		s.bash("mv nosuch.txt x.txt || true")
		s.bash("rm nope.txt; echo k > k.txt")
		s.bash("cp a.txt no/such/dir/ 2>/dev/null; echo done")
		s.bash("mv hidden.txt y.txt 2>/dev/null; true")
		s.bash("sed -i s/a/b/ gone.txt; ls > /dev/null")
		s.bash("git apply nosuch.patch; true")
		s.bash("rm b.txt nope2.txt; true")
		s.bash("echo x > no/dir/z.txt; true")
		s.bash("cp nope3.txt w.txt && rm a.txt; true")
	}, unsure: []string{"y.txt"}, check: func(t *testing.T, c *changes.Changes) {
		want := map[string]string{
			"nosuch.txt": "", "x.txt": "failed", "nope.txt": "failed", "k.txt": "likely", "no/such/dir/a.txt": "possible", "no/such/dir": "possible",
			"hidden.txt": "possible", "y.txt": "possible", "gone.txt": "failed", "b.txt": "likely", "nope2.txt": "failed", "no/dir/z.txt": "failed", "w.txt": "failed", "a.txt": "failed",
		}
		for _, f := range c.Files {
			if w, ok := want[f.Path]; f.Path != "" && (!ok || w != f.Certainty) {
				t.Errorf("%s is %s, want %q", f.Path, f.Certainty, w)
			}
			if f.Path == "" {
				t.Errorf("%q may have changed any file, but it failed", f.Command)
			}
		}
	}},
	{name: "edits back what it never read", files: map[string]string{"a.go": code, "b.go": code}, steps: func(s *sandbox) {
		s.edit("a.go", "a + b", "b + a")
		s.edit("b.go", "a + b", "b + a")
		s.edit("b.go", "a - b", "b - a")
		s.edit("a.go", "b + a", "a + b")
		s.edit("b.go", "b - a", "a - b")
	}, doubtful: []string{"b.go"}, check: func(t *testing.T, c *changes.Changes) {
		if diff := cmp.Diff([]string{"certain edit a.go"}, told(c.Undone)); diff != "" {
			t.Errorf("taken back (-want +got)\n%s", diff)
		}
		if f := c.Files[0]; f.Path != "b.go" || f.Added != 1 || f.Removed != 1 {
			t.Errorf("%s +%d −%d, want b.go with one line", f.Path, f.Added, f.Removed)
		}
	}},
	{name: "sed on texts that are known", files: map[string]string{"a.txt": numbered(12), "b.txt": "x.y x.y\nfoo(1)\nfoo(2)\n", "c.txt": "one\ntwo\nthree"}, steps: func(s *sandbox) {
		s.read("a.txt")
		s.read("b.txt")
		s.read("c.txt")
		s.bash("sed -i 's/-- 3/L3/' a.txt")
		s.bash("sed -i '1,2d;$d' a.txt && sed -i '/5/d' a.txt && sed -i -e '/^-- 7$/,/^-- 8$/d' -e '2s/--/++/' a.txt")
		s.bash("sed -i 's/x\\.y/z/g' b.txt")
		s.bash("sed -i -E 's#foo\\(([0-9])\\)#bar(\\1, &)#' b.txt")
		s.bash("sed -i 's/e$/E/;s/t/T/2' c.txt")
		s.bash("sed 's/E/e/' c.txt > d.txt; cat d.txt")
	}, check: func(t *testing.T, c *changes.Changes) {
		for _, f := range c.Files {
			if !f.Whole {
				t.Errorf("%s is not wholly known: %v", f.Path, f.Notes)
			}
		}
	}},
	{name: "sed that nobody here can do", files: map[string]string{"a.txt": numbered(12)}, steps: func(s *sandbox) {
		s.read("a.txt")
		s.bash("sed -i 'N;P;D' a.txt && sed -i -n '2,4p' a.txt && sed -i 's/2/\\U&/' a.txt && sed -i '1~2d' a.txt")
	}, check: inPatch()},
	{name: "works outside", files: map[string]string{"a.txt": "one\n"}, steps: func(s *sandbox) {
		s.bash("echo x > ../b.txt")
		s.write("../c.txt", "c\n")
		s.bash("echo y > ../gone.txt; cat ../gone.txt; rm ../gone.txt")
	}, check: func(t *testing.T, c *changes.Changes) {
		var names []string
		for _, f := range c.Outside {
			names = append(names, f.Path[strings.LastIndexByte(f.Path, '/')+1:])
		}
		if diff := cmp.Diff([]string{"b.txt", "c.txt"}, names); diff != "" || len(c.Files)+len(c.Undone) > 0 {
			t.Errorf("outside (-want +got)\n%s", diff)
		}
	}},
	{name: "edits on top of what a branch that was left did", files: map[string]string{"a.txt": "one\ntwo\nthree\n"}, steps: func(s *sandbox) {
		s.read("a.txt")
		at := s.leaf()
		s.edit("a.txt", "two", "TWO")
		s.back(at)
		s.edit("a.txt", "three", "THREE")
		s.bash("ls")
		s.write("n.txt", "n\n")
	}, doubtful: []string{"a.txt"}, check: inPatch("n.txt")},
	{name: "works on what a command made", files: map[string]string{"gen.sh": "echo one > made.txt; echo two >> a.txt; echo x > b.txt\n", "a.txt": "one\n", "c.txt": "c\n"}, steps: func(s *sandbox) {
		s.read("c.txt")
		s.bash("sh gen.sh")
		s.read("made.txt")
		s.edit("made.txt", "one", "1")
		s.read("a.txt")
		s.edit("a.txt", "one", "1")
		s.bash("mv b.txt d.txt")
		s.edit("c.txt", "c", "C")
	}, unsure: []string{"made.txt", "b.txt", "d.txt"}, doubtful: []string{"made.txt", "a.txt"}, check: inPatch("c.txt")},
	{name: "another commit's tree", files: map[string]string{"a.txt": "one\ntwo\n", "k.txt": "k\n"}, steps: func(s *sandbox) {
		s.read("a.txt")
		s.edit("a.txt", "two", "TWO")
		s.bash("git commit -qam two")
		s.bash("git reset -q --hard HEAD~1")
	}, unsure: []string{"a.txt"}, check: inPatch()},
}

func told(all []changes.File) []string {
	lines := []string{}
	for _, f := range all {
		name := f.Path + f.Command
		if f.From != "" {
			name = f.From + " → " + f.Path
		}
		lines = append(lines, f.Certainty+" "+f.Action+" "+name)
	}
	return lines
}

// files asks for these files of the project, in this order.
func files(want ...string) func(*testing.T, *changes.Changes) {
	return func(t *testing.T, c *changes.Changes) {
		if diff := cmp.Diff(want, told(c.Files)); diff != "" {
			t.Errorf("files (-want +got)\n%s", diff)
		}
	}
}

// inPatch asks that just these files are in the patch, and that it says of all
// others why they are not.
func inPatch(want ...string) func(*testing.T, *changes.Changes) {
	return func(t *testing.T, c *changes.Changes) {
		patch, left := c.Patch(false)
		var got []string
		for line := range strings.Lines(patch) {
			if name, ok := strings.CutPrefix(line, "diff --git a/"); ok {
				got = append(got, name[:strings.Index(name, " b/")])
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("in the patch (-want +got)\n%s", diff)
		}
		for _, f := range c.Files {
			said := slices.ContainsFunc(left, func(l string) bool { return strings.HasPrefix(l, f.Path+": not in the patch: ") })
			if f.Path != "" && said == slices.Contains(got, f.Path) {
				t.Errorf("%s: in the patch or said why not, not both: %q", f.Path, left)
			}
		}
	}
}

func both(a, b func(*testing.T, *changes.Changes)) func(*testing.T, *changes.Changes) {
	return func(t *testing.T, c *changes.Changes) {
		a(t, c)
		b(t, c)
	}
}
