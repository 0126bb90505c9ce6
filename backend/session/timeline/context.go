package timeline

import "branchline/backend/session"

// mark says what became of an entry on its way to the model.
type mark uint8

const (
	asIs mark = iota
	edited
	removed
	compacted
	unsent
)

var markNames = [...]string{asIs: "", edited: "edited", removed: "removed", compacted: "compacted", unsent: "unsent"}

func (m mark) String() string { return markNames[m] }

// contextOf compares the past of a leaf with what the model is sent there.
// Entries that are sent as they stand, and those that never speak to the model,
// have no mark; what a reset did away with, its items say.
func contextOf(s session.Session, leaf session.Pos, past []session.Pos) []mark {
	x := s.Index()
	marks := session.Roomy[mark](len(x.Entries))
	sent := make([]bool, len(x.Entries))
	for _, piece := range s.Context(leaf) {
		if piece.Unsent {
			continue
		}
		if sent[piece.Entry] = true; piece.Edit != session.None {
			marks[piece.Entry] = edited
		}
	}
	gone := taken(x, past)
	last := -1 // the last compaction
	for i, p := range past {
		if x.At(p).Kind == session.KindCompaction {
			last = i
		}
	}
	for i, p := range past {
		switch {
		case sent[p] || !speaks(x.At(p)) || x.At(p).Has(session.Replaced):
		case gone[p]:
			marks[p] = removed
		case i < last:
			marks[p] = compacted
		default:
			marks[p] = unsent
		}
	}
	return marks
}

// taken are the entries whose last edit on the path removes them.
func taken(x *session.Index, path []session.Pos) map[session.Pos]bool {
	out := map[session.Pos]bool{}
	for _, p := range path {
		if x.At(p).Kind != session.KindEdit {
			continue
		}
		for _, m := range x.MarksOf(p) {
			if to, ok := x.Lookup(m.Target); ok && m.Kind == session.MarkEdit {
				out[to] = x.At(p).Has(session.Cleared)
			}
		}
	}
	return out
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
