package pi

import (
	"encoding/json"
	"fmt"
	"strings"

	"branchline/backend/session/jsonl"
)

// Header is the record of the type "session" that a file begins with. Beside the
// members named here it keeps what other versions and tools wrote: provider,
// modelId and branchedFrom of version 1, the harness's metadata.
type Header struct{ Record }

// Version is the format's version as JavaScript compares it: 1 when the header
// has none, NaN when it is no number.
func (h Header) Version() float64 { return version(h.raw, h.place("version")) }

// Cwd is the folder the session was started in, "" when the header has none.
func (h Header) Cwd() string { return h.Text("cwd") }

// ParentSession is the path of the session this one was made from, "" when there
// is none.
func (h Header) ParentSession() string { return h.Text("parentSession") }

// Message is what an agent and a model say to each other, as it stands in a
// message entry or is made of other entries for the model.
type Message struct{ Record }

// NewMessage makes a message of a value that encodes as a JSON object; see
// Manager.AppendMessage.
func NewMessage(v any) (Message, error) {
	value, err := encode(v)
	if err != nil {
		return Message{}, fmt.Errorf("the message: %w", err)
	}
	if len(value) == 0 || value[0] != '{' {
		return Message{}, fmt.Errorf("the message: a %T that is no JSON object", v)
	}
	return Message{Record{value}}, nil
}

// Role is "user", "assistant", "toolResult", "bashExecution", "system",
// "custom", "branchSummary", "compactionSummary", or what an extension made up.
func (m Message) Role() string { return m.Text("role") }

// Content is a string or an array of blocks, nil when there is none.
func (m Message) Content() json.RawMessage {
	value, _ := m.Get("content")
	return value
}

// Said is the text of the message: its content when that is a string, else its
// text blocks joined by sep.
func (m Message) Said(sep string) string {
	content := m.Content()
	if s, ok := jsonl.Text(content, 0); ok {
		return s
	}
	if len(content) == 0 || content[0] != '[' {
		return ""
	}
	var texts []string
	jsonl.Elements(content, 0, func(at int) int {
		end := jsonl.Skip(content, at)
		if block := (Record{content[at:end]}); block.Type() == "text" {
			texts = append(texts, block.Text("text"))
		}
		return end
	})
	return strings.Join(texts, sep)
}
