//go:build linux

package changes_test

import (
	"fmt"
	"strings"
	"testing"

	"branchline/backend/session/changes"
)

var gitScripts = []script{
	{name: "git checkout of a file", files: map[string]string{"a.go": code, "b.go": code}, steps: func(s *sandbox) {
		s.read("a.go")
		s.edit("a.go", "a + b", "b + a")
		s.bash("git checkout -- a.go")
		s.edit("b.go", "a + b", "b + a")
		s.bash("git restore b.go")
		s.edit("b.go", "a - b", "b - a")
	}},
	{name: "git checkout of everything", files: map[string]string{"a.go": code, "b.go": code}, steps: func(s *sandbox) {
		s.edit("a.go", "a + b", "b + a")
		s.write("c.txt", "new\n")
		s.bash("git checkout .")
	}},
	{name: "git stash and pop", files: map[string]string{"a.go": code}, steps: func(s *sandbox) {
		s.read("a.go")
		s.edit("a.go", "a + b", "b + a")
		s.write("c.txt", "new\n")
		s.bash("git stash")
		s.bash("git stash pop")
	}},
	{name: "git stash and no pop", files: map[string]string{"a.go": code}, steps: func(s *sandbox) {
		s.edit("a.go", "a + b", "b + a")
		s.write("c.txt", "new\n")
		s.bash("git stash -q")
	}},
	{name: "commits and goes back", files: map[string]string{"a.go": code}, steps: func(s *sandbox) {
		s.read("a.go")
		s.edit("a.go", "a + b", "b + a")
		s.bash("git add a.go && git commit -qm one")
		s.edit("a.go", "a - b", "b - a")
		s.bash("git reset -q --hard")
	}},
	{name: "patch", files: map[string]string{"a.txt": "one\ntwo\nthree\n", "b.txt": "one\ntwo\nthree\n"}, steps: func(s *sandbox) {
		s.bash("patch -p1 <<'EOF'\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\nEOF")
		s.write("fix.patch", "diff --git a/b.txt b/b.txt\n--- a/b.txt\n+++ b/b.txt\n@@ -1,3 +1,2 @@\n one\n-two\n three\ndiff --git a/n.txt b/n.txt\nnew file mode 100644\n--- /dev/null\n+++ b/n.txt\n@@ -0,0 +1 @@\n+n\n")
		s.bash("git apply fix.patch && rm fix.patch")
	}},
	{name: "a patch of long hunks", files: map[string]string{"a.sql": numbered(160)}, steps: func(s *sandbox) {
		s.read("a.sql")
		s.bash("sed -e 's/^-- 150$/-- last/' -e 's/^-- 2$/-- first/' a.sql > b.sql; diff -U200 --label a/a.sql --label b/a.sql a.sql b.sql > fix.patch; rm b.sql; cat fix.patch")
		s.write("copy.patch", s.text("fix.patch"))
		s.bash("rm fix.patch && git apply copy.patch && rm copy.patch")
	}},
	{name: "a formatter", files: map[string]string{"format.sh": "#!/bin/sh\nset -e\nfor f in $(git ls-files '*.txt'); do tr a-z A-Z < \"$f\" > \"$f.new\"; mv \"$f.new\" \"$f\"; done\n", "a.txt": "one\n"}, steps: func(s *sandbox) {
		s.write("b.txt", "two\n")
		s.bash("git add -A && sh format.sh")
	}, unsure: []string{"a.txt", "b.txt"}, check: func(t *testing.T, c *changes.Changes) {
		if f := c.Files[0]; f.Path != "b.txt" || f.Certainty != changes.Likely || len(f.Notes) == 0 {
			t.Errorf("%s is %s, want b.txt likely with a note", f.Path, f.Certainty)
		}
		if f := c.Files[1]; f.Command == "" || f.Certainty != changes.Possible {
			t.Errorf("got %v, want a flagged line", f)
		}
	}},
	{name: "git clean", files: map[string]string{"a.txt": "one\n"}, steps: func(s *sandbox) {
		s.write("junk.txt", "x\n")
		s.bash("git clean -fdq")
		s.write("kept.txt", "x\n")
	}},
}

// numbered is a file of n comments, each of which a patch takes away as a line that
// begins as a file's name does.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "-- %d\n", i+1)
	}
	return b.String()
}
