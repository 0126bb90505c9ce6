package pi

import (
	"math"
	"strings"

	"branchline/backend/session/jsonl"
)

// activity is the time a prompt or a reply gives its session, in Unix
// milliseconds: the message's own where it is a number, else the entry's; 0 when
// there is none (pi 1.6.0, getMessageActivityTime).
func activity(rec *record) float64 {
	at := rec.top.timestamp
	if isNumber(rec.line, rec.msg.timestamp) {
		at = rec.msg.timestamp
	}
	if ms := moment(rec.line, at); ms > 0 {
		return ms
	}
	return 0
}

// moment is the time at line[at] as JavaScript's Date takes it, in Unix
// milliseconds; NaN when the value is no date.
func moment(line []byte, at int) float64 {
	switch {
	case isText(line, at):
		if ms, ok := date(line, at); ok {
			return float64(ms)
		}
	case isNumber(line, at):
		if ms, ok := jsonl.Number(line, at); ok {
			return ms
		}
		return math.Inf(1) // too large for a double
	case isNull(line, at):
		return 0
	}
	return math.NaN()
}

// shows tells whether a content has any text.
func shows(line []byte, c *content, w *words) bool {
	if hasText(line, c.at) {
		return true
	}
	for i := range c.blocks {
		if b := &c.blocks[i]; hasText(line, b.text) && string(w.decode(line, b.typ)) == "text" {
			return true
		}
	}
	return false
}

// saidText is the text of a content as pi's list has it: its text blocks joined by
// single spaces, an empty text for a block that has none (pi 1.6.0,
// extractTextContent).
func saidText(line []byte, c *content, w *words) string {
	if isText(line, c.at) {
		return text(line, c.at)
	}
	var texts []string
	for i := range c.blocks {
		b := &c.blocks[i]
		if string(w.decode(line, b.typ)) != "text" {
			continue
		}
		if isNumber(line, b.text) {
			texts = append(texts, string(raw(line, b.text)))
		} else {
			texts = append(texts, text(line, b.text))
		}
	}
	return strings.Join(texts, " ")
}
