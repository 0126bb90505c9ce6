package runlog

import "branchline/backend/session"

// inherit marks the messages a resumed run carried over: those that stand before
// its own kickoff, the last user message before the first event. It returns the first entry
// behind the seed, which is what stands before the first event.
func (l *Log) inherit() (seed session.Pos) {
	kickoff, last := session.None, session.None
	for seed = 0; int(seed) < len(l.facts) && !l.facts[seed].form.event(); seed++ {
		if len(l.resets) > 0 && seed >= l.resets[0].before {
			break
		}
		switch f := l.facts[seed].form; {
		case f == formUser:
			kickoff = seed
			last = seed
		case f.message():
			last = seed
		}
	}
	if kickoff == session.None {
		kickoff = last
	}
	if l.x.Header.Parent != "" {
		for p := range max(kickoff, 0) {
			if l.facts[p].form.message() {
				l.x.Entries[p].Flags |= session.Inherited
			}
		}
	}
	return seed
}

// flushedAtEnd tells whether every message behind the seed stands behind the
// last event, as before 0.12, where only the end of the run wrote them. One
// round tells nothing: there the two ways look the same.
func (l *Log) flushedAtEnd(seed session.Pos) bool {
	rounds, messages, event := 0, 0, false
	for p := session.Pos(len(l.facts)) - 1; p >= seed; p-- {
		f := l.facts[p].form
		switch {
		case f.message() && event:
			return false
		case f.message():
			messages++
		case f.event():
			event = true
		}
		if f == formRound {
			rounds++
		}
	}
	return rounds > 1 && messages > 0
}

// flag marks what stands before the last reset and what is written again.
// Events are never taken away by a reset.
func (l *Log) flag() {
	if len(l.resets) == 0 {
		return
	}
	end := l.resets[len(l.resets)-1].before
	for p := range l.facts {
		if !l.facts[p].form.message() {
			continue
		}
		if session.Pos(p) < end {
			l.x.Entries[p].Flags |= session.Replaced
		}
		if l.first[p] != session.Pos(p) {
			l.x.Entries[p].Flags |= session.Repeated
		}
	}
}

// blame marks the tool errors that no message record tells of: those of a round
// that was killed before it was written. The others are marked at the response.
func (l *Log) blame() {
	var waiting []session.Pos
	for i := range l.facts {
		p := session.Pos(i)
		switch l.facts[i].form {
		case formError:
			waiting = append(waiting, p)
		case formResponse:
			if len(waiting) > 0 && l.x.Entries[p].Has(session.Failed) && l.original(p) == p {
				waiting = waiting[1:]
			}
		}
	}
	for _, p := range waiting {
		l.x.Entries[p].Flags |= session.Failed
	}
}
