package pi

import (
	"fmt"

	"branchline/backend/session"
)

// activeLeaf is where pi would continue: the last entry of the file, or in
// files of pi's harness the one the last leaf entry names, when nothing was
// added since. Lines that are no records and entries without an id never count;
// pi 1.6.0 loses its leaf when one of them comes last.
func activeLeaf(x *session.Index) session.Pos {
	leaf := session.None
	for i := range x.Entries {
		leaf = leafAfter(x, leaf, session.Pos(i))
	}
	return leaf
}

// leafAfter is the active leaf once p has been written, leaf being that before.
func leafAfter(x *session.Index, leaf, p session.Pos) session.Pos {
	e := x.At(p)
	if e.Has(session.NoID) {
		return leaf
	}
	if e.Kind != session.KindLeaf {
		return p
	}
	id := ""
	for _, m := range x.MarksOf(p) {
		if m.Kind == session.MarkLeaf {
			id = m.Target
		}
	}
	if id == "" {
		return session.None
	}
	to, ok := x.ByID(id)
	if !ok {
		x.Report(e, session.ProblemField, fmt.Sprintf("the leaf moves to %q, which is not in the file; it stays where it was", id))
		return leaf
	}
	return to
}

// suggestedLeaf is the leaf to show first: the active one, but when that is no
// prompt or reply and the newest of those stands on another path, the end of
// that path. So a label or a name written elsewhere does not hide the work.
func suggestedLeaf(x *session.Index) session.Pos {
	if x.Leaf != session.None && spoken(x.At(x.Leaf)) {
		return x.Leaf
	}
	newest := session.Pos(len(x.Entries)) - 1
	for newest >= 0 && !spoken(x.At(newest)) {
		newest--
	}
	if newest < 0 {
		return x.Leaf
	}
	for p := x.Leaf; p != session.None; p = x.At(p).Parent {
		if p == newest {
			return x.Leaf
		}
	}
	return end(x, newest)
}

// spoken tells whether an entry is a prompt or a reply.
func spoken(e *session.Entry) bool {
	return e.Kind == session.KindMessage && (e.Role == session.RoleUser || e.Role == session.RoleAssistant)
}

// end follows the branch on from p by the child that was written last.
func end(x *session.Index, p session.Pos) session.Pos {
	for {
		next := session.None
		for _, kid := range x.Children(p) {
			if x.At(kid).Kind != session.KindLeaf {
				next = max(next, kid)
			}
		}
		if next == session.None {
			return p
		}
		p = next
	}
}
