package pi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"branchline/backend/session/jsonl"
)

// encode writes a value as JavaScript's JSON.stringify would. Structs keep the
// order of their fields and raw messages that of their members; maps come out in
// the order of their keys. nil is undefined: the member is left out. Write
// json.RawMessage("null") for null.
func encode(v any) (json.RawMessage, error) {
	switch v := v.(type) {
	case nil:
		return nil, nil
	case Message:
		return encode(v.Record)
	case Record:
		if v.raw == nil {
			return nil, nil
		}
		return jsonl.AppendStringified(nil, v.raw), nil
	case json.RawMessage:
		if v == nil {
			return nil, nil
		}
		if !jsonl.Valid(v) {
			return nil, errors.New("encode: the raw message is no JSON value")
		}
		return jsonl.AppendStringified(nil, v), nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return jsonl.AppendStringified(nil, b.Bytes()), nil
}

// writer writes a JSON object member by member. Errors are kept for done.
type writer struct {
	b   []byte
	err error
}

func (w *writer) name(name string) {
	if len(w.b) == 0 {
		w.b = append(w.b, '{')
	} else {
		w.b = append(w.b, ',')
	}
	w.b = append(jsonl.AppendString(w.b, name), ':')
}

func (w *writer) text(name, value string) {
	w.name(name)
	w.b = jsonl.AppendString(w.b, value)
}

// orNull writes a text, or null for nil.
func (w *writer) orNull(name string, value *string) {
	if value != nil {
		w.text(name, *value)
		return
	}
	w.name(name)
	w.b = append(w.b, "null"...)
}

// value writes any value; nil leaves the member out, as undefined does.
func (w *writer) value(name string, v any) {
	value, err := encode(v)
	if err != nil {
		w.err = errors.Join(w.err, fmt.Errorf("the member %q: %w", name, err))
	}
	if value != nil {
		w.encoded(name, value)
	}
}

// encoded writes a value that encode made.
func (w *writer) encoded(name string, value json.RawMessage) {
	w.name(name)
	w.b = append(w.b, value...)
}

// done returns the object.
func (w *writer) done() ([]byte, error) {
	if len(w.b) == 0 {
		w.b = append(w.b, '{')
	}
	return append(w.b, '}'), w.err
}

// stampLayout is how pi writes times: UTC with three digits of a second.
const stampLayout = "2006-01-02T15:04:05.000Z"

func isoTime(at time.Time) string { return at.UTC().Format(stampLayout) }
