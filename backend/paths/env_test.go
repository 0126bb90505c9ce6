package paths

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// with makes an Env of a Linux machine that has these variables.
func with(vars map[string]string) Env {
	return Env{
		Getenv: func(name string) string { return vars[name] },
		Home:   vars["HOME"], Dir: "/work/here", Temp: "/tmp", UID: 1000, OS: "linux",
	}
}

func TestAgentDirFollowsItsVariable(t *testing.T) {
	for _, c := range []struct{ name, value, home, want string }{
		{"unset", "", "/home/u", "/home/u/.pi/agent"},
		{"absolute", "/srv/agent", "/home/u", "/srv/agent"},
		{"trailing slash", "/srv/agent/", "/home/u", "/srv/agent"},
		{"home", "~", "/home/u", "/home/u"},
		{"below home", "~/a", "/home/u", "/home/u/a"},
		{"somebody else's home", "~bob/a", "/home/u", "/work/here/~bob/a"},
		{"an address", "file:///srv/my%20agent", "/home/u", "/srv/my agent"},
		{"relative", "agent", "/home/u", "/work/here/agent"},
		{"absolute without a home", "/srv/agent", "", "/srv/agent"},
	} {
		got, err := with(map[string]string{"PI_CODING_AGENT_DIR": c.value, "HOME": c.home}).agentDir()
		if err != nil || got != c.want {
			t.Errorf("%s: agentDir() = %q, %v, want %q", c.name, got, err, c.want)
		}
	}
}

func TestWithoutAHomeEveryPathSaysSo(t *testing.T) {
	e := with(map[string]string{"XDG_CONFIG_HOME": "rel", "XDG_CACHE_HOME": ""})
	for name, ask := range map[string]func() (string, error){
		"agentDir": e.agentDir, "SessionsRoot": e.SessionsRoot, "ConfigDir": e.ConfigDir,
		"CacheDir": e.CacheDir, "StateDir": e.StateDir,
		"SettingsSessionDir": e.SettingsSessionDir,
	} {
		if got, err := ask(); !errors.Is(err, ErrNoHome) {
			t.Errorf("%s() = %q, %v, want ErrNoHome", name, got, err)
		}
	}
}

func TestOwnFoldersFollowTheSystem(t *testing.T) {
	linux := with(map[string]string{"HOME": "/home/u", "XDG_CONFIG_HOME": "rel", "XDG_CACHE_HOME": "/c", "XDG_STATE_HOME": "", "XDG_RUNTIME_DIR": "/run/user/1000"})
	mac := with(map[string]string{"HOME": "/Users/u", "XDG_CONFIG_HOME": "/x"})
	mac.OS = "darwin"
	windows := with(map[string]string{"APPDATA": `C:\Users\u\AppData\Roaming`, "LOCALAPPDATA": "rel"})
	windows.OS, windows.Rules, windows.Home = "windows", Windows, `C:\Users\u`
	for _, c := range []struct {
		name string
		ask  func() (string, error)
		want string
	}{
		{"config, relative variable", linux.ConfigDir, "/home/u/.config/branchline"},
		{"cache", linux.CacheDir, "/c/branchline"},
		{"state, empty variable", linux.StateDir, "/home/u/.local/state/branchline"},
		{"mac config", mac.ConfigDir, "/Users/u/Library/Application Support/branchline"},
		{"windows config", windows.ConfigDir, `C:\Users\u\AppData\Roaming\branchline`},
		{"windows cache", windows.CacheDir, `C:\Users\u\AppData\Local\branchline\cache`},
	} {
		if got, err := c.ask(); err != nil || got != c.want {
			t.Errorf("%s = %q, %v, want %q", c.name, got, err, c.want)
		}
	}
}

func TestTheFoldersOfTheLoginComeBestFirst(t *testing.T) {
	linux := with(map[string]string{"HOME": "/home/u", "XDG_CACHE_HOME": "/c", "XDG_RUNTIME_DIR": "/run/user/1000"})
	homeless := with(map[string]string{"XDG_RUNTIME_DIR": "/run/user/1000"})
	mac := with(map[string]string{"HOME": "/Users/u", "XDG_RUNTIME_DIR": "/run/user/1000"})
	mac.OS = "darwin"
	for _, c := range []struct {
		env  Env
		want []string
	}{
		{linux, []string{"/run/user/1000/branchline", "/c/branchline/run"}},
		{homeless, []string{"/run/user/1000/branchline"}},
		{mac, []string{"/Users/u/Library/Caches/branchline/run"}},
	} {
		got, err := c.env.RuntimeDirs()
		if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
	if got, err := with(nil).RuntimeDirs(); !errors.Is(err, ErrNoHome) {
		t.Errorf("RuntimeDirs() = %q, %v, want ErrNoHome", got, err)
	}
}

func TestRunLogDirTakesTheFirstThatIsNotBlank(t *testing.T) {
	for _, c := range []struct {
		name string
		vars map[string]string
		want string
	}{
		{"its own variable", map[string]string{"ZOT_SESSION_DIR": " /srv/logs ", "XDG_STATE_HOME": "/s", "HOME": "/h"}, "/srv/logs"},
		{"no tilde", map[string]string{"ZOT_SESSION_DIR": "~/x", "HOME": "/h"}, "/work/here/~/x"},
		{"blank", map[string]string{"ZOT_SESSION_DIR": " \t", "XDG_STATE_HOME": " /s\n", "HOME": "/h"}, "/s/zot/sessions"},
		{"home", map[string]string{"XDG_STATE_HOME": " ", "HOME": "/h"}, "/h/.local/state/zot/sessions"},
		{"no home", map[string]string{"HOME": " "}, "/tmp/zot-1000/.local/state/zot/sessions"},
	} {
		if got, err := with(c.vars).RunLogDir(); err != nil || got != c.want {
			t.Errorf("%s: RunLogDir() = %q, %v, want %q", c.name, got, err, c.want)
		}
	}
}

func TestSettingsMayNameAFlatFolder(t *testing.T) {
	for _, c := range []struct{ name, settings, want string }{
		{"none", "", ""},
		{"named", `{"theme":"dark","sessionDir":"/srv/flat/"}`, "/srv/flat"},
		{"tilde", `{"sessionDir":"~/flat"}`, "/home/u/flat"},
		{"relative", `{"sessionDir":"flat"}`, "/work/here/flat"},
		{"byte order mark", "\ufeff{\"sessionDir\":\"/srv/flat\"}", "/srv/flat"},
		{"another letter case", `{"SessionDir":"/srv/flat"}`, ""},
		{"a number", `{"sessionDir":5}`, ""},
		{"empty", `{"sessionDir":""}`, ""},
		{"broken", `{"sessionDir":`, ""},
		{"a list", `[]`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			agent := t.TempDir()
			if c.settings != "" {
				if err := os.WriteFile(filepath.Join(agent, "settings.json"), []byte(c.settings), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			e := with(map[string]string{"PI_CODING_AGENT_DIR": agent, "HOME": "/home/u"})
			if got, err := e.SettingsSessionDir(); err != nil || got != c.want {
				t.Errorf("SettingsSessionDir() = %q, %v, want %q", got, err, c.want)
			}
		})
	}
}

func TestPlacesNamesEveryFolderOnce(t *testing.T) {
	e := with(map[string]string{
		"HOME": "/home/u", "PI_CODING_AGENT_DIR": "/srv/agent", "PI_CODING_AGENT_SESSION_DIR": "/srv/flat",
	})
	want := []Place{
		{Path: "/srv/agent/sessions", Label: "pi sessions", Kind: Root},
		{Path: "/srv/flat", Label: "pi sessions (PI_CODING_AGENT_SESSION_DIR)", Kind: Flat},
		{Path: "/home/u/.local/state/zot/sessions", Label: "run logs", Kind: Runs},
		{Path: "/home/u/more", Label: "added folder", Kind: Added},
	}
	if diff := cmp.Diff(want, e.Places("~/more", "/srv/flat/", "/home/u/more")); diff != "" {
		t.Errorf("Places() (-want +got):\n%s", diff)
	}
}

func TestPlacesSaysWhatItCannotFind(t *testing.T) {
	got := with(nil).Places()
	if len(got) != 2 || got[0].Path != "" || !strings.Contains(got[0].Problem, "HOME") || got[1].Path == "" {
		t.Errorf("Places() = %+v, want the problem of pi's folder, said once, and the run logs", got)
	}
}

func TestLookingUpCreatesNothing(t *testing.T) {
	home := t.TempDir()
	e := with(map[string]string{"HOME": home})
	e.Places(filepath.Join(home, "more"))
	for _, ask := range []func() (string, error){e.ConfigDir, e.CacheDir, e.StateDir} {
		if _, err := ask(); err != nil {
			t.Fatal(err)
		}
	}
	if left, err := os.ReadDir(home); err != nil || len(left) != 0 {
		t.Errorf("the home folder holds %v, %v, want nothing", left, err)
	}
}

func TestShortWritesTheHomeAsTilde(t *testing.T) {
	unix := Env{Home: "/home/u"}
	windows := Env{Home: `C:\Users\u`, Rules: Windows}
	root := Env{Home: "/"}
	for _, c := range []struct {
		env       Env
		path, out string
	}{
		{unix, "/home/u", "~"}, {unix, "/home/u/", "~"}, {unix, "/home/u/x", "~/x"}, {unix, "/home/user/x", "/home/user/x"},
		{unix, "/srv/x", "/srv/x"}, {unix, "", ""}, {windows, `c:\users\U\x`, `~\x`}, {root, "/srv/x", "/srv/x"}, {Env{}, "/x", "/x"},
	} {
		if got := c.env.Short(c.path); got != c.out {
			t.Errorf("Short(%q) with home %q = %q, want %q", c.path, c.env.Home, got, c.out)
		}
	}
}

func TestSystemKnowsThisProcess(t *testing.T) {
	if e := System(); e.Dir == "" || e.OS == "" || e.Temp == "" {
		t.Errorf("System() = %+v, want a folder, a system and a folder for temporary files", e)
	}
}

func TestAFolderOfAWindowsMachineStaysAsItIsWritten(t *testing.T) {
	e := Env{Dir: "/work", Rules: Unix}
	for in, want := range map[string]string{`D:\a\b`: `D:\a\b`, `\\srv\share`: `\\srv\share`, "sub": "/work/sub", "/x/../y": "/y"} {
		if got, err := e.ResolveCwd(in); err != nil || got != want {
			t.Errorf("ResolveCwd(%q) = %q, %v, want %q", in, got, err, want)
		}
	}
}
