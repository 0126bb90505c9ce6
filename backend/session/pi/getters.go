package pi

import (
	"slices"

	"branchline/backend/paths"
	"branchline/backend/session"
)

// IsPersisted tells whether the session is, or will be, in a file.
func (m *Manager) IsPersisted() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.persist
}

// GetCwd is the session's working folder.
func (m *Manager) GetCwd() string { return m.cwd }

// GetSessionDir is the folder for new sessions and branches, "" in memory.
func (m *Manager) GetSessionDir() string { return m.dir }

// UsesDefaultSessionDir tells whether that is where pi keeps the sessions of the
// working folder by default.
func (m *Manager) UsesDefaultSessionDir() bool {
	dir, err := m.options.env.SessionDir(m.cwd)
	return err == nil && paths.SameCwd(dir, m.dir, m.options.env.Rules)
}

// GetSessionFile is the path of the session's file, which may not be there yet;
// "" in memory.
func (m *Manager) GetSessionFile() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.s.path
}

// GetSessionID is the id the header gives the session.
func (m *Manager) GetSessionID() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.s.x.Header.ID
}

// GetSessionName is the session's name, "" when it has none.
func (m *Manager) GetSessionName() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.s.x.Name
}

// GetHeader returns the session's header.
func (m *Manager) GetHeader() (Header, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b, err := m.s.src.Read(m.s.x.Heads[0])
	return Header{Record{b}}, err
}

// GetLeafID is the id of the entry the next one will follow; nil before the first.
func (m *Manager) GetLeafID() *string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.leaf == nil {
		return nil
	}
	id := *m.leaf
	return &id
}

// GetLeafEntry returns the entry at the leaf; ok is false before the first.
func (m *Manager) GetLeafEntry() (r Record, ok bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.leaf == nil {
		return Record{}, false, nil
	}
	r, err = m.get(*m.leaf)
	return r, err == nil, err
}

// GetEntry returns the entry with this id, the last of several, or
// ErrEntryNotFound.
func (m *Manager) GetEntry(id string) (Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.get(id)
}

func (m *Manager) get(id string) (Record, error) {
	p, err := m.find(id)
	if err != nil {
		return Record{}, err
	}
	return m.s.record(p)
}

// GetEntryCount is the number of entries.
func (m *Manager) GetEntryCount() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.s.x.Entries)
}

// GetEntries returns all entries in the order of the file.
func (m *Manager) GetEntries() ([]Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := make([]session.Pos, len(m.s.x.Entries))
	for i := range all {
		all[i] = session.Pos(i)
	}
	return m.s.records(all)
}

// GetChildren returns the entries that follow the one with this id, in the order
// of the file; nil stands for the roots.
func (m *Manager) GetChildren(id *string) ([]Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	kids := m.s.x.Roots
	if id != nil {
		p, err := m.find(*id)
		if err != nil {
			return nil, nil
		}
		kids = m.s.x.Children(p)
	}
	kids = slices.Clone(kids)
	slices.Sort(kids)
	return m.s.records(kids)
}

// GetBranch returns the path from its root to the entry with this id, all types
// of entries; none when the id is unknown.
func (m *Manager) GetBranch(id string) ([]Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.find(id)
	if err != nil {
		return nil, nil
	}
	return m.s.records(m.path(p))
}

// GetLabel is the label of an entry, "" when it has none.
func (m *Manager) GetLabel(id string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.find(id)
	if err != nil {
		return ""
	}
	return m.s.x.Labels[p].Text
}
