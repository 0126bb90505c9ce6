package graph

import "branchline/backend/session"

// turns say which prompt an entry belongs to, the how manyth of its branch that
// is, and what was paid for the answers to it on all branches that go on from it.
type turns struct {
	prompt []session.Pos // None before the first
	number []int32
	cost   map[session.Pos]float64 // US dollars, by prompt
}

func (l *Layout) countTurns() {
	n := len(l.nodes)
	l.turns = turns{session.Roomy[session.Pos](n), session.Roomy[int32](n), map[session.Pos]float64{}}
	for _, p := range l.order {
		l.turns.prompt[p], l.turns.number[p] = l.turnOf(p)
	}
	for i := range l.x.Usages {
		u := &l.x.Usages[i]
		l.turns.pay(u.Entry, u.CostUSD)
	}
}

// turnOf is the turn of an entry when that of its parent is known.
func (l *Layout) turnOf(p session.Pos) (prompt session.Pos, number int32) {
	prompt = session.None
	if up := l.x.At(p).Parent; up != session.None {
		prompt, number = l.turns.prompt[up], l.turns.number[up]
	}
	if l.nodes[p].shown && l.nodes[p].kind == session.ItemPrompt {
		return p, number + 1
	}
	return prompt, number
}

// growTurns takes a new entry.
func (l *Layout) growTurns(p session.Pos) {
	prompt, number := l.turnOf(p)
	l.turns.prompt, l.turns.number = append(l.turns.prompt, prompt), append(l.turns.number, number)
	for _, u := range l.x.UsagesOf(p) {
		l.turns.pay(p, u.CostUSD)
	}
}

func (t *turns) pay(p session.Pos, usd float64) {
	if p != session.None && usd != 0 && t.prompt[p] != session.None {
		t.cost[t.prompt[p]] += usd
	}
}
