package main

import (
	"branchline/backend/session"
	"branchline/backend/session/compare"
	"branchline/backend/session/graph"
	"branchline/backend/session/outcome"
	"branchline/backend/session/timeline"
)

// grown is what was made of an open session, as it is at one revision. When the
// session has grown since, it grows as well: nobody reads meanwhile, as all who
// do hold the session at the revision they began with.
type grown[V any] struct {
	of       session.Session
	revision int
	value    V
}

// at answers the value as it is at o, made anew where it cannot grow.
func (g grown[V]) at(o snapshot, grow func(V) bool, make func() V) grown[V] {
	if g.of == o.Session && (g.revision == o.revision || grow(g.value)) {
		return grown[V]{o.Session, o.revision, g.value}
	}
	return grown[V]{o.Session, o.revision, make()}
}

// projections are what was made of the open sessions last.
type projections struct {
	branches  cache[leafKey, grown[*timeline.Branch]]
	accounts  cache[leafKey, grown[*outcome.Account]]
	standings cache[leafKey, grown[*standing]] // by entry
	layouts   cache[layoutKey, grown[*graph.Layout]]
	endings   cache[string, grown[*session.Endings]]

	// Of one revision: these do not grow.
	comparisons cache[compareKey, *compare.Comparison]
	leaves      cache[revisionKey, []compare.Leaf]
}

// revisionKey names a session at one revision.
type revisionKey struct {
	session  string
	revision int
}

type leafKey struct {
	session string
	leaf    session.Pos
}

type layoutKey struct {
	session string
	filter  string
	open    string
}

func (p *projections) limit() {
	p.comparisons.size, p.leaves.size = 3, 2
	p.branches.size, p.accounts.size, p.standings.size, p.layouts.size, p.endings.size = 12, 4, 4, 6, 12
}

// drop lets go of what was made of a session.
func (p *projections) drop(handle string) {
	p.branches.drop(func(k leafKey) bool { return k.session == handle })
	p.accounts.drop(func(k leafKey) bool { return k.session == handle })
	p.standings.drop(func(k leafKey) bool { return k.session == handle })
	p.layouts.drop(func(k layoutKey) bool { return k.session == handle })
	p.endings.drop(func(k string) bool { return k == handle })
	p.comparisons.drop(func(k compareKey) bool { return k.a.session == handle || k.b.session == handle })
	p.leaves.drop(func(k revisionKey) bool { return k.session == handle })
}

// branchwise is what is made of one branch and grows with it.
type branchwise interface{ Grow(leaf session.Pos) bool }

// onBranch answers what is made of a branch.
func onBranch[V branchwise](c *cache[leafKey, grown[V]], o snapshot, leaf session.Pos, of func(session.Session, session.Pos) V) (V, error) {
	g, err := c.renew(leafKey{o.handle, leaf}, func(old grown[V], ok bool) (grown[V], error) {
		if !ok {
			old = above(c, o, leaf)
		}
		return old.at(o, func(v V) bool { return v.Grow(leaf) }, func() V { return of(o.Session, leaf) }), nil
	})
	return g.value, err
}

// looksUp is how many entries above a leaf the leaf is looked for that the branch
// had before.
const looksUp = 1000

// above takes what was made of the branch when it ended further up.
func above[V any](c *cache[leafKey, grown[V]], o snapshot, leaf session.Pos) grown[V] {
	p := leaf
	for range looksUp {
		if p == session.None {
			break
		}
		p = o.Index().At(p).Parent
		old, ok := c.take(leafKey{o.handle, p}, func(g grown[V]) bool { return g.of == o.Session && g.revision < o.revision })
		if ok {
			return old
		}
	}
	return grown[V]{}
}
