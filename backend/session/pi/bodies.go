package pi

import (
	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// result reads what a tool gave back. details are the tool's own (pi 1.6.0:
// edit has diff and patch, most have truncation).
func (b *body) result() {
	m := &b.rec.msg
	b.Result = b.content(&m.content)
	if m.details == 0 || b.line[m.details] != '{' {
		return
	}
	diff, patch, truncated := 0, 0, false
	jsonl.Members(b.line, m.details, func(name []byte, at int) int {
		switch string(name) {
		case "diff":
			diff = at
		case "patch":
			patch = at
		case "truncation":
			truncated = false
			if b.line[at] == '{' {
				jsonl.Members(b.line, at, func(name []byte, at int) int {
					if string(name) == "truncated" {
						truncated = isTrue(b.line, at)
					}
					return jsonl.Skip(b.line, at)
				})
			}
		}
		return jsonl.Skip(b.line, at)
	})
	b.Patch = text(b.line, patch)
	if b.Diff = text(b.line, diff); b.Diff == "" {
		b.Diff = b.Patch
	}
	if truncated {
		b.note("output truncated")
	}
}

// entry reads an entry that is no message.
func (b *body) entry(e *session.Entry) {
	top := &b.rec.top
	switch e.Kind {
	case session.KindCompaction, session.KindBranchSummary:
		b.Text = text(b.line, top.summary)
		if isNumber(b.line, top.tokensBefore) {
			b.note("%s tokens before", session.Grouped(number(b.line, top.tokensBefore)))
		}
		if isTrue(b.line, top.fromHook) {
			b.note("written by an extension")
		}
	case session.KindCustomMessage:
		b.custom(top)
	case session.KindCustom:
		b.Text = well(raw(b.line, top.data))
		if name := text(b.line, top.customType); name != "" {
			b.note("%s", name)
		}
	case session.KindLabel:
		if b.Text = text(b.line, top.label); isNumber(b.line, top.label) {
			b.Text = string(raw(b.line, top.label))
		}
	case session.KindName:
		b.Text = trim(text(b.line, top.name))
	case session.KindEdit:
		b.edit()
	case session.KindUsage:
		b.Text = well(raw(b.line, top.usage))
	case session.KindUnknown:
		b.Text = well(b.line)
	default:
		b.Text = e.Preview
	}
	if e.Has(session.Cleared) && e.Kind != session.KindEdit {
		b.note("cleared")
	}
}

// edit reads what the model is given instead of an entry.
func (b *body) edit() {
	at := b.rec.top.replacement
	if isNull(b.line, at) {
		b.note("left out for the model")
		return
	}
	b.note("edited for the model")
	c := replacement(b.line, at)
	b.Text = b.content(&c)
	b.Images = nil // pictures are named by their place in the entry's own content
}
