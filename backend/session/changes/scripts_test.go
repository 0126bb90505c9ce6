//go:build linux

package changes_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session/changes"
)

const code = "package shop\n\nimport \"fmt\"\n\n// Greet greets.\nfunc Greet(name string) {\n\tfmt.Println(\"hello\", name)\n}\n\n// Add adds.\nfunc Add(a, b int) int {\n\treturn a + b\n}\n\n// Sub subtracts.\nfunc Sub(a, b int) int {\n\treturn a - b\n}\n"

// script is a session that is really done, in a repository of its own.
type script struct {
	name  string
	files map[string]string
	steps func(*sandbox)
	// unsure are files that only may have changed.
	unsure []string
	// doubtful are certain changes whose text the session does not wholly tell.
	doubtful []string
	// replaced: files that may have been there before, were.
	replaced bool
	check    func(*testing.T, *changes.Changes)
}

var scripts = slices.Concat(toolScripts, textScripts, gitScripts, doubtScripts)

var toolScripts = []script{
	{name: "writes new files", steps: func(s *sandbox) {
		s.write("a.go", code)
		s.write("pkg/deep/b.txt", "one\ntwo\n")
		s.write("empty.txt", "")
	}},
	{name: "edits what it read", files: map[string]string{"a.go": code}, steps: func(s *sandbox) {
		s.read("a.go")
		s.edit("a.go", "a + b", "b + a")
		s.edit("a.go", "// Add adds.", "// Add adds two.")
	}},
	{name: "edits what it never read", files: map[string]string{"a.go": code}, steps: func(s *sandbox) {
		s.edit("a.go", "a + b", "b + a")
		s.edit("a.go", "package shop", "package store")
		s.edit("a.go", "// Sub subtracts.", "// Sub subtracts b.\n// From a.")
	}},
	{name: "several edits in one call", files: map[string]string{"a.go": code, "b.go": code}, steps: func(s *sandbox) {
		s.read("a.go")
		s.edit("a.go", "package shop", "package store", "a + b", "b + a", "a - b\n}\n", "b - a\n}\n\nvar _ = 1\n")
		s.edit("b.go", "package shop", "package store", "a - b", "b - a")
	}},
	{name: "overwrites what it read", files: map[string]string{"a.txt": "one\ntwo\nthree\n"}, steps: func(s *sandbox) {
		s.read("a.txt")
		s.write("a.txt", "one\n2\nthree\nfour\n")
	}},
	{name: "writes twice", steps: func(s *sandbox) {
		s.write("a.txt", "one\n")
		s.write("a.txt", "two\n")
		s.edit("a.txt", "two", "three")
	}},
	{name: "deletes", files: map[string]string{"a.txt": "one\n", "b.txt": "two\n", "c.txt": "three\n"}, steps: func(s *sandbox) {
		s.read("a.txt")
		s.bash("rm a.txt")
		s.bash("rm -f b.txt not-there.txt")
		s.read("c.txt")
		s.bash("git rm -q c.txt")
	}, unsure: []string{"not-there.txt"}},
	{name: "deletes a folder it knows", files: map[string]string{"old/a.txt": "one\n", "old/b.txt": "two\n", "c.txt": "three\n"}, steps: func(s *sandbox) {
		s.read("old/a.txt")
		s.bash("rm -rf old")
	}},
	{name: "deletes a folder a listing showed", files: map[string]string{"old/a.txt": "one\n", "old/b/c.txt": "two\n", "d.txt": "x\n", "e.txt": "y\n"}, steps: func(s *sandbox) {
		s.bash("find . -name '*.txt'")
		s.bash("rm -r old")
		s.bash("sed -i s/x/z/ *.txt")
		s.bash("mkdir z && mv d.txt e.txt z && mv z zz")
	}, unsure: []string{"e.txt"}},
	{name: "renames", files: map[string]string{"a.txt": "one\n", "b.txt": "two\n", "src/c.txt": "three\n"}, steps: func(s *sandbox) {
		s.bash("mv a.txt renamed.txt")
		s.bash("git mv b.txt src/")
		s.bash("mkdir -p lib && mv src/c.txt lib/")
	}},
	{name: "renames and edits", files: map[string]string{"a.go": code, "b.go": code}, steps: func(s *sandbox) {
		s.read("a.go")
		s.bash("git mv a.go shop.go")
		s.edit("shop.go", "a + b", "b + a")
		s.edit("b.go", "a + b", "b + a")
		s.bash("mv b.go store.go")
		s.edit("store.go", "a - b", "b - a")
	}},
	{name: "renames what it made", steps: func(s *sandbox) {
		s.write("draft.txt", "text\n")
		s.bash("mv draft.txt final.txt")
		s.edit("final.txt", "text", "words")
	}},
	{name: "sed in place", files: map[string]string{"a.go": code, "b.go": code}, steps: func(s *sandbox) {
		s.bash("sed -i 's/Greet/Welcome/g' a.go b.go")
	}},
	{name: "sed in place, then reads", files: map[string]string{"a.go": code}, steps: func(s *sandbox) {
		s.read("a.go")
		s.bash("sed -i 's/Greet/Welcome/g' a.go")
		s.read("a.go")
		s.edit("a.go", "a + b", "b + a")
	}},
	{name: "sed through another file", files: map[string]string{"a.go": code}, steps: func(s *sandbox) {
		s.bash("sed 's/Greet/Welcome/g' a.go > a.go.new && mv a.go.new a.go")
	}},
	{name: "here-documents", steps: func(s *sandbox) {
		s.bash("cat > a.sh <<'EOF'\n#!/bin/sh\necho \"$HOME\" `date`\nEOF\nchmod +x a.sh")
		s.bash("mkdir -p conf && cat <<EOF > conf/x.ini\n[x]\nname=$((1+1))\nEOF")
		s.bash("N=3\ncat > n.txt <<EOF\nn is $N\nEOF")
	}},
	{name: "tee and appending", files: map[string]string{"list.txt": "one\n"}, steps: func(s *sandbox) {
		s.read("list.txt")
		s.bash("echo two >> list.txt")
		s.bash("printf 'three\\nfour\\n' | tee -a list.txt")
		s.bash("echo x | tee new.txt > /dev/null")
	}},
	{name: "appends to what it never read", files: map[string]string{"list.txt": "one\n"}, steps: func(s *sandbox) {
		s.bash("echo two >> list.txt")
	}},
	{name: "copies", files: map[string]string{"a.txt": "one\n"}, steps: func(s *sandbox) {
		s.read("a.txt")
		s.bash("cp a.txt b.txt && mkdir d && cp a.txt b.txt d/")
		s.write("t.txt", "t\n")
		s.bash("cp t.txt u.txt")
	}},
	{name: "edits that fail", files: map[string]string{"a.go": code, "b.go": code}, steps: func(s *sandbox) {
		s.edit("a.go", "not there", "x")
		s.read("b.go")
		s.edit("b.go", "not there", "x")
		s.edit("b.go", "a + b", "b + a")
	}, check: func(t *testing.T, c *changes.Changes) {
		if f := c.Files[0]; f.Path != "a.go" || f.Certainty != changes.Failed {
			t.Errorf("%s is %s, want a.go failed", f.Path, f.Certainty)
		}
		if f := c.Files[1]; f.Certainty != changes.Certain || len(f.Entries) != 1 || len(f.Hunks) != 2 {
			t.Errorf("b.go is %s with entries %v and %d hunks, want certain, one entry, two hunks", f.Certainty, f.Entries, len(f.Hunks))
		}
	}},
	{name: "commands that fail", files: map[string]string{"a.txt": "one\n"}, steps: func(s *sandbox) {
		s.bash("rm nope.txt")
		s.bash("mv nope.txt other.txt")
		s.bash("cat > new.txt <<'EOF'\nx\nEOF\nfalse")
		s.bash("sed -i s/a/b/ nope.go")
		s.bash("false && rm a.txt")
	}, check: func(t *testing.T, c *changes.Changes) {
		for _, f := range c.Files {
			if strings.HasPrefix(f.Path, "nope") && f.Certainty != changes.Failed {
				t.Errorf("%s is %s, want failed", f.Path, f.Certainty)
			}
		}
	}},
	{name: "only reads", files: map[string]string{"a.go": code}, steps: func(s *sandbox) {
		s.read("a.go")
		s.bash("ls -la && cat a.go && grep -n Add a.go | head -3")
		s.bash("git status --short; git log --oneline; git diff HEAD")
		s.bash("find . -name '*.go' -exec wc -l {} + > /dev/null")
		s.bash("wc -l a.go > /tmp/branchline-count.txt; rm -f /tmp/branchline-count.txt")
		s.bash("for f in *.go; do head -1 \"$f\"; done")
		s.bash("cd /tmp && pwd")
		s.bash("false")
	}, check: nothing},
	{name: "looks without touching", files: map[string]string{"a.go": code, "test.sh": "#!/bin/sh\necho ok\n"}, steps: func(s *sandbox) {
		s.bash("sh test.sh | tee /dev/null")
		s.bash("git stash list; git branch -a; git show --stat HEAD")
		s.bash("sort a.go | uniq -c | sort -rn | head")
		s.bash("python3 -c 'print(open(\"a.go\").read()[:10])'")
		s.bash("test -f a.go && echo there || echo missing")
	}, check: nothing},
	{name: "folders and cd", files: map[string]string{"web/src/a.ts": "a\n", "web/b.ts": "b\n"}, steps: func(s *sandbox) {
		s.bash("cd web && sed -i s/b/c/ b.ts && cd src && echo x > new.ts")
		s.bash("(cd web/src; echo y > y.ts); echo z > z.ts")
		s.bash("cd web\nmkdir -p lib\nfor n in one two; do\n  echo \"export const $n = 1\" > lib/$n.ts\ndone")
		s.write(s.dir+"/web/abs.ts", "abs\n")
		s.write("./web/../dot.ts", "dot\n")
	}},
	{name: "a branch that was left", files: map[string]string{"a.go": code}, steps: func(s *sandbox) {
		s.read("a.go")
		at := s.leaf()
		s.write("left.txt", "left\n")
		s.bash("echo also > left2.txt")
		s.edit("a.go", "a - b", "b - a")
		s.back(at)
		s.write("kept.txt", "kept\n")
		s.edit("a.go", "a + b", "b + a")
	}, unsure: []string{"left.txt", "left2.txt"}, doubtful: []string{"a.go"}, check: func(t *testing.T, c *changes.Changes) {
		want := []string{"certain write  left.txt", "likely write  left2.txt", "certain edit  a.go"}
		if diff := cmp.Diff(want, brief(&changes.Changes{Files: c.Elsewhere})); diff != "" {
			t.Errorf("elsewhere (-want +got)\n%s", diff)
		}
		for _, f := range c.Elsewhere {
			if f.Path == "a.go" && (!f.Whole || !strings.Contains(f.Diff, "+\treturn b - a")) {
				t.Errorf("a.go elsewhere: %q, want the diff from what was read before the branches parted", f.Diff)
			}
			if f.Leaf == "" || f.Leaf == c.Leaf {
				t.Errorf("%s is said to be on the branch that ends at %q", f.Path, f.Leaf)
			}
		}
	}},
	{name: "overwrites what a listing showed", files: map[string]string{"src/a.go": code, "b.go": code, "c/d.go": code}, steps: func(s *sandbox) {
		s.bash("ls -la src")
		s.bash("git ls-files")
		s.write("src/a.go", "package a\n")
		s.write("b.go", "package b\n")
		s.write("c/d.go", "package d\n")
	}, doubtful: []string{"src/a.go", "b.go", "c/d.go"}},
	{name: "written and deleted again", steps: func(s *sandbox) {
		s.write("try.go", "package try\n")
		s.bash("go version > /dev/null; rm try.go")
		s.write("kept.txt", "kept\n")
		s.bash("echo x > tmp.txt; cat tmp.txt; rm tmp.txt")
	}, check: func(t *testing.T, c *changes.Changes) {
		want := []string{"likely delete  try.go", "likely delete  tmp.txt"}
		if diff := cmp.Diff(want, brief(&changes.Changes{Files: c.Undone})); diff != "" {
			t.Errorf("undone (-want +got)\n%s", diff)
		}
	}},
	{name: "deleted and written again", files: map[string]string{"a.txt": "one\n"}, steps: func(s *sandbox) {
		s.read("a.txt")
		s.bash("rm a.txt")
		s.write("a.txt", "two\n")
	}},
	{name: "a file becomes a folder's", files: map[string]string{"util.go": code, "x/y.go": "y\n"}, steps: func(s *sandbox) {
		s.read("util.go")
		s.bash("mkdir -p util && git mv util.go util/util.go")
		s.read("x/y.go")
		s.bash("mv x z")
		s.edit("z/y.go", "y", "why")
	}},
	{name: "a script it wrote", files: map[string]string{"a.txt": "one\n"}, steps: func(s *sandbox) {
		s.write("gen.sh", "#!/bin/sh\nfor n in 1 2 3; do\n  echo \"n$n\" > \"n$n.txt\"\ndone\n")
		s.bash("sh gen.sh")
		s.bash("chmod +x gen.sh && ./gen.sh")
	}},
	{name: "other shells and runners", files: map[string]string{"a.txt": "one\n"}, steps: func(s *sandbox) {
		s.bash("bash -c 'echo in > in.txt'")
		s.bash("env A=1 sh -c \"echo more >> in.txt\"")
		s.bash("printf 'x.txt y.txt' | xargs touch")
		s.bash("time (echo t > t.txt)")
		s.bash("ls | while read -r f; do :; done; echo end > end.txt")
	}},
	{name: "in from elsewhere, out to elsewhere", files: map[string]string{"a.txt": "one\n"}, steps: func(s *sandbox) {
		s.bash("echo x > ../from-outside.txt")
		s.bash("mv ../from-outside.txt in.txt && echo y >> in.txt")
		s.bash("sed s/x/z/ in.txt > ../more.txt && mv ../more.txt more.txt")
		s.read("a.txt")
		s.bash("mv a.txt ../to-outside.txt")
	}, check: func(t *testing.T, c *changes.Changes) {
		if len(c.Outside) != 1 || !strings.HasSuffix(c.Outside[0].Path, "/to-outside.txt") {
			t.Errorf("outside: %v", told(c.Outside))
		}
	}},
}

// nothing asks that a session that only reads shows no file at all.
func nothing(t *testing.T, c *changes.Changes) {
	if n := len(c.Files) + len(c.Undone) + len(c.Outside) + len(c.Elsewhere); n > 0 {
		t.Errorf("%d files of a session that only reads: %v", n, c)
	}
}
