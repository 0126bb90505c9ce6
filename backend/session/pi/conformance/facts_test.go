//go:build conformance

package conformance

import (
	"bytes"
	"encoding/json"
	"slices"

	"branchline/backend/session/jsonl"
	"branchline/backend/session/pi"
)

// facts are what a session file says, in the shape pi's answers have.
type facts struct {
	Header  string          `json:"header"`
	Name    answer[string]  `json:"name"`
	Cwd     string          `json:"cwd"`
	Leaf    any             `json:"leaf"`
	Scalars int             `json:"scalars"`
	Entries []string        `json:"entries"`
	Tree    [][4]any        `json:"tree"`
	At      []place         `json:"at"`
	Context *answer[string] `json:"context"`
}

// place is what they say about one entry with an id.
type place struct {
	ID        string          `json:"id"`
	Label     any             `json:"label"`
	Children  []any           `json:"children"`
	Loops     bool            `json:"loops"`
	Branch    []any           `json:"branch"`
	Selection answer[[]any]   `json:"selection"`
	Context   *answer[string] `json:"context"`
}

// answer is a value, or how pi failed to give one.
type answer[T any] struct {
	value  T
	failed string
}

func (a *answer[T]) UnmarshalJSON(b []byte) error {
	var not struct{ Failed string }
	if json.Unmarshal(b, &not) == nil && not.Failed != "" {
		a.failed = not.Failed
		return nil
	}
	return json.Unmarshal(b, &a.value)
}

// ours is what a Manager says. It leaves the Manager's leaf where it was.
func ours(m *pi.Manager) (f facts, err error) {
	header, err := m.GetHeader()
	if err != nil {
		return f, err
	}
	all, err := m.GetEntries()
	if err != nil {
		return f, err
	}
	f = facts{Header: jsForm(header.Record), Name: answer[string]{value: m.GetSessionName()}, Cwd: m.GetCwd(), Entries: []string{}}
	now, err := m.BuildSessionContext()
	if err != nil {
		return f, err
	}
	f.Context = &answer[string]{value: contextForm(now)}
	leaf := m.GetLeafID()
	if leaf != nil {
		f.Leaf = *leaf
	}
	tree, err := m.GetTree()
	if err != nil {
		return f, err
	}
	f.Tree = rows(nil, 0, tree)
	seen := map[string]bool{}
	for _, r := range all {
		f.Entries = append(f.Entries, jsForm(r))
		if id := r.ID(); id != "" && !seen[id] {
			seen[id] = true
			p, err := oursAt(m, id)
			if err != nil {
				return f, err
			}
			f.At = append(f.At, p)
		}
	}
	if leaf == nil {
		return f, m.ResetLeaf()
	}
	return f, m.Branch(*leaf)
}

func oursAt(m *pi.Manager, id string) (p place, err error) {
	children, err := m.GetChildren(&id)
	if err != nil {
		return p, err
	}
	children = slices.DeleteFunc(children, func(r pi.Record) bool { // earlier ones of an id
		last, err := m.GetEntry(r.ID())
		return r.ID() != "" && (err != nil || !bytes.Equal(last.Raw(), r.Raw()))
	})
	branch, err := m.GetBranch(id)
	if err != nil {
		return p, err
	}
	if err := m.Branch(id); err != nil {
		return p, err
	}
	selection, err := m.BuildContextEntries()
	if err != nil {
		return p, err
	}
	context, err := m.BuildSessionContext()
	return place{ID: id, Label: m.GetLabel(id), Children: idsOf(children), Branch: idsOf(branch),
		Selection: answer[[]any]{value: idsOf(selection)}, Context: &answer[string]{value: contextForm(context)}}, err
}

// rows lists a tree as rows of depth, id, label and its time.
func rows(out [][4]any, depth float64, nodes []*pi.TreeNode) [][4]any {
	for _, n := range nodes {
		out = append(out, [4]any{depth, n.Entry.ID(), n.Label, n.LabelTimestamp})
		out = rows(out, depth+1, n.Children)
	}
	return out
}

// contextForm is a context as pi writes it, which knows no active tools.
func contextForm(c pi.SessionContext) string {
	c.ActiveToolNames = nil
	b, err := json.Marshal(c)
	if err != nil {
		return err.Error()
	}
	return string(jsonl.AppendStringified(nil, b))
}

func jsForm(r pi.Record) string {
	return string(jsonl.AppendStringified(nil, r.Raw()))
}

func idsOf(records []pi.Record) []any {
	out := []any{}
	for _, r := range records {
		out = append(out, r.ID())
	}
	return out
}

// idOf is the id of a record.
func idOf(record string) string {
	r, err := pi.NewRecord([]byte(record))
	if err != nil {
		return ""
	}
	return r.ID()
}
