package pi

import (
	"slices"

	"branchline/backend/session/jsonl"
)

// MigrateSessionEntries returns the records of a session of version 1 or 2 as
// version 3 has them, in the form JavaScript writes, and whether there was
// anything to do. The first header says which version it is, and counts as 1 when
// there is none. Newer records are returned as they are. A nil ids makes ids as a
// Manager does.
//
// It does what pi 1.6.0 does (migrateToCurrentVersion). From version 1 every
// entry gets a new id and follows the one before; a compaction that counts what
// it keeps, the header being value 0, names it instead. Before version 3 the role
// hookMessage becomes custom. New members come last, all others keep their place.
// Values that are no objects stay as they are and no entry follows them; pi
// throws a TypeError there, or chains to an id that it does not write.
func MigrateSessionEntries(records []Record, ids IDGenerator) (migrated []Record, ran bool) {
	from := 1
	if i := slices.IndexFunc(records, Record.IsHeader); i >= 0 {
		from = generation(Header{records[i]}.Version())
	}
	if from >= 3 {
		return records, false
	}
	if ids == nil {
		ids = randomID
	}
	g := migration{from: from, next: ids}
	migrated = make([]Record, len(records))
	for i, r := range records {
		migrated[i] = Record{g.value(jsonl.AppendStringified(nil, r.raw))}
	}
	return migrated, true
}

// migration brings the values of a session to version 3, one after the other in
// the order of the file.
type migration struct {
	from int // the version, 1 to 3; from 3 nothing changes
	next IDGenerator
	// The rest is for version 1: the ids given to the values so far, "" where
	// one has none, and the last of them.
	ids   []string
	taken map[string]bool
	last  *string
}

// value takes the next value, as JSON.stringify wrote it.
func (g *migration) value(v []byte) []byte {
	if g.from >= 3 {
		return v
	}
	switch r := (Record{v}); {
	case len(v) == 0 || v[0] != '{':
		g.ids = append(g.ids, "")
		return v
	case r.IsHeader():
		g.ids = append(g.ids, "")
		return withMember(v, "version", []byte("3"))
	case g.from == 1:
		v = g.chain(v)
	}
	return unhooked(v)
}

// chain gives an entry of version 1 its id and its parent.
func (g *migration) chain(entry []byte) []byte {
	id := unused(g.next, func(id string) bool { return g.taken[id] })
	if g.taken == nil {
		g.taken = map[string]bool{}
	}
	g.taken[id] = true
	g.ids = append(g.ids, id)
	entry = placed(entry, id, g.last)
	g.last = &id
	return keepingByID(entry, g.id)
}

// id is the id of a value that has one by now, "" for any other.
func (g *migration) id(index float64) string {
	if i := int(index); index >= 0 && index < float64(len(g.ids)) && float64(i) == index {
		return g.ids[i]
	}
	return ""
}

// placed gives an entry an id and a parent, nil for none.
func placed(entry []byte, id string, parent *string) []byte {
	return under(withMember(entry, "id", jsonl.AppendString(nil, id)), parent)
}

// under gives an entry a parent, nil for none.
func under(entry []byte, parent *string) []byte {
	value := []byte("null")
	if parent != nil {
		value = jsonl.AppendString(nil, *parent)
	}
	return withMember(entry, "parentId", value)
}

// keepingByID makes a compaction that counts what it keeps name it. id answers ""
// where a number names no entry; then nothing is named.
func keepingByID(entry []byte, id func(index float64) string) []byte {
	at := Record{entry}.place("firstKeptEntryIndex")
	if !isNumber(entry, at) || (Record{entry}).Type() != "compaction" {
		return entry
	}
	if index, ok := jsonl.Number(entry, at); ok {
		if kept := id(index); kept != "" {
			entry = withMember(entry, "firstKeptEntryId", jsonl.AppendString(nil, kept))
		}
	}
	return withoutMember(entry, "firstKeptEntryIndex")
}

// unhooked renames the role hookMessage, which is custom since version 3.
func unhooked(entry []byte) []byte {
	r := Record{entry}
	m, ok := r.Message()
	if !ok || r.Type() != "message" || m.Role() != "hookMessage" {
		return entry
	}
	return withMember(entry, "message", withMember(m.raw, "role", []byte(`"custom"`)))
}

// withoutMember takes a member out of an object that JSON.stringify wrote.
func withoutMember(object []byte, name string) []byte {
	at := Record{object}.place(name)
	if at == 0 {
		return object
	}
	from, to := at-1-len(jsonl.AppendString(nil, name)), jsonl.Skip(object, at)
	if object[from-1] == ',' {
		from--
	} else if object[to] == ',' {
		to++
	}
	return slices.Concat(object[:from], object[to:])
}
