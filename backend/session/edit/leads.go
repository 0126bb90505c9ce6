package edit

import (
	"branchline/backend/session"
)

// endless answers why no agent can be led to an entry, nil when it can: a loop of
// parents was cut above it.
func endless(act string, src *Source, p session.Pos, offers ...Offer) error {
	for x := src.index(); p != session.None; p = x.At(p).Parent {
		if x.At(p).Has(session.Looped) {
			return fail(act, src.Path, Refused, "the parents of the entry where pi would continue form a loop, in which it would never come to an end",
				"fork that branch alone: the fork has no loop", offers...)
		}
	}
	return nil
}

// strayed warns where an entry behind to moves pi's coding agent, which goes by the
// last line and knows no leaf entries.
func strayed(x *session.Index, to session.Pos) []Warning {
	last := session.Pos(len(x.Entries)) - 1
	for last >= 0 && x.At(last).Has(session.NoID) {
		last--
	}
	if last < 0 || x.At(last).Kind != session.KindLeaf {
		return nil
	}
	for last != session.None && x.At(last).Kind == session.KindLeaf {
		last = x.At(last).Parent
	}
	if last == to {
		return nil
	}
	w := Warning{Kind: WarnMoves, Text: "pi's coding agent goes by the last line of a file, and so far continues after " + named(x, last) +
		". With this line it continues after " + named(x, to) + ", where the file's leaf entry leads."}
	if last != session.None {
		w.Entry = x.Key(last)
	}
	return []Warning{w}
}
