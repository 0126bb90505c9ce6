package runlog

import "branchline/backend/session"

// course is what the records so far mean to those that come. A log that grows is
// read on with it.
type course struct {
	// identity is the first meta record, nil while there is none.
	identity *Meta
	// begun: an event or a reset has come, which ends the seed.
	begun bool
	// kickoff: the seed may end with the kickoff, at own. What stands before own was
	// carried over.
	kickoff bool
	own     session.Pos
	// rounds and said count the rounds and the messages behind the seed; mixed: an
	// event has come behind one of those messages.
	rounds, said int
	mixed        bool
	// rewriting: nothing but messages has come since the last reset.
	rewriting bool
	// untold are the tool errors that no message record has told of.
	untold []session.Pos
	// lastMs is the time of the last entry that has one.
	lastMs int64
	// input and output are the totals of the last of the first usages records of tokens.
	input, output float64
	usages        int
}

// begin enters a segment.
func (l *Log) begin(behindReset bool) {
	l.begun = l.begun || behindReset
	l.rewriting = behindReset
}

// take goes on by one entry, whose original is known.
func (l *Log) take(p session.Pos) {
	e, f := l.x.At(p), &l.facts[p]
	if e.AtMs != 0 {
		l.lastMs = e.AtMs
	}
	if f.form.message() {
		l.hear(p, e, f.form)
		return
	}
	l.rewriting = false
	if !f.form.event() {
		return
	}
	l.begun = true
	l.mixed = l.mixed || l.said > 0
	switch f.form {
	case formRound:
		l.rounds++
	case formError:
		l.untold = append(l.untold, p)
		e.Flags |= session.Failed
	}
}

// hear takes a message.
func (l *Log) hear(p session.Pos, e *session.Entry, form form) {
	if form == formUser && l.x.FirstPrompt == session.None && e.Has(session.HasText) {
		l.x.FirstPrompt = p
	}
	if l.begun {
		l.said++
	} else {
		l.inherit(p, form)
	}
	if n := len(l.resets); n > 0 && p < l.resets[n-1].before {
		e.Flags |= session.Replaced
	}
	if first := l.original(p); first != p {
		e.Flags |= session.Repeated
		e.AtMs = l.x.At(first).AtMs // its own is when it was copied
		return
	}
	l.x.Messages++
	// The errors of a round that was written are marked at the response instead.
	if form == formResponse && e.Has(session.Failed) && len(l.untold) > 0 {
		l.x.At(l.untold[0]).Flags &^= session.Failed
		l.untold = l.untold[1:]
	}
}

// inherit takes a message of the seed. A resumed run carried over those that stand
// before its own kickoff, the last user message before the first event. No model
// answers before that: where an answer stands behind the user message the run died
// while it carried over.
func (l *Log) inherit(p session.Pos, form form) {
	end := p
	switch {
	case form == formUser:
		l.kickoff = true
	case !l.kickoff || form.answers():
		l.kickoff, end = false, p+1
	default:
		return
	}
	if l.x.Header.Parent != "" {
		for q := l.own; q < end; q++ {
			if e := l.x.At(q); l.facts[q].form.message() {
				l.x.Messages--
				e.Flags |= session.Inherited
				e.AtMs = 0 // when it was copied; when it was said this log does not hold
			}
		}
	}
	l.own = end
}

// older tells whether the log looks as those of versions before 0.12 do: they name
// the connection "backend", or only the end of the run wrote the messages, so that
// all behind the seed stand behind the last event. One round tells nothing: there
// the two ways look the same.
func (l *Log) older() bool {
	if l.newer {
		return false
	}
	return l.identity != nil && l.identity.Backend != "" || !l.mixed && l.rounds > 1 && l.said > 0
}

// spend turns the running totals of usage events into what each added. A total
// that falls begins anew.
func (l *Log) spend() {
	model := l.x.Header.Model
	if p := l.x.Header.Provider; p != "" && model != "" {
		model = p + "/" + model
	}
	for ; l.usages < len(l.x.Usages); l.usages++ {
		u := &l.x.Usages[l.usages]
		if u.Input < l.input || u.Output < l.output {
			l.input, l.output = 0, 0
		}
		u.Model = model
		u.Input, l.input = u.Input-l.input, u.Input
		u.Output, l.output = u.Output-l.output, u.Output
	}
}

// settle says what the log as a whole is, once size bytes of it are indexed. written
// is the file's time of change in Unix milliseconds.
func (l *Log) settle(size, written int64) {
	x := l.x
	x.ModifiedMs = l.lastMs
	if l.result.result != nil && l.result.atMs != 0 {
		x.ModifiedMs = l.result.atMs
	}
	x.Leaf = session.Pos(len(x.Entries) - 1)
	x.Suggested, x.Size, x.WrittenMs = x.Leaf, size, written
}
