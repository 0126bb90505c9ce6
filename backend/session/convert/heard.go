package convert

import (
	"encoding/json"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// words is a text as JSON has it: null is none, and what is no text stands for itself.
type words string

// UnmarshalJSON takes any value.
func (w *words) UnmarshalJSON(b []byte) error {
	switch s, ok := jsonl.Text(b, 0); {
	case ok:
		*w = words(s)
	case string(b) != "null":
		*w = words(b)
	}
	return nil
}

// heard is a message record of a run log. Names of members count in any letter case
// and objects that come twice are merged, as the agent reads them.
type heard struct {
	p session.Pos
	// typ is the type, text what is said.
	typ, text string
	activity  *heardActivity
	images    []heardImage
	from      *origin
}

type heardActivity struct {
	Kind, ID, Name, Arguments, Failure words
	Result                             json.RawMessage
	// What goes back to the provider; since 0.15.
	ReasoningItems   json.RawMessage `json:"reasoning_items"`
	ReasoningDetails json.RawMessage `json:"reasoning_details"`
}

// heardImage is what a log says of a picture, without its bytes.
type heardImage struct {
	MediaType words           `json:"media_type"`
	Digest    words           `json:"digest"`
	Width     json.RawMessage `json:"width,omitempty"`
	Height    json.RawMessage `json:"height,omitempty"`
	Tokens    json.RawMessage `json:"tokens,omitempty"`
	Origin    words           `json:"origin,omitempty"`
	Detail    words           `json:"detail,omitempty"`
}

// read reads a message record. One that cannot be decoded, as it is nested very deeply,
// is nil.
func (m *piMaker) read(p session.Pos) (*heard, error) {
	b, err := m.f.Read(m.x.At(p).Span)
	if err != nil {
		return nil, err
	}
	var r struct {
		Message struct {
			Type, Text words
			Activity   json.RawMessage
			Images     json.RawMessage
		}
		Pi json.RawMessage
	}
	if err := json.Unmarshal(b, &r); err != nil {
		m.leave(sortDeep, 1)
		return nil, nil
	}
	h := &heard{p: p, typ: string(r.Message.Type), text: string(r.Message.Text), from: originOf(r.Pi)}
	_ = json.Unmarshal(r.Message.Images, &h.images) // what is no picture keeps its place
	var a heardActivity
	if err := json.Unmarshal(r.Message.Activity, &a); err == nil && string(r.Message.Activity) != "null" {
		h.activity = &a
	}
	return h, nil
}

// originOf reads what a log says of the pi entry a record was made of. Anybody can
// write such a thing: what it says is checked where it is used.
func originOf(v json.RawMessage) *origin {
	var o origin
	if err := json.Unmarshal(v, &o); err != nil || o.Entry == "" {
		return nil
	}
	return &o
}

// gave is what a tool gave back, as the model saw it.
func (h *heard) gave() string {
	a := h.activity
	if a.Failure != "" {
		return string(a.Failure)
	}
	// Tools that give pictures answer an object, whose text alone was shown.
	if o := members(a.Result); o["Images"] != nil && o["Text"] != nil {
		return o.text("Text")
	}
	if h.text != "" {
		return h.text
	}
	var result words
	_ = result.UnmarshalJSON(a.Result) // never fails
	return string(result)
}

// arguments are a call's arguments as an object. What the model sent and is none is
// answered as an error in words.
func (a *heardActivity) arguments() (object json.RawMessage, wrong string) {
	text := strings.TrimSpace(string(a.Arguments))
	switch {
	case text == "":
		return json.RawMessage("{}"), ""
	case text[0] == '{' && json.Valid([]byte(text)):
		return json.RawMessage(text), ""
	}
	return json.RawMessage("{}"), wrongArguments + string(a.Arguments)
}
