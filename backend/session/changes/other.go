package changes

import (
	"fmt"

	"branchline/backend/session"
)

// mostItems bounds how much of other branches is read.
const mostItems = 400_000

// elsewhere says what was changed on branches that part from the one that ends at
// leaf: each entry counts for the first branch it is on.
func elsewhere(s session.Session, leaf session.Pos) (files []File, notes []string, err error) {
	x := s.Index()
	files, notes = []File{}, []string{}
	seen := make([]bool, len(x.Entries))
	for _, p := range x.Past(leaf) {
		seen[p] = true
	}
	read, unread := 0, 0
	for _, end := range x.Ends() {
		own := apart(x, end, seen)
		if len(own) == 0 {
			continue
		}
		if read > mostItems {
			unread++
			continue
		}
		var items []session.Item
		all := s.Items(end)
		read += len(all)
		for i := range all {
			if own[all[i].Entry] {
				items = append(items, all[i])
			}
		}
		w := newWorld(placeOf(x.Header.Cwd))
		if err := w.follow(s, items); err != nil {
			return nil, nil, err
		}
		touched, _ := w.settle()
		for _, f := range touched {
			if f.Command == "" && (f.Certainty == Certain || f.Certainty == Likely) && !f.Undone {
				f.Leaf = x.Key(end)
				files = append(files, f)
			}
		}
	}
	if unread > 0 {
		notes = append(notes, fmt.Sprintf("%d other branches were not read: there are too many", unread))
	}
	return files, notes, nil
}

// apart takes the entries of a branch that no branch before it had; none, when
// nothing on them works on files.
func apart(x *session.Index, end session.Pos, seen []bool) map[session.Pos]bool {
	own, works := map[session.Pos]bool{}, false
	for p := end; p != session.None && !seen[p]; p = x.At(p).Parent {
		seen[p] = true
		own[p] = true
		works = works || x.At(p).Role == session.RoleBash
		for _, part := range x.PartsOf(p) {
			works = works || part.Kind == session.PartCall && toolOf(part.Tool.String()) > listTool
		}
	}
	if !works {
		return nil
	}
	return own
}
