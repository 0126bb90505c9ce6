package session

import "hash/maphash"

// keyTable finds entries by their keys: a hash table of places in
// Index.Entries that holds no keys of its own. A map of the same costs about
// five times the memory, which counts in files of a million entries.
type keyTable struct {
	seed maphash.Seed
	// slots hold 1 + an entry's place, 0 where they are free. Their number is a
	// power of two and at least twice that of the entries.
	slots []Pos
}

func newKeyTable(entries int) keyTable {
	n := 8
	for n < 2*entries+2 {
		n *= 2
	}
	return keyTable{maphash.MakeSeed(), Large[Pos](n)}
}

// slot is where the place of the entry with this key stands or would stand. It
// is the caller's business to keep the table sparse and keys unique.
func (t *keyTable) slot(entries []Entry, key string) *Pos {
	if t.slots == nil {
		return new(Pos)
	}
	mask := uint64(len(t.slots) - 1)
	for i := maphash.String(t.seed, key); ; i++ {
		slot := &t.slots[i&mask]
		if *slot == 0 || entries[*slot-1].Key == key {
			return slot
		}
	}
}

// reserve makes room for n entries in all.
func (t *keyTable) reserve(entries []Entry, n int) {
	if len(t.slots) >= 2*n+2 {
		return
	}
	*t = newKeyTable(2 * n)
	for i := range entries {
		*t.slot(entries, entries[i].Key) = Pos(i) + 1
	}
}
