package pi

import (
	"fmt"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// load reads a record of the file and walks it.
func (o *opened) load(span session.Span) (*record, error) {
	b, err := o.src.Read(span)
	if err != nil {
		return nil, err
	}
	rec := &record{}
	if i := jsonl.Space(b, 0); i == len(b) || b[i] != '{' || !rec.walk(b, i) {
		return nil, fmt.Errorf("read the record at byte %d: it is no JSON object any more", span.Off)
	}
	return rec, nil
}

// Body reads an item whole.
func (o *opened) Body(item session.Item) (session.Body, error) {
	e := o.x.At(item.Entry)
	rec, err := o.load(e.Span)
	if err != nil {
		return session.Body{}, fmt.Errorf("read entry %s: %w", e.Key, err)
	}
	b := body{rec: rec, line: rec.line, key: e.Key}
	b.Raw = rec.line
	switch {
	case item.Kind == session.ItemCall:
		err = o.call(&b, item)
	case item.Part >= 0:
		at := int(item.Span.Off - e.Span.Off)
		b.Raw = rec.line[at : at+int(item.Span.Len)]
		b.part(at)
		b.ending(e)
	case e.Kind == session.KindMessage:
		b.message(e)
	default:
		b.entry(e)
		for _, m := range o.x.MarksOf(item.Entry) {
			if _, ok := o.x.ByID(m.Target); m.Kind == session.MarkFrom && !ok && m.Target != "root" {
				b.note("the branch it tells of is not in this file")
			}
		}
	}
	if err != nil {
		return session.Body{}, fmt.Errorf("read entry %s: %w", e.Key, err)
	}
	return b.Body, nil
}

// call reads a call's arguments and, from its own record, the result.
func (o *opened) call(b *body, item session.Item) error {
	if item.Answer != item.Entry {
		at := int(item.Span.Off - o.x.At(item.Entry).Span.Off)
		b.Raw = b.line[at : at+int(item.Span.Len)]
		if block := b.block(at); block != nil && block.arguments > 0 && !isNull(b.line, block.arguments) {
			b.Args = well(raw(b.line, block.arguments))
		}
	}
	if item.Answer == session.None {
		return nil
	}
	answer := o.x.At(item.Answer)
	rec, err := o.load(answer.Span)
	if err != nil {
		return err
	}
	r := body{rec: rec, line: rec.line, key: answer.Key}
	r.result()
	b.Result, b.HasResult, b.Diff, b.Images = r.Result, true, r.Diff, r.Images
	b.Notes = append(b.Notes, r.Notes...)
	return nil
}

// FirstMessage returns the first prompt as pi's list shows it: its texts joined
// with one space, verbatim; "" when there is none (pi 1.6.0, buildSessionInfo).
func (o *opened) FirstMessage() string {
	if o.x.FirstPrompt == session.None {
		return ""
	}
	rec, err := o.load(o.x.At(o.x.FirstPrompt).Span)
	if err != nil {
		return o.x.At(o.x.FirstPrompt).Preview // the file was rewritten; the list reads it again
	}
	return saidText(rec.line, &rec.msg.content, &words{})
}
