package library

import (
	"cmp"
	"slices"

	"branchline/backend/paths"
	"branchline/backend/session"
)

// Family is a session with all that are tied to it: those it was made from and
// those made from it and, of a run, every other run of the same task.
type Family struct {
	// Nodes are the sessions: chain after chain in the order of time, in each of
	// them a session before those made from it.
	Nodes  []Node  `json:"nodes"`
	Chains []Chain `json:"chains"`
	// Self is the place of the session that was asked about.
	Self int `json:"self"`
}

// Node is one session of a family. Times are Unix milliseconds, 0 when unknown.
type Node struct {
	// Path is "" for a session that is named and was not found.
	Path string `json:"path"`
	// Title is that of the row; of a session that was not found, what names it.
	Title   string `json:"title"`
	Format  string `json:"format"`
	ID      string `json:"id"`
	Outcome string `json:"outcome"`
	// Closing is the first line of the last words.
	Closing   string `json:"closing"`
	StartedMs int64  `json:"startedMs"`
	EndedMs   int64  `json:"endedMs"`
	Messages  int    `json:"messages"`
	Branches  int    `json:"branches"`
	Errors    int    `json:"errors"`
	Own       Work   `json:"own"`
	// Parent is the place of the session this one was made from, -1 for none;
	// Depth how many stand above it, Chain the place of its chain.
	Parent int `json:"parent"`
	Depth  int `json:"depth"`
	Chain  int `json:"chain"`
	// Missing: the session is named as a parent and was not found.
	Missing bool `json:"missing"`
	// Link and Candidates are those of the row.
	Link       string   `json:"link"`
	Candidates []string `json:"candidates"`
}

// Chain is the sessions of a family that were made from one another. Runs of
// one task that do not go on from one another are several chains: attempts.
type Chain struct {
	// State is the outcome of the newest leaf; Newest is its place.
	State  string `json:"state"`
	Newest int    `json:"newest"`
	// First is the place of the first session, Sessions how many were found and
	// Missing how many were not.
	First     int   `json:"first"`
	Sessions  int   `json:"sessions"`
	Missing   int   `json:"missing"`
	StartedMs int64 `json:"startedMs"`
	EndedMs   int64 `json:"endedMs"`
	// Total is what all its sessions took.
	Total Work `json:"total"`
}

// FamilyOf answers the family of the session at path. A session that is not
// among the rows has none: ok is false.
func FamilyOf(rows []Row, path string, rules paths.Rules) (f Family, ok bool) {
	self := slices.IndexFunc(rows, func(r Row) bool { return r.Path == path })
	if self < 0 {
		return Family{Nodes: []Node{}, Chains: []Chain{}}, false
	}
	k := kinOf(rows, rules)
	var roots []int
	for _, i := range k.members(self) {
		if k.up[i] < 0 {
			roots = append(roots, i)
		}
	}
	slices.SortFunc(roots, k.older)
	f = Family{Nodes: []Node{}, Chains: []Chain{}}
	for _, root := range roots {
		k.chain(&f, root)
	}
	f.Self = slices.IndexFunc(f.Nodes, func(n Node) bool { return n.Path == path })
	return f, true
}

// kin are rows with their ties. What is named and was not found stands behind
// the rows as a node of its own, one for all that name it.
type kin struct {
	rows  []Row
	names []string // of what was not found
	up    []int    // by row, then by name; -1 for none
	down  [][]int
	set   []int // union of what belongs together
}

func kinOf(rows []Row, rules paths.Rules) *kin {
	k := &kin{rows: rows, up: make([]int, len(rows))}
	at := make(map[string]int, len(rows))
	for i := range rows {
		at[rows[i].Path] = i
	}
	missing := map[string]int{}
	for i := range rows {
		r := &rows[i]
		k.up[i] = -1
		if p, ok := at[r.Parent]; ok && r.Parent != "" {
			k.up[i] = p
			continue
		}
		if r.Link != LinkMissing {
			continue
		}
		key := r.Format + "\x00" + r.MadeFrom
		p, known := missing[key]
		if !known {
			p = len(rows) + len(k.names)
			missing[key] = p
			k.names = append(k.names, r.MadeFrom)
		}
		k.up[i] = p
	}
	for range k.names {
		k.up = append(k.up, -1)
	}
	k.join(rules)
	return k
}

// join puts together what was made from one another and the runs of one task.
func (k *kin) join(rules paths.Rules) {
	k.set, k.down = make([]int, len(k.up)), make([][]int, len(k.up))
	for i := range k.set {
		k.set[i] = i
	}
	for i, p := range k.up {
		if p >= 0 {
			k.down[p] = append(k.down[p], i)
			k.set[k.head(i)] = k.head(p)
		}
	}
	tasks := map[string]int{}
	for i := range k.rows {
		r := &k.rows[i]
		if r.task == "" {
			continue
		}
		key := r.task + "\x00" + paths.CwdKey(r.Cwd, rules)
		if first, known := tasks[key]; known {
			k.set[k.head(i)] = k.head(first)
		} else {
			tasks[key] = i
		}
	}
	for _, kids := range k.down {
		slices.SortFunc(kids, k.older)
	}
}

func (k *kin) head(i int) int {
	for k.set[i] != i {
		k.set[i] = k.set[k.set[i]]
		i = k.set[i]
	}
	return i
}

func (k *kin) members(self int) (out []int) {
	head := k.head(self)
	for i := range k.set {
		if k.head(i) == head {
			out = append(out, i)
		}
	}
	return out
}

// older orders by when a session began; what was not found began when the first
// session made from it did.
func (k *kin) older(a, b int) int { return older(k.row(a), k.row(b)) }

func (k *kin) row(i int) *Row {
	if i < len(k.rows) {
		return &k.rows[i]
	}
	return &k.rows[slices.MinFunc(k.down[i], func(a, b int) int { return older(&k.rows[a], &k.rows[b]) })]
}

// chain adds what begins at root, parents first.
func (k *kin) chain(f *Family, root int) {
	c := Chain{First: len(f.Nodes), Newest: -1}
	type step struct{ at, parent, depth int }
	stack := []step{{root, -1, 0}}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		place := len(f.Nodes)
		n := k.node(s.at)
		n.Parent, n.Depth, n.Chain = s.parent, s.depth, len(f.Chains)
		f.Nodes = append(f.Nodes, n)
		c.count(f.Nodes, place, len(k.down[s.at]) == 0)
		for _, kid := range slices.Backward(k.down[s.at]) {
			stack = append(stack, step{kid, place, s.depth + 1})
		}
	}
	f.Chains = append(f.Chains, c)
}

// count adds one node. A run that another goes on from is over; a pi session
// goes on beside its forks.
func (c *Chain) count(nodes []Node, at int, leaf bool) {
	n := &nodes[at]
	if n.Missing {
		c.Missing++
		return
	}
	c.Sessions++
	c.Total.add(n.Own)
	if n.StartedMs > 0 && (c.StartedMs == 0 || n.StartedMs < c.StartedMs) {
		c.StartedMs = n.StartedMs
	}
	c.EndedMs = max(c.EndedMs, n.EndedMs)
	if !leaf && n.Format == runs {
		return
	}
	if c.Newest < 0 || newer(n, &nodes[c.Newest]) {
		c.Newest, c.State = at, n.Outcome
	}
}

// newer tells whether a was worked on after b: of two runs the one that began later.
func newer(a, b *Node) bool {
	began, ended := cmp.Compare(a.StartedMs, b.StartedMs), cmp.Compare(a.EndedMs, b.EndedMs)
	if a.Format == runs {
		return cmp.Or(began, ended) > 0
	}
	return cmp.Or(ended, began) > 0
}

func (k *kin) node(i int) Node {
	if i >= len(k.rows) {
		name := k.names[i-len(k.rows)]
		child := k.row(i)
		return Node{
			Title: oneLine(Stem(base(name))), Format: child.Format, ID: name,
			Outcome: string(session.Unknown), Missing: true, Candidates: []string{},
		}
	}
	r := &k.rows[i]
	return Node{
		Path: r.Path, Title: r.Title, Format: r.Format, ID: r.ID, Outcome: r.Outcome, Closing: r.Closing,
		StartedMs: r.CreatedMs, EndedMs: r.ModifiedMs, Messages: r.Messages, Branches: r.Branches, Errors: r.Errors,
		Own: r.Own, Link: r.Link, Candidates: append([]string{}, r.Candidates...),
	}
}
