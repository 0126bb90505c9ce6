package edit

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"unicode/utf16"

	"branchline/backend/session"
)

// fileList is what pi records with its summaries: files that were read, and those
// that were changed, which are not among the read ones. They are sorted as
// JavaScript sorts.
type fileList struct {
	ReadFiles     []string `json:"readFiles"`
	ModifiedFiles []string `json:"modifiedFiles"`
}

// filesOf lists the files of entries as pi 1.6.0 does (prepareBranchEntries): by the
// paths that calls of read, write and edit name, whether these succeeded or not, and
// by what earlier summaries of pi's list. A message that a context edit on the way
// takes out or replaces makes no calls.
func filesOf(s session.Session, entries []session.Pos) (fileList, error) {
	x, on := s.Index(), map[session.Pos]bool{}
	for _, p := range entries {
		on[p] = true
	}
	edited := map[session.Pos]bool{}
	for _, p := range entries {
		for _, m := range x.MarksOf(p) {
			if target, ok := x.ByID(m.Target); ok && m.Kind == session.MarkEdit {
				edited[target] = true
			}
		}
	}
	read, changed := map[string]bool{}, map[string]bool{}
	if len(entries) > 0 {
		for _, it := range s.Items(entries[len(entries)-1]) {
			if !on[it.Entry] {
				continue
			}
			var err error
			switch {
			case it.Kind == session.ItemCall && it.Part >= 0 && !edited[it.Entry]:
				err = callFile(s, it, read, changed)
			case it.Kind == session.ItemBranchSummary:
				err = summaryFiles(s, it, read, changed)
			}
			if err != nil {
				return fileList{}, err
			}
		}
	}
	maps.DeleteFunc(read, func(path string, _ bool) bool { return changed[path] })
	return fileList{sorted(read), sorted(changed)}, nil
}

// callFile notes the file that a call names.
func callFile(s session.Session, it session.Item, read, changed map[string]bool) error {
	var to map[string]bool
	switch it.Tool {
	case "read":
		to = read
	case "write", "edit":
		to = changed
	default:
		return nil
	}
	it.Answer = session.None // it need not be read
	b, err := s.Body(it)
	if err != nil {
		return err
	}
	var args map[string]json.RawMessage
	var path string
	if json.Unmarshal([]byte(b.Args), &args) == nil && json.Unmarshal(args["path"], &path) == nil && path != "" {
		to[path] = true
	}
	return nil
}

// summaryFiles notes the files of an earlier summary, but for an extension's.
func summaryFiles(s session.Session, it session.Item, read, changed map[string]bool) error {
	b, err := s.Body(it)
	if err != nil {
		return err
	}
	var summary struct {
		FromHook any `json:"fromHook"`
		Details  struct {
			ReadFiles     []any `json:"readFiles"`
			ModifiedFiles []any `json:"modifiedFiles"`
		} `json:"details"`
	}
	if json.Unmarshal(b.Raw, &summary) != nil || summary.FromHook == true {
		return nil // what is no list of files names none
	}
	note(summary.Details.ReadFiles, read)
	note(summary.Details.ModifiedFiles, changed)
	return nil
}

func note(files []any, to map[string]bool) {
	for _, f := range files {
		if path, ok := f.(string); ok {
			to[path] = true
		}
	}
}

// sorted puts paths in the order of their UTF-16 units.
func sorted(paths map[string]bool) []string {
	out := slices.AppendSeq(make([]string, 0, len(paths)), maps.Keys(paths))
	slices.SortFunc(out, func(a, b string) int {
		return cmp.Or(slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b))), cmp.Compare(a, b))
	})
	return out
}
