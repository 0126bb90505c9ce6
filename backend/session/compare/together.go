package compare

import (
	"fmt"
	"strings"

	"branchline/backend/session"
)

// together says in one sentence what both share.
func (c *Comparison) together() string {
	upto := ""
	if title := c.a.title(c.a.shared); title != "" {
		upto = ", up to " + quoted(title)
	}
	common := session.Counted(c.met.n, "entry", "entries") + " in common" + upto
	switch c.met.relation {
	case Branches, Fork:
		return c.family(common)
	case Roots:
		return c.roots()
	case Resumed:
		return c.resumed()
	case Attempts:
		return c.attempts()
	}
	return "Nothing in common: two sessions that were not made from one another"
}

// attempts says of two attempts at one task where each begins.
func (c *Comparison) attempts() string {
	const task = "Two attempts at the same task"
	switch a, b := c.a.carried > 0, c.b.carried > 0; {
	case a && b:
		return task + ", both of which go on from earlier runs"
	case a:
		return task + ": A goes on from an earlier run, B is from its beginning"
	case b:
		return task + ": A is from its beginning, B goes on from an earlier run"
	}
	return task + ", each from its beginning"
}

// resumed says which run goes on from which.
func (c *Comparison) resumed() string {
	from, to := c.a, c.b
	if c.met.from == to.name {
		from, to = to, from
	}
	words := session.Counted(c.met.n, "message was carried over", "messages were carried over")
	switch {
	case c.met.from == "":
		return "Both go on from the same run: " + words
	case to.x.Header.Parent == from.x.Header.ID:
		return fmt.Sprintf("%s goes on from %s: %s", to.name, from.name, words)
	}
	return fmt.Sprintf("%s goes on from %s, with other runs between them: %s", to.name, from.name, words)
}

// family says what two branches with common entries share.
func (c *Comparison) family(common string) string {
	if c.met.n == 0 {
		return c.strangers()
	}
	switch a, b := len(c.onlyA), len(c.onlyB); {
	case a == 0 && b == 0:
		return "A and B are the same branch: " + common
	case a == 0:
		return fmt.Sprintf("A is the beginning of B, which has %s more: %s", session.Counted(b, "entry", "entries"), common)
	case b == 0:
		return fmt.Sprintf("B is the beginning of A, which has %s more: %s", session.Counted(a, "entry", "entries"), common)
	}
	switch {
	case c.met.relation == Branches:
	case c.b.madeFrom(c.a):
		return "B is a fork of A: " + common
	case c.a.madeFrom(c.b):
		return "A is a fork of B: " + common
	}
	return common
}

// strangers says why two sessions of one family share nothing.
func (c *Comparison) strangers() string {
	if copies(c.a, c.b) || copies(c.b, c.a) {
		return "Nothing in common: the sessions are of one family, but these branches begin at roots of their own"
	}
	child, parent := c.a, c.b
	if child.madeFrom(parent) == parent.madeFrom(child) {
		return "Nothing in common: each of the sessions says that it was made from the other"
	}
	if !child.madeFrom(parent) {
		child, parent = parent, child
	}
	return fmt.Sprintf("%s was made from %s, but no entry has the same id in both", child.name, parent.name)
}

// roots says why two branches of one session share nothing.
func (c *Comparison) roots() string {
	var empty, lost []string
	for _, b := range []*branch{c.a, c.b} {
		switch {
		case len(b.path) == 0:
			empty = append(empty, b.name)
		case b.x.At(b.path[0]).Has(session.Orphan):
			lost = append(lost, b.name)
		}
	}
	switch {
	case len(empty) == 2:
		return "Both branches are empty"
	case len(empty) == 1:
		return empty[0] + " is empty: it has no entry in common with the other"
	case len(lost) > 0:
		return "Nothing in common: what stood before the first entry of " + strings.Join(lost, " and ") + " is missing from the file"
	}
	return "Nothing in common: A and B begin at roots of their own"
}

// title is what the last of the first n entries that says something is known by:
// its label, else its words.
func (b *branch) title(n int) string {
	for i := n - 1; i >= 0; i-- {
		p := b.path[i]
		if l, ok := b.x.Labels[p]; ok {
			return l.Text
		}
		e := b.x.At(p)
		if e.Kind.Meta() || e.Kind == session.KindEvent || e.Role == session.RoleSystem {
			continue
		}
		if e.Preview != "" {
			return e.Preview
		}
		for _, part := range b.x.PartsOf(p) {
			if part.Kind == session.PartCall && part.Target != "" {
				return part.Target
			}
		}
	}
	return ""
}

// madeFrom tells whether a session names the other's file as its parent.
func (b *branch) madeFrom(other *branch) bool {
	name := base(b.x.Header.Parent)
	return name != "" && name == base(other.Path)
}

// base is the last name of a path written on any system.
func base(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }
