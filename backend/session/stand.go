package session

// Stand is where an entry stands to some branches.
type Stand uint8

// The places an entry can have: on other branches, after the leaf of one of them, on
// one of them. All of a run stands on its one course, whatever it took out of the
// conversation on its way.
const (
	Beside Stand = iota
	After
	On
)

// Stands tells of each entry where it stands to the branches that end at leaves.
func (x *Index) Stands(leaves ...Pos) []Stand {
	stands := make([]Stand, len(x.Entries))
	if x.Header.Closed {
		for i := range stands {
			stands[i] = After
		}
		for _, leaf := range leaves {
			for p := leaf; p != None && stands[p] != On; p-- {
				stands[p] = On
			}
		}
		return stands
	}
	ends, known := make([]bool, len(stands)), make([]bool, len(stands))
	for _, leaf := range leaves {
		for p := leaf; p != None && !known[p]; p = x.Entries[p].Parent {
			stands[p], known[p] = On, true
		}
		if leaf != None {
			ends[leaf] = true
		}
	}
	var way []Pos
	for i := range stands {
		way = way[:0]
		p := Pos(i)
		for ; p != None && !known[p]; p = x.Entries[p].Parent {
			way = append(way, p)
		}
		stand := Beside
		switch {
		case p == None:
		case ends[p]:
			stand = After
		case stands[p] != On:
			stand = stands[p]
		}
		for _, p := range way {
			stands[p], known[p] = stand, true
		}
	}
	return stands
}

// Off is what of a session is not on some of its branches.
type Off struct {
	// After counts the entries after the leaf of a branch, Beside those on other
	// branches, and Branches how many these are. A label's own entry is not counted,
	// as a copy has the labels of what it holds wherever these were put on.
	After, Beside, Branches int
	// Labels counts the labels of entries that are not on the branches.
	Labels int
	// Name is where the session was named as it is now, On where it has no name.
	Name Stand
}

// Off tells what is not on the branches that end at leaves.
func (x *Index) Off(leaves ...Pos) Off {
	stands, off := x.Stands(leaves...), Off{Name: On}
	goesOn := make([]bool, len(stands))
	counts := func(p Pos) bool { return x.Entries[p].Kind != KindLabel && x.Entries[p].Kind != KindLeaf }
	for i, stand := range stands {
		if x.Name != "" && x.Entries[i].Kind == KindName {
			off.Name = stand // the last one counts
		}
		switch p := Pos(i); {
		case stand == On || !counts(p):
		case stand == After:
			off.After++
		default:
			off.Beside++
			for p = x.Entries[p].Parent; p != None && !goesOn[p]; p = x.Entries[p].Parent {
				goesOn[p] = true
			}
		}
	}
	for i, stand := range stands {
		if stand == Beside && !goesOn[i] && counts(Pos(i)) {
			off.Branches++
		}
	}
	for p := range x.Labels {
		if stands[p] != On {
			off.Labels++
		}
	}
	return off
}
