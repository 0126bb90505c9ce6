package runlog

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// longest is how many bytes a text of a record that was too long may take as it
// is encoded, and all pictures together. A record has eleven such parts at most.
const longest = 1 << 20

// cut keeps the beginning of a long text.
func cut(s string) string {
	if len(s) <= longest {
		return s
	}
	return strings.ToValidUTF8(s[:longest], "")
}

// shortened keeps the beginning of a text that takes too much, with the mark that
// the agent's own tools end a long output with.
func shortened(s string) string {
	size := 0
	for i, r := range s {
		if size += encodedLen(r); size > longest {
			return fmt.Sprintf("%s\n[truncated: %d bytes total]", s[:i], len(s))
		}
	}
	return s
}

// encodedLen is how many bytes a character of a text takes in JSON as encoding/json
// writes it.
func encodedLen(r rune) int {
	switch r {
	case '"', '\\', '\b', '\f', '\n', '\r', '\t':
		return 2
	case '<', '>', '&', '\u2028', '\u2029', utf8.RuneError:
		return 6
	}
	if r < ' ' {
		return 6
	}
	return utf8.RuneLen(r)
}

// tooLong tells whether a value takes too much. One that cannot be encoded does not.
func tooLong(v any) bool {
	b, err := json.Marshal(v)
	return err == nil && len(wellFormed(b)) > longest
}

func (e Event) shortened() Event {
	e.Kind, e.Tool, e.Text = shortened(e.Kind), shortened(e.Tool), shortened(e.Text)
	return e
}

// shortened is the message without pictures that do not fit. Of what goes back to
// a provider half is of no use.
func (m Message) shortened() Message {
	m.Type, m.Text = shortened(m.Type), shortened(m.Text)
	if m.Activity != nil {
		a := *m.Activity
		a.Kind, a.ID, a.Name = shortened(a.Kind), shortened(a.ID), shortened(a.Name)
		a.Arguments, a.Failure = shortened(a.Arguments), shortened(a.Failure)
		a.Result = shortResult(a.Result)
		if tooLong(a.ReasoningItems) {
			a.ReasoningItems = nil
		}
		if tooLong(a.ReasoningDetails) {
			a.ReasoningDetails = nil
		}
		m.Activity = &a
	}
	m.Images = fitting(m.Images)
	return m
}

// fitting are the first pictures, as many as do not take too much.
func fitting(images []Image) []Image {
	size := 0
	for n := range images {
		b, err := json.Marshal(images[n])
		if size += len(b); err != nil || size > longest {
			return images[:n]
		}
	}
	return images
}

func shortResult(v any) any {
	if s, ok := v.(string); ok {
		return shortened(s)
	}
	if !tooLong(v) {
		return v
	}
	b, err := json.Marshal(v)
	if err != nil {
		return v
	}
	return shortened(string(b))
}

func (v Result) shortened() Result {
	v.Reason, v.Message, v.Error = shortened(v.Reason), shortened(v.Message), shortened(v.Error)
	if v.Failure != nil {
		f := *v.Failure
		f.ResponseBody = shortened(f.ResponseBody)
		v.Failure = &f
	}
	return v
}
