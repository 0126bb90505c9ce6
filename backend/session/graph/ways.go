package graph

import "branchline/backend/session"

// Ways returns for every entry the number of ways on from it that a reader can
// see: more than one makes it a branch point. It is counted on the entry whose
// row stands for it, so a label with two followers counts on what is above it.
func Ways(s session.Session) []int32 {
	x := s.Index()
	if len(x.Leaves()) == len(x.Roots) { // nothing forks
		return make([]int32, len(x.Entries))
	}
	order := order(x)
	nodes, _ := nodes(s, order)
	return form(x, order, filter(FilterAll, nodes, shape{}, nil)).kids
}
