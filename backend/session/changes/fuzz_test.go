package changes

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// FuzzAnyCommandTellsTheSameTwice: whatever the text, reading it ends, and says
// the same each time; no shell command is certain, and one that failed makes
// nothing likely that the same command would not have made, had it succeeded.
func FuzzAnyCommandTellsTheSameTwice(f *testing.F) {
	for _, seed := range []string{
		"echo x > a", "cat <<EOF > a\n$x `y` $(z)\nEOF", "for f in a b; do mv $f $f.x; done", "x=$x$x; x=$x$x; echo $x > $x",
		"touch {a,b}{c,d}{e,f} {1..9}", "f() { f; }; f", "while :; do rm a; done", "bash -c \"bash -c 'rm a'\"", "a=(1 2); rm ${a[@]} ${a[1]}",
		"git stash; git stash pop; git checkout -- a", "find . -exec rm {} \\; -delete", "patch -p1 <<E\n--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b\nE",
		"cat > a.sh <<'E'\nsh a.sh\nE\nsh a.sh", "((((", "$(($(($((", "[[ ! ! ! -f a ]]", "<<<", "rm -rf / ~ .. . ''", "case x in x) rm a;; esac",
		"sed -i", "cp", "mv a", "tee", "dd of=", "xargs", "env", "sudo", "git", "git -C", "chmod +x", "printf '%s%%%d\\n' a b > c", "mv a a; cp a a; mv . ..",
	} {
		f.Add(seed, false)
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, command string, failed bool) {
		got := told(command, failed)
		if diff := cmp.Diff(got, told(command, failed)); diff != "" {
			t.Fatalf("%q: the second time\n%s", command, diff)
		}
		if strings.HasPrefix(got, Certain) || strings.Contains(got, "\n"+Certain) {
			t.Fatalf("%q is certain: %s", command, got)
		}
	})
}

func TestHugeAndDeepCommandsAreOneFlaggedLine(t *testing.T) {
	for name, command := range map[string]string{
		"long":         "echo " + strings.Repeat("x", longestScript) + " > a",
		"parentheses":  strings.Repeat("(", 50_000) + "rm a",
		"braces":       strings.Repeat("{ ", 50_000) + "rm a",
		"conditions":   strings.Repeat("if ", 50_000) + "rm a",
		"substitution": strings.Repeat("$(", 50_000) + "rm a",
		"signs":        "(( " + strings.Repeat("~", 100_000) + "1 )); rm a",
		"negations":    "[[ " + strings.Repeat("! ", 50_000) + "a ]]; rm a",
	} {
		t.Run(name, func(t *testing.T) {
			if got := told(command, false); !strings.HasPrefix(got, "possible unknown $ ") || strings.Contains(got, "\n") || len(got) > 2*longestCommand {
				t.Errorf("%.300q, want one line", got)
			}
		})
	}
}

func TestLoopsAndGrowingTextsEnd(t *testing.T) {
	for name, command := range map[string]string{
		"doubling": "x=0123456789; " + strings.Repeat("x=$x$x; ", 200) + "echo $x > a",
		"loops":    "for a in {a,b,c,d,e}{a,b,c,d,e}; do for b in {a,b,c,d,e}{a,b,c,d,e}; do for c in {a,b,c,d,e}{a,b,c,d,e}; do echo $a$b$c >> f; done; done; done",
		"itself":   "f() { f; f; }; f; touch a",
		"braces":   "touch " + strings.Repeat("{a,b,c}", 60),
		"nested":   strings.Repeat("bash -c \"", 3) + "rm a" + strings.Repeat("\"", 3),
	} {
		t.Run(name, func(t *testing.T) {
			if lines := strings.Count(told(command, false), "\n"); lines > mostCommands {
				t.Errorf("%d files", lines)
			}
		})
	}
}

func TestDiffsLeadFromTheOldTextToTheNew(t *testing.T) {
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a\n", "b\n", "c\n", "d\r\n", "\n", "- e\n", "@@ -1 +1 @@\n", "end"}), 0, 30).Draw(t, "lines"), "")
	})
	rapid.Check(t, func(t *rapid.T) {
		before, after := text.Draw(t, "before"), text.Draw(t, "after")
		got, ok := patched(before, between(before, after), false)
		if !ok || got != after {
			t.Fatalf("got %q, %v, want %q from %q", got, ok, after, before)
		}
	})
}

func TestEditsAreThoseOfTheTool(t *testing.T) {
	for _, c := range []struct {
		name, text string
		edits      []edit
		want       string
		ok         bool
	}{
		{"one", "a b c", []edit{{old: "b", new: "B"}}, "a B c", true},
		{"several, in any order", "a b c", []edit{{old: "c", new: "C"}, {old: "a", new: "A"}}, "A b C", true},
		{"not there", "a", []edit{{old: "x"}}, "", false},
		{"twice there", "a a", []edit{{old: "a"}}, "", false},
		{"all of them", "a a", []edit{{old: "a", new: "b", all: true}}, "b b", true},
		{"overlapping", "abc", []edit{{old: "ab"}, {old: "bc"}}, "", false},
		{"of the text as it was", "a b", []edit{{old: "a", new: "b"}, {old: "b", new: "c"}}, "b c", true},
		{"CR LF", "a\r\nb\r\nc\r\n", []edit{{old: "a\nb", new: "1\n2"}}, "1\r\n2\r\nc\r\n", true},
		{"mixed line ends", "a\r\nb\nc", []edit{{old: "b", new: "1\n2"}}, "a\r\n1\n2\nc", true},
		{"a last line that takes the one before it", "a\r\nb", []edit{{old: "b", new: "1\n2"}}, "a\r\n1\r\n2", true},
		{"CR LF in the call", "a\nb\n", []edit{{old: "a\r\nb", new: "c\r\nd"}}, "c\nd\n", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := replace(c.text, c.edits); got != c.want || ok != c.ok {
				t.Errorf("got %q, %v, want %q, %v", got, ok, c.want, c.ok)
			}
		})
	}
}

func TestRecordedDiffsBecomeHunks(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a line of many", " 5 e\n 6 f\n 7 g\n 8 h\n-9 i\n+9 I\n 10 j\n 11 k\n 12 l\n 13 m\n    ...", "@@ -6,7 +6,7 @@\n f\n g\n h\n-i\n+I\n j\n k\n l\n"},
		{"at the top", "+1 new\n 1 a\n 2 b", "@@ -1,2 +1,3 @@\n+new\n a\n b\n"},
		{"two places", "-1 a\n 2 b\n 3 c\n 4 d\n 5 e\n   ...\n 95 p\n 96 q\n 97 r\n 98 s\n+98 new\n 99 t", "@@ -1,4 +1,3 @@\n-a\n b\n c\n d\n@@ -96,4 +95,5 @@\n q\n r\n s\n+new\n t\n"},
		{"into an empty file", "+1 a\n+2 b", "@@ -0,0 +1,2 @@\n+a\n+b\n"},
		{"blank lines", " 1 \n-2 \n+2 x\n 3 ", "@@ -1,3 +1,3 @@\n \n-\n+x\n \n"},
		{"unified", "--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b", "@@ -1 +1 @@\n-a\n+b\n"},
		{"something else", "replaced 3 lines", ""},
		{"nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := recorded(c.text)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestPathsAreThoseOfTheProject(t *testing.T) {
	for _, c := range []struct{ cwd, path, want string }{
		{"/srv/shop", "a.go", "a.go"},
		{"/srv/shop", "./a.go", "a.go"},
		{"/srv/shop", "src/../a.go", "a.go"},
		{"/srv/shop", "/srv/shop/src/a.go", "src/a.go"},
		{"/srv/shop/", "/srv/shop/a.go", "a.go"},
		{"/srv/shop", "/srv/shopping/a.go", "outside /srv/shopping/a.go"},
		{"/srv/shop", "../a.go", "outside /srv/a.go"},
		{"/srv/shop", "@src/a.go", "src/a.go"},
		{"/srv/shop", "my\u00a0file", "my file"},
		{"/home/ann/shop", "~/shop/a.go", "a.go"},
		{"/home/ann/shop", "~/a.go", "outside /home/ann/a.go"},
		{"/srv/shop", "~/a.go", "outside ~/a.go"},
		{`C:\Users\ann\shop`, `src\a.go`, "src/a.go"},
		{`C:\Users\ann\shop`, `c:\Users\Ann\shop\src\a.go`, "src/a.go"},
		{`C:\Users\ann\shop`, "/c/Users/ann/shop/a.go", "a.go"},
		{`\\?\C:\Users\ann\shop`, `C:\Users\ann\shop\a.go`, "a.go"},
		{`C:\Users\ann\shop`, `~\shop\a.go`, "a.go"},
		{`C:\Users\ann\shop`, `D:\a.go`, "outside D:/a.go"},
		{"/srv/shop", `a\b.go`, `a\b.go`},
		{"", "a.go", "a.go"},
		{"", "/a.go", "outside /a.go"},
		{"/", "/a.go", "a.go"},
	} {
		t.Run(c.cwd+" "+c.path, func(t *testing.T) {
			p := placeOf(c.cwd)
			got, inside := p.shown(p.named(c.path))
			if !inside {
				got = "outside " + got
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
