package runlog

import (
	"fmt"

	"branchline/backend/session"
)

// Counters are the run's own figures in words, of the whole log. The rounds of a
// run without a result are counted from its events. How many calls its result
// counts is told where it is another number than calls, those the log shows.
func (l *Log) Counters(calls int) []string {
	rounds := l.counted()
	out := []string{}
	v := l.result.result
	if v == nil {
		v = &verdict{}
	}
	switch {
	case v.iterations.text != "":
		out = append(out, v.iterations.of("round"))
	case rounds > 0:
		out = append(out, plural(rounds, "round"))
	}
	if v.calls.text != "" && (!v.calls.exact || v.calls.n != int64(calls)) {
		out = append(out, v.calls.of("tool call")+" by the count of its result")
	}
	if v.continuations.some() { // over the whole run, in every version
		out = append(out, "recovered "+v.continuations.of("time"))
	}
	switch { // since 0.8 only those in a row at the very end
	case l.oldest() && v.cycles.some():
		out = append(out, "nudged "+v.cycles.of("time")+" about a repetition")
	case v.cycles.exact && v.cycles.n > 0:
		out = append(out, "ended in a repetition")
	case v.cycles.some():
		out = append(out, v.cycles.of("repetition")+" at its end")
	}
	if v.settles.some() {
		out = append(out, "nudged "+v.settles.of("time")+" to conclude")
	}
	if n := len(l.resets); n > 0 {
		out = append(out, "history rewritten "+plural(int64(n), "time"))
	}
	return out
}

// oldest tells whether the log looks as those of version 0.7 do, where the opening
// was the task; later it stands in the meta record alone.
func (l *Log) oldest() bool {
	task := l.x.Header.Task
	return task != "" && l.x.FirstPrompt != session.None && l.x.At(l.x.FirstPrompt).Preview == oneLine([]byte(task))
}

// counted counts rounds from the events, a repeated one once.
func (l *Log) counted() (rounds int64) {
	round, retried := "", false
	for i := range l.facts {
		switch f := &l.facts[i]; f.form {
		case formRound:
			this := l.x.Entries[i].Preview
			if rounds == 0 || this != round || !retried {
				rounds++
			}
			round, retried = this, false
		case formRetry:
			retried = true
		}
	}
	return rounds
}

func plural(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// FirstMessage is the run's task, whole; without one its first prompt.
func (l *Log) FirstMessage() string {
	if t := l.x.Header.Task; t != "" || l.x.FirstPrompt == session.None {
		return t
	}
	e := l.x.At(l.x.FirstPrompt)
	if r, err := l.reread(e.Span); err == nil {
		return r.str(messageText)
	}
	return e.Preview
}
