package convert

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/pi"
)

// object is a JSON object read loosely: of members that repeat the last counts, and
// what is no object has none.
type object map[string]json.RawMessage

func members(v []byte) object {
	o := object{}
	jsonl.Members(v, jsonl.Space(v, 0), func(name []byte, at int) int {
		end := jsonl.Skip(v, at)
		if end > 0 {
			o[string(name)] = v[at:end]
		}
		return end
	})
	return o
}

// text is a member that is a string, "" for any other.
func (o object) text(name string) string {
	s, _ := jsonl.Text(o[name], 0)
	return s
}

func (o object) number(name string) float64 {
	n, _ := jsonl.Number(o[name], 0)
	return n
}

// is tells whether a member is true.
func (o object) is(name string) bool { return string(o[name]) == "true" }

// truthy tells whether JavaScript takes a member for true.
func (o object) truthy(name string) bool {
	switch v := string(o[name]); v {
	case "", "false", "null", `""`:
		return false
	default:
		n, number := jsonl.Number(o[name], 0)
		return !number || n != 0
	}
}

// block is a part of a message of pi's.
type block struct {
	kind string // text, thinking, toolCall, image or what else there is
	text string // of a text or a thought
	call
	// signed: the provider's own part of a thought or a text, redacted: all of it.
	signed, redacted bool
	mime             string
	data             []byte // base64, of a picture
}

// wrongArguments begins what is said of arguments that are no object, with which pi
// has no call.
const wrongArguments = "the arguments are no JSON object: "

// call is what a tool was asked.
type call struct{ id, name, arguments string }

// blocksOf reads the content of a message: a string, or blocks.
func blocksOf(content []byte) (blocks []block) {
	if text, ok := jsonl.Text(content, 0); ok {
		return []block{{kind: "text", text: text}}
	}
	if len(content) == 0 || content[0] != '[' {
		return nil
	}
	jsonl.Elements(content, 0, func(at int) int {
		end := jsonl.Skip(content, at)
		if end > 0 && content[at] == '{' {
			blocks = append(blocks, blockOf(members(content[at:end])))
		}
		return end
	})
	return blocks
}

func blockOf(o object) block {
	b := block{kind: o.text("type")}
	switch b.kind {
	case "text":
		b.text, b.signed = o.text("text"), o["textSignature"] != nil
	case "thinking":
		b.text, b.signed, b.redacted = o.text("thinking"), o["thinkingSignature"] != nil, o.is("redacted")
	case "toolCall":
		b.call = call{o.text("id"), o.text("name"), argumentsOf(o["arguments"])}
		if raw, ok := strings.CutPrefix(o.text("argumentsError"), wrongArguments); ok {
			b.arguments = raw // which a run log had
		}
		b.signed = o["thoughtSignature"] != nil
	case "image":
		b.mime = o.text("mimeType")
		b.data, _ = jsonl.Quoted(o["data"], 0)
		if bytes.HasPrefix(b.data, []byte("data:")) { // as some tools write it
			_, b.data, _ = bytes.Cut(b.data, []byte(","))
		}
	}
	return b
}

// argumentsOf is the text of a call's arguments.
func argumentsOf(v json.RawMessage) string {
	if v == nil || !json.Valid(v) {
		return string(v)
	}
	var b bytes.Buffer
	if err := json.Compact(&b, v); err != nil {
		return string(v)
	}
	return b.String()
}

// picture decodes the data of a picture, nil where it is none.
func (b *block) picture() []byte {
	text := strings.ReplaceAll(string(bytes.TrimRight(b.data, "=")), `\/`, `/`)
	data, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil || len(data) == 0 {
		return nil
	}
	return data
}

// said is the text of blocks, joined by line feeds.
func said(blocks []block) string {
	var texts []string
	for _, b := range blocks {
		if b.kind == "text" {
			texts = append(texts, b.text)
		}
	}
	return strings.Join(texts, "\n")
}

// message is a message of pi's at an entry.
type message struct {
	entry session.Pos
	role  string
	object
	blocks []block
}

// messageOf reads the message of a piece of pi's context, with its edit.
func messageOf(read func(session.Pos) (pi.Record, error), e *session.Entry, piece session.Piece) (message, error) {
	r, err := read(piece.Entry)
	if err != nil {
		return message{}, err
	}
	m := message{entry: piece.Entry, role: piece.Role}
	switch {
	case e.Kind == session.KindMessage:
		value, _ := r.Get("message")
		m.object = members(value)
	case piece.Role == "system": // of a compaction
		value, _ := r.Get("systemMessage")
		m.object = members(value)
	default:
		m.object = members(r.Raw())
	}
	content := m.object["content"]
	if piece.Edit != session.None {
		edit, err := read(piece.Edit)
		if err != nil {
			return message{}, err
		}
		replacement, _ := edit.Get("replacement")
		if c, ok := members(replacement)["content"]; ok {
			content = c
		}
	}
	m.blocks = blocksOf(content)
	return m, nil
}
