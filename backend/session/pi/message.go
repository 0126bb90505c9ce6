package pi

import (
	"math"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// message describes a message entry by its role (pi 1.6.0, message-types.md).
func (p *pen) message(d *draft) {
	line, m := p.rec.line, &p.rec.msg
	if !m.walked {
		d.Flags |= session.Unreadable
		p.field("the message of this entry is missing or no object; the entry keeps its place")
		return
	}
	d.Message = p.plainly(m)
	if d.AtMs == 0 && isNumber(line, m.timestamp) {
		d.AtMs = when(line, m.timestamp)
	}
	switch string(p.decode(line, m.role)) {
	case "user":
		d.Role = session.RoleUser
		p.spoken(d, m)
		p.active(m)
	case "assistant":
		d.Role = session.RoleAssistant
		p.assistant(d, m)
		p.active(m)
	case "toolResult":
		d.Role = session.RoleToolResult
		p.toolResult(d, m)
	case "bashExecution":
		d.Role = session.RoleBash
		p.bash(d, m)
	case "system":
		d.Role = session.RoleSystem
		p.spoken(d, m)
	case "custom":
		d.Role = session.RoleCustom
		p.customContent(d, m)
	case "hookMessage":
		d.Role, d.hook = session.RoleOther, true
		p.customContent(d, m)
	default:
		d.Role = session.RoleOther
		p.spoken(d, m)
		if d.Preview == "" {
			d.Preview = p.word(line, m.role)
		}
	}
}

// plainly is where in its record the message stands when it is the last member and
// has its content, so that it can be sent without another look at it; else 0.
func (p *pen) plainly(m *object) uint16 {
	at := p.inside(p.rec.atMessage)
	if p.rec.endMessage != p.rec.end-1 || at > math.MaxUint16 || m.content.at == 0 || isNull(p.rec.line, m.content.at) {
		return 0
	}
	return uint16(at)
}

// active counts the message for the session's time of change, if it has a content
// member. Times that lie more than a day after the file's own cannot be true and
// are passed over.
func (p *pen) active(m *object) {
	if m.content.at == 0 {
		return
	}
	if at := activity(&p.rec); at >= 1 && at <= float64(min(p.latest, lastMs)) {
		p.modifiedMs = max(p.modifiedMs, int64(at))
	}
}

// spoken takes over what a message of text and pictures shows.
func (p *pen) spoken(d *draft, m *object) {
	d.Preview = p.contentPreview(&m.content, session.PreviewBytes)
	p.flag(d, &m.content)
}

// flag says whether a content has text and pictures.
func (p *pen) flag(d *draft, c *content) {
	line := p.rec.line
	if hasText(line, c.at) {
		d.Flags |= session.HasText
	}
	for i := range c.blocks {
		switch b := &c.blocks[i]; p.blockKind(b) {
		case session.PartText:
			if hasText(line, b.text) {
				d.Flags |= session.HasText
			}
		case session.PartImage:
			d.Flags |= session.HasImages
		}
	}
}

// contentPreview is the beginning of a content's first text that shows anything.
func (p *pen) contentPreview(c *content, limit int) string {
	line := p.rec.line
	if isText(line, c.at) {
		return p.beginning(line, limit, c.at)
	}
	for i := range c.blocks {
		if p.blockKind(&c.blocks[i]) == session.PartText {
			if s := p.beginning(line, limit, c.blocks[i].text); s != "" {
				return s
			}
		}
	}
	return ""
}

// blockKind says what a block is. Text and thoughts without their text are
// damaged and count as other.
func (p *pen) blockKind(b *block) session.PartKind { return kindOf(p.rec.line, b, &p.words) }

func kindOf(line []byte, b *block, w *words) session.PartKind {
	if !b.object {
		return session.PartOther
	}
	switch string(w.decode(line, b.typ)) {
	case "text":
		if isText(line, b.text) {
			return session.PartText
		}
	case "thinking":
		if isText(line, b.thinking) {
			return session.PartThinking
		}
	case "toolCall":
		return session.PartCall
	case "image":
		return session.PartImage
	}
	return session.PartOther
}

// stops are the stop reasons of assistant messages. null and absent are none.
var stops = map[string]session.Stop{
	"stop": session.StopStop, "length": session.StopLength, "toolUse": session.StopToolUse,
	"error": session.StopError, "aborted": session.StopAborted,
}

// assistant keeps each block as a part, but for texts and thoughts that are
// empty: providers that hide their thoughts leave one in nearly every message.
func (p *pen) assistant(d *draft, m *object) {
	line, c := p.rec.line, &m.content
	p.spoken(d, m)
	if hasText(line, c.at) {
		p.parts = append(p.parts, session.Part{Kind: session.PartText, Off: p.inside(c.at), Len: int32(len(raw(line, c.at)))})
	}
	thought := 0
	for i := range c.blocks {
		b := &c.blocks[i]
		part := session.Part{Kind: p.blockKind(b), Off: p.inside(b.at), Len: int32(b.end - b.at)}
		switch part.Kind {
		case session.PartText:
			if !hasText(line, b.text) {
				continue
			}
		case session.PartThinking:
			if !hasText(line, b.thinking) && !isTrue(line, b.redacted) {
				continue
			}
			if thought == 0 {
				thought = b.thinking
			}
		case session.PartCall:
			part.Tool, part.Call = p.tool(line, b.name), session.CallIDOf(p.decode(line, b.id))
			part.Target = p.preview(line, b.path, b.filePath, b.command, b.pattern)
		}
		p.parts = append(p.parts, part)
	}
	if isText(line, m.stopReason) {
		stop, known := stops[string(p.decode(line, m.stopReason))]
		if d.Stop = stop; !known {
			d.Stop = session.StopOther
		}
	}
	if d.Stop == session.StopError {
		d.Flags |= session.Failed
	}
	if d.Preview == "" && (d.Stop == session.StopError || d.Stop == session.StopAborted) {
		d.Preview = p.preview(line, m.errorMessage)
	} else if d.Preview == "" {
		d.Preview = p.preview(line, thought)
	}
	model := m.model
	if isText(line, m.responseModel) {
		model = m.responseModel // what the provider really used (up to 0.74)
	}
	d.usage, d.model = m.usage, p.words.model(line, m.provider, model)
}

// resultBytes is the longest preview of a tool's result: half of all entries are
// results, and a reader knows them by their calls.
const resultBytes = 64

func (p *pen) toolResult(d *draft, m *object) {
	line := p.rec.line
	p.flag(d, &m.content)
	d.Preview = p.contentPreview(&m.content, resultBytes)
	part := session.Part{
		Kind: session.PartResult, Error: isTrue(line, m.isError), Len: d.Span.Len,
		Tool: p.tool(line, m.toolName), Call: session.CallIDOf(p.decode(line, m.toolCallID)),
	}
	if part.Error {
		d.Flags |= session.Failed
	}
	p.parts = append(p.parts, part)
	d.usage = m.usage // since 0.81
}

// bash describes a command the user ran. It failed when it was cancelled or its
// exit status is another number than 0.
func (p *pen) bash(d *draft, m *object) {
	line := p.rec.line
	d.Preview = p.preview(line, m.command)
	if hasText(line, m.command) {
		d.Flags |= session.HasText
	}
	exit, ok := jsonl.Number(line, m.exitCode)
	if ok && m.exitCode > 0 && exit != 0 || isTrue(line, m.cancelled) {
		d.Flags |= session.Failed
	}
}

// customContent describes a message an extension wrote.
func (p *pen) customContent(d *draft, o *object) {
	p.spoken(d, o)
	if d.Preview == "" {
		d.Preview = p.word(p.rec.line, o.customType)
	}
	if o.display > 0 && p.rec.line[o.display] == 'f' {
		d.Flags |= session.Hidden
	}
}
