package pi

import "branchline/backend/session"

// Tell begins to tell of the branch that ends at leaf.
func (o *opened) Tell(leaf session.Pos) session.Telling { return &telling{o, o.view(leaf)} }

// telling reads on along a branch that grows.
type telling struct {
	o *opened
	v *view
}

func (t *telling) Items() []session.Item { return t.v.items }

// GoOn reads on. What a compaction or a context edit changes, and what an item
// that moves to its call, is told anew.
func (t *telling) GoOn(next []session.Pos) (session.Told, bool) {
	v, told := t.v, session.Told{}
	v.told, v.answered = len(v.items), nil
	for _, p := range next {
		if k := t.o.x.At(p).Kind; k == session.KindCompaction || k == session.KindEdit {
			return told, false
		}
		v.entry(p)
		told.Sent = t.o.contribute(told.Sent, p, false)
	}
	told.Answered = v.answered
	return told, len(v.gone) == 0
}
