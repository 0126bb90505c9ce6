package runlog

import (
	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// activity takes one half of a tool call. A half of another kind than request
// and response ("trigger" is tolerated by the agent) stays a message like any.
func (k *pen) activity(e *session.Entry, f *fact) {
	r := &k.rec
	tool := k.name(r.name(activityName))
	part := session.Part{Tool: tool.tool, Call: session.CallIDOf(r.name(activityID))}
	part.Off, part.Len = r.inside(messageActivity, e.Span)
	switch string(r.name(activityKind)) {
	case "request":
		part.Kind, f.form = session.PartCall, formRequest
		call := k.call(tool, activityArguments)
		f.same, e.Preview, part.Target = call.same, call.preview, call.target
	case "response":
		part.Kind, part.Off, part.Len = session.PartResult, 0, e.Span.Len
		part.Error = r.failed(tool.text)
		if part.Error {
			e.Flags |= session.Failed
		}
		if e.Preview == "" && r.has(activityResult) {
			e.Preview = k.oneLine(r.value(activityResult))
		}
		call := k.call(tool, activityArguments)
		f.form, f.same, part.Target = formResponse, call.same, call.target
	default:
		return
	}
	k.parts = append(k.parts, part)
}

// targets are the arguments that say what a call works on, the most telling first.
var targets = [...]string{"path", "file_path", "file", "filename", "command", "cmd", "pattern", "query", "url", "name", "current", "rationale"}

// targetOf reads from a call's arguments what it works on: a quoted text, nil
// when they do not say. Arguments that are no JSON are read as far as they go.
func targetOf(arguments []byte) (value []byte) {
	best := len(targets) + 1
	jsonl.Members(arguments, jsonl.Space(arguments, 0), func(name []byte, at int) int {
		raw, ok := jsonl.Quoted(arguments, at)
		if rank := rankOf(name); ok && rank < best {
			best, value = rank, raw
		}
		return jsonl.Skip(arguments, at)
	})
	return value
}

func rankOf(name []byte) int {
	for i, t := range targets {
		if string(name) == t {
			return i
		}
	}
	return len(targets)
}
