package runlog

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"

	"branchline/backend/session/jsonl"
)

// fields is one line while it is being looked at: where its known members
// stand. Of a member that comes twice the last counts, and objects that come
// twice are merged, as the agent's decoder does.
type fields struct {
	b []byte
	// at is the index of each member's value plus one; 0 when it is absent or
	// null, or of a type that cannot be read as the wanted one.
	at [fieldCount]int32
	// time is the record's own time, zero when it has none that is usable.
	time time.Time
	// wrong says which member has a wrong type, folded which name is spelled in
	// another letter case; "" when none is.
	wrong, folded string
}

// read walks one line. It answers false where JSON.parse would refuse it, or
// when it is no object; members before the damage are known even then.
func (r *fields) read(b []byte) bool {
	*r = fields{b: b}
	end := r.members(0, envelope)
	return end >= 0 && jsonl.Space(b, end) == len(b)
}

func (r *fields) members(at int, s shape) int {
	return jsonl.Members(r.b, at, func(name []byte, i int) int {
		m := r.find(s, name)
		if m == nil {
			return jsonl.Skip(r.b, i)
		}
		return r.take(m, i)
	})
}

// find looks a name up, exactly first and then in any letter case.
func (r *fields) find(s shape, name []byte) *member {
	for i := range s {
		if s[i].name == string(name) {
			return &s[i]
		}
	}
	for i := range s {
		if bytes.EqualFold(name, []byte(s[i].name)) {
			r.folded = fmt.Sprintf("the member %q is read as %q", name, s[i].name)
			return &s[i]
		}
	}
	return nil
}

// take keeps the place of one member's value and passes it.
func (r *fields) take(m *member, i int) int {
	if i >= len(r.b) {
		return -1
	}
	if m.want == wantObject && r.b[i] == '{' {
		r.at[m.field] = int32(i) + 1
		return r.members(i, m.inside)
	}
	end := jsonl.Skip(r.b, i)
	switch {
	case end < 0:
	case r.b[i] == 'n':
		if m.want == wantObject || m.want == wantList || m.want == wantAny { // null empties these and leaves the others as they are
			r.clear(m)
		}
	case r.fits(m.want, r.b[i:end]):
		r.at[m.field] = int32(i) + 1
		if m.want == wantList && m.inside != nil {
			r.elements(m, i)
		}
	default:
		if m.want == wantText || m.want == wantInteger { // readable still, see loose and integer
			r.at[m.field] = int32(i) + 1
		}
		r.wrong = fmt.Sprintf("%q is not %s", m.name, wantNames[m.want])
	}
	return end
}

// elements looks for wrong types among the objects of the list at i.
func (r *fields) elements(m *member, i int) {
	jsonl.Elements(r.b, i, func(at int) int {
		if r.b[at] == '{' {
			return r.members(at, m.inside)
		}
		if r.b[at] != 'n' {
			r.wrong = fmt.Sprintf("%q holds what is no object", m.name)
		}
		return jsonl.Skip(r.b, at)
	})
}

func (r *fields) clear(m *member) {
	r.at[m.field] = 0
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
		var t time.Time
		if value[0] != '"' || t.UnmarshalText(value[1:len(value)-1]) != nil {
			return false
		}
		r.time = t
	case wantObject:
		return value[0] == '{'
	case wantList:
		return value[0] == '['
	}
	return true
}

// has tells whether a member is there.
func (r *fields) has(f field) bool { return r.at[f] > 0 }

// text decodes a member that is a string.
func (r *fields) text(f field) (string, bool) { return jsonl.Text(r.b, int(r.at[f])-1) }

// str is text without the question whether it is there.
func (r *fields) str(f field) string {
	s, _ := r.text(f)
	return s
}

// quoted returns the bytes between a string's quotes, nil when there is none.
func (r *fields) quoted(f field) []byte {
	b, _ := jsonl.Quoted(r.b, int(r.at[f])-1)
	return b
}

// value returns a member's bytes, nil when there are none.
func (r *fields) value(f field) []byte {
	if !r.has(f) {
		return nil
	}
	i := int(r.at[f]) - 1
	return r.b[i:jsonl.Skip(r.b, i)]
}

// name returns a member's text without a copy where nothing in it is escaped.
func (r *fields) name(f field) []byte {
	raw := r.quoted(f)
	if bytes.IndexByte(raw, '\\') >= 0 {
		return []byte(r.str(f))
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
	n, err := strconv.ParseFloat(strings.Trim(string(r.value(f)), `"`), 64)
	return int64(n), err == nil && n == float64(int64(n))
}

// ms is the record's time in Unix milliseconds, 0 when it has none.
func (r *fields) ms() int64 {
	if r.time.IsZero() {
		return 0
	}
	return r.time.UnixMilli()
}
