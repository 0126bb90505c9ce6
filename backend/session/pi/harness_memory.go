package pi

import (
	"context"
	"slices"
	"sync"
)

// MemoryHarnessStorage is a harness session in memory: a DurableHarnessStorage
// that is not durable.
type MemoryHarnessStorage struct{ harnessLog }

// NewMemoryHarnessStorage makes a session of entries, none for an empty one. An
// ID or CreatedAt that meta lacks is made up. It answers HarnessInvalidEntry for
// what is no entry, and HarnessInvalidSession when the last entry moves the leaf
// to one that is missing.
func NewMemoryHarnessStorage(meta HarnessMetadata, entries []Record, opts ...Option) (*MemoryHarnessStorage, error) {
	o := settle(opts)
	now := o.now()
	if meta.ID == "" {
		meta.ID = o.sessionID(now)
	}
	if meta.CreatedAt == "" {
		meta.CreatedAt = isoTime(now)
	}
	return newMemory(meta, entries, o)
}

func newMemory(meta HarnessMetadata, entries []Record, o options) (*MemoryHarnessStorage, error) {
	lines, err := meta.header()
	if err != nil {
		return nil, &HarnessError{Code: HarnessInvalidSession, Message: "make the session", Err: err}
	}
	lines = append(lines, '\n')
	for i, entry := range entries {
		line, err := encode(entry)
		if err != nil {
			return nil, err
		}
		if wrong := checkEntry(line, &record{}); wrong != "" {
			return nil, harnessError(HarnessInvalidEntry, "make the session: entry %d %s", i+1, wrong)
		}
		lines = append(append(lines, line...), '\n')
	}
	m := &MemoryHarnessStorage{harnessLog{options: o, meta: meta}}
	if m.s, err = inMemory("", lines, o.now()); err != nil {
		return nil, failed(err, "make the session")
	}
	ctx := context.Background()
	if err := m.inspect(ctx); err != nil {
		return nil, err
	}
	_, err = m.LeafID(ctx)
	return m, err
}

// Durable is false.
func (m *MemoryHarnessStorage) Durable() bool { return false }

// MemoryHarnessRepo keeps harness sessions in memory. Opening one again answers
// the same storage.
type MemoryHarnessRepo struct {
	options options

	mu       sync.Mutex
	sessions []*MemoryHarnessStorage
}

// NewMemoryHarnessRepo makes an empty repository.
func NewMemoryHarnessRepo(opts ...Option) *MemoryHarnessRepo {
	return &MemoryHarnessRepo{options: settle(opts)}
}

// Create makes an empty session. It takes the place of one with the same id.
func (r *MemoryHarnessRepo) Create(ctx context.Context, o HarnessCreate) (HarnessStorage, error) {
	return r.add(ctx, o, nil)
}

func (r *MemoryHarnessRepo) add(ctx context.Context, o HarnessCreate, entries []Record) (HarnessStorage, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	meta, err := r.options.created(o)
	if err != nil {
		return nil, err
	}
	m, err := newMemory(meta, entries, r.options)
	if err != nil {
		return nil, err
	}
	if i := r.place(meta.ID); i >= 0 {
		r.sessions[i] = m
	} else {
		r.sessions = append(r.sessions, m)
	}
	return m, nil
}

// place is where the session with this id is, -1 when it is nowhere.
func (r *MemoryHarnessRepo) place(id string) int {
	return slices.IndexFunc(r.sessions, func(m *MemoryHarnessStorage) bool { return m.meta.ID == id })
}

// Open returns the session with the id, or HarnessNotFound.
func (r *MemoryHarnessRepo) Open(ctx context.Context, which HarnessMetadata) (HarnessStorage, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	i := r.place(which.ID)
	if i < 0 {
		return nil, harnessError(HarnessNotFound, "Session not found: %s", which.ID)
	}
	return r.sessions[i], nil
}

// List names the sessions in the order they were made.
func (r *MemoryHarnessRepo) List(ctx context.Context, o HarnessList) ([]HarnessMetadata, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := []HarnessMetadata{}
	for _, m := range r.sessions {
		if o.Cwd == "" || m.meta.Cwd == o.Cwd {
			out = append(out, m.meta)
		}
	}
	return out, ctx.Err()
}

// Delete forgets the session with the id.
func (r *MemoryHarnessRepo) Delete(ctx context.Context, which HarnessMetadata) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if i := r.place(which.ID); i >= 0 {
		r.sessions = slices.Delete(r.sessions, i, i+1)
	}
	return nil
}

// Fork makes a session of the entries of another.
func (r *MemoryHarnessRepo) Fork(ctx context.Context, source HarnessMetadata, o HarnessFork) (HarnessStorage, error) {
	from, err := r.Open(ctx, source)
	if err != nil {
		return nil, err
	}
	entries, err := EntriesToFork(ctx, from, o.EntryID, o.At)
	if err != nil {
		return nil, err
	}
	return r.add(ctx, o.HarnessCreate, entries)
}
