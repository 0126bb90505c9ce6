package runlog

import (
	"strconv"
	"strings"

	"branchline/backend/session"
)

// event takes one event. Events carry no call id, no output and no type of message.
func (k *chunk) event(span session.Span) {
	r := &k.rec
	if !r.has(fieldEvent) {
		k.empty(span, session.KindEvent)
		return
	}
	name := r.name(eventKind)
	f := fact{form: eventForm(name), word: k.word(r.name(eventTool))}
	e := session.Entry{Span: span, Kind: session.KindEvent}
	text := k.preview(r.quoted(eventText))
	switch f.form {
	case formRound:
		n, _ := r.integer(eventIteration)
		f.round = int32(n)
		e.Preview = "round " + strconv.FormatInt(n, 10)
	case formSaid:
		f.same = r.sameText("said", eventTool, eventText)
		e.Preview = text
	case formStart:
		f.same = r.sameText("call", eventTool, eventText)
		e.Preview = k.joined(f.word, k.target(eventText))
	case formUsage:
		e.Kind, e.Preview = session.KindUsage, text
		k.usage(r.str(eventText))
	default:
		e.Preview = k.joined(told(string(name), f.word, text))
		k.newer = k.newer || string(name) == "notice"
	}
	if text != "" {
		e.Flags |= session.HasText
	}
	if f.form == formEnd || f.form == formError {
		e.Flags |= session.Ended
	}
	k.add(e, f)
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
func (k *chunk) usage(text string) {
	w := strings.Fields(text)
	if len(w) != 4 || w[0] != "input" || w[2] != "output" {
		return
	}
	input, err := strconv.ParseUint(w[1], 10, 53)
	if err != nil {
		return
	}
	output, err := strconv.ParseUint(w[3], 10, 53)
	if err != nil {
		return
	}
	k.newer = true
	k.fragment.Usages = append(k.fragment.Usages, session.Usage{
		Entry: session.Pos(len(k.fragment.Entries)), Input: float64(input), Output: float64(output),
	})
}
