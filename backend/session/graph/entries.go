package graph

import "branchline/backend/session"

// Entry is one entry of the file as the command line lists it.
type Entry struct {
	ID string `json:"id"`
	// Parent is the key of the entry this one follows, "" for a root.
	Parent string `json:"parent"`
	// Kind is an item kind of package session; a tool result is part of a "call".
	Kind  string `json:"kind"`
	Label string `json:"label"`
	// Lane is that of the row that stands for the entry.
	Lane           int  `json:"lane"`
	OnActiveBranch bool `json:"onActiveBranch"`
}

// Entries lists every entry of the file in the order drawn, also those that are
// no rows.
func (l *Layout) Entries() []Entry {
	active := make([]bool, len(l.nodes))
	for p := l.x.Leaf; p != session.None; p = l.x.Entries[p].Parent {
		active[p] = true
	}
	out := make([]Entry, 0, len(l.order))
	lanes := l.entryLanes()
	for _, p := range l.order {
		e := l.x.At(p)
		if e.Kind == session.KindLeaf {
			continue
		}
		out = append(out, Entry{
			ID: e.Key, Parent: l.x.Key(e.Parent), Kind: l.nodes[p].kind.String(), Label: l.x.Labels[p].Text,
			Lane: int(lanes[p]), OnActiveBranch: active[p],
		})
	}
	return out
}

// entryLanes is the lane of every entry. Settings above the first row stand in
// the lane of the first row below them.
func (l *Layout) entryLanes() []int32 {
	lanes := make([]int32, len(l.order))
	for _, p := range l.order {
		lanes[p] = never
		if n := l.rowOf[p]; n != never {
			lanes[p] = l.rows[n].lane
			for q := l.x.Entries[p].Parent; q != session.None && lanes[q] == never; q = l.x.Entries[q].Parent {
				lanes[q] = lanes[p]
			}
		}
	}
	for i, lane := range lanes {
		lanes[i] = max(lane, 0)
	}
	return lanes
}
