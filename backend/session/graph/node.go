package graph

import (
	"slices"

	"branchline/backend/session"
)

// node is what the graph knows about one entry.
type node struct {
	kind session.ItemKind
	// shown: a reader sees the entry as a row, or within steps.
	shown bool
	// folds: the entry may stand within steps.
	folds bool
	// final: a reply that ends a turn. maybe: one that does so when a prompt
	// or nothing follows.
	final, maybe bool
	// tools: there is nothing to see but tool calls and thoughts.
	tools bool
	// round: a round of a run begins here.
	round bool
	// failed: the message itself ended in an error, or its one call failed. faulty:
	// that, or one of its calls failed.
	failed, faulty bool
	// items counts what a reader sees of it, errors its failed calls.
	items, errors int32
	// answers is the call a hidden tool result belongs to.
	answers session.Pos
}

// nodes says of every entry what it is. An event is told again by the record
// written later, and a reset tells past records again; which of the two a
// reader sees, only the format's items say.
func nodes(s session.Session, order []session.Pos) ([]node, *told) {
	x := s.Index()
	if byItems(x, 0) {
		t := tell(s)
		return t.nodes(x), t
	}
	out := session.Roomy[node](len(x.Entries))
	for _, p := range order {
		out[p] = fromIndex(x, p)
	}
	for i := range out {
		if at := out[i].answers; at != session.None {
			out[at].errors += out[i].errors
			out[i].errors = 0
		}
	}
	for i := range out {
		out[i].fail()
	}
	return out, nil
}

// fail says of a call with errors that it failed. Its errors are its own yet.
func (n *node) fail() {
	n.failed = n.failed || n.kind == session.ItemCall && n.errors > 0
	n.faulty = n.failed || n.errors > 0
}

// faults is how many times it failed: its calls, else the message itself.
func (n *node) faults() int32 {
	if n.failed {
		return max(n.errors, 1)
	}
	return n.errors
}

// bear counts failures of others beside its own.
func (n *node) bear(faults int32) { n.errors = n.faults() + faults }

// byItems tells whether only the items say what a reader sees of the entries,
// because of one of them from p on.
func byItems(x *session.Index, p session.Pos) bool {
	for i := int(p); i < len(x.Entries); i++ {
		if e := &x.Entries[i]; e.Kind == session.KindEvent || e.Flags&(session.Inherited|session.Replaced) != 0 {
			return true
		}
	}
	return false
}

// shown tells what fromIndex does of an entry: whether a reader sees it.
func shown(x *session.Index, p session.Pos) bool {
	e := x.At(p)
	return !e.Kind.Meta() && (e.ItemKind() != session.ItemCall || call(x, p) == session.None)
}

// fromIndex reads a node off the index.
func fromIndex(x *session.Index, p session.Pos) node {
	e := x.At(p)
	n := node{kind: e.ItemKind(), items: 1, answers: session.None}
	n.shown = !e.Kind.Meta()
	switch n.kind {
	case session.ItemCall: // a tool result
		n.errors, n.folds, n.tools = failures(x, p), true, true
		if n.answers = call(x, p); n.answers != session.None {
			n.shown = false
		}
	case session.ItemReply:
		n.speak(x, p)
	case session.ItemBash:
		n.folds = true
		if e.Has(session.Failed) {
			n.errors, n.failed = 1, true
		}
	case session.ItemPrompt, session.ItemCompaction, session.ItemBranchSummary:
	default:
		n.folds = true
	}
	return n
}

// speak fills in the node of an assistant's message.
func (n *node) speak(x *session.Index, p session.Pos) {
	e := x.At(p)
	var texts, calls, thoughts, others int32
	for i := range x.PartsOf(p) {
		switch x.PartsOf(p)[i].Kind {
		case session.PartText, session.PartImage:
			texts++
		case session.PartCall:
			calls++
		case session.PartThinking:
			thoughts++
		default:
			others++
		}
	}
	if texts == 0 && (e.PartCount == 0 || e.Stop == session.StopError || e.Stop == session.StopAborted) {
		texts = 1 // a message that shows nothing else is one reply
	}
	n.items = texts + calls + thoughts + others
	switch {
	case texts > 0:
	case calls > 0:
		n.kind = session.ItemCall
	case thoughts > 0:
		n.kind = session.ItemThinking
	}
	n.tools = texts+others == 0
	n.end(e, calls > 0)
}

// end says how a reply stands at the end of its turn.
func (n *node) end(e *session.Entry, calls bool) {
	switch {
	case e.Stop == session.StopError || e.Has(session.Failed) && e.Role == session.RoleAssistant:
		n.failed, n.tools = true, false
	case e.Stop == session.StopAborted || e.Stop == session.StopLength:
		n.tools = false
	case n.kind == session.ItemReply && !calls && e.Stop == session.StopNone:
		n.folds, n.maybe = true, true
	case n.kind == session.ItemReply && !calls && e.Stop != session.StopToolUse && e.Has(session.HasText):
		n.final = true
	default:
		n.folds = true
	}
}

func failures(x *session.Index, p session.Pos) (n int32) {
	for i := range x.PartsOf(p) {
		if x.PartsOf(p)[i].Kind == session.PartResult && x.PartsOf(p)[i].Error {
			n++
		}
	}
	if n == 0 && x.At(p).Has(session.Failed) {
		n = 1
	}
	return n
}

// reach is how many entries from a result its call is looked for: calls of one
// message are answered right behind it.
const reach = 256

// call finds the entry that made the call a result answers, None when it is not
// on the path.
func call(x *session.Index, p session.Pos) session.Pos {
	i := slices.IndexFunc(x.PartsOf(p), func(part session.Part) bool { return part.Kind == session.PartResult })
	if i < 0 {
		return session.None
	}
	id := x.PartsOf(p)[i].Call
	q := x.At(p).Parent
	for range reach {
		if q == session.None {
			break
		}
		if makes(x, q, id) {
			return q
		}
		q = x.At(q).Parent
	}
	// Agents once could write results just before the message that called for them.
	q = p
	for range reach {
		if id == session.NoCall || x.At(q).Role != session.RoleToolResult || len(x.Children(q)) != 1 {
			break
		}
		if q = x.Children(q)[0]; makes(x, q, id) {
			return q
		}
	}
	return session.None
}

// makes tells whether an entry makes the call with this id.
func makes(x *session.Index, p session.Pos, id session.CallID) bool {
	for i := range x.PartsOf(p) {
		if part := &x.PartsOf(p)[i]; part.Kind == session.PartCall && part.Call == id {
			return true
		}
	}
	return false
}
