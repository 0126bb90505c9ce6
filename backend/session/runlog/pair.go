package runlog

import (
	"strings"

	"branchline/backend/session"
)

// say takes a message event: a whole answer or thought, as soon as it was there.
// Which of the two it is, only its record tells.
func (f *fold) say(p session.Pos, fact *fact) {
	i := f.add(p, session.ItemReply)
	i.Provisional, i.Role = true, session.RoleAssistant
	f.said.put(fact.same, f.item[p])
}

// speak takes the record of an answer or a thought.
func (f *fold) speak(p session.Pos, fact *fact, kind session.ItemKind) {
	at, ok := f.said.pop(fact.same)
	if !ok {
		f.add(p, kind)
		return
	}
	f.settle(at, p, kind)
}

// settle reads the item of an event from its record from now on. The time stays
// the event's.
func (f *fold) settle(at int32, p session.Pos, kind session.ItemKind) {
	e, i := f.l.x.At(p), &f.items[at]
	i.Kind, i.Provisional, i.Entry, i.Role, i.Answer = kind, false, p, e.Role, session.None
	i.Line, i.Span, i.Text = e.Line, e.Span, e.Preview
	f.item[p] = at
}

// start takes a start event. The tools of a turn run one after another.
func (f *fold) start(p session.Pos, fact *fact) {
	i := f.add(p, session.ItemCall)
	i.Provisional, i.Role, i.Tool = true, session.RoleAssistant, fact.word
	i.Target = strings.TrimPrefix(strings.TrimPrefix(i.Text, fact.word), " ")
	i.Text, i.EndMs = i.Target, 0
	f.running = f.item[p]
	f.started.put(fact.same, f.running)
}

// stop takes the end of the call that runs.
func (f *fold) stop(p session.Pos, fact *fact) {
	if f.running == nowhere || f.items[f.running].Tool != fact.word {
		if fact.form == formError {
			f.refuse(p, fact)
		} else {
			f.add(p, session.ItemEvent)
		}
		return
	}
	i := &f.items[f.running]
	i.EndMs = f.l.x.At(p).AtMs
	i.Error = i.Error || fact.form == formError
	if i.Provisional { // until its record comes, all there is to tell
		i.Answer = p
	}
	f.item[p], f.running = f.running, nowhere
}

// refuse takes the error of a call that did not begin.
func (f *fold) refuse(p session.Pos, fact *fact) {
	i := f.add(p, session.ItemCall)
	i.Provisional, i.Role, i.Tool, i.Error, i.Text = true, session.RoleAssistant, fact.word, true, ""
	f.refused.put(refusedBy(fact.word), f.item[p])
}

func refusedBy(tool string) uint64 { return sumOf(sumRefused, tool, nil) }

// request takes the first half of a call: the record of the next start with its
// name and arguments, of the next call of its tool that did not begin, or of a
// call no event tells of.
func (f *fold) request(p session.Pos, fact *fact) {
	part := f.l.x.At(p).FirstPart
	call := &f.l.x.Parts[part]
	at, ok := f.started.pop(fact.same)
	if !ok {
		at, ok = f.refused.pop(refusedBy(call.Tool.String()))
	}
	if ok {
		f.settle(at, p, session.ItemCall)
	} else {
		f.add(p, session.ItemCall).EndMs = 0
	}
	at = f.item[p]
	i := &f.items[at]
	i.Part, i.Tool, i.Target, i.Text = part, call.Tool.String(), call.Target, call.Target
	if call.Call != session.NoCall {
		f.asked.push(call.Call, at)
		f.askedThis.push(also(uint64(call.Call), fact.same), at)
	}
	f.askedSame.push(fact.same, at)
}

// respond takes the second half of a call. It belongs to the nearest call before
// it with its id that has no answer, before all to one of its tool with its
// arguments; ids may be empty and may come again. After a compaction the call may be gone and its answer stand alone.
func (f *fold) respond(p session.Pos, fact *fact) {
	e := f.l.x.At(p)
	part := &f.l.x.Parts[e.FirstPart]
	at := f.waiting(part.Call, fact.same)
	if at == nowhere {
		i := f.add(p, session.ItemCall)
		i.Tool, i.Target, i.Text = part.Tool.String(), part.Target, part.Target
		i.Answer, i.AnswerPart, i.Error = p, e.FirstPart, part.Error
		return
	}
	i := &f.items[at]
	i.Answer, i.AnswerPart = p, e.FirstPart
	i.Error = i.Error || part.Error
	if i.EndMs == 0 {
		i.EndMs = e.AtMs
	}
	f.item[p] = at
}

// waiting is the call a response with this id, tool and arguments belongs to.
func (f *fold) waiting(id session.CallID, same uint64) int32 {
	if id != session.NoCall {
		if at := f.askedThis.last(also(uint64(id), same), f.answered); at != nowhere {
			return at
		}
		if at := f.asked.last(id, f.answered); at != nowhere {
			return at
		}
	}
	at := f.askedSame.last(same, f.answered)
	if at == nowhere {
		return nowhere
	}
	if id != session.NoCall && f.l.x.Parts[f.items[at].Part].Call != session.NoCall {
		return nowhere // both have an id, and it is not the same
	}
	return at
}

// answered tells whether a call has its answer.
func (f *fold) answered(call int32) bool { return f.items[call].Answer != session.None }
