package pi

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"branchline/backend/session"
)

// bookmark is a label in force, as the entry that set it has it.
type bookmark struct {
	target           session.Pos
	since            int // place in the order of the labels
	label, timestamp json.RawMessage
}

// bookmarks are the labels in force on the branch in the order in which they were
// set; one that was changed since keeps its place, one that was cleared and set
// anew does not.
func (b *branched) bookmarks() ([]bookmark, error) {
	x, on, set := b.s.x, map[session.Pos]bool{}, map[session.Pos]bookmark{}
	for _, p := range b.path {
		on[p] = !b.isLabel(p)
	}
	for i, m := range x.Marks {
		p, ok := x.ByID(m.Target)
		if m.Kind != session.MarkLabel || !ok || !on[p] {
			continue
		}
		r, err := b.s.record(m.Entry)
		if err != nil {
			return nil, err
		}
		label, ok := r.Get("label")
		if !ok || falsy(label) {
			delete(set, p)
			continue
		}
		mark := bookmark{target: p, since: i, label: label}
		if before, again := set[p]; again {
			mark.since = before.since
		}
		mark.timestamp, _ = r.Get("timestamp")
		set[p] = mark
	}
	return slices.SortedFunc(maps.Values(set), func(a, b bookmark) int { return cmp.Compare(a.since, b.since) }), nil
}

// writeLabels writes the labels in force behind the entry with the id last.
func (b *branched) writeLabels(last *string, line func([]byte) error) error {
	all, err := b.bookmarks()
	if err != nil {
		return err
	}
	for _, mark := range all {
		id := b.newID()
		var w writer
		w.text("type", "label")
		w.text("id", id)
		w.orNull("parentId", last)
		w.value("timestamp", mark.timestamp)
		w.text("targetId", b.id(mark.target))
		w.value("label", mark.label)
		entry, err := w.done()
		if err == nil {
			err = line(entry)
		}
		if err != nil {
			return err
		}
		last = &id
	}
	return nil
}
