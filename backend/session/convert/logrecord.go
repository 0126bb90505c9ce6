package convert

import (
	"time"

	"branchline/backend/session"
	"branchline/backend/session/runlog"
)

// time is an entry's time in Unix milliseconds; without one the last that was known.
func (l *logMaker) time(p session.Pos) int64 {
	if ms := l.x.At(p).AtMs; ms != 0 {
		l.lastMs = ms
	} else if !l.copied {
		l.leave(sortNoTime, 1)
	}
	return l.lastMs
}

// at is the time to write for an entry.
func (l *logMaker) at(p session.Pos) int64 {
	if l.copied {
		return l.copiedMs
	}
	return l.time(p)
}

// put writes one message of the conversation.
func (l *logMaker) put(m runlog.Message, ms int64, from *origin) error {
	return l.write(runlog.Record{Kind: runlog.KindMessage, Message: &m}, ms, from)
}

func (l *logMaker) event(e runlog.Event, ms int64) error {
	return l.write(runlog.Record{Kind: runlog.KindEvent, Event: &e}, ms, nil)
}

// count carries one of a sort, unless it is a copy.
func (l *logMaker) count(s sort) {
	if !l.copied {
		l.carry(s, 1)
	}
}

// miss leaves one of a sort, unless it is a copy.
func (l *logMaker) miss(s sort, n int) {
	if !l.copied {
		l.leave(s, n)
	}
}

// finish writes how it ended.
func (l *logMaker) finish() error {
	v := l.result
	if v == nil {
		if v = l.outcome(); v == nil || l.unended {
			return nil
		}
	}
	l.carry(sortResult, 1)
	return l.write(runlog.Record{Kind: runlog.KindResult, Result: v}, l.lastMs, nil)
}

// outcome is how the branch ended in the words of the log, nil when it did not, or when
// a context edit took away the reply that tells.
func (l *logMaker) outcome() *runlog.Result {
	v, gone := &runlog.Result{Iterations: l.rounds, Calls: l.calls, Code: 1}, l.end.Last != l.replied
	switch {
	case l.end.State == session.Finished && !gone:
		v.Reason, v.Message, v.Code = "stop", l.words, 0
	case l.end.State == session.Limit && !gone:
		v.Reason, v.Message = "continuations", "the answer was cut off at the output limit"
	case l.end.State == session.Cancelled:
		v.Reason, v.Message, v.Error = "aborted", "run cancelled", l.end.Error
	case l.end.State == session.ErrorState:
		v.Reason, v.Message, v.Error = "error", "the provider failed", l.end.Error
		if l.end.Status > 0 {
			v.Failure = &runlog.Failure{Status: l.end.Status}
		}
	default:
		return nil
	}
	return v
}

// stamp is when a message says it began, where that can be.
func stamp(m message, entry int64) int64 {
	if ms := int64(m.number("timestamp")); ms > 0 && ms <= entry && entry-ms < int64(24*time.Hour/time.Millisecond) {
		return ms
	}
	return entry
}
