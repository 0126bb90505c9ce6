package runlog

import (
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// words keeps the small strings of a log: many of them in one piece of memory,
// and the names of tools and types only once.
type words struct {
	room  session.Room
	names map[string]named
	none  named // the name ""
	// scratch holds a text while it is put together, plain one that is decoded.
	scratch, plain []byte
}

// named is a name that comes again and again, ready for use.
type named struct {
	text string
	tool session.Word
	line string // text in one line
	// ended is the preview of the event that tells of its end.
	ended string
}

// mostRoom is how large a piece of memory for strings gets, in bytes.
const mostRoom = 512 << 10

// mostNames is how many names are known at a time.
const mostNames = 1 << 12

// keep copies b. The result shares its memory with others kept about then.
func (w *words) keep(b []byte) string { return w.room.Keep(b, mostRoom) }

// name keeps one copy of a name.
func (w *words) name(b []byte) named {
	if len(b) == 0 && w.none.ended != "" {
		return w.none
	}
	if n, ok := w.names[string(b)]; ok {
		return n
	}
	text := strings.ToValidUTF8(string(b), "\ufffd")
	n := named{text: text, tool: session.WordOf(text), line: w.joined(text), ended: w.joined(told("toolCallEnd", text, ""))}
	if w.names == nil || len(w.names) >= mostNames {
		w.names = map[string]named{}
	}
	if w.names[string(b)] = n; len(b) == 0 {
		w.none = n
	}
	return n
}

// word is the text of name.
func (w *words) word(b []byte) string { return w.name(b).text }

// decoded is what a quoted text means, good until the next call.
func (w *words) decoded(raw []byte) []byte {
	b := decoded(raw, w.plain)
	if cap(b) > cap(w.plain) && len(b) != len(raw) {
		w.plain = b
	}
	return b
}

// preview puts the first line of a quoted text into scratch.
func (w *words) preview(raw []byte) []byte {
	w.scratch = jsonl.AppendPreview(w.scratch[:0], raw, session.PreviewBytes)
	return w.scratch
}

// oneLine keeps the first line of text that is decoded already.
func (w *words) oneLine(text []byte) string {
	w.scratch = jsonl.AppendLine(w.scratch[:0], text, session.PreviewBytes)
	return w.keep(w.scratch)
}

// joined keeps the first line of texts put together.
func (w *words) joined(texts ...string) string {
	w.plain = w.plain[:0]
	for i, t := range texts {
		if i > 0 {
			w.plain = append(w.plain, ' ')
		}
		w.plain = append(w.plain, t...)
	}
	return w.oneLine(w.plain)
}

// called keeps the preview of a call: its tool and the target in scratch, which
// shares its memory where it stands there whole.
func (w *words) called(tool named) (preview, target string) {
	n := len(w.scratch)
	if n == 0 || tool.line == "" || n+len(tool.line) >= session.PreviewBytes {
		target = w.keep(w.scratch)
		return w.joined(tool.text, target), target
	}
	w.plain = append(append(append(w.plain[:0], tool.line...), ' '), w.scratch...)
	preview = w.keep(w.plain)
	return preview, preview[len(preview)-n:]
}

// recent are the previews of what was said last: an event says it, and soon after
// it a message says it again.
type recent struct {
	kept [4]struct {
		same uint64 // a sum of what was said
		line string
	}
	next int
}

// line is the preview of a quoted text.
func (r *recent) line(w *words, same uint64, text []byte) string {
	for i := range r.kept {
		if r.kept[i].same == same {
			return r.kept[i].line
		}
	}
	at := &r.kept[r.next%len(r.kept)]
	at.same, at.line, r.next = same, w.keep(w.preview(text)), r.next+1
	return at.line
}
