package library

import (
	"path/filepath"

	"branchline/backend/paths"
)

// NoFolder heads the sessions that do not say where they worked.
const NoFolder = "no folder recorded"

// Groups answers for each row the folder it is listed under: the cwd of its
// header, never the name of the folder its file lies in. Spellings of one place
// are one group, headed as the first of them spells it.
func Groups(rows []Row, rules paths.Rules) []string {
	out := make([]string, len(rows))
	heads := map[string]string{}
	for i, r := range rows {
		if r.Cwd == "" {
			out[i] = NoFolder
			continue
		}
		key := paths.CwdKey(r.Cwd, rules)
		head, known := heads[key]
		if !known {
			head = paths.CleanCwd(r.Cwd, rules)
			heads[key] = head
		}
		out[i] = head
	}
	return out
}

// In answers the rows whose sessions worked in dir, an absolute path: by its
// letters, or through links.
func In(rows []Row, dir string, rules paths.Rules) []Row {
	real := map[string]string{}
	followed := func(path string) string {
		if !paths.Local(path, rules) {
			return path
		}
		key := paths.CwdKey(path, rules)
		to, known := real[key]
		if !known {
			to = path
			if resolved, err := filepath.EvalSymlinks(path); err == nil {
				to = resolved
			}
			real[key] = to
		}
		return to
	}
	out := []Row{}
	for _, r := range rows {
		if paths.SameCwd(r.Cwd, dir, rules) || paths.SameCwd(followed(r.Cwd), followed(dir), rules) {
			out = append(out, r)
		}
	}
	return out
}
