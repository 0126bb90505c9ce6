package compare

import (
	"fmt"
	"slices"

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

// steps counts steps behind "the same".
func steps(n int) string {
	if n == 1 {
		return "step"
	}
	return session.Counted(n, "step", "steps")
}
