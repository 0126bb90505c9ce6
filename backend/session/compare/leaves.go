package compare

import (
	"branchline/backend/session"
	"branchline/backend/session/outcome"
)

// Leaf is one branch of a session in a table of all of them. Figures are those of
// the whole branch.
type Leaf struct {
	Key      string `json:"key"`
	State    string `json:"state"`
	Headline string `json:"headline"`
	// LastWords is the agent's own closing message, at most outcome.MaxText bytes.
	LastWords string  `json:"lastWords"`
	Label     string  `json:"label"`
	Entries   int     `json:"entries"`
	Turns     int     `json:"turns"`
	CostUSD   float64 `json:"costUsd"`
	// Files counts the files that the branch's edit and write calls name; what shell
	// commands changed besides, package changes finds out.
	Files int `json:"files"`
	// Active: the agent continues here, whatever labels stand behind it.
	Active bool `json:"active"`
	// AtMs is the time of the branch's last entry in Unix milliseconds, 0 when unknown.
	AtMs int64 `json:"atMs"`
}

// Leaves answers all branches of a session in the order of the file. now is Unix
// milliseconds. What branches share is added up once.
func Leaves(s session.Session, now int64) []Leaf {
	x := s.Index()
	ends, active := x.Ends(), continues(x)
	if len(ends) == 1 {
		card := outcome.Of(s, ends[0], now)
		files := 0
		for _, f := range card.Files {
			if f.Edits > 0 {
				files++
			}
		}
		return []Leaf{{
			Key: card.Leaf, State: card.State, Headline: card.Headline, LastWords: card.Message, Label: x.Labels[ends[0]].Text,
			Entries: card.Entries, Turns: card.Turns, CostUSD: card.Totals.CostUSD, Files: files, AtMs: card.EndedMs,
			Active: ends[0] == active,
		}}
	}
	sums := sumsOf(x)
	out := make([]Leaf, 0, len(ends))
	for _, p := range ends {
		v, headline := outcome.Ended(s, p, now)
		l := sums[p]
		l.Active = p == active
		l.Key, l.State, l.Headline, l.LastWords, l.Label = x.Key(p), v.State, headline, v.Message, x.Labels[p].Text
		out = append(out, l)
	}
	return out
}

// continues is the entry that the agent's next message follows for a reader, who
// does not see the labels and names between them.
func continues(x *session.Index) session.Pos {
	p := x.Leaf
	for p != session.None && x.At(p).Kind.Meta() {
		p = x.At(p).Parent
	}
	return p
}

// sumsOf adds up the figures of every path from a root, for its last entry.
func sumsOf(x *session.Index) []Leaf {
	sums := make([]Leaf, len(x.Entries))
	edited := map[string]int{} // how often on the path that is being walked
	files := 0
	var stack []int // an entry, or ^entry when its children are done
	push := func(all []session.Pos) {
		for i := len(all) - 1; i >= 0; i-- {
			stack = append(stack, int(all[i]))
		}
	}
	for push(x.Roots); len(stack) > 0; {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		leaving := at < 0
		if leaving {
			at = ^at
		}
		p := session.Pos(at)
		for _, path := range editsOf(x, p) {
			switch {
			case leaving:
				if edited[path]--; edited[path] == 0 {
					files--
				}
			default:
				if edited[path]++; edited[path] == 1 {
					files++
				}
			}
		}
		if leaving {
			continue
		}
		if up := x.At(p).Parent; up != session.None {
			sums[p] = sums[up]
		}
		sums[p].add(x, p, files)
		stack = append(stack, ^at)
		push(x.Children(p))
	}
	return sums
}

// add takes one more entry of the path.
func (l *Leaf) add(x *session.Index, p session.Pos, files int) {
	e := x.At(p)
	l.Entries++
	l.Files = files
	if !e.Kind.Aside() {
		l.AtMs = max(l.AtMs, e.AtMs)
	}
	if e.Role == session.RoleUser && !e.Has(session.Inherited) {
		l.Turns++
	}
	for _, u := range x.UsagesOf(p) {
		l.CostUSD += u.CostUSD
	}
}

// editsOf are the files that an entry's edit and write calls name.
func editsOf(x *session.Index, p session.Pos) []string {
	var out []string
	for _, part := range x.PartsOf(p) {
		if part.Kind == session.PartCall && part.Target != "" && session.EditsFile(part.Tool.String()) {
			out = append(out, part.Target)
		}
	}
	return out
}
