package convert

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"
)

// finish writes what is left, and how the run ended.
func (m *piMaker) finish() error {
	if len(m.s.Context(m.leaf)) == 0 && (m.spoken || !m.fresh) {
		// A reset took everything away. Nothing is said at a new root.
		if err := m.flush(); err != nil {
			return err
		}
		m.last = nil
		return errors.Join(m.begin(), m.custom(customEvent, map[string]string{"kind": "reset"}, m.lastMs), m.end())
	}
	return m.end()
}

// runResult is how a run ended, read loosely.
type runResult struct {
	raw                    json.RawMessage
	Reason, Message, Error words
	Failure                struct{ Status json.RawMessage }
	Code                   json.RawMessage
	// atMs is when it was written, 0 when that is not known.
	atMs int64
}

// loosely reads a result; what has another type is passed over.
func loosely(raw json.RawMessage) *runResult {
	v := &runResult{raw: raw}
	_ = json.Unmarshal(raw, v)
	return v
}

// result finds the last result record, nil when there is none or the run went on
// after the leaf.
func (m *piMaker) result() (*runResult, error) {
	if m.leaf != m.x.Leaf {
		return nil, nil
	}
	for i := len(m.x.Heads) - 1; i >= 0; i-- {
		b, err := m.f.Read(m.x.Heads[i])
		if err != nil {
			return nil, err
		}
		var r struct {
			Kind, At words
			Result   json.RawMessage
		}
		if err := json.Unmarshal(b, &r); err != nil || r.Kind != "result" || len(r.Result) == 0 || r.Result[0] != '{' {
			continue
		}
		v := loosely(r.Result)
		if at, err := time.Parse(time.RFC3339Nano, string(r.At)); err == nil {
			v.atMs = at.UnixMilli()
		}
		return v, nil
	}
	return nil, nil
}

// end writes how the run ended: on its last reply, or in a reply of its own.
func (m *piMaker) end() error {
	v, err := m.result()
	if err != nil {
		return err
	}
	if v == nil {
		return m.unended()
	}
	m.lastMs = max(m.lastMs, v.atMs)
	stop, text, wrong := v.ending()
	switch v.Reason {
	case "failed":
		m.leave(sortDeclared, 1)
	case "cycle", "empty", "unsettled":
		m.leave(sortGuard, 1)
	}
	if r := m.group.reply; r != nil && !r.lone && len(r.calls) == 0 && r.stop == "" && stop == "length" {
		r.stop = stop
	}
	if err := errors.Join(m.flush(), m.left()); err != nil {
		return err
	}
	if e := m.ended; e != nil && e.stop == stop && (text == "" || text == e.text) {
		m.carry(sortResult, 1)
		return m.custom(customResult, kept{v.raw, false}, m.lastMs)
	}
	if err := m.custom(customResult, kept{v.raw, true}, m.lastMs); err != nil {
		return err
	}
	m.carry(sortEnding, 1)
	content := []any{}
	if text != "" {
		content = append(content, textBlock{"text", text})
	}
	last := m.assistant(content, stop, m.lastMs)
	last.ErrorMessage = wrong
	return m.message(last, m.lastMs)
}

// unended leaves a run without a result as it stands. pi takes a last reply without
// calls for the end, so that there is none is kept beside it.
func (m *piMaker) unended() error {
	if err := errors.Join(m.flush(), m.left()); err != nil || m.ended == nil || m.leaf != m.x.Leaf {
		return err
	}
	m.leave(sortUnended, 1)
	return m.custom(customResult, kept{json.RawMessage("null"), false}, m.lastMs)
}

// kept is a result as a session keeps it.
type kept struct {
	Result json.RawMessage `json:"result"`
	// Reply: the next reply was made of it.
	Reply bool `json:"reply"`
}

// ending is how pi says the same: the stop reason, the agent's own last words, and what
// went wrong.
func (v *runResult) ending() (stop, text, wrong string) {
	message := string(v.Message)
	switch v.Reason {
	case "settled", "failed", "stop":
		return "stop", message, ""
	case "iterations", "calls", "time", "continuations":
		return "length", "", message
	case "aborted":
		return "aborted", "", orWords(message, "run cancelled")
	case "error":
		return "error", "", v.failure()
	}
	if string(v.Code) == "0" {
		return "stop", message, ""
	}
	return "error", "", strings.TrimSuffix(string(v.Reason)+": "+message, ": ")
}

// failure is what the provider said, with the HTTP status before it where it has one
// that it does not tell itself.
func (v *runResult) failure() string {
	text := orWords(string(v.Error), orWords(string(v.Message), "error"))
	status, err := strconv.Atoi(string(v.Failure.Status))
	if err != nil || status <= 0 || strings.Contains(text, strconv.Itoa(status)) {
		return text
	}
	return strconv.Itoa(status) + ": " + text
}

func orWords(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// left writes the tokens that no reply was given.
func (m *piMaker) left() error {
	if m.spent == (spent{}) {
		return nil
	}
	h := &m.x.Header
	e, u := m.entry("usage", m.lastMs), usageOf(m.spent)
	m.spent = spent{}
	return m.put(struct {
		entry
		Kind     string `json:"kind"`
		Provider string `json:"provider"`
		Model    string `json:"model"`
		Usage    usage  `json:"usage"`
	}{e, "run", h.Provider, h.Model, u})
}

// account counts what a pi session has no place for.
func (m *piMaker) account() {
	m.leave(sortDamage, damaged(m.x))
	if m.x.Tail.Len > 0 {
		m.leave(sortTail, 1)
	}
	if len(m.x.Entries)-1 > int(m.leaf) {
		m.leave(sortLater, len(m.x.Entries)-1-int(m.leaf))
	}
	if m.x.Header.Model == "" {
		m.leave(sortNoModel, 1)
	}
	if m.x.Header.Parent != "" {
		m.leave(sortResumed, 1)
	}
}
