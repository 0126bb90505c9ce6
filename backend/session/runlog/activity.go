package runlog

import (
	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// activity takes one half of a tool call. A half of another kind than request
// and response ("trigger" is tolerated by the agent) stays a message like any.
func (k *chunk) activity(e *session.Entry, f *fact, parts *[]session.Part) {
	r := &k.rec
	tool := k.word(r.name(activityName))
	part := session.Part{Tool: session.WordOf(tool), Call: session.CallIDOf(r.str(activityID))}
	part.Off, part.Len = r.inside(messageActivity, e.Span)
	switch string(r.name(activityKind)) {
	case "request":
		part.Kind, part.Target = session.PartCall, k.target(activityArguments)
		e.Preview = k.joined(tool, part.Target)
		f.form = formRequest
	case "response":
		part.Kind, part.Off, part.Len = session.PartResult, 0, e.Span.Len
		part.Error = r.failed(tool)
		if part.Error {
			e.Flags |= session.Failed
		}
		if e.Preview == "" && r.has(activityResult) {
			e.Preview = oneLine(r.value(activityResult))
		}
		f.form = formResponse
	default:
		return
	}
	f.same = r.sameText("call", activityName, activityArguments)
	*parts = []session.Part{part}
}

// targets are the arguments that say what a call works on, the most telling first.
var targets = [...]string{"path", "file_path", "file", "filename", "command", "cmd", "pattern", "query", "url", "name", "current", "rationale"}

// target reads from a call's arguments what it works on: one line, "" when they
// do not say. Arguments that are no JSON are read as far as they go.
func (k *chunk) target(f field) string {
	arguments := k.rec.name(f)
	if len(arguments) == 0 {
		arguments = k.rec.value(f)
	}
	best, value := len(targets)+1, []byte(nil)
	jsonl.Members(arguments, jsonl.Space(arguments, 0), func(name []byte, at int) int {
		raw, ok := jsonl.Quoted(arguments, at)
		if rank := rankOf(name); ok && rank < best {
			best, value = rank, raw
		}
		return jsonl.Skip(arguments, at)
	})
	return k.preview(value)
}

func rankOf(name []byte) int {
	for i, t := range targets {
		if string(name) == t {
			return i
		}
	}
	return len(targets)
}
