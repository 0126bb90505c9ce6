package contexts

import (
	"slices"

	"branchline/backend/session"
)

// stretch are entries in a row that were left out for one reason.
type stretch struct {
	reason
	entries []session.Pos
}

// reason says why an entry is not among the messages, and by which compaction or
// edit; by is None for the others.
type reason struct {
	why string
	by  session.Pos
}

const (
	// compacted: a compaction stands in its place.
	compacted = "compacted"
	// removed: a context edit takes it out.
	removed = "removed"
	// reset: the run began its conversation anew after it.
	reset = "reset"
	// unsent: it has nothing that could be sent.
	unsent = "unsent"
	// elsewhere: it stands on another branch.
	elsewhere = "elsewhere"

	// edited: a message that a context edit gives other words.
	edited = "edited"
	// kept: the system prompt as a compaction wrote it down.
	kept = "kept"
)

// reasons knows why entries of a past are not among the messages (pi 1.6.0,
// buildContextEntries and projectContextEntry).
type reasons struct {
	c *Context
	// last is the place of the compaction in force in the past, kept that of the
	// first entry it keeps, or its own; -1 without one.
	last, kept int
	// taken says which edit takes an entry out.
	taken map[session.Pos]session.Pos
}

func reasonsOf(c *Context) reasons {
	r := reasons{c: c, last: -1, kept: -1, taken: map[session.Pos]session.Pos{}}
	for i, p := range c.past {
		if c.x.At(p).Kind == session.KindCompaction {
			r.last, r.kept = i, i
		}
	}
	if r.last >= 0 {
		for _, m := range c.x.MarksOf(c.past[r.last]) {
			if p, ok := c.x.ByID(m.Target); ok && m.Kind == session.MarkKept {
				if at := slices.Index(c.past[:r.last], p); at >= 0 {
					r.kept = at
				}
			}
		}
	}
	for _, p := range c.past[max(r.kept, 0):] {
		if c.x.At(p).Kind == session.KindEdit {
			r.edit(p)
		}
	}
	return r
}

// edit takes over what an edit that is itself in the context does.
func (r *reasons) edit(p session.Pos) {
	for _, m := range r.c.x.MarksOf(p) {
		to, ok := r.c.x.ByID(m.Target)
		switch {
		case !ok || m.Kind != session.MarkEdit:
		case r.c.x.At(p).Has(session.Cleared):
			r.taken[to] = p
		default:
			delete(r.taken, to)
		}
	}
}

// of says why the entry at a place of the past is not among the messages.
func (r *reasons) of(i int) reason {
	p := r.c.past[i]
	e := r.c.x.At(p)
	edit, taken := r.taken[p]
	switch {
	case e.Has(session.Replaced):
		return reason{reset, session.None}
	case i < r.kept:
		return reason{compacted, r.c.past[r.last]}
	case taken:
		return reason{removed, edit}
	case i < r.last && (e.Role == session.RoleSystem || e.Kind == session.KindCompaction):
		return reason{compacted, r.c.past[r.last]}
	}
	return reason{unsent, session.None}
}

// speaks tells whether an entry can carry text for the model.
func speaks(e *session.Entry) bool {
	switch e.Kind {
	case session.KindMessage, session.KindCustomMessage, session.KindCompaction:
		return true
	case session.KindBranchSummary:
		return e.Has(session.HasText)
	}
	return false
}
