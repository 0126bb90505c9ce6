package runlog

import (
	"bytes"
	"hash/maphash"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

var seed = maphash.MakeSeed()

// The sorts of sums: what was said, calls, and calls that did not begin.
const (
	sumSaid = iota + 1
	sumCall
	sumRefused
)

// sumOf tells texts of a sort apart without keeping them. It is never 0.
func sumOf(sort uint64, name string, text []byte) uint64 {
	return max(also(also(sort, sum([]byte(name))), sum(text)), 1)
}

// sum tells texts apart.
func sum(text []byte) uint64 {
	if len(text) == 0 {
		return 0
	}
	return maphash.Bytes(seed, text)
}

// also adds to a sum; the order counts.
func also(sum, next uint64) uint64 { return (sum^next)*0x9e3779b97f4a7c15 + next>>32 + 1 }

// sum is sumOf a text of the record as it is read, however it is escaped.
func (k *pen) sum(sort uint64, name string, text field) uint64 {
	return sumOf(sort, name, k.decoded(k.rec.quoted(text)))
}

// ofActivity are the members that say what an activity is.
var ofActivity = [...]field{activityKind, activityID, activityName, activityArguments}

// identity is equal for two messages that are the same.
func (k *pen) identity(f *fact, kind []byte) uint64 {
	r := &k.rec
	id := also(uint64(f.form), 0)
	if f.form == formOther || f.form.leading() { // more than one type has these forms
		id = also(id, sum(kind))
	}
	switch f.form {
	case formBot, formReasoning:
		id = also(id, f.same)
	case formRequest, formResponse:
		return also(also(also(id, sum(r.quoted(messageText))), f.same), sum(r.quoted(activityID)))
	default:
		id = also(id, sum(r.quoted(messageText)))
	}
	if r.has(messageActivity) {
		for _, m := range ofActivity {
			id = also(id, sum(r.quoted(m)))
		}
	}
	return id
}

// message takes one piece of the conversation.
func (k *pen) message(span session.Span) {
	r := &k.rec
	if !r.has(fieldMessage) {
		k.empty(span, session.KindMessage)
		return
	}
	kind := r.name(messageType)
	f := fact{form: messageForm(kind)}
	text := r.quoted(messageText)
	e := session.Entry{Span: span, Kind: session.KindMessage}
	if f.form == formUser && bytes.HasPrefix(text, []byte(nudge)) {
		f.form = formNudge
	}
	switch f.form {
	case formBot, formReasoning:
		f.same = k.sum(sumSaid, "", messageText)
		e.Preview = k.said.line(&k.words, f.same, text)
	case formNudge:
		e.Preview = oneLine([]byte(nudged(k.decoded(text))))
	default:
		e.Preview = k.keep(k.preview(text))
	}
	switch {
	case f.form == formCheckpoint:
		e.Kind = session.KindCompaction
	case f.form == formReasoning:
		off, length := r.inside(messageText, span)
		k.parts = append(k.parts, session.Part{Kind: session.PartThinking, Off: off, Len: length})
	case string(kind) == "activity":
		k.activity(&e, &f)
	}
	f.sum = k.identity(&f, kind)
	if f.form == formOther || f.form.leading() {
		f.word = k.word(kind)
	}
	if f.form == formOther && e.Preview == "" {
		e.Preview = k.oneLine(r.value(fieldMessage))
	}
	if r.has(messageImages) && k.images() {
		e.Flags |= session.HasImages
		k.newer = true
	}
	if len(text) > 0 && f.form != formReasoning && f.form != formResponse {
		e.Flags |= session.HasText
	}
	k.newer = k.newer || r.has(activityItems) || r.has(activityDetails)
	e.Role = roles[f.form]
	k.add(&e, f)
}

// images lists the pictures of a message and tells whether there are any.
func (k *pen) images() bool {
	r, before := &k.rec, len(k.parts)
	jsonl.Elements(r.b, r.start(messageImages), func(i int) int {
		end := jsonl.Skip(r.b, i)
		if len(k.parts)-before < maxImages {
			k.parts = append(k.parts, session.Part{Kind: session.PartImage, Off: int32(i), Len: int32(end - i)})
		}
		return end
	})
	return len(k.parts) > before
}

// maxImages bounds the pictures of one message; the agent attaches at most eight.
const maxImages = 1000

// inside is where a member's value stands in the record, or all of the record
// when it has none.
func (r *fields) inside(f field, whole session.Span) (off, length int32) {
	if !r.has(f) {
		return 0, whole.Len
	}
	return int32(r.start(f)), int32(len(r.value(f)))
}
