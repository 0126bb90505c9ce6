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
	open  map[string][]waiting
	turns int
	early []early
	// gone are the items that were shown alone until their call came.
	gone []int
}

// waiting is a call without a result: its item, and the message it stands in.
type waiting struct{ item, turn int }

// early is a result without a call, shown alone so far.
type early struct {
	item int
	id   string
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

// call notes that an item waits for a result, or takes one that came early.
func (v *view) call(item int, id string) {
	for i, e := range v.early {
		if e.id == id && id != "" {
			v.answer(item, v.items[e.item].Answer)
			v.gone = append(v.gone, e.item)
			v.early = slices.Delete(v.early, i, i+1)
			return
		}
	}
	if v.open == nil {
		v.open = map[string][]waiting{}
	}
	v.open[id] = append(v.open[id], waiting{item, v.turns})
}

// claim finds the call that a result with this id answers.
func (v *view) claim(id string) (item int, ok bool) {
	calls := v.open[id]
	if len(calls) == 0 {
		return 0, false
	}
	at := len(calls) - 1
	for at > 0 && calls[at-1].turn == calls[at].turn {
		at--
	}
	item = calls[at].item
	v.open[id] = slices.Delete(calls, at, at+1)
	return item, true
}

// settled returns the items without those that were found their call.
func (v *view) settled() []session.Item {
	if len(v.gone) == 0 {
		return v.items
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
	return out
}
