package library

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"branchline/backend/paths"
	"branchline/backend/session"
)

// What is odd about the link of a session to the one it was made from.
const (
	// LinkMissing: what the session names is not among the sessions found.
	LinkMissing = "missing"
	// LinkItself: the session names itself.
	LinkItself = "itself"
	// LinkLoop: the link was cut because it closed a loop.
	LinkLoop = "loop"
	// LinkAmbiguous: several files could be meant; one of them was chosen.
	LinkAmbiguous = "ambiguous"
)

// found is a row with what ties it to others.
type found struct {
	Row
	info fs.FileInfo
	// parent is the file a pi session names as its parent, nil when it is not there.
	parent fs.FileInfo
	// partial: the file has grown since the row was made.
	partial bool
}

// parentOf looks at the file a pi session names as its parent. Only a path of
// this machine is looked at; a relative one hangs beside the session.
func parentOf(row Row) fs.FileInfo {
	if row.Format == runs || row.MadeFrom == "" {
		return nil
	}
	path := row.MadeFrom
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
// folder was moved; run logs by the id, else by the name of the log. A pi parent
// that is not listed stays as the header names it.
func tie(list []found) []Row {
	t := newTies(list)
	for i := range list {
		t.link(i)
	}
	t.cutLoops()
	return t.answer()
}

// ties are the rows while their links are looked for.
type ties struct {
	list []found
	rows []Row
	// up is each row's parent, -1 for none.
	up          []int
	files       identities
	byPath      map[string]int
	byID, named map[string][]int // run logs
}

func newTies(list []found) *ties {
	t := &ties{
		list: list, rows: make([]Row, len(list)), up: make([]int, len(list)),
		byPath: map[string]int{}, byID: map[string][]int{}, named: map[string][]int{},
	}
	for i, f := range list {
		t.rows[i], t.up[i] = f.Row, -1
		t.files.add(f.info, i)
		t.byPath[f.Path] = i
		if f.Format == runs {
			t.byID[f.ID] = append(t.byID[f.ID], i)
			t.named[Stem(f.Path)] = append(t.named[Stem(f.Path)], i)
		}
	}
	return t
}

// named tells whether a file is named like a session.
func named(name string) bool { return name != Stem(name) }

// Stem is the name of a session's file without what tells that it is one.
func Stem(path string) string {
	name := filepath.Base(path)
	for _, extension := range []string{".jsonl", ".pisession"} {
		if stem, cut := strings.CutSuffix(name, extension); cut {
			return stem
		}
	}
	return name
}

// link finds the parent of one row.
func (t *ties) link(i int) {
	f, row := t.list[i], &t.rows[i]
	if row.MadeFrom == "" {
		return
	}
	var self bool
	if f.Format == runs {
		self = t.resumed(i)
	} else {
		self = t.forked(i)
	}
	switch {
	case self:
		row.Parent, row.Link = "", LinkItself
	case t.up[i] < 0:
		row.Link = LinkMissing
	}
}

// resumed finds the run a run log goes on from. It tells whether that is the run itself.
func (t *ties) resumed(i int) (self bool) {
	id := t.list[i].MadeFrom
	if t.list[i].ID == id {
		return true
	}
	able := t.byID[id]
	if len(able) == 0 {
		able = t.named[id]
	}
	able = slices.DeleteFunc(slices.Clone(able), func(j int) bool { return j == i })
	if len(able) == 0 {
		return Stem(t.list[i].Path) == id
	}
	beside := slices.DeleteFunc(slices.Clone(able), func(j int) bool {
		return filepath.Dir(t.list[j].Path) != filepath.Dir(t.list[i].Path)
	})
	if len(beside) > 0 {
		able = beside
	}
	t.up[i] = slices.MinFunc(able, func(a, b int) int { return t.likelier(i, a, b) })
	if len(able) > 1 {
		t.rows[i].Link = LinkAmbiguous
		for _, j := range able {
			t.rows[i].Candidates = append(t.rows[i].Candidates, t.list[j].Path)
		}
		slices.Sort(t.rows[i].Candidates)
	}
	return false
}

// likelier orders two logs of one id: one that still has its name, one that began
// before the child, the one that began last.
func (t *ties) likelier(child, a, b int) int {
	id, began := t.list[child].MadeFrom, t.list[child].CreatedMs
	x, y := t.list[a], t.list[b]
	return cmp.Or(
		cmp.Compare(btoi(Stem(x.Path) != id), btoi(Stem(y.Path) != id)),
		cmp.Compare(btoi(x.CreatedMs > began), btoi(y.CreatedMs > began)),
		cmp.Compare(y.CreatedMs, x.CreatedMs),
		strings.Compare(x.Path, y.Path),
	)
}

// forked finds the session a pi session was made from. It tells whether that is
// the session itself.
func (t *ties) forked(i int) (self bool) {
	f := t.list[i]
	if f.parent != nil {
		if os.SameFile(f.parent, f.info) {
			return true
		}
		if p, ok := t.files.find(f.parent); ok {
			t.up[i] = p
		}
		return false
	}
	if p, ok := t.byPath[filepath.Join(filepath.Dir(f.Path), base(f.MadeFrom))]; ok && p != i {
		t.up[i] = p
	}
	return false
}

// base is the last name of a path written on any system.
func base(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }

// cutLoops makes the row of each loop that began first a root.
func (t *ties) cutLoops() {
	const on, over = 1, 2
	seen := make([]byte, len(t.up))
	for i := range t.up {
		var way []int
		at := i
		for at >= 0 && seen[at] == 0 {
			seen[at] = on
			way = append(way, at)
			at = t.up[at]
		}
		if at >= 0 && seen[at] == on {
			loop := way[slices.Index(way, at):]
			first := slices.MinFunc(loop, func(a, b int) int { return older(&t.rows[a], &t.rows[b]) })
			t.up[first] = -1
			t.rows[first].Parent, t.rows[first].Link = "", LinkLoop
		}
		for _, j := range way {
			seen[j] = over
		}
	}
}

// older orders by the time a session was begun, what has none last.
func older(a, b *Row) int {
	return cmp.Or(
		cmp.Compare(btoi(a.CreatedMs == 0), btoi(b.CreatedMs == 0)),
		cmp.Compare(a.CreatedMs, b.CreatedMs),
		strings.Compare(a.Path, b.Path),
	)
}

// answer fills in what the links say.
func (t *ties) answer() []Row {
	for i, p := range t.up {
		if p < 0 {
			continue
		}
		t.rows[i].Parent = t.rows[p].Path
		t.rows[p].ContinuedBy = append(t.rows[p].ContinuedBy, t.rows[i].Path)
		if t.rows[p].Format == runs && t.rows[p].Outcome == string(session.Running) {
			// A run that another goes on from does not run any more.
			t.rows[p].Outcome = string(session.Interrupted)
		}
	}
	for i := range t.rows {
		slices.Sort(t.rows[i].ContinuedBy)
		t.rows[i].Place = 1 + btoi(t.rows[i].Link == LinkMissing)
		for p := t.up[i]; p >= 0; p = t.up[p] {
			t.rows[i].Place += 1 + btoi(t.rows[p].Link == LinkMissing)
		}
	}
	t.lengths()
	return t.rows
}

// lengths says of each row how many sessions the longest way over it has.
func (t *ties) lengths() {
	for i := range t.rows {
		t.rows[i].Length = max(t.rows[i].Length, t.rows[i].Place)
		if len(t.rows[i].ContinuedBy) > 0 {
			continue
		}
		for p := t.up[i]; p >= 0; p = t.up[p] {
			t.rows[p].Length = max(t.rows[p].Length, t.rows[i].Place)
		}
	}
}
