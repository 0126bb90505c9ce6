package paths

import "fmt"

// TrashDir is the user's own trash: Trash below XDG_DATA_HOME or below .local/share
// in the home folder, on macOS .Trash there. It need not exist yet. Windows keeps
// its own and answers "".
func (e Env) TrashDir() (string, error) {
	if e.OS == "windows" {
		return "", nil
	}
	if dir := e.get("XDG_DATA_HOME"); e.OS != "darwin" && e.Rules.isAbs(dir) {
		return e.Rules.join(dir, "Trash"), nil
	}
	if e.Home == "" {
		return "", fmt.Errorf("find the trash: %w", ErrNoHome)
	}
	if e.OS == "darwin" {
		return e.Rules.join(e.Home, ".Trash"), nil
	}
	return e.Rules.join(e.Home, ".local/share/Trash"), nil
}
