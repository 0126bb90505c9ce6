package pi

import (
	"bytes"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// events are the first records of `pi --mode json` after the header
// (pi 1.6.0, docs/json.md). None of them has an id.
var events = map[string]bool{
	"agent_start": true, "agent_end": true, "agent_settled": true, "turn_start": true, "turn_end": true,
	"message_start": true, "message_update": true, "message_end": true, "queue_update": true, "entry_appended": true,
	"tool_execution_start": true, "tool_execution_update": true, "tool_execution_end": true,
	"session_info_changed": true, "thinking_level_changed": true,
}

const (
	fourthText = "a session of pi's harness in format version 4, which Branchline does not read; pi itself does not open it either"
	streamText = "the output of pi --mode json, a stream of events and no session file; the session itself lies in pi's session folder"
)

// sniff judges by the first records. The last line of the head may be cut.
func sniff(head []byte) (session.Match, string) {
	head = bytes.TrimPrefix(head, bom)
	header, records := false, 0
	var rec record
	for len(head) > 0 && records < 64 {
		line, rest, whole := bytes.Cut(head, []byte{'\n'})
		head = rest
		i := jsonl.Space(line, 0)
		if i == len(line) || line[i] != '{' || !rec.walk(line, i) && whole {
			continue
		}
		records++
		switch kind := text(line, rec.top.typ); {
		case isNumberOf(line, rec.top.version, 4) && isHeader(&rec), isHeader(&rec) && records == 1 && fourth(line, i):
			return session.Unsupported, fourthText
		case events[kind] && rec.top.id == 0:
			return session.Unsupported, streamText
		case kind == "session":
			header = true
		case header:
			return session.Matches, "" // an entry of any type after the header
		case kinds[kind] != session.KindUnknown && rec.top.id > 0 && rec.top.parentID > 0:
			return session.Matches, "" // an entry of a file that lost its header
		default:
			return session.NoMatch, "the first record is no pi session header"
		}
	}
	if header {
		return session.Matches, ""
	}
	return session.NoMatch, "no pi session header was found"
}

// isHeader tells whether the record is the header of a version 4 file.
func isHeader(rec *record) bool { return text(rec.line, rec.top.kind) == "header" }

func isNumberOf(line []byte, at int, want float64) bool {
	n, ok := jsonl.Number(line, at)
	return at > 0 && ok && n == want
}

// fourth looks for the member v, by which later harness files state version 4.
func fourth(line []byte, i int) bool {
	found := false
	jsonl.Members(line, i, func(name []byte, at int) int {
		if string(name) == "v" {
			found = isNumberOf(line, at, 4)
		}
		return jsonl.Skip(line, at)
	})
	return found
}
