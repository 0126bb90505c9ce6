package changes

import (
	"cmp"
	"fmt"
	"slices"

	"branchline/backend/session"
)

// mostItems bounds how much of other branches is read.
const mostItems = 2_000_000

// side is a branch that parts from the one that is told of.
type side struct {
	end session.Pos
	// own are its entries that no branch before it had.
	own map[session.Pos]bool
	// at is how many entries of the branch that is told of it shares.
	at    int
	files []File
}

// sides finds the branches beside the one with these entries that do something
// with files, in the order in which they part from it.
func sides(x *session.Index, branch []session.Pos) []*side {
	place := make([]int, len(x.Entries)) // on the branch, from 1
	seen := make([]bool, len(x.Entries))
	for i, p := range branch {
		place[p], seen[p] = i+1, true
	}
	var all []*side
	for _, end := range x.Ends() {
		if own, p := apart(x, end, seen); len(own) > 0 {
			for p != session.None && place[p] == 0 {
				p = x.At(p).Parent
			}
			one := &side{end: end, own: own}
			if p != session.None {
				one.at = place[p]
			}
			all = append(all, one)
		}
	}
	slices.SortStableFunc(all, func(a, b *side) int { return cmp.Compare(a.at, b.at) })
	return all
}

// apart takes the entries of a branch that no branch before it had, and the one
// they follow; none, when nothing on them works on files.
func apart(x *session.Index, end session.Pos, seen []bool) (own map[session.Pos]bool, from session.Pos) {
	own = map[session.Pos]bool{}
	works, p := false, end
	for ; p != session.None && !seen[p]; p = x.At(p).Parent {
		seen[p], own[p] = true, true
		works = works || x.At(p).Role == session.RoleBash
		for _, part := range x.PartsOf(p) {
			works = works || part.Kind == session.PartCall && toolOf(part.Tool.String()) > listTool
		}
	}
	if !works {
		return nil, p
	}
	return own, p
}

// elsewhere follows the sides, each from how the files were where it parts from
// the branch, while that is followed in w; the function it answers ends that.
func (w *world) elsewhere(s session.Session, branch []session.Pos, all []*side) func() error {
	place := make(map[session.Pos]int, len(branch))
	for i, p := range branch {
		place[p] = i + 1
	}
	next, read := 0, 0
	var failed error
	w.before = func(it *session.Item) {
		for ; failed == nil && next < len(all) && (it == nil || all[next].at < place[it.Entry]); next++ {
			if read > mostItems {
				return
			}
			n, err := all[next].follow(s, w.apart())
			read, failed = read+n, err
		}
	}
	return func() error {
		w.before(nil)
		return failed
	}
}

// follow reads a side and answers how many items its branch has.
func (one *side) follow(s session.Session, w *world) (read int, err error) {
	items := s.Items(one.end)
	read = len(items)
	items = slices.DeleteFunc(items, func(it session.Item) bool { return !one.own[it.Entry] })
	if err := w.follow(s, items); err != nil {
		return read, err
	}
	one.files = []File{}
	touched, _ := w.settle()
	name := nameOf(s.Index(), one.end)
	for _, f := range touched {
		if f.Command == "" && (f.Certainty == Certain || f.Certainty == Likely) && !f.Undone {
			f.Leaf, f.Branch = s.Index().Key(one.end), name
			one.files = append(one.files, f)
		}
	}
	return read, nil
}

// longestName is how much of what was said a branch is named by, in bytes.
const longestName = 80

// nameOf names a branch for a reader: the label nearest to its end, else what was
// said last on it, the agent's words or the prompt, else its last entry.
func nameOf(x *session.Index, end session.Pos) string {
	said := ""
	for p := end; p != session.None; p = x.At(p).Parent {
		if l := x.Labels[p].Text; l != "" {
			return session.CutText(session.Plain(l), longestName)
		}
		if e := x.At(p); said == "" && (e.Role == session.RoleUser || e.Role == session.RoleAssistant) {
			said = session.CutText(session.Plain(e.Preview), longestName)
		}
		if len(x.Children(p)) > 1 && p != end {
			break
		}
	}
	return cmp.Or(said, x.Key(end))
}

// gathered is what the sides changed, and what was not read of them.
func gathered(all []*side) (files []File, notes []string) {
	files, notes = []File{}, []string{}
	for i, one := range all {
		if one.files == nil {
			return files, append(notes, fmt.Sprintf("%d other branches were not read: there are too many", len(all)-i))
		}
		files = append(files, one.files...)
	}
	return files, notes
}

// apart is the world as it is, with nothing done in it yet.
func (w *world) apart() *world {
	other := newWorld(w.place)
	for path, n := range w.nodes {
		if n.raw == "" && n.now.exists != perhaps {
			is := fact{exists: n.now.exists, text: n.now.text, known: n.now.known && n.now.shaky == "", exec: n.now.exec, from: path}
			other.nodes[path] = &node{path: path, base: is, now: is, staged: is, head: is, ends: n.ends}
		}
	}
	for dir := range w.folders {
		other.folders[dir] = true
	}
	other.shows = w.shows.clone()
	return other
}
