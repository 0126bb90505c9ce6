package pi

// Branch moves the leaf to an entry, so that the next one becomes its child.
// Nothing is written, and nothing is remembered beyond this Manager.
func (m *Manager) Branch(id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.find(id); err != nil {
		return err
	}
	m.leaf = &id
	return nil
}

// ResetLeaf moves the leaf before the first entry, so that the next one becomes
// another root.
func (m *Manager) ResetLeaf() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.leaf = nil
	return nil
}

// BranchWithSummary moves the leaf to an entry, nil for before the first, and
// adds a summary of the branch that is left there. It records the leaf that was
// left, "root" for none (since 0.84.3).
func (m *Manager) BranchWithSummary(id *string, summary string, o OptionalEntryFields) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if id != nil {
		if _, err := m.find(*id); err != nil {
			return "", err
		}
	}
	from := "root"
	if m.leaf != nil {
		from = *m.leaf
	}
	return m.add("branch_summary", id, func(w *writer) {
		w.text("fromId", from)
		w.text("summary", summary)
		w.value("details", o.Details)
		w.value("usage", o.Usage)
		if o.FromHook != nil {
			w.value("fromHook", *o.FromHook)
		}
	})
}
