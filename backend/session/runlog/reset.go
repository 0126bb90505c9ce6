package runlog

import (
	"fmt"

	"branchline/backend/session"
)

// rewrite is what one reset did to the conversation, in messages, those of system
// context and summaries aside: kept were written again, condensed were not.
type rewrite struct{ kept, condensed int }

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
	default:
		text += fmt.Sprintf("; %s condensed, %d kept", plural(int64(c.condensed), "message"), c.kept)
	}
	f.items = append(f.items, session.Item{
		Kind: session.ItemReset, Entry: session.None, Part: -1, Answer: session.None, AnswerPart: -1,
		AtMs: h.atMs, EndMs: h.atMs, Line: h.line, Text: text, Span: h.span,
	})
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
