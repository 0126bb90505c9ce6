package pi

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"branchline/backend/session/jsonl"
)

// CurrentVersion is the version of the session format that is written.
const CurrentVersion = 3

// Record is one value of a session file as it stands there: an entry, the
// header, or whatever else is JSON. Members keep their order, numbers their
// digits, and what this package does not know is kept too. It is never changed;
// copies share its bytes.
type Record struct{ raw []byte }

// NewRecord takes one JSON value. It copies the bytes.
func NewRecord(value []byte) (Record, error) {
	if !jsonl.Valid(value) {
		return Record{}, errors.New("the record is no JSON value")
	}
	from := jsonl.Space(value, 0)
	return Record{append([]byte(nil), value[from:jsonl.Skip(value, from)]...)}, nil
}

// Raw returns the bytes as they stand in the file. They must not be changed.
func (r Record) Raw() json.RawMessage { return r.raw }

// Get returns a member of the record, false when there is none. Of several with
// one name the last counts.
func (r Record) Get(name string) (value json.RawMessage, ok bool) {
	return member(r.raw, name)
}

// Members goes over the members of the record in their order, none when it is no
// object. Names may repeat.
func (r Record) Members() iter.Seq2[string, json.RawMessage] {
	return func(yield func(string, json.RawMessage) bool) {
		if len(r.raw) == 0 || r.raw[0] != '{' {
			return
		}
		jsonl.Members(r.raw, 0, func(name []byte, at int) int {
			end := jsonl.Skip(r.raw, at)
			if !yield(string(name), r.raw[at:end:end]) {
				return -1
			}
			return end
		})
	}
}

// Text returns a member that is a string, "" when it is none.
func (r Record) Text(name string) string {
	value, _ := r.Get(name)
	s, _ := jsonl.Text(value, 0)
	return s
}

// Type is the kind of the record: "message", "compaction", "session", …
func (r Record) Type() string { return r.Text("type") }

// ID is the entry's id, "" when it has none.
func (r Record) ID() string { return r.Text("id") }

// ParentID is the id of the entry this one follows. ok is false for null and for
// what is no text.
func (r Record) ParentID() (id string, ok bool) {
	value, _ := r.Get("parentId")
	return jsonl.Text(value, 0)
}

// Timestamp is the time of the entry as it is written there.
func (r Record) Timestamp() string { return r.Text("timestamp") }

// AtMs is the time of the entry in Unix milliseconds, read as JavaScript's Date
// does; 0 when there is none that is usable.
func (r Record) AtMs() int64 {
	at := r.place("timestamp")
	return when(r.raw, at)
}

// Message is the message of a message entry, false when it is no object.
func (r Record) Message() (Message, bool) {
	value, ok := r.Get("message")
	if !ok || value[0] != '{' {
		return Message{}, false
	}
	return Message{Record{value}}, true
}

// IsHeader tells whether the record is a session header.
func (r Record) IsHeader() bool { return r.Type() == "session" }

// MarshalJSON returns the record as it stands in the file.
func (r Record) MarshalJSON() ([]byte, error) {
	if r.raw == nil {
		return []byte("null"), nil
	}
	return r.raw, nil
}

// UnmarshalJSON takes a record as NewRecord does.
func (r *Record) UnmarshalJSON(value []byte) error {
	made, err := NewRecord(value)
	*r = made
	return err
}

// MarshalJSONWithParent returns the record with another parent, which is written
// in the place of the old one; nothing else changes. nil is null.
func (r Record) MarshalJSONWithParent(parent *string) ([]byte, error) {
	if len(r.raw) == 0 || r.raw[0] != '{' {
		return nil, fmt.Errorf("give a record another parent: it is no object")
	}
	value := []byte("null")
	if parent != nil {
		value = jsonl.AppendString(nil, *parent)
	}
	return withMember(r.raw, "parentId", value), nil
}

// place is the index of the value of a member, 0 when there is none.
func (r Record) place(name string) (at int) {
	if len(r.raw) == 0 || r.raw[0] != '{' {
		return 0
	}
	jsonl.Members(r.raw, 0, func(n []byte, i int) int {
		if string(n) == name {
			at = i
		}
		return jsonl.Skip(r.raw, i)
	})
	return at
}

// member returns the value of a member of an object.
func member(object []byte, name string) (value json.RawMessage, ok bool) {
	if len(object) == 0 || object[0] != '{' {
		return nil, false
	}
	jsonl.Members(object, 0, func(n []byte, at int) int {
		end := jsonl.Skip(object, at)
		if end > 0 && string(n) == name {
			value, ok = object[at:end:end], true
		}
		return end
	})
	return value, ok
}

// withMember returns the object with another value of a member, at the place of
// the last of that name, or at the end where there is none.
func withMember(object []byte, name string, value []byte) []byte {
	out := make([]byte, 0, len(object)+len(name)+len(value)+4)
	if at := (Record{object}).place(name); at > 0 {
		out = append(append(out, object[:at]...), value...)
		return append(out, object[jsonl.Skip(object, at):]...)
	}
	out = append(out, object[:len(object)-1]...)
	if jsonl.Space(object, 1) < len(object)-1 {
		out = append(out, ',')
	}
	out = append(jsonl.AppendString(out, name), ':')
	return append(append(out, value...), '}')
}
