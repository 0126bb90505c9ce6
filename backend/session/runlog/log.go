package runlog

import (
	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// Log is a run log as it was read. It is what Format.Scan answers as a
// session.Session, and answers a little more: Image, FirstMessage, Counters.
type Log struct {
	f *jsonl.File
	x *session.Index
	// facts has one entry for each of the index.
	facts []fact
	// resets in the order of the file; they cut the entries into segments.
	resets []head
	// result is how the run ended, the zero head when it did not say.
	result head
	last   last
	// first is, for a message written again after a reset, the entry that said it
	// first; for any other itself. nil without resets.
	first []session.Pos
	// cuts are what each reset did to the conversation.
	cuts []rewrite
	// newer: it has what only versions since 0.15 write.
	newer bool
	course
}

// Index returns what the scan left behind.
func (l *Log) Index() *session.Index { return l.x }

// segment is a run of entries between two resets.
type segment struct{ from, to session.Pos }

// segments counts one more than there are resets; each may be empty.
func (l *Log) segment(n int) segment {
	s := segment{0, session.Pos(len(l.facts))}
	if n > 0 {
		s.from = l.resets[n-1].before
	}
	if n < len(l.resets) {
		s.to = l.resets[n].before
	}
	return s
}

// passed is the number of resets in the past of leaf. A reset behind the last
// entry belongs to it: the run was stopped before it wrote again.
func (l *Log) passed(leaf session.Pos) int {
	if leaf == l.x.Leaf {
		return len(l.resets)
	}
	n := 0
	for n < len(l.resets) && l.resets[n].before <= leaf {
		n++
	}
	return n
}

// original is the entry that first said what p says.
func (l *Log) original(p session.Pos) session.Pos {
	if l.first == nil {
		return p
	}
	return l.first[p]
}

// Context returns the conversation at leaf: the messages since the last reset.
// A Piece's role is the message's type as the file spells it.
func (l *Log) Context(leaf session.Pos) []session.Piece {
	if leaf == session.None {
		return nil
	}
	var out []session.Piece
	for p := l.segment(l.passed(leaf)).from; p <= leaf; p++ {
		if f := &l.facts[p]; f.form.message() {
			out = append(out, session.Piece{Entry: p, Edit: session.None, Role: f.typeName()})
		}
	}
	return out
}

// typeName is a message's type.
func (f *fact) typeName() string {
	if f.word != "" {
		return f.word
	}
	switch f.form {
	case formUser, formNudge:
		return "user"
	case formBot:
		return "bot"
	case formReasoning:
		return "reasoning"
	case formRequest, formResponse:
		return "activity"
	case formAttachment:
		return "attachment"
	}
	return "unknown"
}
