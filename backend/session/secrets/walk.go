package secrets

import (
	"bytes"
	"strconv"
	"strings"

	"branchline/backend/session/jsonl"
)

// value is a text of a record: a value, or the name of a member.
type value struct {
	raw    span // between its quotes
	name   span // of the member it is the value of, between its quotes; empty in an array
	isName bool
	number bool // raw is a number, without quotes
}

// frame is an object or an array that the walk is in.
type frame struct {
	array bool
	at    int  // the index in an array
	name  span // of the member in an object
	begin int  // of the object

	names map[string]bool   // of its members as they stand, once one of them holds a secret
	given map[string]string // those that were masked, by what they became
}

// walker goes through the texts of one record after the other. Records can be as
// deep as they are long.
type walker struct {
	record []byte
	frames []frame
	masked map[span][]byte // the names of the record that hold secrets, without them
}

// each gives the texts of a record, which is valid JSON, in their order. path and
// place tell of the one that is being visited.
func (w *walker) each(record []byte, visit func(value)) {
	w.record, w.frames = record, w.frames[:0]
	clear(w.masked)
	for i := 0; i < len(record); {
		switch c := record[i]; c {
		case '{', '[':
			w.frames = append(w.frames, frame{array: c == '[', begin: i})
		case '}', ']':
			if len(w.frames) > 0 {
				w.frames = w.frames[:len(w.frames)-1]
			}
		case ',':
			if last := len(w.frames) - 1; last >= 0 {
				w.frames[last].at++
				w.frames[last].name = span{}
			}
		case '"':
			raw, ok := jsonl.Quoted(record, i)
			if !ok {
				return
			}
			s := span{i + 1, i + 1 + len(raw)}
			i = s.to + 1
			w.text(s, visit)
			continue
		case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			n := len(run(record[i:], isDigit))
			if n >= leastSecret {
				w.number(span{i, i + n}, visit)
			}
			i += n
			continue
		}
		i++
	}
}

func (w *walker) text(s span, visit func(value)) {
	last := len(w.frames) - 1
	switch {
	case last < 0 || w.frames[last].array:
		visit(value{raw: s})
	case w.frames[last].name == span{}:
		w.frames[last].name = s
		visit(value{raw: s, isName: true})
	default:
		visit(value{raw: s, name: w.frames[last].name})
	}
}

// number visits a whole number that is the value of a member.
func (w *walker) number(s span, visit func(value)) {
	last := len(w.frames) - 1
	if last < 0 || w.frames[last].array || w.frames[last].name == (span{}) {
		return
	}
	before, behind := w.record[s.from-1], byte(0)
	if s.to < len(w.record) {
		behind = w.record[s.to]
	}
	if bytes.IndexByte([]byte("-+.eE"), before) < 0 && bytes.IndexByte([]byte(".eE"), behind) < 0 {
		visit(value{raw: s, name: w.frames[last].name, number: true})
	}
}

// members are the names of the object that the walk is in.
func (w *walker) members() map[string]bool {
	f := &w.frames[len(w.frames)-1]
	if f.names != nil {
		return f.names
	}
	f.names, f.given = map[string]bool{}, map[string]string{}
	depth, isName := 0, true
	for i := f.begin; i < len(w.record); i++ {
		switch c := w.record[i]; c {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return f.names
			}
		case ',':
			isName = depth == 1
		case '"':
			raw, ok := jsonl.Quoted(w.record, i)
			if !ok {
				return f.names
			}
			if depth == 1 && isName {
				f.names[string(jsonl.AppendText(nil, raw))] = true
			}
			isName = false
			i += len(raw) + 1
		}
	}
	return f.names
}

// path is where the text stands, with all names masked: message.content[0].text.
func (w *walker) path(v value) string {
	var b strings.Builder
	for _, f := range w.frames {
		if f.array {
			b.WriteString("[" + strconv.Itoa(f.at) + "]")
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		name, masked := w.masked[f.name]
		if !masked {
			name = jsonl.AppendText(nil, w.record[f.name.from:f.name.to])
		}
		b.Write(jsonl.AppendLine(nil, name, longestName))
	}
	if v.isName {
		b.WriteByte('#')
	}
	return b.String()
}

// longestName is how much of a member's name is told, in bytes.
const longestName = 60

// place is the path without its numbers, as the list of fixed places has it.
func (w *walker) place(v value) string {
	var b strings.Builder
	for _, f := range w.frames {
		if f.array {
			b.WriteString("[]")
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.Write(w.record[f.name.from:f.name.to])
	}
	if v.isName {
		b.WriteByte('#')
	}
	return b.String()
}
