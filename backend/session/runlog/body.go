package runlog

import (
	"fmt"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// reread reads one record of the file again.
func (l *Log) reread(span session.Span) (*fields, error) {
	b, err := l.f.Read(span)
	if err != nil {
		return nil, err
	}
	r := &fields{}
	if !r.read(b) {
		return nil, fmt.Errorf("read %s at %d: the record is no JSON any more", l.f.Path(), span.Off)
	}
	return r, nil
}

// Body reads one item whole.
func (l *Log) Body(it session.Item) (session.Body, error) {
	r, err := l.reread(it.Span)
	if err != nil {
		return session.Body{}, err
	}
	b := session.Body{Raw: r.b}
	switch {
	case it.Kind == session.ItemResult:
		b.Text = r.str(resultMessage)
		b.Notes = append(b.Notes, "reason "+r.loose(resultReason))
		if code := r.count(resultCode); code.text != "" {
			b.Notes = append(b.Notes, "code "+code.text)
		}
	case it.Kind == session.ItemReset:
	case it.Entry == session.None:
	case it.Kind == session.ItemCall:
		err = l.call(&b, it, r)
	case l.facts[it.Entry].form.message():
		b.Text = r.said()
		b.Images = l.pictures(it.Entry, r)
		f := &l.facts[it.Entry]
		if f.form == formNudge {
			b.Notes = append(b.Notes, sortOf([]byte(b.Text)))
		}
		if f.form == formOther && f.word != "" && f.word != "activity" {
			b.Notes = append(b.Notes, fmt.Sprintf("message of type %q", f.word))
		}
		if len(b.Images) > 0 {
			// Recorded is not seen: up to 0.17.1 the request carries the text only.
			b.Notes = append(b.Notes, "attached")
		}
	case l.facts[it.Entry].form == formRound:
		b.Text = it.Text
	case it.Kind == session.ItemUsage:
		b.Text = l.spent(it.Entry, r.str(eventText))
	case it.Kind == session.ItemEvent:
		b.Text = told(r.str(eventKind), r.str(eventTool), r.str(eventText))
	case l.facts[it.Entry].form.event():
		b.Text = r.str(eventText)
	default:
		b.Text = string(r.b)
	}
	switch {
	case it.Provisional && it.Answer != session.None && !it.Error:
		b.Notes = append(b.Notes, "from events alone: what it gave back is not in the log")
	case it.Provisional:
		b.Notes = append(b.Notes, "from events alone: its message is not in the log")
	}
	return b, err
}

// spent says beside the totals of the run what was added to the ones before.
func (l *Log) spent(p session.Pos, totals string) string {
	if strings.TrimSpace(totals) == "" {
		return unreported
	}
	spent := l.x.UsagesOf(p)
	if len(spent) == 0 || spent[0].Entry == l.x.Usages[0].Entry { // no totals, or the first
		return totals
	}
	return fmt.Sprintf("%s (%s in and %s out since the count before)", totals, session.Grouped(spent[0].Input), session.Grouped(spent[0].Output))
}

// said is a message's text; without one the message as it stands, when it is of
// a kind this reader does not know.
func (r *fields) said() string {
	text := r.loose(messageText)
	if text == "" && messageForm(r.name(messageType)) == formOther {
		return string(r.value(fieldMessage))
	}
	return text
}

// call reads both halves of a call. r is the request, the start event or the error
// of a call that was never written down, or the response of one whose request is gone.
func (l *Log) call(b *session.Body, it session.Item, r *fields) error {
	switch {
	case l.facts[it.Entry].form == formError:
		b.HasResult, b.Result = true, r.str(eventText)
		b.Notes = append(b.Notes, "the call could not run")
		return nil
	case r.has(fieldEvent):
		b.Args = r.str(eventText)
	default:
		b.Args = r.loose(activityArguments)
	}
	if r.has(activityItems) || r.has(activityDetails) {
		b.Notes = append(b.Notes, "with reasoning that only the provider can read")
	}
	if it.Answer == session.None {
		return nil
	}
	if it.Answer != it.Entry {
		answer, err := l.reread(l.x.At(it.Answer).Span)
		if err != nil {
			return err
		}
		b.Raw = append(append(b.Raw, '\n'), answer.b...)
		r = answer
	} else {
		b.Notes = append(b.Notes, l.alone(it.Answer))
	}
	b.HasResult = true
	if r.has(fieldEvent) {
		if it.Error {
			b.Result = r.str(eventText)
			b.Notes = append(b.Notes, "the call could not run")
		}
		return nil
	}
	b.Result = r.output()
	if r.has(activityFailure) {
		b.Notes = append(b.Notes, "the call could not run")
	}
	for _, m := range marks([]byte(b.Result)) {
		if code, ok := m.exit(); ok {
			b.ExitCode = &code
			continue
		}
		b.Notes = append(b.Notes, string(m))
	}
	b.Images = l.pictures(it.Answer, r)
	return nil
}

// alone says why an answer stands without its call.
func (l *Log) alone(p session.Pos) string {
	e := l.x.At(p)
	id, same := l.x.Parts[e.FirstPart].Call, l.facts[p].same
	for q := range p {
		if l.facts[q].form != formRequest {
			continue
		}
		call := l.x.Parts[l.x.At(q).FirstPart].Call
		if call == id && (id != session.NoCall || l.facts[q].same == same) {
			return "its call has an answer already"
		}
	}
	if e.Has(session.Inherited) || len(l.resets) > 0 && l.resets[0].before <= p {
		return "the call itself was condensed away"
	}
	return "its call is not in the log"
}

// output is what a tool gave back. The message's text is that output for a text,
// and JSON for anything else. Tools that return pictures answer an object
// {Text, Images}, whose JSON becomes the text once the run is resumed.
func (r *fields) output() string {
	if r.has(activityFailure) {
		return r.loose(activityFailure)
	}
	if value := r.value(activityResult); len(value) > 0 && value[0] == '{' {
		text, images := -1, false
		jsonl.Members(value, 0, func(name []byte, at int) int {
			switch string(name) {
			case "Text":
				text = at
			case "Images":
				images = true
			}
			return jsonl.Skip(value, at)
		})
		if s, ok := jsonl.Text(value, text); ok && images {
			return s
		}
	}
	if text := r.loose(messageText); text != "" {
		return text
	}
	if s, ok := r.text(activityResult); ok {
		return s
	}
	return string(r.value(activityResult)) // numbers stay as they are written
}
