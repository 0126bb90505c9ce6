package pi

import (
	"encoding/json"
	"errors"
	"runtime"
	"strconv"
	"sync"

	"branchline/backend/session"
)

// messages makes the messages of pieces, reading the bodies of those alone. Their
// members stand in the order in which pi 1.6.0 writes them (session-manager:
// projectContextEntry; messages: create…Message).
func (o *opened) messages(pieces []session.Piece) ([]Message, error) {
	out := make([]Message, len(pieces))
	err := o.each(pieces, func(i int, m Message) { out[i] = m })
	return out, err
}

// fewMessages is how many messages are made by one worker at least.
const fewMessages = 500

// each makes the messages of pieces and has the i-th taken. Several workers do so,
// each in the order of its own ones.
func (o *opened) each(pieces []session.Piece, take func(i int, m Message)) error {
	workers := min(runtime.GOMAXPROCS(0), len(pieces)/fewMessages+1)
	failed := make([]error, workers)
	var all sync.WaitGroup
	for w := range workers {
		from, to := len(pieces)*w/workers, len(pieces)*(w+1)/workers
		all.Go(func() {
			at := func(i int) session.Pos { return pieces[from+i].Entry }
			failed[w] = o.read(to-from, at, func(i int, r Record) error {
				m, err := o.message(pieces[from+i], r)
				if err == nil {
					take(from+i, m)
				}
				return err
			})
		})
	}
	all.Wait()
	return errors.Join(failed...)
}

// message makes the message of a piece, whose entry is r.
func (o *opened) message(piece session.Piece, r Record) (Message, error) {
	e := o.x.At(piece.Entry)
	var m Message
	switch e.Kind {
	case session.KindMessage:
		m = o.stored(e, r)
	case session.KindCustomMessage:
		m = made(r, "custom", "customType", "content", "display", "details")
	case session.KindBranchSummary:
		m = made(r, "branchSummary", "summary", "fromId")
	default:
		if piece.Role == "system" {
			value, _ := r.Get("systemMessage")
			return Message{Record{value}}, nil
		}
		m = made(r, "compactionSummary", "summary", "tokensBefore")
	}
	if piece.Edit == session.None {
		return m, nil
	}
	edits, err := o.records([]session.Pos{piece.Edit})
	if err != nil {
		return Message{}, err
	}
	return edited(m, piece.Role, edits[0]), nil
}

// stored is the message of a message entry. Content that is missing or null counts
// as empty (since 0.80.6).
func (o *opened) stored(e *session.Entry, r Record) Message {
	if last := len(r.raw) - 1; e.Message > 0 && e.Role != session.RoleCustom { // as nearly all are
		return Message{Record{r.raw[e.Message:last:last]}}
	}
	value, _ := r.Get("message")
	m := Message{Record{value}}
	if e.Role == session.RoleCustom && m.Role() != "custom" {
		m = m.with("role", []byte(`"custom"`)) // from version 2
	}
	if e.Has(session.HasText) || e.Has(session.HasImages) {
		return m
	}
	content := m.Content()
	if content != nil && content[0] != 'n' {
		return m
	}
	switch e.Role {
	case session.RoleUser, session.RoleAssistant, session.RoleToolResult:
		return m.with("content", []byte("[]"))
	case session.RoleSystem:
		return m.with("content", []byte(`""`))
	}
	return m
}

// made is a message of these members of an entry, with its time as a number.
func made(r Record, role string, members ...string) Message {
	var w writer
	w.text("role", role)
	for _, name := range members {
		value, _ := r.Get(name)
		if name == "content" && (value == nil || value[0] == 'n') {
			value = json.RawMessage("[]")
		}
		w.value(name, value)
	}
	w.name("timestamp")
	w.b = appendTime(w.b, r)
	b, _ := w.done() // what stands in a record can be written again
	return Message{Record{b}}
}

// appendTime appends the entry's time as JavaScript's Date makes a number of it:
// milliseconds, null where that is no date.
func appendTime(b []byte, r Record) []byte {
	const latest = 8.64e15 // of all dates
	ms := moment(r.raw, r.place("timestamp"))
	if -latest <= ms && ms <= latest {
		return strconv.AppendInt(b, int64(ms), 10)
	}
	return append(b, "null"...)
}

// edited is a message with the content a context edit gives it. A string becomes a
// block of text where the role's content is no string.
func edited(m Message, role string, edit Record) Message {
	replacement, _ := edit.Get("replacement")
	content, ok := member(replacement, "content")
	if !ok {
		return m
	}
	return m.with("content", asContent(role, content))
}

// asContent is a replacement as the content of a message of this role.
func asContent(role string, content []byte) []byte {
	if content[0] != '"' || role != "assistant" && role != "toolResult" {
		return content
	}
	return append(append([]byte(`[{"type":"text","text":`), content...), "}]"...)
}

func (m Message) with(name string, value []byte) Message {
	return Message{Record{withMember(m.raw, name, value)}}
}
