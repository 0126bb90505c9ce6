package paths

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// agentDir is pi's own folder: PI_CODING_AGENT_DIR when it is set and not empty,
// else .pi/agent in the home folder.
func (e Env) agentDir() (string, error) {
	if dir := e.get("PI_CODING_AGENT_DIR"); dir != "" {
		dir, err := e.Resolve(dir)
		if err != nil {
			return "", fmt.Errorf("PI_CODING_AGENT_DIR: %w", err)
		}
		return dir, nil
	}
	if e.Home == "" {
		return "", fmt.Errorf("find pi's folder: %w", ErrNoHome)
	}
	return e.Rules.join(e.Home, ".pi/agent"), nil
}

// SessionsRoot is the folder with one folder a working folder in it.
func (e Env) SessionsRoot() (string, error) {
	dir, err := e.agentDir()
	if err != nil {
		return "", err
	}
	return e.Rules.join(dir, "sessions"), nil
}

// SessionDir is where pi keeps the sessions of a working folder by default.
func (e Env) SessionDir(cwd string) (string, error) {
	root, err := e.SessionsRoot()
	if err != nil {
		return "", err
	}
	if cwd, err = e.Resolve(cwd); err != nil {
		return "", err
	}
	return e.Rules.join(root, EncodeCwd(cwd, e.Rules)), nil
}

// EnvSessionDir is the flat folder PI_CODING_AGENT_SESSION_DIR names, "" when it
// names none.
func (e Env) EnvSessionDir() (string, error) {
	dir := e.get("PI_CODING_AGENT_SESSION_DIR")
	if dir == "" {
		return "", nil
	}
	dir, err := e.Resolve(dir)
	if err != nil {
		return "", fmt.Errorf("PI_CODING_AGENT_SESSION_DIR: %w", err)
	}
	return dir, nil
}

// SettingsSessionDir is the flat folder sessionDir in pi's settings.json names,
// "" when it names none. A file that is missing or cannot be understood names none.
func (e Env) SettingsSessionDir() (string, error) {
	dir, err := e.agentDir()
	if err != nil {
		return "", err
	}
	file := e.Rules.join(dir, "settings.json")
	if dir = sessionDirIn(file); dir == "" {
		return "", nil
	}
	if dir, err = e.Resolve(dir); err != nil {
		return "", fmt.Errorf("sessionDir in %s: %w", file, err)
	}
	return dir, nil
}

func sessionDirIn(file string) string {
	const most = 1 << 20
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() || info.Size() > most {
		return ""
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	// A map, not a struct: names in a struct match in any letter case.
	var settings map[string]json.RawMessage
	if json.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &settings) != nil {
		return ""
	}
	var dir string
	if json.Unmarshal(settings["sessionDir"], &dir) != nil {
		return ""
	}
	return dir
}

// RunLogDir is the folder of the run logs: ZOT_SESSION_DIR (where "~" means
// nothing), else zot/sessions below XDG_STATE_HOME, below .local/state in HOME,
// or below a folder of the user's own among the temporary files. White space
// around a value does not count, and a blank value is none.
func (e Env) RunLogDir() (string, error) {
	var dir string
	if named := strings.TrimSpace(e.get("ZOT_SESSION_DIR")); named != "" {
		dir = named
	} else if state := strings.TrimSpace(e.get("XDG_STATE_HOME")); state != "" {
		dir = e.Rules.join(state, "zot/sessions")
	} else if home := strings.TrimSpace(e.get("HOME")); home != "" {
		dir = e.Rules.join(home, ".local/state/zot/sessions")
	} else {
		dir = e.Rules.join(e.Temp, "zot-"+strconv.Itoa(e.UID)+"/.local/state/zot/sessions")
	}
	if !e.Rules.isAbs(dir) && !e.Rules.isAbs(e.Dir) {
		return "", fmt.Errorf("find the run logs in %q: the folder the app was started in is not known", dir)
	}
	return e.Rules.abs(dir, e.Dir), nil
}
