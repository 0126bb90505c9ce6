package library

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"branchline/backend/paths"
	"branchline/backend/session"
)

// found is a row with what ties it to others.
type found struct {
	Row
	info fs.FileInfo
	// parent is the file the header names as its parent, nil when it is not there.
	parent fs.FileInfo
	// resumed is the id of the run this run log goes on from.
	resumed string
}

// resumedFrom is the id a run log names as the run before it.
func resumedFrom(s session.Session) string {
	if h := s.Index().Header; h.Format == "runlog" {
		return h.Parent
	}
	return ""
}

// parentOf looks at the file a pi session names as its parent. Only a path of
// this machine is looked at; a relative one hangs beside the session.
func parentOf(s session.Session, row Row) fs.FileInfo {
	h := s.Index().Header
	if h.Format == "runlog" || h.Parent == "" {
		return nil
	}
	path := h.Parent
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(row.Path), path)
	}
	if !paths.Local(path, paths.Native()) {
		return nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	return info
}

// tie answers the rows with their parents found among them: pi sessions by the
// file, however its path is spelled, or beside the child by its name, where a
// folder was moved; run logs by the id or the name of the log. A pi parent that
// is not listed stays as the header names it.
func tie(list []found) []Row {
	rows := make([]Row, len(list))
	var files identities
	byPath, byRun := map[string]int{}, map[string][]int{}
	for i, f := range list {
		rows[i] = f.Row
		files.add(f.info, i)
		byPath[f.Path] = i
		if f.Format == "runlog" {
			stem := strings.TrimSuffix(filepath.Base(f.Path), ".jsonl")
			byRun[stem] = append(byRun[stem], i)
			if f.ID != "" && f.ID != stem {
				byRun[f.ID] = append(byRun[f.ID], i)
			}
		}
	}
	for i, f := range list {
		if f.parent != nil && os.SameFile(f.parent, f.info) {
			rows[i].Parent = "" // a session does not come from itself
			continue
		}
		switch {
		case f.resumed != "":
			if p, ok := run(list, byRun[f.resumed], i); ok {
				rows[i].Parent = rows[p].Path
				if rows[p].Outcome == string(session.Running) {
					// A run that another goes on from does not run any more.
					rows[p].Outcome = string(session.Interrupted)
				}
			}
		case f.parent != nil:
			if p, ok := files.find(f.parent); ok && p != i {
				rows[i].Parent = rows[p].Path
			}
		case f.Row.Parent != "":
			if p, ok := byPath[filepath.Join(filepath.Dir(f.Path), base(f.Row.Parent))]; ok && p != i {
				rows[i].Parent = rows[p].Path
			}
		}
	}
	return rows
}

// run chooses among run logs of one id: one beside the child, else the first.
func run(list []found, named []int, child int) (at int, ok bool) {
	for _, i := range named {
		if i != child && filepath.Dir(list[i].Path) == filepath.Dir(list[child].Path) {
			return i, true
		}
	}
	for _, i := range named {
		if i != child {
			return i, true
		}
	}
	return 0, false
}

// base is the last name of a path written on any system.
func base(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }
