package pi

import (
	"slices"

	"branchline/backend/session"
)

// BuildContextEntries returns the entries that make the context at the leaf; see
// the function of that name.
func (m *Manager) BuildContextEntries() ([]Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.harness != nil {
		return m.harnessEntries()
	}
	return m.s.records(m.s.selection(m.leafPath()))
}

// BuildSessionContext returns what the agent goes on with at the leaf. It reads
// the bodies of the messages in it and of no other entries.
func (m *Manager) BuildSessionContext() (SessionContext, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.harness != nil {
		p, err := m.harnessProjection(m.leafPath())
		return p.SessionContext, err
	}
	return m.s.context(m.leafPath())
}

// BuildSessionProjection is BuildSessionContext with the entries that the messages
// come from.
func (m *Manager) BuildSessionProjection() (SessionProjection, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.harness != nil {
		return m.harnessProjection(m.leafPath())
	}
	return m.s.projection(m.leafPath())
}

// GetLatestCompactionTimestamp is the time of the last compaction on the path to
// the leaf, as it is written there; ok is false when there is none.
func (m *Manager) GetLatestCompactionTimestamp() (timestamp string, ok bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range slices.Backward(m.leafPath()) {
		if m.s.x.At(p).Kind == session.KindCompaction {
			r, err := m.s.record(p)
			return r.Timestamp(), err == nil, err
		}
	}
	return "", false, nil
}

// leafPath is the branch that ends at the leaf.
func (m *Manager) leafPath() []session.Pos {
	if m.leaf == nil {
		return nil
	}
	p, err := m.find(*m.leaf)
	if err != nil { // a leaf is never moved to what is not there
		return nil
	}
	return m.path(p)
}
