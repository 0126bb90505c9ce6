package session

import (
	"cmp"
	"fmt"
	"slices"
)

// Fragment is what one chunk of lines gave. Within it entries count from 0
// (Part.Entry, Usage.Entry, Mark.Entry), parts too (Entry.FirstPart), and
// physical lines too (Entry.Line, Problem.Line).
type Fragment struct {
	Entries  []Entry // Key is the record's own id, "" when it has none; Parent is not read
	Parents  []string
	Parts    []Part
	Usages   []Usage
	Marks    []Mark
	Problems []Problem
	Heads    []Span
	Tail     Span
	Lines    int
}

// Emptied returns a fragment that holds nothing but has room for as much as f did.
func (f *Fragment) Emptied() Fragment {
	return Fragment{Entries: f.Entries[:0], Parents: f.Parents[:0], Parts: f.Parts[:0], Usages: f.Usages[:0]}
}

// Add takes an entry with its parts. parent is the id the record names, "" for a root.
func (f *Fragment) Add(e Entry, parent string, parts []Part) Pos {
	p := Pos(len(f.Entries))
	e.FirstPart, e.PartCount = int32(len(f.Parts)), uint16(len(parts))
	for i := range parts {
		parts[i].Entry = p
	}
	f.Parts = append(f.Parts, parts...)
	f.Entries = append(f.Entries, e)
	f.Parents = append(f.Parents, parent)
	return p
}

// name gives every entry a key of its own: the last of several with one id
// keeps it, as the agent's own id map does.
func (x *Index) name() {
	x.keys = newKeyTable(len(x.Entries))
	for i := range x.Entries {
		e, p := &x.Entries[i], Pos(i)
		if e.Key == "" {
			e.Flags |= NoID
			e.Key = x.free(lineKey(e.Line))
		}
		slot := x.keys.slot(x.Entries, e.Key)
		before := *slot - 1
		*slot = p + 1
		if before != None {
			x.rename(before, e.Line)
		}
	}
}

// rename gives an entry another key, as the record on a later line has its id.
func (x *Index) rename(at Pos, later int32) {
	old := &x.Entries[at]
	if id := old.Key; old.Has(NoID) { // made up
		old.Key = x.free(id)
	} else {
		old.Key = x.free(fmt.Sprintf("%s~L%d", id, old.Line))
		old.Flags |= Duplicate
		x.Report(old, ProblemDuplicate, fmt.Sprintf("the id %q is used again on line %d; this entry is reachable as %q", id, later, old.Key))
	}
	*x.keys.slot(x.Entries, old.Key) = at + 1
}

// lineKey names an entry without an id by its line, from 1.
func lineKey(line int32) string { return fmt.Sprintf("L%d", line) }

func (x *Index) free(key string) string {
	for {
		if _, taken := x.Lookup(key); !taken {
			return key
		}
		key += "~"
	}
}

// Report adds a problem about an entry.
func (x *Index) Report(e *Entry, kind, text string) {
	x.Problems = append(x.Problems, Problem{
		Line: e.Line, Offset: e.Span.Off, Bytes: int64(e.Span.Len), Kind: kind, Text: text,
	})
}

// Resolve sets the parents by the ids the records name. An entry whose parent is
// not in the file becomes a root and is marked as an orphan.
func (x *Index) Resolve(parents []string) {
	for i := range x.Entries {
		x.resolve(Pos(i), parents[i])
	}
}

// resolve sets the parent of an entry by the id its record names.
func (x *Index) resolve(at Pos, id string) {
	if id == "" {
		return
	}
	e := &x.Entries[at]
	p, ok := at-1, true
	if at == 0 || x.Entries[p].Key != id { // nearly all follow the entry before
		p, ok = x.Lookup(id)
	}
	switch {
	case !ok || x.Entries[p].Has(NoID) || x.Entries[p].Has(Duplicate): // a made-up key is no id
		e.Flags |= Orphan
		if x.missing == nil {
			x.missing = map[Pos]string{}
		}
		x.missing[at] = id
		x.await(id)
		x.Report(e, ProblemOrphan, fmt.Sprintf("the parent %q is not in the file; the history before this entry is missing", id))
	case p == at:
		e.Flags |= Looped
		x.Report(e, ProblemLoop, "the entry names itself as its parent; it is shown as a start")
	default:
		e.Parent = p
	}
}

// Link builds the tree once all parents are set: it cuts loops, lists roots and
// children, and resolves labels and the name.
func (x *Index) Link() {
	x.cutLoops()
	x.linkChildren()
	x.Labels, x.Name = map[Pos]Label{}, ""
	for _, m := range x.Marks {
		x.resolveMark(m)
	}
	x.SortProblems()
}

// SortProblems puts the problems in the order of the file.
func (x *Index) SortProblems() { x.SortProblemsFrom(0) }

// SortProblemsFrom is SortProblems when the first ones stand in order, and before
// all others.
func (x *Index) SortProblemsFrom(first int) {
	slices.SortStableFunc(x.Problems[first:], func(a, b Problem) int { return cmp.Compare(a.Offset, b.Offset) })
}

// linkChildren lists roots and children.
func (x *Index) linkChildren() {
	x.Roots, x.late = x.Roots[:0], nil
	x.childAt = make([]int32, len(x.Entries)+1)
	siblings := false
	for i := range x.Entries {
		p := x.Entries[i].Parent
		if p == None {
			x.Roots = append(x.Roots, Pos(i))
			continue
		}
		x.childAt[p+1]++
		siblings = siblings || x.childAt[p+1] > 1
	}
	for i := range x.Entries {
		x.childAt[i+1] += x.childAt[i]
	}
	x.kids = make([]Pos, len(x.Entries)-len(x.Roots))
	next := slices.Clone(x.childAt)
	for i := range x.Entries {
		if p := x.Entries[i].Parent; p != None {
			x.kids[next[p]] = Pos(i)
			next[p]++
		}
	}
	if !siblings {
		return
	}
	for i := range x.Entries {
		if kids := x.Children(Pos(i)); len(kids) > 1 {
			slices.SortStableFunc(kids, x.byTime)
		}
	}
}

// byTime orders siblings by time; those without a usable time come last, in the
// order of the file.
func (x *Index) byTime(a, b Pos) int {
	s, t := x.Entries[a].AtMs, x.Entries[b].AtMs
	switch {
	case s == 0 || t == 0:
		return cmp.Compare(btoi(s == 0), btoi(t == 0))
	default:
		return cmp.Compare(s, t)
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// cutLoops makes the first entry of every loop, in file order, a root.
func (x *Index) cutLoops() {
	if x.forward() {
		return
	}
	walk := make([]Pos, len(x.Entries)) // 0 = not seen, else 1 + the walk that saw it
	for i := range x.Entries {
		stamp := Pos(i) + 1
		p := Pos(i)
		for p != None && walk[p] == 0 {
			walk[p] = stamp
			p = x.Entries[p].Parent
		}
		if p == None || walk[p] != stamp {
			continue
		}
		first := p
		for q := x.Entries[p].Parent; q != p; q = x.Entries[q].Parent {
			first = min(first, q)
		}
		e := &x.Entries[first]
		e.Flags |= Looped
		x.Report(e, ProblemLoop, fmt.Sprintf("the parent %q closes a loop; this entry is shown as a start", x.Entries[e.Parent].Key))
		e.Parent = None
	}
}

// forward tells whether every entry stands behind its parent, so that there can
// be no loop.
func (x *Index) forward() bool {
	for i := range x.Entries {
		if x.Entries[i].Parent >= Pos(i) {
			return false
		}
	}
	return true
}

// resolveMark applies a label or a name. They count in the order of the file,
// whatever branch they stand on.
func (x *Index) resolveMark(m Mark) {
	switch m.Kind {
	case MarkLabel:
		p, ok := x.ByID(m.Target)
		switch {
		case !ok:
			x.await(m.Target)
		case m.Text == "":
			delete(x.Labels, p)
		default:
			x.Labels[p] = Label{Text: m.Text, AtMs: x.Entries[m.Entry].AtMs, By: m.Entry}
		}
	case MarkName:
		x.Name = m.Text
	case MarkLeaf, MarkEdit:
		if _, ok := x.ByID(m.Target); !ok && m.Target != "" {
			x.await(m.Target)
		}
	}
}

// await notes an id that is given later, if at all.
func (x *Index) await(id string) {
	if x.awaited == nil {
		x.awaited = map[string]bool{}
	}
	x.awaited[id] = true
}
