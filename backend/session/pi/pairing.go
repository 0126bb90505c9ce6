package pi

import (
	"slices"

	"branchline/backend/session"
)

// pairing ties the calls of a branch to their results by id. Ids can repeat
// along a branch, so a result belongs to the newest message that waits for its
// id, and there to the first such call. pi before 0.55.4 could write a result
// just before the message that called for it: such results wait in early.
type pairing struct {
	waits []waiting
	// newest is the last call that waits for an id, 1 + its place in waits.
	newest map[session.CallID]int32
	turns  int32
	early  []early
	// called are the ids of all calls so far, nil until a result finds no call.
	called map[session.CallID]bool
	// gone are the items that were shown alone until their call came.
	gone []int
}

// waiting is a call without a result: its item, the message it stands in, and
// the call before it that waits for the same id, as in newest.
type waiting struct{ item, turn, before int32 }

// early is a result without a call, shown alone so far.
type early struct {
	item int
	id   session.CallID
}

// turn says that a new assistant message begins.
func (v *view) turn() {
	v.turns++
	// Only results that directly follow each other before this message can be
	// meant by its calls.
	next := len(v.items)
	first := len(v.early)
	for first > 0 && v.early[first-1].item == next-1 {
		first--
		next--
	}
	v.early = v.early[:copy(v.early, v.early[first:])]
}

// hold lets a result that found no call wait for one that comes after it. One whose
// id was called before belongs there, and to nothing that comes.
func (v *view) hold(item int, id session.CallID) {
	if v.called == nil {
		v.called = map[session.CallID]bool{}
		for i := range v.items[:item] {
			if it := &v.items[i]; it.Kind == session.ItemCall && it.Entry != it.Answer {
				v.called[v.x.Parts[it.Part].Call] = true
			}
		}
	}
	if id != session.NoCall && !v.called[id] {
		v.early = append(v.early, early{item, id})
	}
}

// call notes that an item waits for a result, or takes one that came early.
func (v *view) call(item int, id session.CallID) {
	if v.called != nil {
		v.called[id] = true
	}
	for i, e := range v.early {
		if e.id == id {
			v.answer(item, v.items[e.item].Answer)
			v.gone = append(v.gone, e.item)
			v.early = slices.Delete(v.early, i, i+1)
			return
		}
	}
	if v.newest == nil {
		v.newest = map[session.CallID]int32{}
	}
	v.waits = append(v.waits, waiting{int32(item), v.turns, v.newest[id]})
	v.newest[id] = int32(len(v.waits))
}

// claim finds the call that a result with this id answers.
func (v *view) claim(id session.CallID) (item int, ok bool) {
	at := v.newest[id]
	if at == 0 {
		return 0, false
	}
	last, after := v.waits[at-1], int32(0)
	for before := last.before; before > 0 && v.waits[before-1].turn == last.turn; before = v.waits[before-1].before {
		after, at = at, before
	}
	call := v.waits[at-1]
	switch {
	case after > 0:
		v.waits[after-1].before = call.before
	case call.before > 0:
		v.newest[id] = call.before
	default:
		delete(v.newest, id)
	}
	return int(call.item), true
}

// settle takes out the items that were found their call.
func (v *view) settle() {
	if len(v.gone) == 0 {
		return
	}
	slices.Sort(v.gone)
	out, next := v.items[:0], 0
	for i, item := range v.items {
		if next < len(v.gone) && v.gone[next] == i {
			next++
			continue
		}
		out = append(out, item)
	}
	v.items = out
}
