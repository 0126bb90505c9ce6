package runlog

import (
	"bytes"
	"fmt"
	"strconv"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// fields is one line while it is being looked at: where its known members
// stand. Of a member that comes twice the last counts, and objects that come
// twice are merged, as the agent's decoder does.
type fields struct {
	b []byte
	// at says where each member's value stands: its index plus one, and that of
	// the byte behind it. It is zero when the member is absent or null, or of a
	// type that cannot be read as the wanted one.
	at [fieldCount]struct{ from, to int32 }
	// ms is the record's own time in Unix milliseconds, 0 when it has none that is
	// usable.
	ms int64
	// wrong says which member has a wrong type, folded which name is spelled in
	// another letter case; "" when none is.
	wrong, folded string
	// before is what was learned from the records before; nil where one is read alone.
	before *memory
}

// memory is what one record tells of the next.
type memory struct {
	shapes [fieldCount]*jsonl.Shape // by the member that holds the object; that of the record itself first
	minute minute
}

func (m *memory) shape(holder field) *jsonl.Shape {
	if m.shapes[holder] == nil {
		m.shapes[holder] = &jsonl.Shape{}
	}
	return m.shapes[holder]
}

// read walks one line. It answers false where JSON.parse would refuse it, or
// when it is no object; members before the damage are known even then.
func (r *fields) read(b []byte) bool {
	r.b, r.ms, r.wrong, r.folded = b, 0, "", ""
	clear(r.at[:])
	end := r.members(0, fieldKind, envelope)
	return end >= 0 && jsonl.Space(b, end) == len(b)
}

// members walks the object at an index of the line, which is the value of holder.
func (r *fields) members(at int, holder field, s shape) int {
	var known *jsonl.Shape
	if r.before != nil {
		known = r.before.shape(holder)
	}
	next := 0 // members come in the order of the shape, mostly
	return known.Members(r.b, at, func(name []byte, i int) int {
		if next < len(s) && s[next].name == string(name) {
			next++
			return r.take(&s[next-1], i)
		}
		n := r.find(s, name)
		if n < 0 {
			return jsonl.Skip(r.b, i)
		}
		next = n + 1
		return r.take(&s[n], i)
	})
}

// find looks a name up, exactly first and then in any letter case.
func (r *fields) find(s shape, name []byte) int {
	for i := range s {
		if s[i].name == string(name) {
			return i
		}
	}
	for i := range s {
		if bytes.EqualFold(name, []byte(s[i].name)) {
			r.folded = fmt.Sprintf("the member %q is read as %q", name, s[i].name)
			return i
		}
	}
	return -1
}

// take keeps the place of one member's value and passes it.
func (r *fields) take(m *member, i int) int {
	if i >= len(r.b) {
		return -1
	}
	if m.want == wantText && r.b[i] == '"' { // by far the most
		end := jsonl.Skip(r.b, i)
		if end > 0 {
			r.place(m.field, i, end)
		}
		return end
	}
	if m.want == wantObject && r.b[i] == '{' {
		end := r.members(i, m.field, m.inside)
		r.place(m.field, i, max(end, i))
		return end
	}
	end := jsonl.Skip(r.b, i)
	switch {
	case end < 0:
	case r.b[i] == 'n':
		if m.want == wantObject || m.want == wantList || m.want == wantAny { // null empties these and leaves the others as they are
			r.clear(m)
		}
	case r.fits(m.want, r.b[i:end]):
		r.place(m.field, i, end)
		if m.want == wantList && m.inside != nil {
			r.elements(m, i)
		}
	default:
		if m.want == wantText || m.want == wantInteger { // readable still, see loose and integer
			r.place(m.field, i, end)
		}
		r.wrong = fmt.Sprintf("%q is not %s", m.name, wantNames[m.want])
	}
	return end
}

// elements looks for wrong types among the objects of the list at i.
func (r *fields) elements(m *member, i int) {
	jsonl.Elements(r.b, i, func(at int) int {
		if r.b[at] == '{' {
			return r.members(at, m.field, m.inside)
		}
		if r.b[at] != 'n' {
			r.wrong = fmt.Sprintf("%q holds what is no object", m.name)
		}
		return jsonl.Skip(r.b, at)
	})
}

// place keeps where a member's value stands.
func (r *fields) place(f field, from, to int) {
	r.at[f].from, r.at[f].to = int32(from)+1, int32(to)
}

func (r *fields) clear(m *member) {
	r.place(m.field, -1, 0)
	for i := range m.inside {
		r.clear(&m.inside[i])
	}
}

func (r *fields) fits(w want, value []byte) bool {
	switch w {
	case wantText:
		return value[0] == '"'
	case wantInteger:
		_, err := strconv.ParseInt(string(value), 10, 64)
		return err == nil
	case wantTime:
		if value[0] != '"' {
			return false
		}
		var at *minute
		if r.before != nil {
			at = &r.before.minute
		}
		ms, ok := at.ms(value[1 : len(value)-1])
		if !ok {
			return false
		}
		r.ms = ms
	case wantObject:
		return value[0] == '{'
	case wantList:
		return value[0] == '['
	}
	return true
}

// has tells whether a member is there.
func (r *fields) has(f field) bool { return r.at[f].from > 0 }

// start is the index of a member's value, -1 when there is none.
func (r *fields) start(f field) int { return int(r.at[f].from) - 1 }

// text decodes a member that is a string.
func (r *fields) text(f field) (string, bool) { return jsonl.Text(r.b, r.start(f)) }

// str is text without the question whether it is there.
func (r *fields) str(f field) string {
	s, _ := r.text(f)
	return s
}

// quoted returns the bytes between a string's quotes, nil when there is none.
func (r *fields) quoted(f field) []byte {
	if v := r.value(f); len(v) > 0 && v[0] == '"' {
		return v[1 : len(v)-1]
	}
	return nil
}

// value returns a member's bytes, nil when there are none.
func (r *fields) value(f field) []byte {
	if !r.has(f) {
		return nil
	}
	return r.b[r.at[f].from-1 : r.at[f].to]
}

// name returns a member's text without a copy where nothing in it is escaped.
func (r *fields) name(f field) []byte {
	return decoded(r.quoted(f), nil)
}

// decoded is what a quoted text means: itself where nothing in it is escaped,
// else in the memory of room.
func decoded(raw, room []byte) []byte {
	if bytes.IndexByte(raw, '\\') >= 0 {
		return jsonl.AppendText(room[:0], raw)
	}
	return raw
}

// loose is text, and the JSON itself of a value that should have been a string.
func (r *fields) loose(f field) string {
	if s, ok := r.text(f); ok {
		return s
	}
	return string(r.value(f))
}

// integer decodes a whole number, also one written as 3.0 or "3".
func (r *fields) integer(f field) (int64, bool) {
	whole, fraction, _ := bytes.Cut(bytes.Trim(r.value(f), `"`), []byte("."))
	if len(bytes.Trim(fraction, "0")) > 0 {
		return 0, false
	}
	n, err := strconv.ParseInt(string(whole), 10, 64)
	return n, err == nil
}

// count is a number a record tells.
type count struct {
	n     int64
	exact bool // n is the number, and not only text
	// text is the number, as it is written where no whole number of 64 bits holds
	// it; "" when the record does not have it.
	text string
}

func (r *fields) count(f field) count {
	n, ok := r.integer(f)
	if ok {
		return count{n, true, strconv.FormatInt(n, 10)}
	}
	return count{text: string(jsonl.AppendLine(nil, r.value(f), session.PreviewBytes))}
}

// some tells whether it is there and not 0.
func (c count) some() bool { return c.text != "" && (!c.exact || c.n != 0) }

// of words how many of a thing there are.
func (c count) of(thing string) string {
	if c.exact {
		return plural(c.n, thing)
	}
	return c.text + " " + thing + "s"
}
