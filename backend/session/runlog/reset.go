package runlog

import (
	"fmt"

	"branchline/backend/session"
)

// rewrite is what one reset did to the conversation, in messages, those of system
// context and summaries aside: kept were written again, condensed were not. cut: the
// log ends before all that was kept is there, and how much was condensed is not known.
type rewrite struct {
	kept, condensed int
	cut             bool
}

// reset takes a reset, which is no entry.
func (f *fold) reset(n int) {
	h := f.l.resets[n]
	text := "history rewritten"
	switch {
	case f.compacted != "":
		text = f.compacted
	case f.retried || f.attempt > 1:
		text = "history rewritten: context limit"
	}
	f.compacted = ""
	switch c, s := f.l.cuts[n], f.l.segment(n+1); {
	case s.from == s.to && n+1 == len(f.l.resets) && f.l.result.result == nil:
		text += "; the log ends before the conversation was written again"
	case len(f.l.messages(f.l.segment(n))) == 0:
		text += "; nothing had been said"
	case c.cut:
		text += "; the log ends before all of the conversation was written again"
	default:
		text += fmt.Sprintf("; %s condensed, %d kept", plural(int64(c.condensed), "message"), c.kept)
	}
	f.items = append(f.items, session.Item{
		Kind: session.ItemReset, Entry: session.None, Part: -1, Answer: session.None, AnswerPart: -1,
		AtMs: h.atMs, EndMs: h.atMs, Line: h.line, Text: text, Span: h.span,
	})
}

// condense lets go of what was said and called but is not in the conversation that
// is written again in a segment, the nth: what is in it came last.
func (f *fold) condense(n int, s segment) {
	burst := f.l.burst(s)
	if f.l.ends(n, s, burst) {
		return // there may be more of it
	}
	said, started := map[uint64]int{}, map[uint64]int{}
	for _, p := range burst {
		switch fact := &f.l.facts[p]; {
		case f.l.original(p) != p:
		case fact.form == formRequest:
			started[fact.same]++
		case fact.form == formBot || fact.form == formReasoning:
			said[fact.same]++
		}
	}
	f.said.leave(said)
	f.started.leave(started)
}

// replace marks the items of messages that resets took out of the conversation
// of the segment that is open now.
func (f *fold) replace(now int) {
	last := make([]int, len(f.items)) // the last segment that holds it, from 1
	for n := range now + 1 {
		s := f.l.segment(n)
		for p := s.from; p < s.to; p++ {
			if first := f.l.original(p); f.l.facts[p].form.message() && int(first) < len(f.item) {
				last[f.item[first]] = n + 1
			}
		}
	}
	for i, n := range last {
		if n > 0 && n <= now {
			f.items[i].Replaced, f.items[i].ReplacedMs = true, f.l.resets[n-1].atMs
		}
	}
}
