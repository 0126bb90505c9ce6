package runlog

import (
	"fmt"
	"strings"

	"branchline/backend/session"
)

// reasons says what each reason of a result means, and the code the agent
// records with it.
var reasons = map[string]struct {
	state session.State
	code  int64
}{
	"settled":       {session.Finished, 0},    // declared by the agent; nothing verified it
	"stop":          {session.Finished, 0},    // the model stopped talking, settle mode off
	"failed":        {session.FailedState, 1}, // 0.12: declared by the agent
	"iterations":    {session.Limit, 1},
	"calls":         {session.Limit, 1},
	"time":          {session.Limit, 1}, // 0.8
	"continuations": {session.Stuck, 1},
	"cycle":         {session.Stuck, 1},
	"empty":         {session.Stuck, 1},
	"unsettled":     {session.Stuck, 1},
	"aborted":       {session.Cancelled, 1},
	"error":         {session.ErrorState, 1},
}

// freshMs is how recently a log without a result must have grown for its run to
// count as running. There is no heartbeat: a quiet log may still be alive.
const freshMs = 2 * 60 * 1000

// The labels of evidence.
const (
	labelWarning = "warning"
	labelOld     = "old log"
	labelEarlier = "earlier provider failure"
)

// End says how the run ended. Only the last entry can tell: at any other leaf
// the run went on.
func (l *Log) End(leaf session.Pos, now int64) session.End {
	e := session.End{State: session.Unknown, Last: leaf}
	if leaf != l.x.Leaf {
		e.Evidence = []session.Evidence{{Entry: leaf, Label: "note", Text: "the run went on after this entry"}}
		return e
	}
	if v := l.result.result; v != nil {
		l.ended(&e, v)
	} else {
		l.unended(&e, now)
	}
	if e.State != session.Finished {
		l.stopped(&e)
	}
	return e
}

// ended reads the verdict from a result.
func (l *Log) ended(e *session.End, v *verdict) {
	e.Reason, e.Message = v.reason, v.message
	if v.code.exact {
		code := int(v.code.n)
		e.Code = &code
	}
	known, ok := reasons[v.reason]
	switch {
	case ok:
		e.State = known.state
	case v.code.exact && v.code.n == 0:
		e.State = session.Finished
	default:
		e.State = session.FailedState
	}
	l.failure(e, v)
	if ok && v.code.exact && v.code.n != known.code {
		prove(e, labelWarning, fmt.Sprintf("the reason %q and the code %d disagree; the reason is trusted", v.reason, v.code.n))
	}
	if !ok {
		prove(e, labelWarning, unknown(v))
	}
	if v.reason == "error" && v.error == "" && !v.hasFailure && !l.newer {
		prove(e, labelWarning, "a log of a version before 0.15 does not say what the provider said, and a call that was cancelled is an error there, too")
	}
	if words := l.late(); words != "" {
		prove(e, labelWarning, words)
	}
	if v.reason == "settled" && l.older() {
		prove(e, labelOld, "the log looks older than version 0.12; a failure the agent declared was recorded as settled, too")
	}
}

// late says how many records stand behind the result, "" for none.
func (l *Log) late() string {
	n := len(l.facts) - int(l.result.before)
	for _, r := range l.resets {
		if r.line > l.result.line {
			n++
		}
	}
	switch n {
	case 0:
		return ""
	case 1:
		return "behind the result stands 1 more record"
	}
	return fmt.Sprintf("behind the result stand %d more records", n)
}

// mostFloat is the whole number up to which a float64 holds each.
const mostFloat = 1 << 53

// failure tells what the provider said. On an aborted run it is the last failure
// of the whole run, recovered long before perhaps: not the cause.
func (l *Log) failure(e *session.End, v *verdict) {
	errorLabel := "error"
	if v.reason == "aborted" {
		if v.error != "context canceled" { // the cancelling itself
			errorLabel = labelEarlier
		}
	} else {
		e.Error = v.error
		e.Status = int(max(v.status.n, 0))
	}
	if v.error != "" {
		prove(e, errorLabel, v.error)
	}
	if !v.hasFailure {
		return
	}
	prefix := ""
	if v.reason == "aborted" {
		prefix = labelEarlier + ": "
	}
	if v.status.some() {
		prove(e, prefix+"HTTP status", v.status.text)
	}
	if v.requestBytes.some() {
		size := v.requestBytes.text
		if n := v.requestBytes.n; v.requestBytes.exact && n <= mostFloat {
			size = session.Grouped(float64(n))
		}
		prove(e, prefix+"request size", size+" bytes")
	}
	if v.body != "" {
		prove(e, prefix+"response body", v.body)
	}
}

// unended judges a log that has no result.
func (l *Log) unended(e *session.End, now int64) {
	quiet := now - l.x.WrittenMs
	fresh := quiet < freshMs && quiet > -freshMs // a time in the future tells nothing
	switch {
	case l.x.Tail.Len > 0 && !fresh: // else the record is being written
		e.State = session.Interrupted
		prove(e, "log cut", fmt.Sprintf("the last record is not whole: %d bytes without an end", l.x.Tail.Len))
	case l.last == lastDamage && l.x.Tail.Len == 0:
		e.State = session.Interrupted
		prove(e, "log cut", "the last line of the log is damaged")
	case fresh:
		e.State = session.Running
	default: // a call to the model alone may be quiet for ten minutes
		e.State, e.QuietMs = session.Interrupted, max(quiet, 0)
		prove(e, "no result", "the log has no result and did not grow any more")
	}
	e.Doing = l.doing()
	e.Message = l.words()
}

// doing says what the last record of an unfinished run means.
func (l *Log) doing() string {
	switch {
	case l.last == lastReset:
		return "writing its history again"
	case l.x.Leaf == session.None:
		return "starting"
	}
	switch f := &l.facts[l.x.Leaf]; f.form {
	case formRound:
		return "waiting for the model"
	case formStart:
		if f.word == "" {
			return "running a tool"
		}
		return "running " + f.word
	case formRetry:
		return "retrying"
	}
	return "between steps"
}

// words are the beginning of the last thing the agent said in this run.
func (l *Log) words() string {
	for p := session.Pos(len(l.facts)) - 1; p >= 0; p-- {
		if f := l.facts[p].form; (f == formBot || f == formSaid) && !l.x.At(p).Has(session.Inherited) {
			return l.x.At(p).Preview
		}
	}
	return ""
}

// stopped tells where a run that did not finish stood.
func (l *Log) stopped(e *session.End) {
	var round, tool, word bool
	for p := session.Pos(len(l.facts)) - 1; p >= 0 && !(round && tool && word); p-- {
		text := l.x.At(p).Preview
		switch f := l.facts[p].form; {
		case l.x.At(p).Has(session.Inherited): // what a run was given is not its own
		case f == formRound && !round:
			round = true
			e.Evidence = append(e.Evidence, session.Evidence{Entry: p, Label: "last round", Text: strings.TrimPrefix(text, "round ")})
		case (f == formStart || f == formRequest) && !tool:
			tool = true
			e.Evidence = append(e.Evidence, session.Evidence{Entry: p, Label: "last tool", Text: text})
		case (f == formBot || f == formSaid) && !word:
			word = true
			e.Evidence = append(e.Evidence, session.Evidence{Entry: p, Label: "last words", Text: text})
		}
	}
}

// unknown says how a result is judged whose reason no version writes.
func unknown(v *verdict) string {
	what := "the result gives no reason"
	if v.reason != "" {
		what = fmt.Sprintf("the reason %q is not known", shortReason(v.reason))
	}
	if !v.code.exact {
		return what + " and there is no code; it is not taken for finished"
	}
	return what + "; the state is that of the code"
}

// mostReason is how much of a reason nobody knows is told, in bytes.
const mostReason = 120

func shortReason(reason string) string {
	if short := session.CutText(reason, mostReason); short != reason {
		return short + "…"
	}
	return reason
}

// prove adds evidence no entry shows.
func prove(e *session.End, label, text string) {
	e.Evidence = append(e.Evidence, session.Evidence{Entry: session.None, Label: label, Text: text})
}
