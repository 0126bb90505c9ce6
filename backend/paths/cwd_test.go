package paths

import (
	"strings"
	"testing"
)

func TestEncodeCwdNamesTheFolderAsPiDoes(t *testing.T) {
	unix := Env{Home: "/home/u", Dir: "/work/here"}
	windows := Env{Home: `C:\Users\u`, Dir: `D:\work`, OS: "windows", Rules: Windows}
	for _, c := range []struct {
		env       Env
		cwd, want string
	}{
		{unix, "/", "----"},
		{unix, "/a", "--a--"},
		{unix, "/a/", "--a--"},
		{unix, "/a/../b", "--b--"},
		{unix, "/a//b", "--a-b--"},
		{unix, "/a:b", "--a-b--"},
		{unix, `/a\b`, "--a-b--"},
		{unix, "/home/u/my proj", "--home-u-my proj--"},
		{unix, "/srv/démo/凧 工房", "--srv-démo-凧 工房--"},
		{unix, "/--x--", "----x----"},
		{unix, "~/x", "--home-u-x--"},
		{unix, "~", "--home-u--"},
		{unix, "~bob", "--work-here-~bob--"},
		{unix, "file:///x%20y/z", "--x y-z--"},
		{unix, "file://localhost/x", "--x--"},
		{unix, "file:x", "--work-here-file-x--"},
		{unix, "FILE:///x", "--work-here-FILE--x--"},
		{unix, "/c/x", "--c-x--"},
		{unix, `~\x`, `--work-here-~-x--`},
		{unix, `C:\Users\me`, "--work-here-C--Users-me--"},
		{unix, "rel/x", "--work-here-rel-x--"},
		{unix, "../x/.", "--work-x--"},
		{unix, "", "--work-here--"},
		{windows, `C:\Users\me`, "--C--Users-me--"},
		{windows, `C:\`, "--C----"},
		{windows, `\\srv\share\x`, "---srv-share-x--"},
		{windows, `C:/Users/me/`, "--C--Users-me--"},
		{windows, `~\x`, "--C--Users-u-x--"},
		{windows, "/c/x", "--C--x--"},
		{windows, "/mnt/c/x", "--C--x--"},
		{windows, "/cygdrive/c/x", "--C--x--"},
		{windows, "/c", "--C----"},
		{windows, "/C/", "--C----"},
		{windows, "/mnt/d", "--D----"},
		{windows, `/c/x\y`, "--D--c-x-y--"},
		{windows, "/cygdrive/cc/x", "--D--cygdrive-cc-x--"},
		{windows, "/cc/x", "--D--cc-x--"},
		{windows, "~/x", "--C--Users-u-x--"},
		{windows, `c:\Users\..\x\`, "--c--x--"},
		{windows, `\x`, "--D--x--"},
		{windows, "//server/share", "---server-share---"},
		{windows, "file:///C:/x%20y", "--C--x y--"},
		{windows, `rel\x`, "--D--work-rel-x--"},
	} {
		abs, err := c.env.Resolve(c.cwd)
		if err != nil {
			t.Errorf("Resolve(%q): %v", c.cwd, err)
			continue
		}
		if got := EncodeCwd(abs, c.env.Rules); got != c.want {
			t.Errorf("EncodeCwd(Resolve(%q) = %q) = %q, want %q", c.cwd, abs, got, c.want)
		}
	}
}

func FuzzEncodeCwdNamesOneFolder(f *testing.F) {
	for _, seed := range []string{"/", "/a/b", `C:\a`, `\\s\t\u`, "~/x", "a/../..", "//", "/a//./b/"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, cwd string) {
		for _, rules := range []Rules{Unix, Windows} {
			name := EncodeCwd(cwd, rules)
			if strings.ContainsAny(name, `/\:`) || !strings.HasPrefix(name, "--") || !strings.HasSuffix(name, "--") {
				t.Errorf("EncodeCwd(%q) = %q, want one name between -- and --", cwd, name)
			}
			if clean := rules.clean(cwd); EncodeCwd(clean, rules) != name {
				t.Errorf("EncodeCwd(%q) = %q, but cleaned first %q", cwd, name, EncodeCwd(clean, rules))
			}
		}
	})
}

func TestResolveSaysWhatItCannotFind(t *testing.T) {
	for _, c := range []struct {
		name string
		env  Env
		path string
	}{
		{"no home", Env{Dir: "/w"}, "~/x"},
		{"no start folder", Env{Home: "/home/u"}, "x"},
		{"another machine", Env{Home: "/home/u", Dir: "/w"}, "file://host/x"},
		{"an escaped separator", Env{Home: "/home/u", Dir: "/w"}, "file:///a%2Fb"},
		{"a broken escape", Env{Home: "/home/u", Dir: "/w"}, "file:///%zz"},
		{"no drive", Env{Dir: `C:\`, Rules: Windows}, "file:///x"},
	} {
		if got, err := c.env.Resolve(c.path); err == nil {
			t.Errorf("%s: Resolve(%q) = %q, want an error", c.name, c.path, got)
		}
	}
}

func TestSameCwdKnowsOnePlaceInItsSpellings(t *testing.T) {
	for _, c := range []struct {
		rules Rules
		a, b  string
		same  bool
	}{
		{Unix, "/srv/app", "/srv/app/", true},
		{Unix, "/srv/app", "/srv/x/../app", true},
		{Unix, "/srv/client-app", "/srv/client/app", false},
		{Unix, "/srv/App", "/srv/app", false},
		{Unix, `c:\Users\u\kites`, `C:\Users\u\kites`, false},
		{Unix, `\\?\C:\Users\u\kites`, `C:\Users\u\kites`, false},
		{Unix, "", "", false},
		{Windows, `c:\Users\u\kites`, `C:\Users\u\kites`, true},
		{Windows, `\\?\C:\Users\u\kites`, `C:\Users\u\kites\`, true},
		{Windows, `\\?\UNC\srv\share\x`, `\\SRV\share\x`, true},
		{Windows, `C:/Users/u`, `C:\Users\u`, true},
	} {
		if got := SameCwd(c.a, c.b, c.rules); got != c.same {
			t.Errorf("SameCwd(%q, %q, %d) = %v, want %v", c.a, c.b, c.rules, got, c.same)
		}
	}
}

func TestCleanCwdShowsAWindowsPathAsWritten(t *testing.T) {
	for _, cwd := range []string{`C:\Users\pat\kites`, `\\srv\share\x`, "", "kites/../x"} {
		if got := CleanCwd(cwd, Unix); got != cwd {
			t.Errorf("CleanCwd(%q, Unix) = %q, want it as written", cwd, got)
		}
	}
}

func TestLocalRefusesOtherMachines(t *testing.T) {
	for _, c := range []struct {
		rules Rules
		path  string
		want  bool
	}{
		{Unix, "/srv/x", true}, {Unix, "x", false}, {Unix, `C:\x`, false}, {Unix, "", false},
		{Windows, `C:\x`, true}, {Windows, `\\evil\share`, false}, {Windows, "//evil/share", false}, {Windows, `\x`, false},
	} {
		if got := Local(c.path, c.rules); got != c.want {
			t.Errorf("Local(%q, %d) = %v, want %v", c.path, c.rules, got, c.want)
		}
	}
}
