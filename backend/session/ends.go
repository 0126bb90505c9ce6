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
	goesOn := make([]bool, len(x.Entries))
	var ends []Pos
	for i := range x.Entries {
		if x.Entries[i].Kind.Meta() {
			continue
		}
		for p := x.Entries[i].Parent; p != None && !goesOn[p]; p = x.Entries[p].Parent {
			goesOn[p] = true
		}
	}
	for i := range x.Entries {
		if !goesOn[i] && !x.Entries[i].Kind.Meta() {
			ends = append(ends, Pos(i))
		}
	}
	if len(ends) > 1 && x.Resets() {
		ends = ends[len(ends)-1:]
	}
	return ends
}
