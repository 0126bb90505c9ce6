package pi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

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
	b := m.branched(leaf, false)
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
	// given are the ids of entries that get one, in version 1 all of them.
	given map[session.Pos]string
	newID func() string
	room  []byte // for one record
	// verbatim: records keep the bytes they have in the file; only what must change
	// in them does. An entry without an id gets one in any version.
	verbatim bool
}

// branched takes the path to leaf.
func (m *Manager) branched(leaf session.Pos, verbatim bool) *branched {
	made := map[string]bool{}
	b := &branched{s: m.s, path: m.s.x.Branch(leaf), given: map[session.Pos]string{}, verbatim: verbatim}
	b.newID = func() string {
		id := unused(m.options.entryID, func(id string) bool { return made[id] || m.taken(id) })
		made[id] = true
		return id
	}
	for _, p := range b.path {
		if (b.old() || verbatim && b.s.x.At(p).Has(session.NoID)) && !b.isLabel(p) {
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
	e := b.s.x.At(p)
	if e.Has(session.Duplicate) {
		return strings.TrimSuffix(e.Key, fmt.Sprint("~L", e.Line))
	}
	return e.Key
}

// spoken tells whether a prompt or a reply is on the branch.
func (b *branched) spoken() bool {
	return slices.ContainsFunc(b.path, func(p session.Pos) bool { return spoken(b.s.x.At(p)) })
}

// write writes the header and the branch, one record read after the other.
func (b *branched) write(w io.Writer, header []byte) error {
	line := func(record []byte) error {
		_, err := w.Write(append(record, '\n'))
		return err
	}
	if err := line(header); err != nil {
		return err
	}
	last, err := b.each(func(s link) error {
		entry, err := b.entry(s)
		return errors.Join(err, line(entry))
	})
	if err != nil {
		return err
	}
	return b.writeLabels(last, line)
}

// link is an entry of the branch with what it has to know of those before it.
type link struct {
	p, before session.Pos // before is the entry that it follows in the copy
	parent    *string     // the id that one has there
	instead   map[string]string
}

// each goes over the entries that the copy has, root first, and returns the id of
// the last.
func (b *branched) each(do func(link) error) (last *string, err error) {
	s := link{before: session.None, instead: map[string]string{}} // of a label the entry behind it, by their ids
	var labels []string                                           // that no entry stands behind so far
	for _, p := range b.path {
		if b.isLabel(p) {
			labels = append(labels, b.s.x.Key(p))
			continue
		}
		id := b.id(p)
		for _, label := range labels {
			s.instead[label] = id
		}
		labels = labels[:0]
		s.p = p
		if err := do(s); err != nil {
			return nil, err
		}
		s.before, s.parent = p, &id
	}
	return s.parent, nil
}

// entry reads an entry as the copy has it.
func (b *branched) entry(s link) ([]byte, error) {
	r, err := b.s.record(s.p)
	if err != nil {
		return nil, err
	}
	entry := r.raw
	if !b.verbatim || b.old() && r.place("firstKeptEntryIndex") > 0 { // that member is taken out
		b.room = jsonl.AppendStringified(b.room[:0], r.raw)
		entry = b.room // until it is copied
	}
	if id, ok := b.given[s.p]; ok {
		entry = withMember(entry, "id", jsonl.AppendString(nil, id))
	}
	if !b.verbatim || !follows(entry, s.parent) {
		entry = under(entry, s.parent)
	}
	if b.s.x.Header.Version < 3 {
		entry = unhooked(entry)
	}
	if b.s.x.At(s.p).Kind != session.KindCompaction {
		return entry, nil
	}
	kept := b.kept(s.p, s.instead)
	if b.old() {
		return keepingByID(entry, func(float64) string { return kept }), nil
	}
	if kept != "" {
		entry = withMember(entry, "firstKeptEntryId", jsonl.AppendString(nil, kept))
	}
	return entry, nil
}

// follows tells whether an entry has this parent already, nil for none.
func follows(entry []byte, parent *string) bool {
	value, ok := member(entry, "parentId")
	if !ok || parent == nil {
		return ok && value[0] == 'n'
	}
	id, ok := jsonl.Text(value, 0)
	return ok && id == *parent
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
