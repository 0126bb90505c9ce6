package timeline

import (
	"fmt"
	"strings"
	"sync"

	"branchline/backend/session"
	"branchline/backend/session/graph"
)

// Branch is one branch read as rows. It is read-only and safe for concurrent use.
type Branch struct {
	s     session.Session
	x     *session.Index
	leaf  session.Pos
	items []session.Item
	turns []Turn
	// facts are what a row knows beside its item.
	facts []fact
	// rowOf is the row that stands for an entry on the branch: for one that gives
	// none, the row before it.
	rowOf []int32
	marks []mark // by entry
	took  string // what a resumed run took over, in words
	// tookRows is how many rows that is, all at the beginning.
	tookRows int
	heavy    heavy
}

type fact struct {
	turn  int32
	gapMs int64
	// first and last: of the rows of one entry.
	first, last bool
	// main: of the rows of one entry the one that stands for it: what was said,
	// else what was done, else what was thought.
	main bool
	ways int32
}

// Of reads the branch that ends at leaf. It reads no bodies.
func Of(s session.Session, leaf session.Pos) *Branch {
	b := &Branch{s: s, x: s.Index(), leaf: leaf}
	past := b.x.Past(leaf)
	var ways []int32
	var apart sync.WaitGroup // what a reader of a large session would wait for
	apart.Go(func() { ways = graph.Ways(s) })
	apart.Go(func() { b.marks = contextOf(s, leaf, past) })
	b.items, b.took = s.Items(leaf), b.carried()
	b.tookRows = carriedRows(b.items)
	b.facts = make([]fact, len(b.items))
	b.gaps()
	b.cut()
	apart.Wait()
	b.place(past, ways)
	b.spend(past)
	return b
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

// place says which entries the rows stand for. past are the entries that led to
// the leaf, ways how many go on from each entry of the file.
func (b *Branch) place(past []session.Pos, ways []int32) {
	b.rowOf = make([]int32, len(b.x.Entries))
	for p := range b.rowOf {
		b.rowOf[p] = -1
	}
	for i := range b.items {
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
		if n := ways[it.Entry]; f.last && n > 1 {
			f.ways = n
		}
	}
	b.stand()
	row := int32(0)
	for _, p := range past {
		if b.rowOf[p] >= 0 {
			row = b.rowOf[p]
		} else if len(b.items) > 0 {
			b.rowOf[p] = row
		}
	}
}

// stand chooses the row that stands for each entry.
func (b *Branch) stand() {
	best := 0
	for i := range b.items {
		if b.facts[i].first {
			best = i
		}
		if worth(b.items[i].Kind) > worth(b.items[best].Kind) {
			best = i
		}
		if b.facts[i].last || i == len(b.items)-1 {
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

// gaps finds the idle time before rows. While a call runs nothing is idle.
func (b *Branch) gaps() {
	var until int64
	for i := range b.items {
		it := &b.items[i]
		if it.AtMs != 0 && until != 0 && it.AtMs-until > session.IdleMs {
			b.facts[i].gapMs = it.AtMs - until
		}
		until = max(until, it.AtMs, it.EndMs)
	}
}

// cut cuts the rows into turns.
func (b *Branch) cut() {
	number := 0
	b.turns = make([]Turn, 0, prompts(b.items)+1)
	for i := range b.items {
		it := &b.items[i]
		if it.Kind == session.ItemPrompt {
			number++
		}
		if i == 0 || it.Kind == session.ItemPrompt {
			t := Turn{Index: len(b.turns), Number: number, First: i}
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
		}
	}
}

func prompts(items []session.Item) int {
	n := 0
	for i := range items {
		if items[i].Kind == session.ItemPrompt {
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
func (b *Branch) spend(past []session.Pos) {
	var clock, engaged int64
	for _, p := range past {
		engaged, clock = b.x.Tick(clock, p)
		row := b.rowOf[p]
		if row < 0 {
			continue
		}
		t := &b.turns[b.facts[row].turn]
		if t.Number == 0 || int(row) != t.First {
			t.EngagedMs += engaged
		}
		for _, u := range b.x.UsagesOf(p) {
			t.CostUSD += u.CostUSD
		}
	}
}
