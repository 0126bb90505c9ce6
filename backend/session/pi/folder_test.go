package pi

import (
	"os"
	"path/filepath"
	"testing"

	"branchline/backend/paths"
)

func TestDefaultSessionDirIsNamedByTheWorkingFolder(t *testing.T) {
	unix := paths.Env{Home: "/home/u", Dir: "/work/here"}
	windows := paths.Env{Home: `C:\Users\u`, Dir: `D:\work`, OS: "windows", Rules: paths.Windows}
	for _, test := range []struct {
		name       string
		env        paths.Env
		agent, cwd string
		want       string
	}{
		{"below home", unix, "", "/a/b", "/home/u/.pi/agent/sessions/--a-b--"},
		{"in the folder given", unix, "/srv/agent", "~/x", "/srv/agent/sessions/--home-u-x--"},
		{"in a folder of home", unix, "~/agent", "/", "/home/u/agent/sessions/----"},
		{"in a relative folder", unix, "agent", "rel", "/work/here/agent/sessions/--work-here-rel--"},
		{"an address", unix, "file:///srv/my%20agent", "file:///x%20y/z", "/srv/my agent/sessions/--x y-z--"},
		{"no working folder is the current one", unix, "/srv/agent", "", "/srv/agent/sessions/--work-here--"},
		{"Windows", windows, "", `C:\Users\me`, `C:\Users\u\.pi\agent\sessions\--C--Users-me--`},
		{"Windows from a Unix shell", windows, "/c/agent", "/mnt/d/x", `C:\agent\sessions\--D--x--`},
	} {
		got, err := DefaultSessionDirPath(test.cwd, WithEnv(test.env), WithAgentDir(test.agent))
		if err != nil || got != test.want {
			t.Errorf("%s: DefaultSessionDirPath(%q) = %q, %v, want %q", test.name, test.cwd, got, err, test.want)
		}
	}
	if _, err := DefaultSessionDirPath("~/x", WithEnv(paths.Env{Dir: "/w"})); err == nil {
		t.Error("no error without a home")
	}
}

func TestDefaultSessionDirIsMadeWhenAskedFor(t *testing.T) {
	agent := filepath.Join(t.TempDir(), "new", "agent")
	want := filepath.Join(agent, "sessions", "--p--")
	if got := must(DefaultSessionDirPath("/p", WithAgentDir(agent))); got != want || fileExists(agent) {
		t.Errorf("DefaultSessionDirPath() = %q, want %q and nothing made", got, want)
	}
	for range 2 {
		if got := must(DefaultSessionDir("/p", WithAgentDir(agent))); got != want {
			t.Errorf("DefaultSessionDir() = %q, want %q", got, want)
		}
	}
	if info, err := os.Stat(want); err != nil || !info.IsDir() || info.Mode().Perm() != 0o700 {
		t.Errorf("made %v, %v, want a folder for the user alone", info, err)
	}
	put(t, agent, "sessions/--taken--", "", written)
	if _, err := DefaultSessionDir("/taken", WithAgentDir(agent)); err == nil {
		t.Error("no error where a file stands in the place of the folder")
	}
}
