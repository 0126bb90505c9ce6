package main

import (
	"slices"

	"branchline/backend/session"
	"branchline/backend/session/outcome"
)

// standing is where an entry stands, whatever branch is on screen.
type standing struct {
	x       *session.Index
	kind    string
	upto    outcome.Totals // from the root to the entry
	endings *session.Endings
	leaves  []session.Pos // the ends of the branches that hold the entry, in file order
	holds   []bool        // by entry, of those whose branch holds it
}

func (a *App) standing(o snapshot, p session.Pos) (*standing, error) {
	g, err := a.made.standings.renew(leafKey{o.handle, p}, func(old grown[*standing], _ bool) (grown[*standing], error) {
		return old.at(o, (*standing).grow, func() *standing { return standingOf(o.Session, p) }), nil
	})
	return g.value, err
}

func standingOf(s session.Session, p session.Pos) *standing {
	x := s.Index()
	stands := &standing{x: x, kind: kindOf(s, p), upto: outcome.Upto(s, p), holds: session.Roomy[bool](len(x.Entries))}
	for stack := []session.Pos{p}; len(stack) > 0; {
		q := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		stands.holds[q] = true
		stack = append(stack, x.Children(q)...)
	}
	stands.endings, stands.leaves = session.EndingsOf(x)
	stands.leaves = slices.DeleteFunc(stands.leaves, func(q session.Pos) bool { return !stands.holds[q] })
	return stands
}

// grow takes what was added to the session. It answers false for a run log, whose
// last record is part of what came before.
func (s *standing) grow() bool {
	if s.x.Header.Closed {
		return false
	}
	for q := len(s.holds); q < len(s.x.Entries); q++ {
		up := s.x.Entries[q].Parent
		s.holds = append(s.holds, up != session.None && s.holds[up])
	}
	s.endings.Grow(func(q session.Pos, ends bool) {
		at, known := slices.BinarySearch(s.leaves, q)
		switch {
		case !ends && known:
			s.leaves = slices.Delete(s.leaves, at, at+1)
		case ends && s.holds[q]:
			s.leaves = slices.Insert(s.leaves, at, q)
		}
	})
	return true
}

// kindToolResult is the kind of an entry that is part of the row of a call.
const kindToolResult = "toolResult"

// kindOf is what a reader sees the entry as: what was said or called, not what
// was thought before. A result that is shown with its call is a "toolResult".
func kindOf(s session.Session, p session.Pos) string {
	kind := session.ItemUnknown
	items := s.Items(p)
	first := slices.IndexFunc(items, func(it session.Item) bool { return it.Entry == p })
	if first < 0 {
		if s.Index().At(p).Role == session.RoleToolResult {
			return kindToolResult
		}
		return kind.String()
	}
	for _, it := range items[first:] {
		if it.Entry != p {
			break
		}
		if kind = it.Kind; kind != session.ItemThinking {
			break
		}
	}
	return kind.String()
}
