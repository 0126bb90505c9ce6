package session

// Meta tells whether entries of this kind are about the session or other
// entries and not part of what was said: labels, names, settings, usage, edits
// and an extension's own data. A reader sees them on request only, and a branch
// never ends at one.
func (k Kind) Meta() bool {
	switch k {
	case KindModel, KindLevel, KindTools, KindCustom, KindLabel, KindName, KindUsage, KindEdit, KindLeaf:
		return true
	}
	return false
}

// Meta tells whether items of this kind are about the session or other entries;
// see Kind.Meta.
func (k ItemKind) Meta() bool {
	switch k {
	case ItemModel, ItemLevel, ItemLabel, ItemName, ItemCustom, ItemEdit, ItemUsage:
		return true
	}
	return false
}

// Ends returns where branches end for a reader, in file order: the entries with
// nothing but labels, names and the like below them. It differs from Leaves
// where a label was the last thing written. A run log has one end whatever
// resets stand in it.
func (x *Index) Ends() []Pos {
	_, ends := EndingsOf(x)
	return ends
}

// Tip is the last entry of the branch that ends at an entry: the settings and marks
// that follow its end are part of it. Where they fork that is where the agent
// continues, else the last in the file. Of an entry that is no end it is the entry
// itself.
func (x *Index) Tip(end Pos) Pos {
	if x.Header.Closed {
		return end
	}
	tip, active := end, false
	for stack := []Pos{end}; len(stack) > 0; {
		p := stack[len(stack)-1]
		stack = append(stack[:len(stack)-1], x.Children(p)...)
		switch kind := x.Entries[p].Kind; {
		case p == end:
		case !kind.Meta():
			return end
		case p == x.Leaf:
			active = true
		case kind != KindLeaf && len(x.Children(p)) == 0:
			tip = max(tip, p)
		}
	}
	if active {
		return x.Leaf
	}
	return tip
}

// Endings counts the ends of branches while a session grows; see Index.Ends.
type Endings struct {
	x      *Index
	goesOn []bool // by entry, of those that were counted
	n      int
	resets bool
}

// EndingsOf counts the ends of a session and lists them as Index.Ends does.
func EndingsOf(x *Index) (e *Endings, ends []Pos) {
	e = &Endings{x: x}
	e.Grow(func(p Pos, _ bool) { ends = append(ends, p) })
	return e, ends[len(ends)-e.Len():] // of a log with resets the last
}

// Len is the number of ends.
func (e *Endings) Len() int {
	if e.resets {
		return min(e.n, 1)
	}
	return e.n
}

// Grow takes the entries that were added to the index. It tells of every entry
// that is no end any more, then of those that have become one, in file order.
func (e *Endings) Grow(tell func(p Pos, ends bool)) {
	first := len(e.goesOn)
	if first == 0 {
		e.goesOn = Roomy[bool](len(e.x.Entries))
	} else {
		e.goesOn = append(e.goesOn, make([]bool, len(e.x.Entries)-first)...)
	}
	for i := first; i < len(e.x.Entries); i++ {
		if e.x.Entries[i].Kind.Meta() {
			continue
		}
		for p := e.x.Entries[i].Parent; p != None && !e.goesOn[p]; p = e.x.Entries[p].Parent {
			e.goesOn[p] = true
			if int(p) < first && !e.x.Entries[p].Kind.Meta() {
				e.n--
				tell(p, false)
			}
		}
	}
	for i := first; i < len(e.x.Entries); i++ {
		if !e.goesOn[i] && !e.x.Entries[i].Kind.Meta() {
			e.n++
			tell(Pos(i), true)
		}
	}
	if first == 0 || e.x.Header.Closed { // only run logs know resets
		e.resets = e.n > 1 && e.x.Resets()
	}
}
