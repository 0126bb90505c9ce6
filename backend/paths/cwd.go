package paths

import "strings"

// EncodeCwd names the folder below pi's sessions root that holds the sessions of
// an absolute working folder: cleaned, one leading separator dropped, every "/",
// "\" and ":" replaced by "-", between "--" and "--". Several folders can share a
// name, so it is never decoded: a session's folder is the cwd of its header.
func EncodeCwd(cwd string, rules Rules) string {
	cwd = rules.clean(cwd)
	if cwd != "" && (cwd[0] == '/' || cwd[0] == '\\') {
		cwd = cwd[1:]
	}
	return "--" + strings.NewReplacer("/", "-", `\`, "-", ":", "-").Replace(cwd) + "--"
}

// CleanCwd is a session's working folder as a group of the list is headed: one
// spelling for what the rules say is the same place but for the case of
// letters. A folder of another kind of machine stays as it is written.
func CleanCwd(cwd string, rules Rules) string {
	if rules == Windows {
		return rules.clean(withoutDevice(cwd))
	}
	if !strings.HasPrefix(cwd, "/") {
		return cwd
	}
	return rules.clean(cwd)
}

// withoutDevice takes the \\?\ off a long Windows path.
func withoutDevice(p string) string {
	rest, ok := strings.CutPrefix(p, `\\?\`)
	if !ok {
		return p
	}
	if share, ok := strings.CutPrefix(rest, `UNC\`); ok {
		return `\\` + share
	}
	if len(rest) >= 2 && rest[1] == ':' && isLetter(rest[0]) {
		return rest
	}
	return p
}

// CwdKey is equal for working folders that are the same place. Under Windows
// rules the case of letters does not count.
func CwdKey(cwd string, rules Rules) string {
	cwd = CleanCwd(cwd, rules)
	if rules == Windows {
		return strings.ToLower(cwd)
	}
	return cwd
}

// SameCwd tells whether two working folders are the same place. An unknown
// folder is no place.
func SameCwd(a, b string, rules Rules) bool {
	return a != "" && b != "" && CwdKey(a, rules) == CwdKey(b, rules)
}

// ResolveCwd is Resolve for a folder sessions were made in. One of a Windows
// machine is no path here and stays as it is written.
func (e Env) ResolveCwd(path string) (string, error) {
	if e.Rules == Unix && !Unix.isAbs(path) && Windows.isAbs(path) {
		return path, nil
	}
	return e.Resolve(path)
}

// Local tells whether a path from a session names a place on this machine by
// itself. A share of another machine does not: asking for one would send the
// user's credentials there.
func Local(path string, rules Rules) bool {
	return rules.isAbs(path) && !(rules == Windows && len(path) > 1 && rules.isSep(path[0]) && rules.isSep(path[1]))
}
