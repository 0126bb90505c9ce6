package pi

import (
	"fmt"
	"strings"

	"branchline/backend/session"
)

// quiet is how long a file must not have grown until its last branch counts as
// interrupted, in milliseconds.
const quiet = 2 * 60 * 1000

// End judges a branch by its last conversation message: how the model stopped,
// or that something still waits for it.
func (o *opened) End(leaf session.Pos, now int64) session.End {
	x, end := o.x, session.End{State: session.Unknown, Last: session.None}
	for end.Last = leaf; end.Last != session.None && !talk(x.At(end.Last)); {
		end.Last = x.At(end.Last).Parent
	}
	if end.Last == session.None {
		return end
	}
	end.Message = o.lastWords(end.Last)
	waits := session.Interrupted
	if leaf == x.Leaf && grew(now, o.workedMs()) {
		waits = session.Running
	}
	switch e := x.At(end.Last); e.Role {
	case session.RoleUser:
		end.State, end.Reason, end.Doing = waits, "prompt", "waiting for the model"
	case session.RoleToolResult:
		end.State, end.Reason, end.Doing = waits, "toolResult", "waiting for the model"
	default:
		o.stopped(&end, e, waits)
	}
	if end.State == session.Interrupted || end.State == session.Running {
		end.Evidence = append(end.Evidence, session.Evidence{Entry: end.Last, Label: waitingFor[end.Reason], Text: end.Doing})
	}
	return end
}

// workedMs is when the agent last added to the file: a label or a name at its end is
// a reader's, and no sign of work.
func (o *opened) workedMs() int64 {
	last := session.Pos(len(o.x.Entries)) - 1
	p := last
	for p >= 0 && o.x.At(p).Kind.Aside() {
		p--
	}
	if p < 0 || p == last || o.x.At(p).AtMs == 0 || o.x.Tail.Len > 0 {
		return o.x.WrittenMs
	}
	return o.x.At(p).AtMs
}

// grew tells whether the file changed in the last two minutes. A time of change
// that lies in the future, as a wrong clock leaves it, tells nothing.
func grew(now, written int64) bool { return now-written <= quiet && written-now <= quiet }

var waitingFor = map[string]string{
	"prompt": "prompt without a reply", "toolResult": "result without a reply", "toolUse": "call without a result",
}

// talk tells whether an entry is a prompt, a reply or a tool's result.
func talk(e *session.Entry) bool {
	return spoken(e) || e.Kind == session.KindMessage && e.Role == session.RoleToolResult
}

// stopped judges a reply by its stop reason. A reply that states none but calls
// a tool waits for it.
func (o *opened) stopped(end *session.End, e *session.Entry, waits session.State) {
	stop := e.Stop
	if stop == session.StopNone && o.calls(end.Last) != "" {
		stop = session.StopToolUse
	}
	evidence := func(label, text string) {
		end.Evidence = append(end.Evidence, session.Evidence{Entry: end.Last, Label: label, Text: text})
	}
	switch stop {
	case session.StopStop:
		end.State, end.Reason = session.Finished, "stop"
		evidence("stop reason", "stop")
	case session.StopLength:
		end.State, end.Reason = session.Limit, "length"
		evidence("stop reason", "length")
	case session.StopAborted:
		end.State, end.Reason = session.Cancelled, "aborted"
		end.Error = o.member(end.Last, func(m *object) int { return m.errorMessage })
		evidence("stop reason", "aborted")
	case session.StopError:
		end.State, end.Reason = session.ErrorState, "error"
		end.Error = o.member(end.Last, func(m *object) int { return m.errorMessage })
		end.Status = status(end.Error)
		evidence("stop reason", "error")
		if end.Error != "" {
			evidence("error", end.Error)
		}
		if end.Status > 0 {
			evidence("HTTP status", fmt.Sprint(end.Status))
		}
	case session.StopToolUse:
		end.State, end.Reason, end.Doing = waits, "toolUse", "running "+o.calls(end.Last)
	case session.StopOther:
		end.Reason = o.member(end.Last, func(m *object) int { return m.stopReason })
		evidence("stop reason", end.Reason)
	}
}

// calls names the tools a reply calls, each once.
func (o *opened) calls(p session.Pos) string {
	var names []string
	seen := map[string]bool{}
	for _, part := range o.x.PartsOf(p) {
		if part.Kind == session.PartCall && !seen[part.Tool.String()] {
			seen[part.Tool.String()] = true
			names = append(names, part.Tool.String())
		}
	}
	return strings.Join(names, ", ")
}

// lastWords is the text of the last reply up to leaf that has any.
func (o *opened) lastWords(leaf session.Pos) string {
	for p := leaf; p != session.None; p = o.x.At(p).Parent {
		e := o.x.At(p)
		if e.Role != session.RoleAssistant || !e.Has(session.HasText) {
			continue
		}
		rec, err := o.load(e.Span)
		if err != nil {
			return e.Preview // the file was rewritten; its preview still holds
		}
		b := body{rec: rec, line: rec.line}
		return strings.TrimSpace(b.texts(&rec.msg.content))
	}
	return ""
}

// member reads one string of an entry's message, "" when it cannot be read.
func (o *opened) member(p session.Pos, at func(*object) int) string {
	rec, err := o.load(o.x.At(p).Span)
	if err != nil {
		return o.x.At(p).Preview
	}
	return text(rec.line, at(&rec.msg))
}
