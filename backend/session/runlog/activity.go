package runlog

import (
	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// activity takes one half of a tool call. A half of another kind than request
// and response ("trigger" is tolerated by the agent) stays a message like any.
func (k *chunk) activity(e *session.Entry, f *fact, parts *[]session.Part) {
	r := &k.rec
	tool := k.word(r.str(activityName))
	part := session.Part{Tool: tool, CallID: r.str(activityID), Span: r.span(messageActivity, e.Span)}
	switch r.str(activityKind) {
	case "request":
		part.Kind, part.Target = session.PartCall, target([]byte(r.loose(activityArguments)))
		e.Preview = joined(tool, part.Target)
		f.form = formRequest
	case "response":
		part.Kind, part.Span = session.PartResult, e.Span
		part.Error = r.failed(tool)
		if part.Error {
			e.Flags |= session.Failed
		}
		if e.Preview == "" && r.has(activityResult) {
			e.Preview = string(jsonl.AppendLine(nil, r.value(activityResult), session.PreviewBytes))
		}
		f.form = formResponse
	default:
		return
	}
	f.same = r.sameText("call "+tool, activityArguments)
	*parts = []session.Part{part}
}

// joined puts a tool and its target into one line.
func joined(tool, target string) string {
	return string(jsonl.AppendLine(nil, []byte(tool+" "+target), session.PreviewBytes))
}

// targets are the arguments that say what a call works on, the most telling first.
var targets = [...]string{"path", "file_path", "file", "filename", "command", "cmd", "pattern", "query", "url", "name", "current", "rationale"}

// target reads from a call's arguments what it works on: one line, "" when they
// do not say. Arguments that are no JSON are read as far as they go.
func target(arguments []byte) string {
	best, value := len(targets)+1, []byte(nil)
	jsonl.Members(arguments, jsonl.Space(arguments, 0), func(name []byte, at int) int {
		raw, ok := jsonl.Quoted(arguments, at)
		if rank := rankOf(name); ok && rank < best {
			best, value = rank, raw
		}
		return jsonl.Skip(arguments, at)
	})
	return preview(value)
}

func rankOf(name []byte) int {
	for i, t := range targets {
		if string(name) == t {
			return i
		}
	}
	return len(targets)
}
