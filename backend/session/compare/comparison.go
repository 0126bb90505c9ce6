package compare

import (
	"cmp"
	"fmt"
	"slices"

	"branchline/backend/session"
	"branchline/backend/session/outcome"
)

// Comparison is two branches put side by side. It is read-only and safe for
// concurrent use; it does not grow with its sessions.
type Comparison struct {
	a, b         *branch
	met          meeting
	levels       []level
	onlyA, onlyB []string
	now          int64
}

// noStep is the place of a row's side that shows what was said before the first step.
const noStep = -2

// Of compares two branches. now is Unix milliseconds.
func Of(a, b Side, now int64) *Comparison {
	c := &Comparison{a: newBranch("A", a), b: newBranch("B", b), now: now}
	c.met = meet(c.a, c.b)
	c.a.read()
	c.b.read()
	complete(c.a, c.b)
	if len(c.a.lead)+len(c.b.lead) > 0 {
		lead := level{a: noStep, b: noStep, same: true}
		if len(c.a.lead) == 0 {
			lead.a = -1
		}
		if len(c.b.lead) == 0 {
			lead.b = -1
		}
		c.levels = append(c.levels, lead)
	}
	c.levels = append(c.levels, align(c.a.steps, c.b.steps)...)
	c.tell()
	c.onlyA, c.onlyB = c.a.keys(c.a.shared, len(c.a.path)), c.b.keys(c.b.shared, len(c.b.path))
	return c
}

// Len is the number of rows.
func (c *Comparison) Len() int { return len(c.levels) }

// Result answers the whole comparison but its files, which are read from the
// bodies of the sessions: see Comparison.Files.
func (c *Comparison) Result() Result {
	r := c.Head()
	for _, l := range c.levels {
		r.Rows = append(r.Rows, c.row(l))
	}
	r.Shared, r.SharedB = c.a.keys(0, c.a.shared), c.b.keys(0, c.b.shared)
	r.A.Only, r.B.Only = c.onlyA, c.onlyB
	return r
}

// Head is Result without the lists of rows and keys, which may be long; see Page.
func (c *Comparison) Head() Result {
	cardA, cardB := outcome.Of(c.a.Session, c.a.Leaf, c.now), outcome.Of(c.b.Session, c.b.Leaf, c.now)
	r := Result{
		Relation: c.met.relation, Summary: c.together(),
		Ancestor: c.a.x.Key(c.a.ancestor()), AncestorB: c.b.x.Key(c.b.ancestor()),
		Shared: []string{}, SharedB: []string{}, Rows: []Row{}, Notes: c.notes(),
		A: c.a.part(&cardA), B: c.b.part(&cardB), Divergence: c.diverge(),
		Files: Files{OnlyA: []string{}, OnlyB: []string{}, Both: []BothFile{}},
	}
	r.SharedCount, r.RowCount = c.met.n, len(c.levels)
	r.A.Entries, r.B.Entries = len(c.onlyA), len(c.onlyB)
	r.Deltas = deltas(&r.A, &r.B)
	return r
}

// row names the entries of a row.
func (c *Comparison) row(l level) Row {
	return Row{A: c.a.keyAt(l.a), B: c.b.keyAt(l.b), Same: l.same, Differs: l.differs}
}

// keyAt is the key of a step, "" for a gap.
func (b *branch) keyAt(i int) string {
	switch {
	case i >= 0:
		return b.steps[i].key
	case i == noStep:
		return b.key(&b.items[b.lead[0]])
	}
	return ""
}

// tell finds out which equal steps differ all the same.
func (c *Comparison) tell() {
	for i := range c.levels {
		l := &c.levels[i]
		if !l.same || l.a < 0 || l.b < 0 {
			continue
		}
		s, o := &c.a.steps[l.a], &c.b.steps[l.b]
		switch {
		case s.item.Error != o.item.Error:
			l.differs = DiffersResult
		case otherText(c.a, c.b, s, o):
			l.differs = DiffersText
		}
	}
}

// notes are what a reader should know of the comparison.
func (c *Comparison) notes() []string {
	notes := []string{}
	for _, lost := range []struct {
		n    int
		name string
	}{{c.met.lostA, "A"}, {c.met.lostB, "B"}} {
		if lost.n > 0 {
			notes = append(notes, fmt.Sprintf("%s of what both share %s only in the file of %s", session.Counted(lost.n, "entry", "entries"), verb(lost.n), lost.name))
		}
	}
	sides := []*branch{c.a, c.b}
	for _, b := range sides {
		if b.carried > 0 {
			took := fmt.Sprintf("%s goes on from an earlier run, which left it %s", b.name, session.Counted(b.carried, "message", "messages"))
			if c.met.relation == Resumed {
				took = fmt.Sprintf("%s took over %s more from another run", b.name, session.Counted(b.carried, "message", "messages"))
			}
			notes = append(notes, took+": turns, steps, tool calls, errors and files count what was carried over; cost, tokens and time are those of this log alone")
		}
	}
	if c.a.Session == c.b.Session {
		sides = sides[:1]
	}
	for _, b := range sides {
		if n := len(b.x.Problems); n > 0 {
			file := "The file of " + b.name
			if len(sides) == 1 {
				file = "The file"
			}
			notes = append(notes, fmt.Sprintf("%s has %s: only what could be read is compared", file, session.Counted(n, "problem", "problems")))
		}
	}
	return notes
}

func verb(n int) string {
	if n == 1 {
		return "stands"
	}
	return "stand"
}

// part says what a branch did after what both share.
func (b *branch) part(card *outcome.Card) Part {
	p := Part{
		Leaf: b.x.Key(b.Leaf), Path: b.Path, Only: []string{}, Totals: b.totals,
		BranchTotals: card.Totals, Outcome: card.Verdict, Headline: card.Headline, Steps: len(b.steps),
		Label: b.label(), Tools: []outcome.Tool{}, Models: b.models(), Carried: b.carried, Cut: b.cut,
	}
	p.Words = b.words(p.Outcome.Message)
	if b.cut {
		p.Words = b.words("")
		p.Outcome, p.Headline = outcome.Verdict{State: string(session.Unknown), Reason: "cut"}, "Cut here: the branch goes on"
	}
	at := map[string]int{}
	for i := range b.items {
		it := &b.items[i]
		switch {
		case it.Kind == session.ItemPrompt:
			p.Turns++
		case made(b, it):
			name := session.Plain(it.Tool)
			n, known := at[name]
			if !known {
				n = len(p.Tools)
				at[name] = n
				p.Tools = append(p.Tools, outcome.Tool{Name: name})
			}
			p.Tools[n].Calls++
			if it.Error {
				p.Tools[n].Errors++
			}
		}
	}
	slices.SortFunc(p.Tools, func(a, b outcome.Tool) int {
		return cmp.Or(cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.Name, b.Name))
	})
	return p
}

// label is that of the last entry but for labels and the like.
func (b *branch) label() string {
	p := b.Leaf
	for p != session.None && b.x.At(p).Kind.Meta() && b.x.Labels[p].Text == "" {
		p = b.x.At(p).Parent
	}
	return b.x.Labels[p].Text
}

// mostSaid is how much of what was said tells a part from the other one, in bytes.
const mostSaid = 300

// words are what was said or asked last on the part; where there is nothing, what it
// did last, or what was said on the whole branch. message are the agent's own last words.
func (b *branch) words(message string) string {
	for i := len(b.items) - 1; i >= 0; i-- {
		it := &b.items[i]
		text := it.Text
		switch it.Kind {
		case session.ItemPrompt:
		case session.ItemReply, session.ItemResult:
			text = cmp.Or(message, text)
		case session.ItemCall, session.ItemBash:
			last := &b.steps[len(b.steps)-1]
			if text = ""; b.cut && last.item.Entry == it.Entry && last.item.Part == it.Part {
				text = b.does(last, b)
			}
		default:
			text = ""
		}
		if text != "" {
			return fold(session.Plain(session.CutText(text, mostSaid)))
		}
	}
	if n := len(b.steps); n > 0 {
		if s := &b.steps[n-1]; s.kind == session.ItemCall || s.kind == session.ItemBash {
			return b.does(s, b)
		}
	}
	return fold(session.Plain(b.title(len(b.path))))
}

// models are those that worked on the part, in the order they came.
func (b *branch) models() []string {
	out, known := []string{}, map[string]bool{}
	for _, p := range b.path[b.shared:] {
		for _, u := range b.x.UsagesOf(p) {
			if name := session.Plain(u.Model); name != "" && !known[name] {
				known[name] = true
				out = append(out, name)
			}
		}
	}
	return out
}
