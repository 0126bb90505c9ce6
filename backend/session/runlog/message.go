package runlog

import (
	"bytes"
	"hash/maphash"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

var seed = maphash.MakeSeed()

// sumOf tells texts apart without keeping them. Parts cannot run together: a
// zero byte stands in no JSON text.
func sumOf(parts ...[]byte) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for _, p := range parts {
		h.Write(p)
		h.WriteByte(0)
	}
	return h.Sum64()
}

// sameText is a sum over a text as it is read, however it is escaped.
func (r *fields) sameText(what string, tool, text field) uint64 {
	return sumOf([]byte(what), r.name(tool), r.name(text))
}

// message takes one piece of the conversation.
func (k *chunk) message(span session.Span) {
	r := &k.rec
	if !r.has(fieldMessage) {
		k.empty(span, session.KindMessage)
		return
	}
	kind := r.name(messageType)
	f := fact{form: messageForm(kind), sum: sumOf(
		r.quoted(messageType), r.quoted(messageText), r.quoted(activityKind),
		r.quoted(activityID), r.quoted(activityName), r.quoted(activityArguments),
	)}
	text := r.quoted(messageText)
	e := session.Entry{Span: span, Kind: session.KindMessage, Preview: k.preview(text)}
	var parts []session.Part
	switch {
	case f.form == formUser && bytes.HasPrefix(text, []byte(nudge)):
		f.form = formNudge
	case f.form == formCheckpoint:
		e.Kind = session.KindCompaction
	case f.form == formBot:
		f.same = r.sameText("said", activityName, messageText)
	case f.form == formReasoning:
		f.same = r.sameText("said", activityName, messageText)
		off, length := r.inside(messageText, span)
		parts = []session.Part{{Kind: session.PartThinking, Off: off, Len: length}}
	case string(kind) == "activity":
		k.activity(&e, &f, &parts)
	}
	if f.form == formOther || f.form.leading() { // more than one type has these forms
		f.word = k.word(kind)
	}
	if f.form == formOther && e.Preview == "" {
		e.Preview = oneLine(r.value(fieldMessage))
	}
	if images := k.images(span); len(images) > 0 {
		parts = append(parts, images...)
		e.Flags |= session.HasImages
		k.newer = true
	}
	if len(text) > 0 && f.form != formReasoning && f.form != formResponse {
		e.Flags |= session.HasText
	}
	k.newer = k.newer || r.has(activityItems) || r.has(activityDetails)
	e.Role = roles[f.form]
	k.add(e, f, parts...)
}

// images lists the pictures of a message.
func (k *chunk) images(span session.Span) (parts []session.Part) {
	r := &k.rec
	if !r.has(messageImages) {
		return nil
	}
	jsonl.Elements(r.b, int(r.at[messageImages])-1, func(i int) int {
		end := jsonl.Skip(r.b, i)
		if len(parts) < maxImages {
			parts = append(parts, session.Part{Kind: session.PartImage, Off: int32(i), Len: int32(end - i)})
		}
		return end
	})
	return parts
}

// maxImages bounds the pictures of one message; the agent attaches at most eight.
const maxImages = 1000

// inside is where a member's value stands in the record, or all of the record
// when it has none.
func (r *fields) inside(f field, whole session.Span) (off, length int32) {
	if !r.has(f) {
		return 0, whole.Len
	}
	return int32(r.at[f]) - 1, int32(len(r.value(f)))
}
