package timeline

import (
	"fmt"
	"strings"
	"sync"

	"branchline/backend/session"
	"branchline/backend/session/graph"
)

// Branch is one branch read as rows. It is read-only and safe for concurrent use
// but for Grow.
type Branch struct {
	s       session.Session
	x       *session.Index
	leaf    session.Pos
	telling session.Telling
	items   []session.Item
	turns   []Turn
	// facts are what a row knows beside its item.
	facts []fact
	// rowOf is the row that stands for an entry on the branch: for one that gives
	// none, the row before it.
	rowOf []int32
	marks []mark // by entry
	ways  *graph.Ways
	clock int64  // the latest time on the branch
	took  string // what a resumed run took over, in words
	// tookRows is how many rows that is, all at the beginning.
	tookRows int
	faults   session.Faults
	heavy    heavy
}

type fact struct {
	turn  int32
	gapMs int64
	// untilMs is when the last thing that is known up to this row had ended.
	untilMs int64
	// first and last: of the rows of one entry.
	first, last bool
	// main: of the rows of one entry the one that stands for it: what was said,
	// else what was done, else what was thought.
	main bool
}

// Of reads the branch that ends at leaf. It reads no bodies.
func Of(s session.Session, leaf session.Pos) *Branch {
	b := &Branch{s: s, x: s.Index(), leaf: leaf}
	past := b.x.Past(leaf)
	var apart sync.WaitGroup // what a reader of a large session would wait for
	apart.Go(func() { b.ways = graph.WaysOf(s) })
	apart.Go(func() { b.marks = contextOf(s, leaf, past) })
	b.telling, b.took = session.Tell(s, leaf), b.carried()
	b.items = b.telling.Items()
	b.tookRows = carriedRows(b.items)
	b.facts = session.Roomy[fact](len(b.items))[:0]
	b.turns = make([]Turn, 0, beginnings(b.items)+1)
	b.rowOf = session.Roomy[int32](len(b.x.Entries))[:0]
	b.add(past, nil)
	apart.Wait()
	return b
}

// add takes entries at the end of the branch, whose items are there, and the rows
// of earlier calls that they answer.
func (b *Branch) add(next []session.Pos, answered []int32) {
	from := len(b.facts)
	b.facts = append(b.facts, make([]fact, len(b.items)-from)...)
	known := len(b.rowOf)
	b.rowOf = append(b.rowOf, make([]int32, len(b.x.Entries)-known)...)
	for p := known; p < len(b.rowOf); p++ {
		b.rowOf[p] = -1
	}
	b.gaps(from, answered)
	b.cut(from, answered)
	b.place(from, answered)
	b.follow(next)
	b.spend(next)
}

// Len is the number of rows.
func (b *Branch) Len() int { return len(b.items) }

// carried says what a resumed run took over.
func (b *Branch) carried() string {
	n := 0
	for i := range b.x.Entries {
		if b.x.Entries[i].Has(session.Inherited) && session.Pos(i) <= b.leaf {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	messages := "messages"
	if n == 1 {
		messages = "message"
	}
	return fmt.Sprintf("%d %s carried over from %s", n, messages, session.Plain(b.x.Header.Parent))
}

// carriedRows counts the rows up to the last that was carried over: whatever
// stands between them was written before the run went on as well.
func carriedRows(items []session.Item) int {
	for i := len(items) - 1; i >= 0; i-- {
		if items[i].Inherited {
			return i + 1
		}
	}
	return 0
}

// Turns returns the turns of the branch.
func (b *Branch) Turns() []Turn { return append([]Turn{}, b.turns...) }

// Body reads a row's item whole.
func (b *Branch) Body(row int) (session.Body, error) { return b.s.Body(b.items[row]) }

// Item returns what a row was made of.
func (b *Branch) Item(row int) session.Item { return b.items[row] }

// Find returns the row of an entry on the branch, -1 when it is not on it. An
// entry without a row of its own is found at the row before it.
func (b *Branch) Find(p session.Pos) int {
	if p == session.None {
		return -1
	}
	return int(b.rowOf[p])
}

// place says which entries the rows from one on, and those that were answered, stand for.
func (b *Branch) place(from int, answered []int32) {
	for _, i := range answered {
		b.rowOf[b.items[i].Answer] = i
	}
	for i := from; i < len(b.items); i++ {
		it, f := &b.items[i], &b.facts[i]
		f.first = i == 0 || b.items[i-1].Entry != it.Entry
		f.last = i == len(b.items)-1 || b.items[i+1].Entry != it.Entry
		if it.Entry == session.None {
			continue
		}
		if b.rowOf[it.Entry] < 0 {
			b.rowOf[it.Entry] = int32(i)
		}
		if it.Answer != session.None && it.Answer != it.Entry {
			b.rowOf[it.Answer] = int32(i)
		}
	}
	b.stand(from)
}

// follow gives the entries without a row the one before them.
func (b *Branch) follow(next []session.Pos) {
	row := int32(0)
	if len(next) > 0 && b.x.At(next[0]).Parent != session.None {
		row = b.rowOf[b.x.At(next[0]).Parent]
	}
	for _, p := range next {
		if b.rowOf[p] >= 0 {
			row = b.rowOf[p]
		} else if len(b.items) > 0 {
			b.rowOf[p] = row
		}
	}
}

// stand chooses the row that stands for each entry.
func (b *Branch) stand(from int) {
	best := from
	for i := from; i < len(b.items); i++ {
		if b.facts[i].first {
			best = i
		}
		if worth(b.items[i].Kind) > worth(b.items[best].Kind) {
			best = i
		}
		if b.facts[i].last {
			b.facts[best].main = true
			if p := b.items[best].Entry; p != session.None {
				b.rowOf[p] = int32(best)
			}
		}
	}
}

func worth(k session.ItemKind) int {
	switch k {
	case session.ItemReply, session.ItemPrompt:
		return 2
	case session.ItemThinking:
		return 0
	}
	return 1
}

// gaps finds the idle time before the rows from one on and, where an earlier one
// was answered, from there on. While a call runs nothing is idle.
func (b *Branch) gaps(from int, answered []int32) {
	for _, i := range answered {
		from = min(from, int(i))
	}
	var until int64
	if from > 0 {
		until = b.facts[from-1].untilMs
	}
	for i := from; i < len(b.items); i++ {
		it, f := &b.items[i], &b.facts[i]
		f.gapMs = 0
		if it.AtMs != 0 && until != 0 && it.AtMs-until > session.IdleMs {
			f.gapMs = it.AtMs - until
		}
		until = max(until, it.AtMs, it.EndMs)
		f.untilMs = until
	}
}

// cut cuts the rows from one on into turns.
func (b *Branch) cut(from int, answered []int32) {
	for _, i := range answered {
		if b.items[i].Error {
			b.turns[b.facts[i].turn].Errors++
			b.faults.Count(&b.items[i])
		}
	}
	number := 0
	if len(b.turns) > 0 {
		number = b.turns[len(b.turns)-1].Number
	}
	for i := from; i < len(b.items); i++ {
		it := &b.items[i]
		if it.Kind == session.ItemPrompt {
			number++
		}
		if i == 0 || it.Kind == session.ItemPrompt || it.Round {
			t := Turn{Index: len(b.turns), Number: number, Round: it.RoundNumber(), First: i}
			if it.Kind == session.ItemPrompt {
				t.Title = title(it)
			}
			b.turns = append(b.turns, t)
		}
		t := &b.turns[len(b.turns)-1]
		b.facts[i].turn = int32(t.Index)
		t.Rows++
		if t.AtMs == 0 {
			t.AtMs = it.AtMs
		}
		if it.Kind == session.ItemCall && it.Answer != it.Entry { // else the result of a call that is not there
			t.Calls++
		}
		if it.Error {
			t.Errors++
			b.faults.Count(it)
		}
	}
}

// beginnings counts the prompts and the rounds.
func beginnings(items []session.Item) int {
	n := 0
	for i := range items {
		if items[i].Kind == session.ItemPrompt || items[i].Round {
			n++
		}
	}
	return n
}

// title is the beginning of a prompt.
func title(it *session.Item) string {
	if t := strings.TrimSpace(session.Plain(it.Text)); t != "" {
		return t
	}
	return "(no text)"
}

// spend adds up time and cost by turn. The wait before a prompt belongs to no turn.
func (b *Branch) spend(next []session.Pos) {
	for _, p := range next {
		engaged, clock := b.x.Tick(b.clock, p)
		b.clock = clock
		row := b.rowOf[p]
		if row < 0 {
			continue
		}
		t := &b.turns[b.facts[row].turn]
		if b.items[row].Kind != session.ItemPrompt || int(row) != t.First {
			t.EngagedMs += engaged
		}
		for _, u := range b.x.UsagesOf(p) {
			t.CostUSD += u.CostUSD
		}
	}
}
