package pi

import (
	"context"
	"slices"

	"branchline/backend/session"
)

// Metadata says what the session is.
func (l *harnessLog) Metadata(ctx context.Context) (HarnessMetadata, error) { return l.meta, ctx.Err() }

// LeafID is the id of the entry the next one follows; see HarnessStorage.
func (l *harnessLog) LeafID(ctx context.Context) (*string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.follow(ctx); err != nil {
		return nil, err
	}
	id, err := l.leaf()
	if err == nil && id != nil {
		if _, ok := l.s.x.ByID(*id); !ok {
			return nil, harnessError(HarnessInvalidSession, "Entry %s not found", *id)
		}
	}
	return id, err
}

// leaf is where the last entry leaves the leaf, which may be nowhere.
func (l *harnessLog) leaf() (*string, error) {
	last := session.Pos(len(l.s.x.Entries)) - 1
	if last == session.None {
		return nil, nil
	}
	if l.s.x.At(last).Kind != session.KindLeaf {
		id := l.s.x.At(last).Key
		return &id, nil
	}
	r, err := l.record(last)
	if err != nil || isNull(r.raw, r.place("targetId")) {
		return nil, err
	}
	id := r.Text("targetId")
	return &id, nil
}

// SetLeafID moves the leaf by appending a leaf entry.
func (l *harnessLog) SetLeafID(ctx context.Context, id *string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.follow(ctx); err != nil {
		return err
	}
	if id != nil {
		if _, err := l.find(*id); err != nil {
			return err
		}
	}
	before, err := l.leaf()
	if err != nil {
		return err
	}
	var w writer
	w.text("type", "leaf")
	w.text("id", l.newID())
	w.orNull("parentId", before)
	w.text("timestamp", isoTime(l.options.now()))
	w.orNull("targetId", id)
	line, err := w.done()
	if err != nil {
		return err
	}
	return l.write(ctx, Record{line})
}

// CreateEntryID makes an id no entry has.
func (l *harnessLog) CreateEntryID(ctx context.Context) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.follow(ctx); err != nil {
		return "", err
	}
	return l.newID(), nil
}

func (l *harnessLog) newID() string {
	return unused(l.options.entryID, func(id string) bool {
		_, taken := l.s.x.ByID(id)
		return taken
	})
}

// AppendEntry adds an entry, written as JSON.stringify would. One that would keep
// the session from being opened is refused with HarnessInvalidEntry.
func (l *harnessLog) AppendEntry(ctx context.Context, entry Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.follow(ctx); err != nil {
		return err
	}
	return l.write(ctx, entry)
}

// Entry returns the entry with this id, the last of several, or HarnessNotFound.
func (l *harnessLog) Entry(ctx context.Context, id string) (Record, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.follow(ctx); err != nil {
		return Record{}, err
	}
	p, err := l.find(id)
	if err != nil {
		return Record{}, err
	}
	return l.record(p)
}

func (l *harnessLog) find(id string) (session.Pos, error) {
	p, ok := l.s.x.ByID(id)
	if !ok {
		return session.None, harnessError(HarnessNotFound, "Entry %s not found", id)
	}
	return p, nil
}

func (l *harnessLog) record(p session.Pos) (Record, error) {
	r, err := l.s.record(p)
	return r, failed(err, "read an entry")
}

// EntriesByType returns the entries of one type in the order they were written.
func (l *harnessLog) EntriesByType(ctx context.Context, typ string) ([]Record, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.follow(ctx); err != nil {
		return nil, err
	}
	kind, known := kinds[typ]
	var chosen []session.Pos
	for i := range l.s.x.Entries {
		if l.s.x.Entries[i].Kind == kind {
			chosen = append(chosen, session.Pos(i))
		}
	}
	out, err := l.records(chosen)
	if !known {
		out = slices.DeleteFunc(out, func(r Record) bool { return r.Type() != typ })
	}
	return out, err
}

// Entries returns entries of all branches in the order they were written.
func (l *harnessLog) Entries(ctx context.Context, which HarnessCursor) ([]Record, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.follow(ctx); err != nil {
		return nil, err
	}
	from, to := which.slice(len(l.s.x.Entries))
	chosen := make([]session.Pos, to-from)
	for i := range chosen {
		chosen[i] = session.Pos(from + i)
	}
	return l.records(chosen)
}

func (l *harnessLog) records(ps []session.Pos) ([]Record, error) {
	out, err := l.s.records(ps)
	return out, failed(err, "read the entries")
}

// Label is the label of an entry without white space around it, "" for none.
func (l *harnessLog) Label(ctx context.Context, id string) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.follow(ctx); err != nil {
		return "", err
	}
	p, ok := l.s.x.ByID(id)
	if !ok {
		return "", nil
	}
	return trim(l.s.x.Labels[p].Text), nil
}

// SessionName is the session's name, "" for none.
func (l *harnessLog) SessionName(ctx context.Context) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.follow(ctx); err != nil {
		return "", err
	}
	return l.s.x.Name, nil
}

// SessionStats counts messages, tokens and cost of all branches.
func (l *harnessLog) SessionStats(ctx context.Context) (HarnessStats, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.follow(ctx); err != nil {
		return HarnessStats{}, err
	}
	return l.stats, nil
}
