package graph

import (
	"slices"
	"strings"

	"branchline/backend/session"
)

// told are the items of a session by the entry they stand at.
type told struct {
	items []session.Item
	first []int32 // where the items of an entry begin; one more than entries
	// resets are those of a run log, in order; they stand at no entry.
	resets []session.Item
}

// tell asks the format for the items of every branch. What the branch of the
// active leaf says about an entry counts first.
func tell(s session.Session) *told {
	x := s.Index()
	var found, resets []session.Item
	by := make([]int32, len(x.Entries)) // 1 + the branch that told of an entry
	count := make([]int32, len(x.Entries)+1)
	var leaves []session.Pos
	if x.Leaf != session.None {
		leaves = append(leaves, x.Leaf)
	}
	if !x.Resets() { // else the last branch tells of everything
		for _, leaf := range x.Leaves() {
			if leaf != x.Leaf {
				leaves = append(leaves, leaf)
			}
		}
	}
	for i, leaf := range leaves {
		items := s.Items(leaf)
		found = slices.Grow(found, len(items))
		for _, it := range items {
			if it.Kind == session.ItemReset {
				resets = append(resets, it)
			}
			if it.Entry == session.None || by[it.Entry] != 0 && by[it.Entry] != int32(i)+1 {
				continue
			}
			by[it.Entry] = int32(i) + 1
			count[it.Entry+1]++
			found = append(found, it)
		}
	}
	for i := range x.Entries {
		count[i+1] += count[i]
	}
	t := &told{items: make([]session.Item, len(found)), first: count, resets: resets}
	next := append([]int32(nil), count...)
	for _, it := range found {
		t.items[next[it.Entry]] = it
		next[it.Entry]++
	}
	return t
}

// at returns the items of an entry in the order they are read.
func (t *told) at(p session.Pos) []session.Item { return t.items[t.first[p]:t.first[p+1]] }

// link is what led from the segment before to the one whose first row stands at
// a line: the last reset before it, "" when there is none.
func (t *told) link(line int32) (words string) {
	last := int32(0)
	for _, it := range t.resets {
		if it.Line < line && it.Line >= last {
			last, words = it.Line, session.Plain(it.Text)
		}
	}
	return words
}

// nodes reads the nodes off the items.
func (t *told) nodes(x *session.Index) []node {
	out := make([]node, len(x.Entries))
	for i := range x.Entries {
		p := session.Pos(i)
		n := node{answers: session.None, kind: x.At(p).ItemKind()}
		var calls, others int32
		for _, it := range t.at(p) {
			if it.Kind.Meta() {
				continue
			}
			if it.Round {
				n.round, n.folds = true, true
				continue
			}
			switch {
			case it.Kind == session.ItemCall:
				calls++
			case it.Kind != session.ItemThinking:
				others++
			}
			if it.Error && (it.Kind == session.ItemCall || it.Kind == session.ItemBash) {
				n.errors++
			} else if it.Error {
				n.failed = true
			}
			if n.items == 0 || rank(it.Kind) > rank(n.kind) {
				n.kind = it.Kind
			}
			n.items++
		}
		if n.shown = n.items > 0 || n.round; n.items > 0 {
			n.tools = others == 0
			switch n.kind {
			case session.ItemPrompt, session.ItemCompaction, session.ItemBranchSummary, session.ItemReset, session.ItemResult:
			case session.ItemReply:
				n.end(x.At(p), calls > 0)
				n.folds = n.folds && !n.failed
			default:
				n.folds = true
				n.failed = n.failed || n.errors > 0
			}
		}
		n.fail()
		out[i] = n
	}
	return out
}

// rank orders the kinds of items that stand at one entry: what was said, what
// was done, what was thought.
func rank(k session.ItemKind) int {
	switch k {
	case session.ItemThinking:
		return 0
	case session.ItemCall:
		return 1
	}
	return 2
}

// text is what the items of one entry say in one line.
func (t *told) text(p session.Pos, kind session.ItemKind) string {
	var said []string
	for _, it := range t.at(p) {
		switch {
		case it.Kind != kind:
		case it.Kind == session.ItemCall:
			said = append(said, strings.TrimSpace(it.Tool+" "+it.Target))
		case it.Text != "":
			said = append(said, it.Text)
		}
	}
	if len(said) == 0 {
		return "(" + kind.String() + ")"
	}
	return session.CutText(session.Plain(strings.Join(said, " · ")), 2*session.PreviewBytes)
}
