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
	add := func(p Place) {
		key := CwdKey(p.Path, e.Rules)
		if p.Problem == "" && (p.Path == "" || seen[key]) {
			return
		}
		seen[key] = true
		out = append(out, p)
	}
	root, err := e.SessionsRoot()
	add(place(Root, "pi sessions", root, err))
	path, varErr := e.EnvSessionDir()
	add(place(Flat, "pi sessions (PI_CODING_AGENT_SESSION_DIR)", path, varErr))
	if err == nil { // without pi's folder there are no settings to look into
		path, err = e.SettingsSessionDir()
		add(place(Flat, "pi sessions (sessionDir)", path, err))
	}
	path, err = e.RunLogDir()
	add(place(Runs, "run logs", path, err))
	for _, folder := range added {
		add(e.Folder(folder))
	}
	return out
}

// Folder is a place the user named.
func (e Env) Folder(path string) Place {
	path, err := e.Resolve(path)
	return place(Added, "added folder", path, err)
}

func place(kind Kind, label, path string, err error) Place {
	if err != nil {
		return Place{Label: label, Kind: kind, Problem: err.Error()}
	}
	return Place{Path: path, Label: label, Kind: kind}
}
