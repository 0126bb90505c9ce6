package runlog

import (
	"fmt"

	"branchline/backend/session"
)

// Items returns what a reader sees up to leaf, in the order of the file, over
// all segments: what a reset took away stays readable. Entries before a reset
// are marked as replaced unless the conversation at leaf still holds them.
//
// An item stands where its event stands, because that is when it happened, and
// is read from the message record that was written later. Events without their
// record give provisional items.
func (l *Log) Items(leaf session.Pos) []session.Item {
	if leaf == session.None {
		return nil
	}
	f := &fold{
		l:     l,
		items: make([]session.Item, 0, l.likely(leaf)),
		item:  make([]int32, leaf+1),
		said:  newQueue(), started: newQueue(), refused: newQueue(),
		asked: newStack[session.CallID](), askedSame: newStack[uint64](), askedThis: newStack[uint64](),
		running: nowhere,
	}
	passed := l.passed(leaf)
	for n := range passed + 1 {
		s := l.segment(n)
		if n > 0 {
			f.reset(n - 1)
			f.condense(n, s)
		}
		for p := s.from; p < s.to && p <= leaf; p++ {
			f.entry(p)
		}
	}
	f.close()
	f.replace(passed)
	if leaf == l.x.Leaf && l.result.result != nil {
		f.end(l.result)
	}
	return f.items
}

// likely is about how many items there are up to leaf: what events tell of is
// told once, and a call with its answer is one.
func (l *Log) likely(leaf session.Pos) int {
	var said, spoken, started, asked, others int
	for p := range leaf + 1 {
		switch l.facts[p].form {
		case formSaid:
			said++
		case formBot, formReasoning:
			spoken++
		case formStart:
			started++
		case formRequest:
			asked++
		case formResponse, formEnd, formError:
		default:
			others++
		}
	}
	return max(said, spoken) + max(started, asked) + others + len(l.resets) + 1
}

// nowhere is the place of no item.
const nowhere = int32(-1)

// fold makes items of entries, one after the other.
type fold struct {
	l     *Log
	items []session.Item
	// item is the place of the item an entry is shown in.
	item []int32

	// said and started are the items of message and start events whose message
	// record has not come, by fact.same, in order.
	said, started queue
	// refused are the errors of calls that never began, by tool.
	refused queue
	// asked, askedSame and askedThis are the calls without a response, by call id, by
	// fact.same and by both.
	asked                stack[session.CallID]
	askedSame, askedThis stack[uint64]
	// running is the call whose end event has not come.
	running int32

	// round is the last round in words and attempt how often it was begun.
	round   string
	attempt int
	retried bool
	// flushed: a message record has come since the round began.
	flushed bool
	// compacted is the text of the last compact event since the last reset.
	compacted string
}

// add puts an item for one entry at the end.
func (f *fold) add(p session.Pos, kind session.ItemKind) *session.Item {
	e := f.l.x.At(p)
	f.items = append(f.items, session.Item{
		Kind: kind, Entry: p, Part: -1, Answer: session.None, AnswerPart: -1,
		Role: e.Role, AtMs: e.AtMs, EndMs: e.AtMs, Line: e.Line, Text: e.Preview, Span: e.Span,
		Inherited: e.Has(session.Inherited),
	})
	f.item[p] = int32(len(f.items) - 1)
	return &f.items[f.item[p]]
}

func (f *fold) entry(p session.Pos) {
	fact := &f.l.facts[p]
	if fact.form.message() {
		if first := f.l.original(p); first != p {
			f.item[p] = f.item[first]
			f.flushed = true
			return
		}
		f.message(p, fact)
		return
	}
	switch fact.form {
	case formRound:
		f.begin(p)
	case formSaid:
		f.say(p, fact)
	case formStart:
		f.start(p, fact)
	case formEnd, formError:
		f.stop(p, fact)
	case formUsage:
		f.usage(p)
	case formUnknown:
		f.add(p, session.ItemUnknown)
	case formRetry:
		f.retried = true
		f.add(p, session.ItemEvent)
	case formCompact:
		f.compacted = f.l.x.At(p).Preview
		f.add(p, session.ItemEvent)
	default:
		f.add(p, session.ItemEvent)
	}
}

func (f *fold) message(p session.Pos, fact *fact) {
	f.flushed = true
	switch fact.form {
	case formUser:
		f.add(p, session.ItemPrompt)
	case formBot:
		f.speak(p, fact, session.ItemReply)
	case formReasoning:
		f.speak(p, fact, session.ItemThinking)
	case formRequest:
		f.request(p, fact)
	case formResponse:
		f.respond(p, fact)
	case formAttachment:
		f.add(p, session.ItemCustomMessage)
	case formCheckpoint:
		f.add(p, session.ItemCompaction)
	case formNudge, formSystem:
		f.add(p, session.ItemSystem)
	default:
		f.add(p, session.ItemUnknown)
	}
}

// begin takes an iteration event. Since 0.15 a failed call to the model gives
// its number back, so that the same number comes again after a retry.
func (f *fold) begin(p session.Pos) {
	round := f.l.x.At(p).Preview
	again := f.attempt > 0 && round == f.round && f.retried
	if again {
		f.attempt++
		f.add(p, session.ItemAttempt).Text = fmt.Sprintf("%s, attempt %d", round, f.attempt)
	} else {
		f.round, f.attempt = round, 1
		f.add(p, session.ItemEvent).Round = true
	}
	f.retried = false
	if f.flushed { // the last round is written; what it did not bring will not come
		clear(f.said.ends)
		clear(f.started.ends)
		clear(f.refused.ends)
	}
	f.flushed, f.running = false, nowhere
}

// usage takes the totals of the run so far.
func (f *fold) usage(p session.Pos) {
	if i := f.add(p, session.ItemUsage); i.Text == "" { // before 0.15, and where the provider tells of none
		i.Text = unreported
	}
}

// unreported stands for tokens that are unknown, which is not 0.
const unreported = "tokens not reported"

// end takes the result, which is no entry and stands last wherever it was written.
func (f *fold) end(h head) {
	text := h.result.reason
	if h.result.message != "" {
		text = oneLine([]byte(text + ": " + h.result.message))
	}
	f.items = append(f.items, session.Item{
		Kind: session.ItemResult, Entry: session.None, Part: -1, Answer: session.None, AnswerPart: -1,
		AtMs: h.atMs, EndMs: h.atMs, Line: h.line, Text: text, Span: h.span,
	})
}

// close gives calls that never ended the time they began.
func (f *fold) close() {
	for i := range f.items {
		switch it := &f.items[i]; {
		case it.Inherited:
			it.EndMs = 0
		case it.EndMs == 0:
			it.EndMs = it.AtMs
		}
	}
}
