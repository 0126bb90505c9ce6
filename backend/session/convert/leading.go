package convert

import (
	"encoding/json"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// compacts tells whether a message is the summary of a compaction.
func (m *piMaker) compacts(h *heard) bool {
	return h != nil && (h.typ == "checkpoint" || h.typ == "context")
}

// checkpoint takes the summary of what was compacted. The first of a conversation is a
// compaction that keeps nothing before it; pi sends only one of them.
func (m *piMaker) checkpoint(h *heard) error {
	m.got(h, sortCheckpoints)
	first := m.fresh || m.leading
	if err := m.start(h, first); err != nil {
		return err
	}
	ms := m.at(h.p)
	if !first || m.compacted {
		return m.customMessage(customCheckpoint, []any{textBlock{"text", h.text}}, nil, ms)
	}
	m.leading, m.compacted = true, true
	e := m.entry("compaction", ms)
	var before json.RawMessage = []byte("0")
	if h.from != nil {
		if n, ok := members(h.from.Message)["tokensBefore"]; ok {
			if _, number := jsonl.Number(n, 0); number {
				before = n
			}
		}
	}
	var system *systemMessage
	if m.system != "" {
		system = &systemMessage{"system", m.system, ms}
	}
	return m.put(struct {
		entry
		Summary          string          `json:"summary"`
		FirstKeptEntryID string          `json:"firstKeptEntryId"`
		TokensBefore     json.RawMessage `json:"tokensBefore"`
		SystemMessage    *systemMessage  `json:"systemMessage,omitempty"`
	}{e, h.text, e.ID, before, system})
}

// instructed takes system text.
func (m *piMaker) instructed(h *heard) error {
	m.got(h, sortInstructions)
	if m.fresh {
		m.shortened = m.condensed(h.p + 1)
	}
	first := m.fresh || m.leading
	if err := m.start(h, first); err != nil {
		return err
	}
	if first {
		m.leading = true
		if m.system != "" {
			m.system += "\n\n"
		}
		m.system += h.text
	}
	ms := m.at(h.p)
	return m.message(systemMessage{"system", h.text, ms}, ms)
}

// condensed tells whether a summary follows at p, behind system text at most.
func (m *piMaker) condensed(p session.Pos) bool {
	for ; p <= m.leaf && spoken(m.x.At(p)) && m.x.At(p).Parent != session.None; p++ {
		switch e := m.x.At(p); {
		case e.Kind == session.KindCompaction:
			return true
		case e.Role != session.RoleSystem || strings.HasPrefix(e.Preview, nudge):
			return false
		}
	}
	return false
}
