// Package paths knows where things live: pi's sessions and settings, run logs,
// and what this app keeps of its own. It is the one place that asks the
// environment; everybody else asks an Env. Looking something up creates
// nothing and, but for pi's settings file, reads nothing.
//
// The rules are those of pi (PI_CODING_AGENT_DIR, PI_CODING_AGENT_SESSION_DIR,
// sessionDir in settings.json), of the run logs (ZOT_SESSION_DIR,
// XDG_STATE_HOME, HOME), and of the XDG base directories for our own files.
package paths

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// ErrNoHome means that a path hangs under the home folder and no home folder is known.
var ErrNoHome = errors.New("no home folder is known: set HOME to an absolute path")

// Env is what the process was started with. The zero value knows nothing and
// answers errors.
type Env struct {
	// Getenv answers one environment variable, "" when it is not set.
	Getenv func(string) string
	// Home is the user's home folder, "" when there is none.
	Home string
	// Dir is the folder the process was started in; relative values hang under it.
	Dir string
	// Temp is the folder for temporary files.
	Temp string
	// UID is the user's number, -1 on systems without one.
	UID int
	// OS is the system's name as runtime.GOOS spells it.
	OS string
	// Rules say how this system writes paths.
	Rules Rules
}

// System asks the running process. Call it once, at the start.
func System() Env {
	e := Env{Getenv: os.Getenv, Temp: os.TempDir(), UID: os.Getuid(), OS: runtime.GOOS, Rules: Native()}
	// Without either, what hangs under it answers an error that says so.
	if home, err := os.UserHomeDir(); err == nil && filepath.IsAbs(home) {
		e.Home = home
	}
	if dir, err := os.Getwd(); err == nil {
		e.Dir = dir
	}
	return e
}

func (e Env) get(name string) string {
	if e.Getenv == nil {
		return ""
	}
	return e.Getenv(name)
}

// Resolve makes a path a user or pi wrote absolute: "~" and "~/…" are the home
// folder, an address that begins with file:// is decoded, a relative path hangs
// under Dir, and ".", "..", doubled and trailing separators are gone. Links are
// kept as they are.
func (e Env) Resolve(path string) (string, error) {
	if strings.HasPrefix(path, "file://") {
		decoded, err := fromURL(path, e.Rules)
		if err != nil {
			return "", fmt.Errorf("resolve %q: %w", path, err)
		}
		path = decoded
	}
	if rest, ok := e.underTilde(path); ok {
		if e.Home == "" {
			return "", fmt.Errorf("resolve %q: %w", path, ErrNoHome)
		}
		path = e.Rules.join(e.Home, rest)
	}
	path = e.Rules.fromShell(path)
	if !e.Rules.isAbs(path) && !e.Rules.isAbs(e.Dir) {
		return "", fmt.Errorf("resolve %q: the folder the app was started in is not known", path)
	}
	return e.Rules.abs(path, e.Dir), nil
}

func (e Env) underTilde(path string) (rest string, ok bool) {
	switch {
	case path == "~":
		return "", true
	case strings.HasPrefix(path, "~/"), e.Rules == Windows && strings.HasPrefix(path, `~\`):
		return path[2:], true
	}
	return "", false
}

// Short writes the home folder at the beginning of a path as "~", for display.
func (e Env) Short(path string) string {
	if e.Home == "" {
		return path
	}
	home := e.Rules.clean(e.Home)
	if SameCwd(path, home, e.Rules) {
		return "~"
	}
	n := len(home)
	if len(path) > n && e.Rules.isSep(path[n]) && !e.Rules.isSep(home[n-1]) && SameCwd(path[:n], home, e.Rules) {
		return "~" + path[n:]
	}
	return path
}

// HasDisplay tells whether a window can be opened.
func (e Env) HasDisplay() bool {
	switch e.OS {
	case "windows", "darwin":
		return true
	}
	return e.get("DISPLAY") != "" || e.get("WAYLAND_DISPLAY") != ""
}
