package pi

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// CreateBranchedSession makes a session of its own of the path to an entry, which
// is the Manager's from now on, and returns the path of its file: a new one in
// the Manager's folder for new sessions, "" in memory. The file is written at once
// when a prompt or a reply is on the path, else with the first one. The old file is
// left as it is, and the new header names it as the parent.
//
// Entries keep all their members; their bytes are those JSON.stringify would
// write. As with pi 1.6.0 labels are taken out of the path, what followed one
// follows the entry before it, and a compaction that keeps from a label on keeps
// from the next entry on. The labels in force on the path are set anew at its end,
// in the order in which they were first set, with their old times; the last of
// them is the leaf.
//
// A session of version 1 or 2 comes out as version 3; see MigrateSessionEntries.
func (m *Manager) CreateBranchedSession(leafID string) (path string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.harness != nil {
		return "", ErrHarnessStorageReplacement
	}
	leaf, err := m.find(leafID)
	if err != nil {
		return "", err
	}
	now := m.options.now()
	header, id, err := m.header(NewSessionOptions{ParentSession: m.s.path}, now)
	if err != nil {
		return "", err
	}
	b := m.branched(leaf)
	write := func(w io.Writer) error { return b.write(w, header) }
	if m.persist {
		path = m.fileFor(id, now)
	}
	var s *store
	if path != "" && b.spoken() {
		if err := jsonl.CreateFrom(path, write); err != nil {
			return "", conflicting(err)
		}
		s, err = openStore(context.Background(), path)
	} else {
		var lines bytes.Buffer
		if err := write(&lines); err != nil {
			return "", conflicting(err)
		}
		s, err = inMemory(path, lines.Bytes(), now)
	}
	if err != nil {
		return "", err
	}
	old := m.s
	m.take(s)
	return path, old.close()
}

// branched is a branch that is copied into a session of its own, entry by entry.
type branched struct {
	s    *store
	path []session.Pos // root first, with its labels
	// given are the ids entries get that have none, in version 1.
	given map[session.Pos]string
	newID func() string
	room  []byte // for one record
}

// branched takes the path to leaf.
func (m *Manager) branched(leaf session.Pos) *branched {
	made := map[string]bool{}
	b := &branched{s: m.s, path: m.s.x.Branch(leaf), given: map[session.Pos]string{}}
	b.newID = func() string {
		id := unused(m.options.entryID, func(id string) bool { return made[id] || m.taken(id) })
		made[id] = true
		return id
	}
	for _, p := range b.path {
		if b.old() && !b.isLabel(p) {
			b.given[p] = b.newID()
		}
	}
	return b
}

// old tells whether the session is of version 1.
func (b *branched) old() bool { return b.s.x.Header.Version == 1 }

func (b *branched) isLabel(p session.Pos) bool { return b.s.x.At(p).Kind == session.KindLabel }

// id is the id an entry has in the copy.
func (b *branched) id(p session.Pos) string {
	if id, ok := b.given[p]; ok {
		return id
	}
	return b.s.x.Key(p)
}

// spoken tells whether a prompt or a reply is on the branch.
func (b *branched) spoken() bool {
	return slices.ContainsFunc(b.path, func(p session.Pos) bool { return spoken(b.s.x.At(p)) })
}

// write writes the header and the branch, one record read after the other.
func (b *branched) write(w io.Writer, header []byte) error {
	var last *string // the id of the entry before
	line := func(record []byte) error {
		_, err := w.Write(append(record, '\n'))
		return err
	}
	if err := line(header); err != nil {
		return err
	}
	instead := map[string]string{} // of a label the entry behind it, by their ids
	var labels []string            // that no entry stands behind so far
	for _, p := range b.path {
		if b.isLabel(p) {
			labels = append(labels, b.s.x.Key(p))
			continue
		}
		id := b.id(p)
		for _, label := range labels {
			instead[label] = id
		}
		labels = labels[:0]
		entry, err := b.entry(p, last, instead)
		if err = errors.Join(err, line(entry)); err != nil {
			return err
		}
		last = &id
	}
	return b.writeLabels(last, line)
}

// entry reads an entry as the copy has it.
func (b *branched) entry(p session.Pos, parent *string, instead map[string]string) ([]byte, error) {
	r, err := b.s.record(p)
	if err != nil {
		return nil, err
	}
	b.room = jsonl.AppendStringified(b.room[:0], r.raw)
	entry := b.room // until it is copied
	if b.old() {
		entry = withMember(entry, "id", jsonl.AppendString(nil, b.id(p)))
	}
	entry = under(entry, parent)
	if b.s.x.Header.Version < 3 {
		entry = unhooked(entry)
	}
	if b.s.x.At(p).Kind != session.KindCompaction {
		return entry, nil
	}
	kept := b.kept(p, instead)
	if b.old() {
		return keepingByID(entry, func(float64) string { return kept }), nil
	}
	if kept != "" {
		entry = withMember(entry, "firstKeptEntryId", jsonl.AppendString(nil, kept))
	}
	return entry, nil
}

// kept is the id, in the copy, of the entry from which on a compaction keeps; ""
// when that is the one it names. The index has the entry that version 1 counts.
func (b *branched) kept(compaction session.Pos, instead map[string]string) string {
	kept := ""
	for _, m := range b.s.x.MarksOf(compaction) {
		if m.Kind == session.MarkKept {
			kept = m.Target
		}
	}
	if to, label := instead[kept]; label {
		return to
	}
	if p, known := b.s.x.ByID(kept); known && b.old() {
		return b.id(p)
	}
	return ""
}
