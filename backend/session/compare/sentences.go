package compare

import (
	"fmt"
	"slices"
	"strings"

	"branchline/backend/session"
)

// diverge says where two branches first differ. rows are those of both sides.
func (c *Comparison) diverge() Divergence {
	same := 0
	for i, row := range c.levels {
		if row.same && row.differs == "" {
			if row.a >= 0 && row.b >= 0 {
				same++
			}
			continue
		}
		r := c.row(row)
		text := ""
		if row.same {
			text = c.apart(row)
			if same > 0 {
				text = "b" + text[1:] // "both", in the middle of the sentence
			}
		} else {
			text = c.parting(same)
		}
		if same > 0 {
			text = fmt.Sprintf("After the same %s, %s", steps(same), text)
		}
		return Divergence{A: r.A, B: r.B, Text: text, Row: i}
	}
	return Divergence{Text: c.alike(same), Row: -1}
}

// apart says how a step that both took differs.
func (c *Comparison) apart(row level) string {
	s, o := &c.a.steps[row.a], &c.b.steps[row.b]
	both := "Both " + c.a.does(s, c.b)
	if row.differs == DiffersText {
		return both + ", with other text"
	}
	came := func(s *step) string {
		switch {
		case s.item.Error:
			return "failed"
		case s.item.Answer == session.None && s.kind == session.ItemCall:
			return "has no result"
		}
		return "went well"
	}
	return fmt.Sprintf("%s: it %s in A and %s in B", both, came(s), came(o))
}

// parting says what each did behind the first n steps.
func (c *Comparison) parting(n int) string {
	a, b := c.a, c.b
	switch {
	case n < len(a.steps) && n < len(b.steps):
		return fmt.Sprintf("A %s, B %s", a.did(&a.steps[n], b), b.did(&b.steps[n], a))
	case n < len(a.steps):
		return fmt.Sprintf("A went on and %s, B %s", a.did(&a.steps[n], b), b.stopped(n))
	}
	return fmt.Sprintf("A %s, B went on and %s", a.stopped(n), b.did(&b.steps[n], a))
}

// stopped says how a branch without another step went on.
func (b *branch) stopped(n int) string {
	if n == 0 && b.spoke() {
		return "only answered"
	}
	return "ended here"
}

// spoke tells whether something was said behind what both share.
func (b *branch) spoke() bool {
	for i := range b.items {
		if hangs(b.items[i].Kind) {
			return true
		}
	}
	return false
}

// alike says how two branches differ that took the same n steps.
func (c *Comparison) alike(n int) string {
	a, b := c.a, c.b
	switch {
	case len(a.path) == 0 && len(b.path) == 0:
		return "Both branches are empty"
	case len(c.onlyA) == 0 && len(c.onlyB) == 0:
		return "Nothing differs: A and B are the same branch"
	case n == 0 && !a.spoke() && !b.spoke():
		return "No step differs: what only one of them has are labels, names and the like"
	case n == 0 && !a.spoke():
		return "A ended here, B went on with a reply"
	case n == 0 && !b.spoke():
		return "A went on with a reply, B ended here"
	case n == 0 && !sameWords(a, b):
		return "Both answered without a step: they differ only in what they said"
	case n == 0:
		return "Both answered without a step, and began with the same words"
	}
	took := fmt.Sprintf("Both took the same %s", steps(n))
	switch {
	case !a.spoke() && !b.spoke():
		return took + ", and nothing else"
	case sameWords(a, b):
		return took + "; what they said begins with the same words"
	}
	return took + "; they differ only in what they said"
}

// sameWords tells whether all that was said on two branches begins alike.
func sameWords(a, b *branch) bool {
	said := func(side *branch) (out []string) {
		for i := range side.items {
			if it := &side.items[i]; hangs(it.Kind) {
				out = append(out, it.Kind.String()+it.Text)
			}
		}
		return out
	}
	return slices.Equal(said(a), said(b))
}

// together says in one sentence what both share.
func (c *Comparison) together() string {
	upto := ""
	if title := c.a.title(c.a.shared); title != "" {
		upto = ", up to " + quoted(title)
	}
	common := count(c.met.n, "entry", "entries") + " in common" + upto
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
	words := count(c.met.n, "message was carried over", "messages were carried over")
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
		return fmt.Sprintf("A is the beginning of B, which has %s more: %s", count(b, "entry", "entries"), common)
	case b == 0:
		return fmt.Sprintf("B is the beginning of A, which has %s more: %s", count(a, "entry", "entries"), common)
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

// steps counts steps behind "the same".
func steps(n int) string {
	if n == 1 {
		return "step"
	}
	return count(n, "step", "steps")
}
