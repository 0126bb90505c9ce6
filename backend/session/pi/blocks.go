package pi

import (
	"fmt"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// visitor is given a block of a message: its name, and its value as it stands in
// the record: a string, but an object for the arguments of a call and for a picture.
type visitor func(kind session.PartKind, name string, value []byte)

// visit goes over what a message says to the model, in the order in which the model
// is sent it. Of an assistant's pictures nothing is sent.
func (m Message) visit(role string, visit visitor) {
	switch role {
	case "bashExecution":
		m.member("command", "command", visit)
		m.member("output", "output", visit)
	case "branchSummary", "compactionSummary":
		m.member("summary", "", visit)
	case "system":
		m.content(role, visit)
		sections, _ := m.Get("sections")
		for name, value := range (Record{sections}).Members() {
			if value[0] == '"' {
				visit(session.PartText, name, value)
			}
		}
		if tools, ok := m.Get("toolsAdded"); ok && tools[0] == '[' {
			visit(session.PartOther, "tools", tools)
		}
	default:
		m.content(role, visit)
	}
}

func (m Message) member(member, name string, visit visitor) {
	if value, ok := m.Get(member); ok && value[0] == '"' {
		visit(session.PartText, name, value)
	}
}

// content goes over the content of a message: a string, or blocks.
func (m Message) content(role string, visit visitor) {
	content := m.Content()
	if len(content) > 0 && content[0] == '"' {
		visit(session.PartText, "", content)
	}
	if len(content) == 0 || content[0] != '[' {
		return
	}
	jsonl.Elements(content, 0, func(at int) int {
		end := jsonl.Skip(content, at)
		if content[at] == '{' {
			contentBlock(content[at:end], role, visit)
		}
		return end
	})
}

func contentBlock(b []byte, role string, visit visitor) {
	var kind, text, thinking, name, arguments []byte
	jsonl.Members(b, 0, func(member []byte, at int) int {
		end := jsonl.Skip(b, at)
		value := b[at:end]
		switch string(member) {
		case "type":
			kind, _ = jsonl.Quoted(b, at)
		case "text":
			text = value
		case "thinking":
			thinking = value
		case "name":
			name = value
		case "arguments":
			arguments = value
		}
		return end
	})
	assistant := role == "assistant"
	switch string(kind) {
	case "text":
		said(session.PartText, text, visit)
	case "thinking":
		if assistant {
			said(session.PartThinking, thinking, visit)
		}
	case "toolCall":
		if assistant {
			tool, _ := jsonl.Text(name, 0)
			visit(session.PartCall, tool, arguments)
		}
	case "image":
		if !assistant {
			visit(session.PartImage, "", b)
		}
	}
}

// said visits a text that is not empty.
func said(kind session.PartKind, value []byte, visit visitor) {
	if len(value) > 2 && value[0] == '"' {
		visit(kind, "", value)
	}
}

// pictureBlock describes the picture of a block of a message.
func pictureBlock(b []byte) session.Image {
	mime, data := "", []byte(nil)
	jsonl.Members(b, 0, func(member []byte, at int) int {
		switch string(member) {
		case "mimeType":
			mime, _ = jsonl.Text(b, at)
		case "data":
			data = base64Of(b, at)
		}
		return jsonl.Skip(b, at)
	})
	return pictureOf(mime, data)
}

// Blocks reads what a message of a context says, whole.
func (o *opened) Blocks(piece session.Piece) ([]session.Block, error) {
	messages, err := o.messages([]session.Piece{piece})
	if err != nil {
		return nil, fmt.Errorf("read entry %s: %w", o.x.Key(piece.Entry), err)
	}
	out, pictures := []session.Block{}, 0
	messages[0].visit(piece.Role, func(kind session.PartKind, name string, value []byte) {
		b := session.Block{Kind: kind, Name: name}
		switch {
		case kind == session.PartImage:
			b.Picture = pictureBlock(value)
			b.Picture.N, b.Picture.Key = pictures, o.x.Key(piece.Entry)
			pictures++
		case len(value) > 0 && value[0] == '"' && kind != session.PartCall:
			b.Text, _ = jsonl.Text(value, 0)
		default:
			b.Text = well(value)
		}
		if kind == session.PartOther {
			b.Kind = session.PartText
		}
		out = append(out, b)
	})
	return out, nil
}

// Sizes says how much of a context messages take. It reads their bodies and keeps
// nothing of them.
func (o *opened) Sizes(pieces []session.Piece) ([]session.Size, error) {
	out := make([]session.Size, len(pieces))
	err := o.each(pieces, func(i int, m Message) {
		out[i] = sizeOf(m, pieces[i].Role)
		out[i].Unsent = !o.sent(pieces[i], m)
	})
	if err != nil {
		return nil, fmt.Errorf("measure messages: %w", err)
	}
	return out, nil
}

func sizeOf(m Message, role string) (s session.Size) {
	m.visit(role, func(kind session.PartKind, name string, value []byte) {
		n := units(value)
		switch kind {
		case session.PartThinking:
			s.Thinking += n
		case session.PartCall:
			s.Calls += session.Units(name) + n
		case session.PartImage:
			s.Pictures++
		default:
			s.Text += n
		}
	})
	return s
}

// units is how long a JSON string is for JavaScript, or any other value once it is
// written by JSON.stringify.
func units(value []byte) (n int32) {
	if len(value) == 0 {
		return 0
	}
	quoted := value[0] == '"'
	if quoted {
		value = value[1 : len(value)-1]
	}
	for i := 0; i < len(value); n++ {
		switch c := value[i]; {
		case c == '\\' && quoted:
			if i += 2; value[i-1] == 'u' {
				i += 4
			}
		case c < 0xc0: // bytes that begin no character count one, as U+FFFD does
			i++
		case c < 0xe0:
			i += 2
		case c < 0xf0:
			i += 3
		default:
			i += 4
			n++
		}
	}
	return n
}

// Instructions returns the system prompt and the tools in force at leaf.
func (o *opened) Instructions(leaf session.Pos) (in session.Instructions, err error) {
	branch := o.x.Branch(leaf)
	system, err := o.replayed(o.pieces(o.selection(branch)))
	if err != nil {
		return in, fmt.Errorf("read the system prompt: %w", err)
	}
	if system != nil {
		m := Message{Record{system.message(0)}}
		in.Size = sizeOf(m, "system")
		m.visit("system", func(kind session.PartKind, name string, value []byte) {
			if text, ok := jsonl.Text(value, 0); ok && kind == session.PartText && text != "" {
				in.Prompt = append(in.Prompt, session.Block{Kind: kind, Name: name, Text: text})
			}
		})
		in.Tools = append([]string{}, system.tools.names...)
	}
	c, err := o.inForce(branch)
	if err != nil {
		return in, fmt.Errorf("read what was in force: %w", err)
	}
	if c.ActiveToolNames != nil {
		in.Tools = c.ActiveToolNames
	}
	return in, nil
}
