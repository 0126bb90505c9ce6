package graph

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"branchline/backend/session"
)

// MaxRows is the largest number of rows of one page.
const MaxRows = 500

// MaxLanes bounds what one row lists: Pass and Forks name lanes below it, and
// Row.More counts the others.
const MaxLanes = 48

// Mark counts on the rows of a page the entries that hold some words.
func (l *Layout) Mark(page *Page, q Query) {
	rows, all := l.hitsOf(q)
	page.Hits = all
	for i := range page.Rows {
		page.Rows[i].Hits = rows[int32(page.Rows[i].Index)]
	}
}

// Page returns rows from..from+count, at most MaxRows, with the branch that
// ends at leaf lit. None lights none.
func (l *Layout) Page(from, count int, leaf session.Pos) Page {
	from = min(max(from, 0), len(l.rows))
	to := min(from+min(max(count, 0), MaxRows), len(l.rows))
	page := Page{Total: len(l.rows), From: from, Lanes: l.lanes, Branches: l.endings.Len(), At: -1, Rows: make([]Row, 0, to-from), Crumbs: l.crumbs()}
	path := l.path(from, leaf)
	for i := from; i < to; i++ {
		page.Rows = append(page.Rows, l.row(i, path))
	}
	below := sort.Search(len(l.long), func(i int) bool { return int(l.long[i].to) > from })
	for _, ln := range l.long[below:] {
		lane := int(l.rows[ln.to].lane)
		for i := max(int(ln.from)+1, from); i < min(int(ln.to), to); i++ {
			r := &page.Rows[i-from]
			if lane >= MaxLanes {
				r.More++
			} else {
				r.Pass = append(r.Pass, lane)
			}
		}
	}
	for i := range page.Rows {
		slices.Sort(page.Rows[i].Pass)
	}
	return page
}

// path returns the rows of a branch from the last above from, else from its root, down.
func (l *Layout) path(from int, leaf session.Pos) []int {
	var path []int
	for n := l.Find(leaf); n != never; n = int(l.rows[n].parent) {
		if path = append(path, n); n < from {
			break
		}
	}
	slices.Reverse(path)
	return path
}

// row dresses one row for the page.
func (l *Layout) row(i int, path []int) Row {
	r := &l.rows[i]
	p := r.entry
	e, n := l.x.At(p), &l.nodes[p]
	out := Row{
		Index: i, Key: e.Key, Last: e.Key, Kind: n.kind.String(), Lane: int(r.lane), Up: r.parent != never,
		Forks: []int{}, Pass: []int{}, Counts: []Count{}, Leaf: r.leaves > 0, OnActive: r.active,
		Active: l.Find(l.x.Leaf) == i && l.among(l.x.Leaf), Errors: int(r.errors), AtMs: e.AtMs, Level: int(r.level),
		SetSize: int(l.tops), PosInSet: int(r.place) + 1,
	}
	if r.parent != never {
		out.Parent = l.x.Key(l.rows[r.parent].entry)
	} else if l.told != nil {
		out.Link = l.told.link(e.Line)
	}
	for kid := r.firstKid; kid != never; kid = l.rows[kid].nextKid {
		switch lane := int(l.rows[kid].lane); {
		case lane == out.Lane:
			out.Down = true
		case lane >= MaxLanes:
			out.More++
		default:
			out.Forks = append(out.Forks, lane)
		}
	}
	if r.under != never {
		out.SetSize = int(l.rows[r.under].members)
	}
	slices.Sort(out.Forks)
	at, on := slices.BinarySearch(path, i)
	out.OnPath = on
	if on {
		at++
	}
	if at > 0 && at < len(path) {
		out.PathBelow = int(l.rows[path[at]].lane) + 1
	}
	out.Foldable = l.foldable(r)
	if l.opened(r) {
		head := l.runs.head[p]
		out.Step, out.Level = true, out.Level+1
		out.SetSize, out.PosInSet = int(l.runs.size[head]), i-int(l.rowOf[head])+1
	}
	if r.steps {
		l.sum(&out, r)
		return out
	}
	if r.kids == 0 {
		out.Last = l.x.Key(l.x.Tip(p))
	}
	out.Text, out.Label, out.Error, out.Context = l.text(p), l.pills[p], n.faulty, l.context(r)
	if out.Folded = l.folded[p]; out.Folded {
		out.Hides, out.Ends = int(r.hides), int(r.leaves)
	}
	if n.kind == session.ItemPrompt {
		out.Turn, out.CostUSD = int(l.turns.number[p]), l.turns.cost[p]
	}
	out.Orphan, out.Duplicate = e.Has(session.Orphan), e.Has(session.Duplicate)
	if n.kind == session.ItemBranchSummary {
		out.From = l.from(p)
	}
	return out
}

// sum fills in the row of folded steps.
func (l *Layout) sum(out *Row, r *row) {
	last := l.runs.last[r.entry]
	if r.kids == 0 {
		last = l.x.Tip(last)
	}
	var words []string
	if out.Round = l.round(r.entry); out.Round != "" {
		words = append(words, "Round "+out.Round)
	}
	out.Kind, out.Steps, out.Open, out.Last = "steps", int(r.items), r.open, l.x.Key(last)
	var count map[string]int
	count, out.Duplicate = l.tally(r.entry)
	for name, n := range count {
		out.Counts = append(out.Counts, Count{session.Plain(name), n})
	}
	sort.Slice(out.Counts, func(i, j int) bool {
		a, b := out.Counts[i], out.Counts[j]
		return a.N > b.N || a.N == b.N && a.Name < b.Name
	})
	words = append(words, session.Counted(out.Steps, "step", "steps"))
	for _, c := range out.Counts {
		words = append(words, fmt.Sprintf("%s ×%d", c.Name, c.N))
	}
	if out.Error = out.Errors > 0; out.Error {
		words = append(words, fmt.Sprintf("%d ✗", out.Errors))
	}
	out.Text = strings.Join(words, " · ")
}

// tools counts the calls of an entry by tool.
func (l *Layout) tools(p session.Pos, count map[string]int) {
	if l.told != nil {
		for _, it := range l.told.at(p) {
			switch it.Kind {
			case session.ItemCall:
				count[it.Tool]++
			case session.ItemBash:
				count["bash"]++
			}
		}
		return
	}
	for i := range l.x.PartsOf(p) {
		if part := &l.x.PartsOf(p)[i]; part.Kind == session.PartCall {
			count[part.Tool.String()]++
		}
	}
	switch l.nodes[p].kind {
	case session.ItemBash:
		count["bash"]++
	case session.ItemCall: // a result whose call is missing
		if parts := l.x.PartsOf(p); l.x.At(p).Role == session.RoleToolResult && len(parts) > 0 {
			count[parts[0].Tool.String()]++
		}
	}
}

// from is the entry whose row stands for the leaf that was left when a branch
// summary was written.
func (l *Layout) from(p session.Pos) string {
	for _, m := range l.x.MarksOf(p) {
		if m.Kind == session.MarkFrom {
			if p, ok := l.x.Lookup(m.Target); ok && l.rowOf[p] != never {
				return l.x.Key(l.rows[l.rowOf[p]].entry)
			}
		}
	}
	return ""
}
