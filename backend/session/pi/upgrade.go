package pi

import (
	"context"
	"io"

	"branchline/backend/session"
)

// Upgrade makes the file of a session of version 1 or 2 one of version 3, to which
// can be appended. It is the one way in which this package rewrites a session, and
// what pi does whenever it opens such a file: see MigrateSessionEntries, with ids
// of the Manager's generator. As with pi what is no JSON is left out, and so are
// blank lines, null, false, 0 and "". On a session of version 3, or in memory, it
// does nothing.
//
// The new file is written beside the old one and takes its place and mode once it
// is on the disk, so that at any moment there is one of the two, whole. Other hard
// links keep the old one. When the file changed in any way since it was opened or
// last read on, Upgrade answers ErrConflict and changes nothing.
//
// The Manager goes on with the new file, at the entry it was at.
func (m *Manager) Upgrade() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.harness != nil || m.s.pending != nil || m.s.x.Header.Version >= 3 {
		return nil
	}
	g := migration{from: m.s.x.Header.Version, next: m.options.entryID}
	err := m.s.file.Replace(func(w io.Writer) error {
		return m.s.values(rewritten, func(v []byte) error {
			_, err := w.Write(append(g.value(v), '\n'))
			return err
		})
	})
	if err != nil {
		return conflicting(err)
	}
	s, err := openStore(context.Background(), m.s.path)
	if err != nil {
		return err
	}
	old, leaf := m.s, session.None
	if m.leaf != nil {
		leaf, _ = m.s.x.ByID(*m.leaf) // entries keep their places
	}
	m.s, m.leaf = s, nil
	if leaf != session.None {
		m.leaf = &s.x.At(leaf).Key
	}
	return old.close()
}
