package library

import (
	"context"
	"os"
	"slices"

	"branchline/backend/paths"
	"branchline/backend/session"
	"branchline/backend/session/formats"
)

// Near keeps whole chains around that of Self, those nearest in time, so that
// no more than most sessions are left unless the own chain alone has more.
// before is how many chains were left out before the first that is kept.
func (f Family) Near(most int) (near Family, before int) {
	if len(f.Nodes) <= most || f.Self < 0 {
		return f, 0
	}
	size := func(i int) int { return f.Chains[i].Sessions + f.Chains[i].Missing }
	own := f.Nodes[f.Self].Chain
	from, to, kept := own, own+1, size(own)
	for grown := true; grown; {
		grown = false
		if to < len(f.Chains) && kept+size(to) <= most {
			kept, to, grown = kept+size(to), to+1, true
		}
		if from > 0 && kept+size(from-1) <= most {
			kept, from, grown = kept+size(from-1), from-1, true
		}
	}
	first := f.Chains[from].First
	near = Family{Chains: slices.Clone(f.Chains[from:to]), Nodes: slices.Clone(f.Nodes[first : first+kept]), Self: f.Self - first}
	for i := range near.Chains {
		near.Chains[i].First -= first
		near.Chains[i].Newest -= first
	}
	for i := range near.Nodes {
		near.Nodes[i].Chain -= from
		if near.Nodes[i].Parent >= 0 {
			near.Nodes[i].Parent -= first
		}
	}
	return near, from
}

// Total is what all chains of the family took.
func (f Family) Total() (w Work) {
	for _, c := range f.Chains {
		w.add(c.Total)
	}
	return w
}

// Find answers the place of a file among the rows, however its path is spelled;
// -1 when it is not there.
func Find(rows []Row, path string) int {
	if i := slices.IndexFunc(rows, func(r Row) bool { return r.Path == path }); i >= 0 {
		return i
	}
	info, err := os.Stat(path)
	if err != nil {
		return -1
	}
	return slices.IndexFunc(rows, func(r Row) bool {
		other, err := os.Stat(r.Path)
		return err == nil && os.SameFile(info, other)
	})
}

// Again reads the facts of a session anew; its ties to others stay. A file that
// cannot be read keeps the facts it had. now is in Unix milliseconds.
func Again(ctx context.Context, old Row, now int64) Row {
	r := reader{open: formats.Open, now: now, places: make([]paths.Place, 1)}
	a := r.read(ctx, candidate{path: old.Path})
	if a.row == nil {
		return old
	}
	row := a.row.Row
	row.Sample, row.Parent, row.Link, row.Candidates = old.Sample, old.Parent, old.Link, old.Candidates
	row.ContinuedBy, row.Place, row.Length = old.ContinuedBy, old.Place, old.Length
	if row.Format == runs && len(row.ContinuedBy) > 0 && row.Outcome == string(session.Running) {
		row.Outcome = string(session.Interrupted)
	}
	return row
}
