package pi

import (
	"fmt"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// body is an item's body being read from its record.
type body struct {
	session.Body
	rec   *record
	line  []byte
	key   string
	words words
}

// block finds the message's block that starts at an index of the line.
func (b *body) block(at int) *block {
	blocks := b.rec.msg.content.blocks
	for i := range blocks {
		if blocks[i].at == at {
			return &blocks[i]
		}
	}
	return nil
}

// part reads one block of an assistant message: a text, a thought, a picture,
// or a block of a type that is not known.
func (b *body) part(at int) {
	c := &b.rec.msg.content
	block := b.block(at)
	if block == nil {
		b.Text = text(b.line, c.at) // the content is one string
		return
	}
	switch kindOf(b.line, block, &b.words) {
	case session.PartText:
		b.Text = text(b.line, block.text)
	case session.PartThinking:
		b.Text = text(b.line, block.thinking)
		if isTrue(b.line, block.redacted) {
			b.note("hidden by the provider")
		}
	case session.PartImage:
		n := 0
		for i := range c.blocks {
			if &c.blocks[i] == block {
				break
			}
			if kindOf(b.line, &c.blocks[i], &b.words) == session.PartImage {
				n++
			}
		}
		b.Images = append(b.Images, b.image(block, n))
	default:
		b.Text = well(b.Raw)
		if hasText(b.line, block.text) {
			b.Text = text(b.line, block.text)
		}
	}
}

// content reads a content whole: texts joined by a line feed, blocks that are
// not known as they stand in the file, and pictures apart.
func (b *body) content(c *content) string {
	if isText(b.line, c.at) {
		return text(b.line, c.at)
	}
	var texts []string
	n := 0
	for i := range c.blocks {
		block := &c.blocks[i]
		switch kindOf(b.line, block, &b.words) {
		case session.PartText:
			texts = append(texts, text(b.line, block.text))
		case session.PartImage:
			b.Images = append(b.Images, b.image(block, n))
			n++
		case session.PartThinking, session.PartCall, session.PartResult:
		default:
			texts = append(texts, well(b.line[block.at:block.end]))
		}
	}
	return strings.Join(texts, "\n")
}

// texts are the texts of a content alone, joined by a line feed.
func (b *body) texts(c *content) string {
	var texts []string
	if isText(b.line, c.at) {
		texts = append(texts, text(b.line, c.at))
	}
	for i := range c.blocks {
		if kindOf(b.line, &c.blocks[i], &b.words) == session.PartText {
			texts = append(texts, text(b.line, c.blocks[i].text))
		}
	}
	return strings.Join(texts, "\n")
}

func (b *body) note(format string, args ...any) {
	b.Notes = append(b.Notes, fmt.Sprintf(format, args...))
}

// message reads a message that is one item.
func (b *body) message(e *session.Entry) {
	m := &b.rec.msg
	switch {
	case e.Has(session.Unreadable):
		b.Text = well(b.line)
		b.note("unreadable message")
	case e.Role == session.RoleBash:
		b.bash()
	case e.Role == session.RoleCustom:
		b.custom(m)
	default:
		b.Text = b.content(&m.content)
		if b.Text == "" && len(b.Images) == 0 && e.Role == session.RoleOther {
			b.Text = well(b.line)
		}
		b.ending(e)
	}
}

// ending says how an assistant message ended where it did not end well.
func (b *body) ending(e *session.Entry) {
	if e.Role != session.RoleAssistant {
		return
	}
	message := text(b.line, b.rec.msg.errorMessage)
	switch e.Stop {
	case session.StopError:
		if b.Text == "" {
			b.Text, message = message, ""
		}
		if message != "" {
			b.note("error: %s", message)
		} else {
			b.note("error")
		}
	case session.StopAborted:
		b.note("cancelled")
	case session.StopLength:
		b.note("cut at the output limit")
	case session.StopOther:
		b.note("stopped: %s", text(b.line, b.rec.msg.stopReason))
	}
}

// bash reads a command the user ran and what it printed.
func (b *body) bash() {
	m := &b.rec.msg
	b.Text, b.Result = text(b.line, m.command), text(b.line, m.output)
	b.HasResult = isText(b.line, m.output)
	if n, ok := jsonl.Number(b.line, m.exitCode); ok && m.exitCode > 0 {
		code := int(n)
		b.ExitCode = &code
	}
	if isTrue(b.line, m.cancelled) {
		b.note("cancelled")
	}
	if isTrue(b.line, m.truncated) {
		b.note("output truncated")
	}
	if path := text(b.line, m.fullOutputPath); path != "" {
		b.note("whole output in %s", path)
	}
	if isTrue(b.line, m.excluded) {
		b.note("excluded from context")
	}
}

// custom reads a message an extension wrote: its own record or, from version 2,
// a message.
func (b *body) custom(o *object) {
	b.Text = b.content(&o.content)
	if name := text(b.line, o.customType); name != "" {
		b.note("%s", name)
	}
	if o.display > 0 && b.line[o.display] == 'f' {
		b.note("hidden in pi, sent to the model")
	}
}
