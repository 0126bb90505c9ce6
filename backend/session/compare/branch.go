package compare

import (
	"cmp"
	"slices"

	"branchline/backend/session"
	"branchline/backend/session/outcome"
)

// branch is one side while it is compared.
type branch struct {
	Side
	name   string // "A" or "B"
	x      *session.Index
	path   []session.Pos // of the whole branch; in a run log with resets, its past
	shared int           // how many of them both sides share
	// unlabelled: labels are left out, because copying a session writes them anew.
	unlabelled bool
	// mine tells of the entries that are not shared.
	mine []bool
	// items are those of the part that is not shared.
	items []session.Item
	steps []step
	lead  []int
	names *namer
	// totals are those of the part that is not shared.
	totals outcome.Totals
	// carried counts the messages of the part that an earlier run left, and which of
	// them are calls and failed calls.
	carried, carriedCalls, carriedErrors int
	// cut: the branch goes on behind its leaf.
	cut bool
}

func newBranch(name string, s Side) *branch {
	x := s.Session.Index()
	return &branch{Side: s, name: name, x: x, path: x.Past(s.Leaf), cut: goesOn(x, s.Leaf)}
}

// goesOn tells whether more than labels and the like stands behind an entry.
func goesOn(x *session.Index, leaf session.Pos) bool {
	switch {
	case leaf == session.None:
		return false
	case x.Header.Closed: // a run is one course
		return leaf < x.Leaf
	}
	for stack := slices.Clone(x.Children(leaf)); len(stack) > 0; {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !x.At(p).Kind.Meta() {
			return true
		}
		stack = append(stack, x.Children(p)...)
	}
	return false
}

// read takes the items of the part that is not shared. A call that both share is
// of this part when its answer is.
func (b *branch) read() {
	b.mine = make([]bool, len(b.x.Entries))
	for _, p := range b.path[b.shared:] {
		b.mine[p] = true
		if e := b.x.At(p); e.Has(session.Inherited) && e.Kind == session.KindMessage {
			b.carried++
		}
	}
	b.totals = outcome.After(b.Session, b.Leaf, b.shared)
	all := b.Session.Items(b.Leaf)
	line := int32(0)
	if b.shared > 0 {
		line = b.x.At(b.path[b.shared-1]).Line
	}
	for i := range all {
		it := &all[i]
		switch {
		case it.Entry == session.None: // a record that is no entry
			if it.Line > line {
				b.items = append(b.items, *it)
			}
		case b.mine[it.Entry], it.Answer != session.None && b.mine[it.Answer]:
			b.items = append(b.items, *it)
			if it.Inherited && made(b, it) {
				b.carriedCalls++
				if it.Error {
					b.carriedErrors++
				}
			}
		}
	}
	b.totals.ToolCalls += b.carriedCalls
	b.totals.Errors += b.carriedErrors
	b.readSteps()
}

// made tells whether an item is a call that the part itself made.
func made(b *branch, it *session.Item) bool {
	return it.Kind == session.ItemCall && it.Answer != it.Entry && it.Entry != session.None && b.mine[it.Entry]
}

// key names the entry of an item among those that are not shared; for a record
// that is no entry, the one before it.
func (b *branch) key(it *session.Item) string {
	switch {
	case it.Entry == session.None:
		after, _ := slices.BinarySearchFunc(b.path, it.Line, func(p session.Pos, line int32) int { return cmp.Compare(b.x.At(p).Line, line) })
		if after == 0 {
			return ""
		}
		return b.x.Key(b.path[after-1])
	case !b.mine[it.Entry] && it.Answer != session.None:
		return b.x.Key(it.Answer)
	}
	return b.x.Key(it.Entry)
}

// keys are those of the entries from one place of the path to another.
func (b *branch) keys(from, to int) []string {
	out := make([]string, 0, to-from)
	for _, p := range b.path[from:to] {
		if !b.unlabelled || b.x.At(p).Kind != session.KindLabel {
			out = append(out, b.x.Key(p))
		}
	}
	return out
}

// ancestor is the last entry both share, None when there is none.
func (b *branch) ancestor() session.Pos {
	if b.shared == 0 {
		return session.None
	}
	return b.path[b.shared-1]
}
