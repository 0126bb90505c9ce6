package pi

import (
	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// words keeps the small strings of a session: many of them in one piece of
// memory, and each of those that repeat only once.
type words struct {
	room    session.Room
	once    map[string]string
	tools   map[string]session.Word
	scratch []byte
	pair    []byte
}

// mostRoom is how large a piece of memory for strings gets, in bytes.
const mostRoom = 4 << 20

// mostOnce is how many strings that repeat are known at a time.
const mostOnce = 10_000

// keep copies b. The result shares its memory with others kept about then.
func (w *words) keep(b []byte) string { return w.room.Keep(b, mostRoom) }

// intern is keep for strings that repeat: names of tools and models.
func (w *words) intern(b []byte) string {
	if s, known := w.once[string(b)]; known {
		return s
	}
	s := w.keep(b)
	if w.once == nil || len(w.once) >= mostOnce {
		w.once = map[string]string{}
	}
	w.once[s] = s
	return s
}

// tool is the name of a tool.
func (w *words) tool(line []byte, at int) session.Word {
	name := w.decode(line, at)
	if tool, known := w.tools[string(name)]; known {
		return tool
	}
	tool := session.WordOf(string(name))
	if w.tools == nil || len(w.tools) >= mostOnce {
		w.tools = map[string]session.Word{}
	}
	w.tools[string(name)] = tool
	return tool
}

// text keeps the string that starts at line[at], "" when the value is none.
func (w *words) text(line []byte, at int) string { return w.keep(w.decode(line, at)) }

// word is text for strings that repeat.
func (w *words) word(line []byte, at int) string { return w.intern(w.decode(line, at)) }

// decode returns the text of a string; it is good until the next call.
func (w *words) decode(line []byte, at int) []byte {
	if !isText(line, at) {
		return nil
	}
	if b, plain := jsonl.Plain(line, at); plain {
		return b
	}
	s, _ := jsonl.Text(line, at)
	w.scratch = append(w.scratch[:0], s...)
	return w.scratch
}

// id keeps an entry's id. before is an id that often is the same, whose memory
// is then shared. A number is no id: pi tells it from the text of its digits.
func (w *words) id(line []byte, at int, before string) string {
	b := w.decode(line, at)
	if string(b) == before {
		return before
	}
	return w.keep(b)
}

// preview keeps the beginning of the first string that shows anything.
func (w *words) preview(line []byte, ats ...int) string {
	return w.beginning(line, session.PreviewBytes, ats...)
}

// beginning is preview with a limit of its own.
func (w *words) beginning(line []byte, limit int, ats ...int) string {
	for _, at := range ats {
		if !hasText(line, at) {
			continue
		}
		w.scratch = jsonl.AppendPreview(w.scratch[:0], line[at+1:], limit)
		if len(w.scratch) > 0 {
			return w.keep(w.scratch)
		}
	}
	return ""
}

// line keeps the beginning of decoded text as one line.
func (w *words) line(text string) string {
	w.scratch = jsonl.AppendLine(w.scratch[:0], []byte(text), session.PreviewBytes)
	return w.keep(w.scratch)
}

// model keeps "provider/model" of two strings, without the slash when one is missing.
func (w *words) model(line []byte, provider, model int) string {
	w.pair = append(w.pair[:0], w.decode(line, provider)...)
	m := w.decode(line, model)
	if len(w.pair) > 0 && len(m) > 0 {
		w.pair = append(w.pair, '/')
	}
	w.pair = append(w.pair, m...)
	return w.intern(w.pair)
}
