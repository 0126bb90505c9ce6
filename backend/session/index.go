package session

import (
	"sort"
	"strconv"
	"strings"
	"time"
)

// UnfinishedFor is for how long after the last change of a file its unfinished last
// line may still be being written.
const UnfinishedFor = time.Minute

// Index is what one pass over a session file leaves behind: everything but the
// bodies. It is built by Join and Link and read-only afterwards.
type Index struct {
	Header   Header
	Entries  []Entry
	Parts    []Part
	Usages   []Usage
	Marks    []Mark
	Problems []Problem
	// Roots are the entries without a parent in the file, in file order.
	Roots []Pos
	// Leaf is where the agent itself would continue, None when nowhere.
	Leaf Pos
	// Suggested is the leaf to show first.
	Suggested Pos
	// Labels are the labels in force.
	Labels map[Pos]Label
	// Name is the session's name in force, "" when it has none.
	Name string
	// Messages counts the message entries on all branches.
	Messages int
	// ModifiedMs is the time of the newest prompt or reply; 0 when none is usable.
	ModifiedMs int64
	// FirstPrompt is the first prompt with text, None when there is none.
	FirstPrompt Pos
	// Heads are the records that are no entries: the header and, in run logs,
	// meta, result and reset.
	Heads []Span
	// Lines is the number of physical lines.
	Lines int
	// Tail is the unfinished last line; Len 0 when there is none.
	Tail Span
	// Size is the number of bytes indexed, WrittenMs the file's own time of change.
	Size      int64
	WrittenMs int64

	childAt []int32
	kids    []Pos
	late    map[Pos][]Pos // the children of entries that got some since
	keys    keyTable
	lined   bool // keys are found by their lines, see Joiner.Lined
	missing map[Pos]string
	awaited map[string]bool // ids that orphans, labels, edits and leaf entries name and no entry has
}

// At returns the entry at p.
func (x *Index) At(p Pos) *Entry { return &x.Entries[p] }

// Lookup finds an entry by its key.
func (x *Index) Lookup(key string) (Pos, bool) {
	if x.lined {
		return x.onLine(key)
	}
	p := *x.keys.slot(x.Entries, key) - 1
	return p, p != None
}

// onLine finds an entry by the line its key names.
func (x *Index) onLine(key string) (Pos, bool) {
	line, err := strconv.Atoi(strings.TrimPrefix(key, "L"))
	if err != nil {
		return None, false
	}
	at := sort.Search(len(x.Entries), func(i int) bool { return int(x.Entries[i].Line) >= line })
	if at == len(x.Entries) || x.Entries[at].Key != key {
		return None, false
	}
	return Pos(at), true
}

// ByID finds the entry whose record has the id, the last of several. Keys that were
// made up are no ids.
func (x *Index) ByID(id string) (Pos, bool) {
	p, ok := x.Lookup(id)
	if !ok || x.Entries[p].Has(NoID) || x.Entries[p].Has(Duplicate) {
		return None, false
	}
	return p, true
}

// Children returns the entries that follow p, by time where both have one,
// else in file order. The slice must not be changed.
func (x *Index) Children(p Pos) []Pos {
	if kids, grown := x.late[p]; grown {
		return kids
	}
	if int(p)+1 >= len(x.childAt) {
		return nil
	}
	return x.kids[x.childAt[p]:x.childAt[p+1]]
}

// MissingParent returns the parent an orphan names, "" for any other entry.
func (x *Index) MissingParent(p Pos) string { return x.missing[p] }

// PartsOf returns the parts of an entry in file order.
func (x *Index) PartsOf(p Pos) []Part {
	e := &x.Entries[p]
	return x.Parts[e.FirstPart : int(e.FirstPart)+int(e.PartCount)]
}

// CallsAt names the calls of a message, or the call whose result it is, in one
// line; "" where there is none.
func (x *Index) CallsAt(p Pos) string {
	var names []string
	for i := range x.PartsOf(p) {
		switch part := &x.PartsOf(p)[i]; part.Kind {
		case PartCall, PartResult:
			names = append(names, strings.TrimSpace(part.Tool.String()+" "+part.Target))
		}
	}
	return CutText(Plain(strings.Join(names, " · ")), 2*PreviewBytes)
}

// Branch returns the path from its root to leaf, root first. None gives no entries.
func (x *Index) Branch(leaf Pos) []Pos {
	n := 0
	for p := leaf; p != None; p = x.Entries[p].Parent {
		n++
	}
	path := make([]Pos, n)
	for p := leaf; p != None; p = x.Entries[p].Parent {
		n--
		path[n] = p
	}
	return path
}

// Leads tells whether from is on the path from a root to to, which ends there.
func (x *Index) Leads(from, to Pos) bool {
	for p := to; p != None; p = x.Entries[p].Parent {
		if p == from {
			return true
		}
	}
	return false
}

// Leaves returns the entries without children, in file order. Leaf entries only
// say where another entry is the leaf: they are none, and no children.
func (x *Index) Leaves() []Pos {
	parent := make([]bool, len(x.Entries))
	for i := range x.Entries {
		if e := &x.Entries[i]; e.Kind != KindLeaf && e.Parent != None {
			parent[e.Parent] = true
		}
	}
	var out []Pos
	for i := range x.Entries {
		if !parent[i] && x.Entries[i].Kind != KindLeaf {
			out = append(out, Pos(i))
		}
	}
	return out
}

// Key returns the key of p, "" for None.
func (x *Index) Key(p Pos) string {
	if p == None {
		return ""
	}
	return x.Entries[p].Key
}
