package pi

import "branchline/backend/session"

// Tell begins to tell of the branch that ends at leaf.
func (o *opened) Tell(leaf session.Pos) session.Telling {
	t := &telling{o: o, v: o.view(leaf)}
	for i := range t.v.items {
		edit := t.v.items[i].Entry
		t.ahead = t.ahead || t.v.items[i].Kind == session.ItemEdit && (edit > leaf || o.editsAhead(edit))
	}
	return t
}

// editsAhead tells whether a context edit is about an entry further down in the file.
func (o *opened) editsAhead(edit session.Pos) bool {
	for _, m := range o.x.MarksOf(edit) {
		if to, ok := o.x.ByID(m.Target); ok && m.Kind == session.MarkEdit && to > edit {
			return true
		}
	}
	return false
}

// telling reads on along a branch that grows.
type telling struct {
	o *opened
	v *view
	// ahead: a context edit is about an entry that may come yet.
	ahead bool
}

func (t *telling) Items() []session.Item { return t.v.items }

// GoOn reads on. What a compaction or a context edit changes, and what an item
// that moves to its call, is told anew.
func (t *telling) GoOn(next []session.Pos) (session.Told, bool) {
	v, told := t.v, session.Told{}
	if t.ahead || len(v.gone) > 0 { // then the places of calls are not those they had
		return told, false
	}
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
