package convert

import (
	"encoding/json"
	"errors"
	"fmt"

	"branchline/backend/session"
	"branchline/backend/session/runlog"
)

// turn is a reply and the results of its calls.
type turn struct {
	message
	ms, startMs int64
	calls       []call
	// open are the places of calls without a result, by id.
	open    map[string][]int
	results []result
	// answered are the places of results by those of their calls.
	answered map[int]int
}

func newTurn(m message, ms int64) *turn {
	t := &turn{message: m, ms: ms, startMs: stamp(m, ms), open: map[string][]int{}, answered: map[int]int{}}
	for _, b := range m.blocks {
		if b.kind == "toolCall" {
			t.open[b.id] = append(t.open[b.id], len(t.calls))
			t.calls = append(t.calls, b.call)
		}
	}
	return t
}

// take adds a result, as the answer of the first call without one that has its id.
func (t *turn) take(r result) {
	if open := t.open[r.asked.id]; len(open) > 0 {
		r.of, t.open[r.asked.id] = open[0], open[1:]
		r.asked = t.calls[r.of]
		t.answered[r.of] = len(t.results)
	}
	t.results = append(t.results, r)
}

// result is what a tool gave back.
type result struct {
	entry    session.Pos
	ms       int64
	of       int // the call of the turn, -1 for none of them
	asked    call
	text     string
	failed   bool
	pictures []runlog.Image
}

// takeResult keeps a result for its turn.
func (l *logMaker) takeResult(m message) error {
	r := result{entry: m.entry, ms: l.at(m.entry), of: -1, text: said(m.blocks)}
	r.asked = call{id: m.text("toolCallId"), name: m.text("toolName")}
	r.failed = m.is("isError") && !runlog.Marked(r.asked.name, r.text) // a command that fails gives back what it printed
	var err error
	if r.pictures, err = l.pictures(m.blocks); err != nil {
		return err
	}
	if m.object["details"] != nil {
		l.miss(sortDetails, 1)
	}
	if l.turn != nil {
		l.turn.take(r)
		return nil
	}
	if err := l.answer(r, r.ms); err != nil {
		return err
	}
	return l.attach(r.pictures, r.asked.name, r.ms, &origin{Entry: l.x.Key(r.entry), Role: "toolResult", Call: r.asked.id})
}

// closeTurn writes the reply that was read with its results.
func (l *logMaker) closeTurn() error {
	t := l.turn
	if t == nil {
		return nil
	}
	l.turn = nil
	end := t.ms
	if n := len(t.results); n > 0 {
		end = t.results[n-1].ms
	}
	if !l.copied {
		if err := errors.Join(l.tell(t), l.tellCalls(t)); err != nil {
			return err
		}
	}
	return l.conclude(t, end)
}

// tell writes what the model said in a turn and what that took, at the times at which
// it did.
func (l *logMaker) tell(t *turn) error {
	l.rounds++
	err := l.event(runlog.Event{Kind: "iteration", Iteration: l.rounds}, t.startMs)
	usage := members(t.object["usage"])
	in, out := usage.number("input")+usage.number("cacheRead")+usage.number("cacheWrite"), usage.number("output")
	if in+out > 0 {
		l.in, l.out = l.in+in, l.out+out
		err = errors.Join(err, l.event(runlog.Event{Kind: "usage", Text: fmt.Sprintf("input %.0f output %.0f", l.in, l.out)}, t.ms))
		l.carry(sortUsage, 1)
		if members(usage["cost"]).number("total") != 0 {
			l.leave(sortCost, 1)
		}
	}
	for _, b := range t.blocks {
		if (b.kind == "text" || b.kind == "thinking") && b.text != "" {
			err = errors.Join(err, l.event(runlog.Event{Kind: "message", Text: b.text}, t.ms))
		}
	}
	return err
}

// tellCalls writes the calls of a turn one behind the other, as the agent runs them.
func (l *logMaker) tellCalls(t *turn) error {
	ms := t.ms
	for i, c := range t.calls {
		l.calls++
		if err := l.event(runlog.Event{Kind: "toolCallStart", Tool: c.name, Text: c.arguments}, ms); err != nil {
			return err
		}
		n, ok := t.answered[i]
		if !ok {
			continue
		}
		r := t.results[n]
		e := runlog.Event{Kind: "toolCallEnd", Tool: c.name}
		if r.failed {
			e = runlog.Event{Kind: "toolCallError", Tool: c.name, Text: r.text}
		}
		ms = r.ms
		if err := l.event(e, ms); err != nil {
			return err
		}
	}
	return nil
}

// conclude writes the messages of a turn. A response follows its request, as the agent
// writes them, unless the results came in another order than the calls.
func (l *logMaker) conclude(t *turn, ms int64) error {
	from := &origin{Entry: l.x.Key(t.entry)}
	if t.text("stopReason") == "length" {
		from.Message = some(t.object, "stopReason")
	}
	inOrder, next, asked := t.inOrder(), 0, -1
	answer := func(upTo int) error {
		for ; next < len(t.results) && t.results[next].of <= upTo; next++ {
			if err := l.answer(t.results[next], ms); err != nil {
				return err
			}
		}
		return nil
	}
	for _, b := range t.blocks {
		var err error
		switch b.kind {
		case "thinking":
			err = l.think(b, ms, from)
		case "text":
			if b.text == "" {
				continue
			}
			l.count(sortReplies)
			err = l.put(runlog.Message{Type: "bot", Text: b.text}, ms, from)
		case "toolCall":
			asked++
			l.count(sortCalls)
			err = l.put(runlog.Message{Type: "activity", Activity: &runlog.Activity{Kind: "request", ID: b.id, Name: b.name, Arguments: b.arguments}}, ms, from)
			if err == nil && inOrder {
				err = answer(asked)
			}
		default:
			l.miss(sortBlocks, 1)
		}
		if b.signed && b.kind != "thinking" {
			l.miss(sortSignatures, 1)
		}
		if err != nil {
			return err
		}
	}
	if err := answer(len(t.results)); err != nil {
		return err
	}
	for _, r := range t.results {
		if err := l.attach(r.pictures, r.asked.name, ms, &origin{Entry: l.x.Key(r.entry), Role: "toolResult", Call: r.asked.id}); err != nil {
			return err
		}
	}
	return nil
}

// inOrder tells whether the results came in the order of the calls.
func (t *turn) inOrder() bool {
	last := -1
	for _, r := range t.results {
		if r.of <= last {
			return false
		}
		last = r.of
	}
	return true
}

func (l *logMaker) think(b block, ms int64, from *origin) error {
	if b.signed || b.redacted {
		l.miss(sortSignatures, 1)
	}
	if b.text == "" {
		if b.redacted {
			l.miss(sortRedacted, 1)
		}
		return nil
	}
	l.count(sortThoughts)
	return l.put(runlog.Message{Type: "reasoning", Text: b.text}, ms, from)
}

// answer writes the response of a call.
func (l *logMaker) answer(r result, ms int64) error {
	from := &origin{Entry: l.x.Key(r.entry)}
	a := &runlog.Activity{Kind: "response", ID: r.asked.id, Name: r.asked.name, Arguments: r.asked.arguments, Result: r.text}
	m := runlog.Message{Type: "activity", Text: r.text, Activity: a}
	switch {
	case r.failed && r.text == "":
		from.Error = true
	case r.failed:
		words, err := json.Marshal(struct {
			Error string `json:"error"`
		}{r.text})
		if err != nil {
			return err
		}
		a.Result, a.Failure, m.Text = nil, r.text, string(words)
	}
	l.count(sortResults)
	return l.put(m, ms, from)
}
