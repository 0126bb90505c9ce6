package paths

// Kind says how sessions lie in a place.
type Kind uint8

// The kinds of places.
const (
	// Root has one folder a working folder, with sessions in it; files beside
	// those folders are not looked at.
	Root Kind = iota
	// Flat holds pi sessions of all working folders.
	Flat
	// Runs holds run logs.
	Runs
	// Added was named by the user: sessions lie in it or one folder down.
	Added
	// Samples is Added with the sessions that come with the app.
	Samples
)

// Place is a folder in which sessions are looked for.
type Place struct {
	Path string
	// Label says in a word or two what the place is.
	Label string
	Kind  Kind
	// Problem says why the place's path is not known, "" when it is.
	Problem string
}

// Places are the folders to look for sessions in: pi's own, those its variable
// and its settings name, the run logs, and the given ones. Each path comes once.
// A place that cannot be found comes without a path and with its problem.
func (e Env) Places(added ...string) []Place {
	var out []Place
	seen := map[string]bool{}
	add := func(kind Kind, label, path string, err error) {
		switch {
		case err != nil:
			out = append(out, Place{Label: label, Kind: kind, Problem: err.Error()})
		case path != "" && !seen[CwdKey(path, e.Rules)]:
			seen[CwdKey(path, e.Rules)] = true
			out = append(out, Place{Path: path, Label: label, Kind: kind})
		}
	}
	path, err := e.SessionsRoot()
	add(Root, "pi sessions", path, err)
	path, err = e.EnvSessionDir()
	add(Flat, "pi sessions (PI_CODING_AGENT_SESSION_DIR)", path, err)
	if path, err = e.SettingsSessionDir(); err == nil || len(out) > 0 && out[0].Problem == "" {
		add(Flat, "pi sessions (sessionDir)", path, err) // one missing home is said once
	}
	path, err = e.RunLogDir()
	add(Runs, "run logs", path, err)
	for _, folder := range added {
		path, err = e.Resolve(folder)
		add(Added, "added folder", path, err)
	}
	return out
}
