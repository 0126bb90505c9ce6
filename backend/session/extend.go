package session

// Extend adds the records that follow the indexed ones, as a new reading of the
// whole file would have them: parents, children, labels and the name. What only
// the format knows (Leaf, Suggested, Messages, ModifiedMs, FirstPrompt) is left
// to it, and so are Size and Tail.
//
// It answers false and changes nothing when the new records say something about
// the old ones that only a new reading can tell: an id that is there already,
// one that an orphan, a label or a leaf entry was waiting for, or one that is
// named before it is given.
func (x *Index) Extend(f Fragment) bool {
	if !x.follows(&f) {
		return false
	}
	x.lined = false
	line, first := int32(x.Lines)+1, Pos(len(x.Entries))
	x.keys.reserve(x.Entries, len(x.Entries)+len(f.Entries))
	for i, e := range f.Entries {
		p := first + Pos(i)
		e.Line, e.FirstPart, e.Parent = e.Line+line, e.FirstPart+int32(len(x.Parts)), None
		if e.Key == "" {
			e.Flags |= NoID
			e.Key = lineKey(e.Line)
		}
		x.Entries = append(x.Entries, e)
		*x.keys.slot(x.Entries, e.Key) = p + 1
		x.resolve(p, f.Parents[i])
		x.hang(p)
	}
	x.take(&f, first)
	for _, m := range x.Marks[len(x.Marks)-len(f.Marks):] {
		x.resolveMark(m)
	}
	x.Lines += f.Lines
	return true
}

// follows tells whether the new records leave the meaning of the old ones alone.
func (x *Index) follows(f *Fragment) bool {
	given, waiting := map[string]bool{}, map[string]bool{}
	for i := range f.Entries {
		if id := f.Parents[i]; id != "" && !given[id] {
			if _, known := x.Lookup(id); !known {
				waiting[id] = true
			}
		}
		key := f.Entries[i].Key
		if key == "" {
			key = lineKey(f.Entries[i].Line + int32(x.Lines) + 1)
		}
		if _, taken := x.Lookup(key); taken || given[key] || waiting[key] || x.awaited[key] {
			return false
		}
		given[key] = true
	}
	return true
}

// hang gives a new entry its place among its parent's children or the roots.
func (x *Index) hang(p Pos) {
	up := x.Entries[p].Parent
	if up == None {
		x.Roots = append(x.Roots, p)
		return
	}
	kids, late := x.late[up]
	if !late {
		kids = append(make([]Pos, 0, len(x.Children(up))+1), x.Children(up)...)
	}
	at := len(kids)
	for at > 0 && x.byTime(kids[at-1], p) > 0 {
		at--
	}
	kids = append(kids, None)
	copy(kids[at+1:], kids[at:])
	kids[at] = p
	if x.late == nil {
		x.late = map[Pos][]Pos{}
	}
	if x.late[up] = kids; len(x.late) > 1000 && len(x.late) > len(x.Entries)/4 {
		x.linkChildren()
	}
}
