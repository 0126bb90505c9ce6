package paths

import "fmt"

const app = "branchline"

// purpose says where a system keeps one sort of an app's own files: the
// variable and the folder below home, for Unix, macOS and Windows. sub keeps
// purposes apart that share a folder on Windows.
type purpose struct{ xdg, unix, mac, variable, windows, sub string }

var (
	config = purpose{"XDG_CONFIG_HOME", ".config", "Library/Application Support", "APPDATA", "AppData/Roaming", ""}
	cache  = purpose{"XDG_CACHE_HOME", ".cache", "Library/Caches", "LOCALAPPDATA", "AppData/Local", "cache"}
	state  = purpose{"XDG_STATE_HOME", ".local/state", "Library/Application Support", "LOCALAPPDATA", "AppData/Local", "state"}
)

// ConfigDir holds our settings. It need not exist yet.
func (e Env) ConfigDir() (string, error) { return e.own(config) }

// CacheDir holds what can be made again.
func (e Env) CacheDir() (string, error) { return e.own(cache) }

// StateDir holds what should last but is no setting, like notes.
func (e Env) StateDir() (string, error) { return e.own(state) }

// RuntimeDirs are the folders for what lives as long as the login, the socket of
// the running app, best first. Whoever uses one has to make sure that it is private.
func (e Env) RuntimeDirs() ([]string, error) {
	var dirs []string
	if e.OS != "windows" && e.OS != "darwin" {
		if dir := e.get("XDG_RUNTIME_DIR"); e.Rules.isAbs(dir) {
			dirs = append(dirs, e.Rules.join(dir, app))
		}
	}
	own, err := e.own(cache)
	if err == nil {
		dirs = append(dirs, e.Rules.join(own, "run"))
	}
	if len(dirs) > 0 {
		err = nil
	}
	return dirs, err
}

// own answers our folder for a purpose. A variable that is empty or relative
// counts as not set, as the XDG rules demand.
func (e Env) own(p purpose) (string, error) {
	variable, below, sub := p.xdg, p.unix, ""
	switch e.OS {
	case "darwin":
		variable, below = "", p.mac
	case "windows":
		variable, below, sub = p.variable, p.windows, "/"+p.sub
	}
	base := ""
	if variable != "" {
		base = e.get(variable)
	}
	if !e.Rules.isAbs(base) {
		if e.Home == "" {
			return "", fmt.Errorf("find the folder for %s's own files: %w", app, ErrNoHome)
		}
		base = e.Rules.join(e.Home, below)
	}
	return e.Rules.join(base, app+sub), nil
}
