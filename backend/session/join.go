package session

// Join puts fragments together in order: it counts lines from 1 over the whole
// file and gives every entry its key. The returned parents are the ids the
// records name, one an entry. Marks are resolved by Link.
func Join(h Header, fragments []Fragment) (x *Index, parents []string) {
	var j Joiner
	for i := range fragments {
		j.Add(fragments[i], float64(i+1)/float64(len(fragments)))
		fragments[i] = Fragment{} // let go of what was copied
	}
	return j.Done(h)
}

// Joiner is Join for fragments that come one after the other.
type Joiner struct {
	// Index is being made: entries have no keys yet but the records' own ids,
	// which may be changed until Done.
	Index   Index
	parents []string
	// Lined: no record has an id, and every entry has been given the key lineKey
	// makes of its line and the flag NoID.
	Lined bool
}

// Add takes the next fragment. read is the share of the file, above 0 and up to
// 1, that was read with it; by that Add guesses how much room it will all take.
func (j *Joiner) Add(f Fragment, read float64) {
	x := &j.Index
	entry, part, line := Pos(len(x.Entries)), int32(len(x.Parts)), int32(x.Lines)+1
	x.Entries = room(x.Entries, len(f.Entries), read)
	x.Parts = room(x.Parts, len(f.Parts), read)
	x.Usages = room(x.Usages, len(f.Usages), read)
	j.parents = append(room(j.parents, len(f.Parents), read), f.Parents...)
	x.Entries = append(x.Entries, f.Entries...)
	for i := range x.Entries[entry:] {
		e := &x.Entries[int(entry)+i]
		e.Line, e.FirstPart, e.Parent = e.Line+line, e.FirstPart+part, None
	}
	x.take(&f, entry)
	if f.Tail.Len > 0 {
		x.Tail = f.Tail
	}
	x.Lines += f.Lines
}

// take adds what a fragment has beside its entries, the first of which stands at
// first. The lines of f are not counted yet.
func (x *Index) take(f *Fragment, first Pos) {
	for _, p := range f.Parts {
		p.Entry += first
		x.Parts = append(x.Parts, p)
	}
	for _, u := range f.Usages {
		u.Entry += first
		x.Usages = append(x.Usages, u)
	}
	for _, m := range f.Marks {
		m.Entry += first
		x.Marks = append(x.Marks, m)
	}
	for _, p := range f.Problems {
		p.Line += int32(x.Lines) + 1
		x.Problems = append(x.Problems, p)
	}
	x.Heads = append(x.Heads, f.Heads...)
}

// room makes room for n more. Growing by guess keeps a large index from being
// copied, and its memory from being held twice, again and again.
func room[T any](s []T, n int, read float64) []T {
	if cap(s)-len(s) >= n {
		return s
	}
	need := len(s) + n
	guess := min(float64(need)/read*1.01, float64(need)*64)
	return append(Large[T](max(need, int(guess)))[:0], s...)
}

// Done ends the joining.
func (j *Joiner) Done(h Header) (x *Index, parents []string) {
	x = new(Index)
	*x, j.Index = j.Index, Index{}
	x.Header, x.Leaf, x.Suggested, x.FirstPrompt = h, None, None, None
	if x.lined = j.Lined; !x.lined {
		x.name()
	}
	return x, j.parents
}
