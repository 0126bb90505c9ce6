package pi

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"branchline/backend/session"
)

// gate is the lock of a Manager. On harness storage whoever passes it finds in
// the index what the storage has.
type gate struct {
	sync.Mutex
	follow func() // nil on other Managers
}

// Lock waits for the Manager.
func (g *gate) Lock() {
	g.Mutex.Lock()
	if g.follow != nil {
		g.follow()
	}
}

// FromHarnessStorage makes a Manager of a session in harness storage. Nothing is
// copied: the storage stays the only truth. What is appended to it elsewhere is
// seen here, and the other way round; bodies are asked of it. When it cannot be
// read the index stays as it was, and whatever can fail does.
//
// The storage remembers the leaf, so Branch and ResetLeaf append an entry of the
// type "leaf", which GetEntries and GetTree return with the others; labels have
// no white space around them, and the branch of an entry whose history is missing
// is empty. The working folder is the metadata's; see WithCwdOverride. Close
// leaves the storage open.
func FromHarnessStorage(storage HarnessStorage, opts ...Option) (*Manager, error) {
	if storage == nil {
		return nil, errors.New("session: harness storage is nil")
	}
	ctx := context.Background()
	meta, err := storage.Metadata(ctx)
	if err != nil {
		return nil, fmt.Errorf("session: read the harness metadata: %w", err)
	}
	m := &Manager{options: settle(opts), harness: &harness{storage: storage, meta: meta}}
	if meta.ID == "" || meta.CreatedAt == "" {
		return nil, errors.New("session: harness metadata needs an id and createdAt")
	}
	if m.cwd = meta.Cwd; m.options.cwd != "" {
		m.cwd = m.options.cwd
	}
	if m.cwd == "" {
		return nil, errors.New("session: harness storage names no working folder: use WithCwdOverride")
	}
	if m.cwd, err = m.options.env.Resolve(m.cwd); err != nil {
		return nil, err
	}
	return m, m.link(ctx)
}

// harness is what a Manager on harness storage has beside others.
type harness struct {
	storage HarnessStorage
	meta    HarnessMetadata
	leafErr error // why the storage's leaf is not known, nil when it is
}

// link indexes the storage.
func (m *Manager) link(ctx context.Context) error {
	head, err := m.head(ctx)
	if err != nil {
		return fmt.Errorf("session: read the harness header: %w", err)
	}
	m.s = &store{linked: &linked{storage: m.harness.storage, head: append(head, '\n')}}
	m.s.src = m.s
	if path := m.harness.meta.Path; path != "" {
		m.s.path, m.dir = path, filepath.Dir(path)
		durable, ok := m.harness.storage.(DurableHarnessStorage)
		m.persist = ok && durable.Durable()
	}
	if err := m.s.pullAll(ctx, m.options.now); err != nil {
		return fmt.Errorf("session: read the harness storage: %w", err)
	}
	m.followLeaf(ctx)
	m.mu.follow = m.follow
	return nil
}

// head is the header's line: the file's, or one made of the metadata.
func (m *Manager) head(ctx context.Context) ([]byte, error) {
	if file, ok := m.harness.storage.(ByteHarnessStorage); ok {
		head, err := file.HeaderJSON(ctx)
		return head[:len(head):len(head)], err
	}
	meta := m.harness.meta
	meta.Cwd = m.cwd
	return meta.header()
}

// follow reads on what was added to the storage, and where its leaf is.
func (m *Manager) follow() {
	ctx := context.Background()
	m.s.linked.err = m.s.pull(ctx, m.options.now)
	m.followLeaf(ctx)
}

func (m *Manager) followLeaf(ctx context.Context) {
	m.leaf, m.harness.leafErr = m.harness.storage.LeafID(ctx)
}

// harnessID makes an entry id, when an entry can be added.
func (m *Manager) harnessID() (string, error) {
	if err := m.lost(); err != nil {
		return "", err
	}
	return m.harness.storage.CreateEntryID(context.Background())
}

// moveTo moves the leaf, nil for before the first entry.
func (m *Manager) moveTo(id *string) error {
	if m.harness == nil {
		m.leaf = id
		return nil
	}
	if err := m.harness.storage.SetLeafID(context.Background(), id); err != nil {
		return fmt.Errorf("move the leaf: %w", err)
	}
	m.follow()
	return m.lost()
}

// lost says why the Manager does not know what the storage has.
func (m *Manager) lost() error {
	if m.s.linked.err != nil {
		return m.s.linked.err
	}
	return m.harness.leafErr
}

// path is the branch that ends at an entry. On harness storage one whose
// beginning is missing is none.
func (m *Manager) path(p session.Pos) []session.Pos {
	path := m.s.x.Branch(p)
	if m.harness != nil && len(path) > 0 && m.s.x.MissingParent(path[0]) != "" {
		return nil
	}
	return path
}

// IsHarnessBacked tells whether the session is in harness storage.
func (m *Manager) IsHarnessBacked() bool { return m.harness != nil }

// HarnessMetadata says what the session is that is in harness storage; ok is
// false for other Managers.
func (m *Manager) HarnessMetadata() (meta HarnessMetadata, ok bool) {
	if m.harness == nil {
		return HarnessMetadata{}, false
	}
	return m.harness.meta, true
}

// HarnessRepo is the repository WithHarnessRepo attached, nil when none was.
func (m *Manager) HarnessRepo() HarnessRepo { return m.options.repo }
