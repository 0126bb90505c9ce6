package export

import (
	"sort"

	"branchline/backend/session"
)

// chosen tells which entries leave: those on the branches asked for.
type chosen struct {
	x  *session.Index
	in []bool
}

func (p *Plan) chosen() chosen {
	x := p.Session.Index()
	c := chosen{x, make([]bool, len(x.Entries))}
	for i, stand := range x.Stands(p.leaves()...) {
		c.in[i] = stand == session.On
	}
	return c
}

// leaves are the leaves of the branches asked for, the one shown first in front.
func (p *Plan) leaves() []session.Pos { return append([]session.Pos{p.Leaf}, p.Others...) }

// labelled adds the entries, on whatever branch, that say how entries that leave
// are labelled.
func (c *chosen) labelled() {
	for _, m := range c.x.Marks {
		if m.Kind != session.MarkLabel {
			continue
		}
		if target, ok := c.x.ByID(m.Target); ok && c.in[target] {
			c.in[m.Entry] = true
		}
	}
}

// at is the entry whose record stands in a part of the file, session.None where
// there is none; head tells that a record stands there that is no entry.
func (c *chosen) at(off, end int64) (p session.Pos, head bool) {
	all := c.x.Entries
	i := sort.Search(len(all), func(i int) bool { return all[i].Span.Off >= off })
	if i < len(all) && all[i].Span.Off < end {
		return session.Pos(i), false
	}
	heads := c.x.Heads
	i = sort.Search(len(heads), func(i int) bool { return heads[i].Off >= off })
	return session.None, i < len(heads) && heads[i].Off < end
}

// leaves tells whether the record in a part of the file leaves, and of which entry
// it is.
func (c *chosen) leaves(off, end int64) (key string, leaves bool) {
	p, head := c.at(off, end)
	if p == session.None {
		return "", head
	}
	return c.x.At(p).Key, c.in[p]
}
