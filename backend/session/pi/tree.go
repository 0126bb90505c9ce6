package pi

import (
	"cmp"
	"slices"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// TreeNode is an entry with those that follow it.
type TreeNode struct {
	Entry    Record      `json:"entry"`
	Children []*TreeNode `json:"children"`
	// Label is the label in force, "" for none; LabelTimestamp the time of the
	// entry that set it, as it is written there.
	Label          string `json:"label,omitempty"`
	LabelTimestamp string `json:"labelTimestamp,omitempty"`
}

// GetTree returns all entries as a tree: its roots in the order of the file, and
// the children of each by the time of the entry, then in the order of the file.
// Roots are also the entries that name themselves, or a parent that is not there
// (pi 1.6.0, SessionManager.getTree).
//
// Where pi leaves entries out or has no order of its own, this is settled: of
// several entries with one id the earlier ones are nodes too, without children;
// of entries that follow each other in a circle the first is a root; entries
// whose time cannot be read come last. Trees can be as deep as a session is long.
func (m *Manager) GetTree() ([]*TreeNode, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	x := m.s.x
	records, err := m.s.records(everything(x))
	if err != nil {
		return nil, conflicting(err)
	}
	nodes, kids := make([]TreeNode, len(records)), make([]*TreeNode, 0, len(records))
	point := func(to []session.Pos) []*TreeNode {
		from := len(kids)
		for _, p := range to {
			kids = append(kids, &nodes[p])
		}
		return kids[from:len(kids):len(kids)]
	}
	roots := point(x.Roots)
	for i := range nodes {
		nodes[i].Entry, nodes[i].Children = records[i], point(byTime(x.Children(session.Pos(i)), records))
	}
	for p, label := range x.Labels {
		nodes[p].Label, nodes[p].LabelTimestamp = label.Text, records[label.By].Timestamp()
	}
	return roots, nil
}

// byTime puts entries in the order of the times they state themselves. The index
// goes by those of their messages where there is none.
func byTime(ps []session.Pos, records []Record) []session.Pos {
	if len(ps) < 2 {
		return ps
	}
	ps = slices.Sorted(slices.Values(ps))
	slices.SortStableFunc(ps, func(a, b session.Pos) int {
		s, ok := records[a].date()
		t, also := records[b].date()
		switch {
		case ok && also:
			return cmp.Compare(s, t)
		case ok:
			return -1
		case also:
			return 1
		}
		return 0
	})
	return ps
}

// date is the time of an entry in Unix milliseconds, false where JavaScript's Date
// reads none.
func (r Record) date() (ms float64, ok bool) {
	at := r.place("timestamp")
	if isText(r.raw, at) {
		ms, ok := date(r.raw, at)
		return float64(ms), ok
	}
	if at == 0 {
		return 0, false
	}
	return jsonl.Number(r.raw, at)
}

// everything is all entries in the order of the file.
func everything(x *session.Index) []session.Pos {
	all := make([]session.Pos, len(x.Entries))
	for i := range all {
		all[i] = session.Pos(i)
	}
	return all
}

// GetLabelTimestamp is the time at which the label of an entry was set, as it is
// written in the entry that set it; "" when there is no label.
func (m *Manager) GetLabelTimestamp(id string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, ok := m.s.x.ByID(id)
	if !ok {
		return "", nil
	}
	label, ok := m.s.x.Labels[p]
	if !ok {
		return "", nil
	}
	r, err := m.s.record(label.By)
	return r.Timestamp(), conflicting(err)
}
