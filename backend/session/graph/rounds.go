package graph

import "branchline/backend/session"

// round is the number of the round of a run that begins at an entry, "" where none does.
func (l *Layout) round(p session.Pos) string {
	if !l.nodes[p].round {
		return ""
	}
	for _, it := range l.told.at(p) {
		if it.Round {
			return it.RoundNumber()
		}
	}
	return ""
}

// roundText names a round. Where its own rows are not shown, it says what the round
// began with as well: what was said in it, else what was done.
func (l *Layout) roundText(p session.Pos) string {
	name := "Round " + l.round(p)
	if l.o.Filter != FilterPrompts {
		return name
	}
	first := session.None
	for q := l.whole.kid[p]; q != session.None && !l.nodes[q].round; q = l.whole.kid[q] {
		if l.nodes[q].kind == session.ItemReply {
			first = q
			break
		}
		if first == session.None && l.nodes[q].kind == session.ItemCall {
			first = q
		}
	}
	if first == session.None {
		return name
	}
	return name + " · " + l.told.text(first, l.nodes[first].kind)
}
