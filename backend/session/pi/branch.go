package pi

import "fmt"

// Branch moves the leaf to an entry, so that the next one becomes its child.
// Nothing is written, and nothing is remembered beyond this Manager, but on
// harness storage: that appends a leaf entry.
func (m *Manager) Branch(id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.find(id); err != nil {
		return err
	}
	return m.moveTo(&id)
}

// ResetLeaf moves the leaf before the first entry, so that the next one becomes
// another root.
func (m *Manager) ResetLeaf() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.moveTo(nil)
}

// BranchWithSummary moves the leaf to an entry, nil for before the first, and
// adds a summary of the branch that is left there. It records the leaf that was
// left, "root" for none (since 0.84.3); on harness storage the one that was moved to.
func (m *Manager) BranchWithSummary(id *string, summary string, o OptionalEntryFields) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if id != nil {
		if _, err := m.find(*id); err != nil {
			return "", err
		}
	}
	if m.harness != nil {
		var fields writer
		if fields.optional(o); fields.err != nil {
			return "", fmt.Errorf("append to the session: %w", fields.err)
		}
		if err := m.moveTo(id); err != nil {
			return "", err
		}
	}
	from := "root"
	if m.leaf != nil {
		from = *m.leaf
	}
	return m.add("branch_summary", id, summarizing(from, summary, o))
}
