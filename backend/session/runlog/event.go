package runlog

import (
	"bytes"
	"strconv"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// event takes one event. Events carry no call id, no output and no type of message.
func (k *pen) event(span session.Span) {
	r := &k.rec
	if !r.has(fieldEvent) {
		k.empty(span, session.KindEvent)
		return
	}
	name, tool := r.name(eventKind), k.name(r.name(eventTool))
	f := fact{form: eventForm(name), word: tool.text}
	e := session.Entry{Span: span, Kind: session.KindEvent}
	text := r.quoted(eventText)
	if visible(text) || len(k.preview(text)) > 0 {
		e.Flags |= session.HasText
	}
	switch f.form {
	case formRound:
		e.Preview = k.round()
	case formSaid:
		f.same = k.sum(sumSaid, tool.text, eventText)
		e.Preview = k.said.line(&k.words, f.same, text)
	case formStart:
		call := k.call(tool, eventText)
		f.same, e.Preview = call.same, call.preview
	case formEnd:
		e.Preview = tool.ended
	case formUsage:
		e.Kind, e.Preview = session.KindUsage, k.keep(k.preview(text))
		k.usage(k.decoded(text))
	default:
		e.Preview = k.joined(told(string(name), f.word, string(k.preview(text))))
		k.newer = k.newer || string(name) == "notice"
	}
	if f.form == formEnd || f.form == formError {
		e.Flags |= session.Ended
	}
	k.add(&e, f)
}

// round words the number of a round. One that is left out is 0.
func (k *pen) round() string {
	k.scratch = append(k.scratch[:0], "round "...)
	n, ok := k.rec.integer(eventIteration)
	if ok || !k.rec.has(eventIteration) {
		k.scratch = strconv.AppendInt(k.scratch, n, 10)
	} else {
		k.scratch = jsonl.AppendLine(k.scratch, k.rec.value(eventIteration), session.PreviewBytes-len(k.scratch))
	}
	return k.keep(k.scratch)
}

// visible tells, without a look at all of it, that a quoted text has something to see.
func visible(text []byte) bool {
	return len(text) > 0 && text[0] > ' ' && text[0] < 0x7f && text[0] != '\\'
}

// told words an event that is shown as it stands.
func told(kind, tool, text string) string {
	switch kind {
	case "compact":
		return text
	case "retry", "notice":
		return kind + ": " + text
	case "runaway":
		return "answer cut short, it repeated: " + text
	case "toolCallEnd":
		return tool + " ended"
	case "toolCallError":
		return tool + " failed: " + text
	}
	if tool != "" {
		kind = strings.TrimLeft(kind+" "+tool, " ")
	}
	if text == "" || kind == "" {
		return kind + text
	}
	return kind + ": " + text
}

// usage reads "input N output M": what the provider reported of this run so far.
// Before 0.15 the text was empty, which means unknown and not zero.
func (k *pen) usage(text []byte) {
	in, out, ok := bytes.Cut(bytes.TrimSpace(text), []byte(" output "))
	in, named := bytes.CutPrefix(in, []byte("input "))
	if !ok || !named {
		return
	}
	input, known := total(in)
	output, both := total(out)
	if !known || !both {
		return
	}
	k.newer = true
	k.fragment.Usages = append(k.fragment.Usages, session.Usage{
		Entry: session.Pos(len(k.fragment.Entries)), Input: float64(input), Output: float64(output),
	})
}

// total reads a number of tokens.
func total(b []byte) (int64, bool) {
	n, err := strconv.ParseUint(string(bytes.TrimSpace(b)), 10, 53)
	return int64(n), err == nil
}
