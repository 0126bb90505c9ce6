package timeline

import "branchline/backend/session"

// Grow reads on to leaf once the session has taken what was added to its file.
// What it costs does not depend on what was there. It answers false when the
// branch has to be read by Of again, because leaf is on another one or what was
// added changed more than the end; the Branch is of no use then. Nobody else may
// use it meanwhile.
func (b *Branch) Grow(leaf session.Pos) bool {
	next, ok := b.x.Between(b.leaf, leaf)
	if !ok || len(b.items) == 0 || b.inherits(leaf) || !b.ways.Grow() {
		return false
	}
	told, ok := b.telling.GoOn(next)
	if !ok {
		return false
	}
	b.leaf, b.items = leaf, b.telling.Items()
	b.add(next, told.Answered)
	b.marks = append(b.marks, make([]mark, len(b.x.Entries)-len(b.marks))...)
	b.send(next, told.Sent)
	b.heavy.clear()
	return true
}

// inherits tells whether entries up to leaf that are new to the branch were
// carried over from another run.
func (b *Branch) inherits(leaf session.Pos) bool {
	for p := b.leaf + 1; p <= leaf; p++ {
		if b.x.At(p).Has(session.Inherited) {
			return true
		}
	}
	return false
}

// send marks those of the entries that the model is not sent.
func (b *Branch) send(next []session.Pos, sent []session.Piece) {
	for _, p := range next {
		if speaks(b.x.At(p)) && !b.x.At(p).Has(session.Replaced) {
			b.marks[p] = unsent
		}
	}
	for _, piece := range sent {
		if !piece.Unsent {
			b.marks[piece.Entry] = asIs
		}
	}
}
