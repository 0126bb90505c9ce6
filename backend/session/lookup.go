package session

import "sort"

// UsagesOf returns what an entry cost: none, one, or one for each call to a model.
func (x *Index) UsagesOf(p Pos) []Usage {
	from := sort.Search(len(x.Usages), func(i int) bool { return x.Usages[i].Entry >= p })
	to := from
	for to < len(x.Usages) && x.Usages[to].Entry == p {
		to++
	}
	return x.Usages[from:to]
}

// MarksOf returns what an entry says about others.
func (x *Index) MarksOf(p Pos) []Mark {
	from := sort.Search(len(x.Marks), func(i int) bool { return x.Marks[i].Entry >= p })
	to := from
	for to < len(x.Marks) && x.Marks[to].Entry == p {
		to++
	}
	return x.Marks[from:to]
}
