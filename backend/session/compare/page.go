package compare

import "branchline/backend/session"

// Detail is a row with what a reader is shown of its steps.
type Detail struct {
	// Index is the row's place, from 0.
	Index int  `json:"index"`
	A     Cell `json:"a"`
	B     Cell `json:"b"`
	Same  bool `json:"same"`
	// Differs: the steps are the same, but How they differ is DiffersResult or
	// DiffersText; else How is "".
	Differs bool   `json:"differs"`
	How     string `json:"how"`
}

// Cell is one side of a row. Times are Unix milliseconds, 0 when unknown.
type Cell struct {
	// Key is the entry's key; "" for a gap.
	Key string `json:"key"`
	// Kind is one of the item kinds of package session; "" where something was said
	// before the first step.
	Kind string `json:"kind"`
	// Words say what was done, to stand behind a name.
	Words  string `json:"words"`
	Tool   string `json:"tool"`
	Target string `json:"target"`
	// Text is the beginning of the item's text, clean of control codes.
	Text      string `json:"text"`
	IsError   bool   `json:"isError"`
	HasResult bool   `json:"hasResult"`
	AtMs      int64  `json:"atMs"`
	EndMs     int64  `json:"endMs"`
	Line      int    `json:"line"`
	// Said is what hangs on the step: replies, thoughts and notes, in order.
	Said []Said `json:"said"`
}

// Said is an item that hangs on a step.
type Said struct {
	Key     string `json:"key"`
	Kind    string `json:"kind"`
	Text    string `json:"text"`
	IsError bool   `json:"isError"`
	AtMs    int64  `json:"atMs"`
}

// MaxRows is the most rows one Page answers.
const MaxRows = 500

// Page answers at most count rows from one on. It reads no body but of searches and
// of calls to tools it does not know, whose arguments say what was done.
func (c *Comparison) Page(from, count int) []Detail {
	from = min(max(from, 0), len(c.levels))
	to := min(from+max(min(count, MaxRows), 0), len(c.levels))
	out := make([]Detail, 0, to-from)
	for i := from; i < to; i++ {
		l := c.levels[i]
		out = append(out, Detail{Index: i, A: c.a.cell(l.a, c.b), B: c.b.cell(l.b, c.a), Same: l.same, Differs: l.differs != "", How: l.differs})
	}
	return out
}

func (b *branch) cell(i int, other *branch) Cell {
	c := Cell{Key: b.keyAt(i), Said: []Said{}}
	said := b.lead
	switch {
	case i == -1:
		return c
	case i >= 0:
		s := &b.steps[i]
		it := &s.item
		said = s.said
		c.Kind, c.Words, c.Tool, c.Target, c.Text = it.Kind.String(), b.does(s, other), session.Plain(it.Tool), session.Plain(it.Target), session.Plain(it.Text)
		c.IsError, c.HasResult, c.AtMs, c.EndMs, c.Line = it.Error, it.Answer != session.None, it.AtMs, it.EndMs, int(it.Line)
	}
	for _, at := range said {
		it := &b.items[at]
		c.Said = append(c.Said, Said{Key: b.key(it), Kind: it.Kind.String(), Text: session.Plain(it.Text), IsError: it.Error, AtMs: it.AtMs})
	}
	return c
}

// The bits of a row in Outline.
const (
	MarkOther   = 1 << iota // the steps are not the same
	MarkOnlyA               // B has a gap
	MarkOnlyB               // A has a gap
	MarkDiffers             // see Detail.Differs
	MarkErrorA
	MarkErrorB
	MarkPrompt
)

// Outline answers a byte of marks for each row.
func (c *Comparison) Outline() []byte {
	out := make([]byte, len(c.levels))
	for i, l := range c.levels {
		set := func(bit byte, is bool) {
			if is {
				out[i] |= bit
			}
		}
		set(MarkOther, !l.same)
		set(MarkOnlyA, l.b == -1)
		set(MarkOnlyB, l.a == -1)
		set(MarkDiffers, l.differs != "")
		set(MarkErrorA, l.a >= 0 && c.a.steps[l.a].item.Error)
		set(MarkErrorB, l.b >= 0 && c.b.steps[l.b].item.Error)
		set(MarkPrompt, l.a >= 0 && c.a.steps[l.a].prompt() || l.b >= 0 && c.b.steps[l.b].prompt())
	}
	return out
}

// Clock answers for the step of each row how much engaged time had passed since its
// side's part began, in milliseconds: -1 for a gap. It ends, with endA and endB, at
// the engaged time of the figures.
func (c *Comparison) Clock() (a, b []int64, endA, endB int64) {
	a, b = make([]int64, len(c.levels)), make([]int64, len(c.levels))
	atA, atB := c.a.clock(), c.b.clock()
	for i, l := range c.levels {
		a[i], b[i] = c.a.began(l.a, atA), c.b.began(l.b, atB)
	}
	return a, b, c.a.totals.EngagedMs, c.b.totals.EngagedMs
}

// clock is the engaged time that had passed at each entry of the part, by its place
// among all entries, as package outcome adds it up.
func (b *branch) clock() []int64 {
	at := make([]int64, len(b.x.Entries))
	var engaged, now int64
	if b.shared == 0 && b.x.Header.Closed { // a run begins with its first record, which is no entry
		now = b.x.Header.CreatedMs
	}
	for _, p := range b.path[b.shared:] {
		var gap int64
		gap, now = b.x.Tick(now, p)
		engaged = min(engaged+gap, b.totals.EngagedMs)
		at[p] = engaged
	}
	return at
}

func (b *branch) began(i int, at []int64) int64 {
	var it *session.Item
	switch {
	case i >= 0:
		it = &b.steps[i].item
	case i == noStep:
		it = &b.items[b.lead[0]]
	default:
		return -1
	}
	switch {
	case it.Entry == session.None: // a record that is no entry stands behind one
		p, _ := b.x.Lookup(b.key(it))
		return at[max(p, 0)]
	case !b.mine[it.Entry] && it.Answer != session.None:
		return at[it.Answer]
	}
	return at[it.Entry]
}
