package convert

import (
	"encoding/json"
	"errors"
	"strings"

	"branchline/backend/session"
)

// begin writes the settings and the name, at each root anew: what is left at a reset
// is on another branch.
func (m *piMaker) begin() error {
	err := m.model()
	if name := nameOf(m.x.Header.Task); name != "" {
		e := m.entry("session_info", m.lastMs)
		err = errors.Join(err, m.put(struct {
			entry
			Name string `json:"name"`
		}{e, name}))
	}
	return err
}

// model says which model is in force.
func (m *piMaker) model() error {
	h := &m.x.Header
	if h.Model == "" {
		return nil
	}
	e := m.entry("model_change", m.lastMs)
	return m.put(struct {
		entry
		Provider string `json:"provider"`
		ModelID  string `json:"modelId"`
	}{e, h.Provider, h.Model})
}

// mostName is how long a name that is made of a task may be, in bytes.
const mostName = 120

// nameOf is the first line of a task.
func nameOf(task string) string {
	for line := range strings.Lines(task) {
		line = strings.Join(strings.Fields(session.Plain(line)), " ")
		line = strings.TrimSpace(strings.TrimLeft(line, "#"))
		if line == "" {
			continue
		}
		if short := session.CutText(line, mostName); short != line {
			return short + "…"
		}
		return line
	}
	return ""
}

// promptIsTask tells whether the log was made of a pi session and has its task in the
// conversation.
func (m *piMaker) promptIsTask() bool {
	if len(m.x.Heads) == 0 {
		return false
	}
	b, err := m.f.Read(m.x.Heads[0])
	if err != nil {
		return false // which the next reading tells
	}
	var r struct{ Pi json.RawMessage }
	if err := json.Unmarshal(b, &r); err != nil {
		return false
	}
	o := originOf(r.Pi)
	return o != nil && o.Role == taskIsPrompt
}
