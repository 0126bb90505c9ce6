package pi

import (
	"encoding/json"
	"math"
)

// CompactionResult is what an agent tells of a compaction it made: the fields of
// the entry and the size of the context after it, in tokens.
type CompactionResult struct {
	Summary              string          `json:"summary"`
	FirstKeptEntryID     string          `json:"firstKeptEntryId"`
	TokensBefore         float64         `json:"tokensBefore"`
	EstimatedTokensAfter float64         `json:"estimatedTokensAfter"`
	Usage                json.RawMessage `json:"usage,omitempty"`
	Details              json.RawMessage `json:"details,omitempty"`
}

// AppendCompaction says that the model is given a summary of what came before the
// entry firstKeptEntryID; nil keeps nothing of it. tokensBefore is the size of the
// context until now.
//
// The entry also keeps the system message in force, that is all system messages of
// the context replayed into one, because the kept entries are sent without theirs
// (since 0.86).
func (m *Manager) AppendCompaction(summary string, firstKeptEntryID *string, tokensBefore float64, o OptionalEntryFields) (id string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	pieces := m.s.pieces(m.s.selection(m.leafPath()))
	system, err := m.s.replayed(pieces)
	if err != nil {
		return "", err
	}
	if id, err = m.newID(); err != nil {
		return "", err
	}
	if firstKeptEntryID == nil {
		firstKeptEntryID = &id
	}
	var w writer
	w.text("type", "compaction")
	now := m.base(&w, id, m.leaf)
	w.text("summary", summary)
	w.text("firstKeptEntryId", *firstKeptEntryID)
	if math.IsNaN(tokensBefore) || math.IsInf(tokensBefore, 0) {
		w.value("tokensBefore", json.RawMessage("null"))
	} else {
		w.value("tokensBefore", tokensBefore)
	}
	w.optional(o)
	if system != nil {
		w.value("systemMessage", system.message(now.UnixMilli()))
	}
	return m.commit(id, &w, now)
}
