package main

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"branchline/backend/session"
	"branchline/backend/session/graph"
)

// Graph answers rows of the branch graph.
func (a *App) Graph(r GraphRequest) (answer GraphAnswer, err error) {
	defer cross(&err)
	return reading(a, r.Session, func(o snapshot) (GraphAnswer, error) { return a.graph(o, r) })
}

func (a *App) graph(o snapshot, r GraphRequest) (GraphAnswer, error) {
	x := o.Index()
	leaf, err := litLeaf(x, r.Leaf)
	if err != nil {
		return GraphAnswer{}, err
	}
	l, err := a.layout(o, graphView{r.Filter, r.Open, r.Folded, r.Root})
	if err != nil {
		return GraphAnswer{}, err
	}
	from, count, at := max(r.From, 0), min(max(r.Count, 0), rowsAtMost), -1
	if p, ok := x.Lookup(r.At); ok && r.At != "" {
		at = l.Find(p)
	}
	if at >= 0 && (at < from || at >= from+count) {
		from = max(at-count/2, 0)
	}
	page := l.Page(from, count, leaf)
	page.At = at
	notes := a.notesByEntry(o)
	if r.Find != "" {
		l.Mark(&page, graph.Query{Text: r.Find, Notes: notes})
	}
	markNotes(notes, l, &page)
	return GraphAnswer{Revision: o.revision, Page: page}, nil
}

// GraphMove answers where a way leads in the branch graph, or the next entry with
// some words.
func (a *App) GraphMove(r GraphMoveRequest) (answer GraphMoveAnswer, err error) {
	defer cross(&err)
	return reading(a, r.Session, func(o snapshot) (GraphMoveAnswer, error) { return a.graphMove(o, r) })
}

func (a *App) graphMove(o snapshot, r GraphMoveRequest) (GraphMoveAnswer, error) {
	x := o.Index()
	leaf, err := litLeaf(x, r.Leaf)
	if err != nil {
		return GraphMoveAnswer{}, err
	}
	l, err := a.layout(o, graphView{r.Filter, r.Open, r.Folded, r.Root})
	if err != nil {
		return GraphMoveAnswer{}, err
	}
	from, answer := entryAt(x, r.From), GraphMoveAnswer{Revision: o.revision}
	if r.Find == "" {
		answer.Key = x.Key(l.Jump(graph.Way(r.Way), r.Back, from, leaf))
		return answer, nil
	}
	dir := 0
	switch {
	case r.Way == wayHere:
	case r.Back:
		dir = -1
	default:
		dir = 1
	}
	hit := l.Search(graph.Query{Text: r.Find, Notes: a.notesByEntry(o)}, from, dir)
	answer.Key, answer.Place, answer.Of = x.Key(hit.Entry), hit.Place, hit.Of
	return answer, nil
}

// GraphMap answers the picture of the whole tree, and where an entry and a branch
// stand in it.
func (a *App) GraphMap(r GraphMapRequest) (answer GraphMapAnswer, err error) {
	defer cross(&err)
	return reading(a, r.Session, func(o snapshot) (GraphMapAnswer, error) {
		x := o.Index()
		leaf, err := litLeaf(x, r.Leaf)
		if err != nil {
			return GraphMapAnswer{}, err
		}
		l, err := a.layout(o, graphView{filter: graph.FilterAll, root: r.Root})
		if err != nil {
			return GraphMapAnswer{}, err
		}
		answer := GraphMapAnswer{Revision: o.revision, Leaf: l.Place(leaf), At: l.Place(entryAt(x, r.At)), Same: r.Known == o.revision}
		if answer.Map = (graph.Map{Lines: []graph.MapLine{}, Marks: []graph.MapMark{}, Tufts: []graph.MapTuft{}}); !answer.Same {
			answer.Map = *l.Map()
		}
		return answer, nil
	})
}

// litLeaf is the end of the branch to light, None for "".
func litLeaf(x *session.Index, key string) (session.Pos, error) {
	if key == "" {
		return session.None, nil
	}
	return leafOf(x, key)
}

// entryAt is the entry of a key, None when there is none.
func entryAt(x *session.Index, key string) session.Pos {
	if p, ok := x.Lookup(key); ok && key != "" {
		return p
	}
	return session.None
}

// graphView is what a reader has chosen to see of the graph.
type graphView struct {
	filter       string
	open, folded []string
	root         string
}

func (a *App) layout(o snapshot, v graphView) (*graph.Layout, error) {
	open, folded := slices.Sorted(slices.Values(v.open)), slices.Sorted(slices.Values(v.folded))
	k := layoutKey{o.handle, v.filter, strings.Join(open, "\x00") + "\x01" + strings.Join(folded, "\x00") + "\x01" + v.root}
	g, err := a.made.layouts.renew(k, func(old grown[*graph.Layout], _ bool) (grown[*graph.Layout], error) {
		return old.at(o, (*graph.Layout).Grow, func() *graph.Layout {
			return graph.Of(o.Session, graph.Options{
				Filter: v.filter, Open: setOf(open), Folded: setOf(folded), Root: v.root,
				Straight: a.tab(o.handle).straight, Comparable: comparableText,
			})
		}), nil
	})
	return g.value, err
}

func setOf(keys []string) map[string]bool {
	out := map[string]bool{}
	for _, key := range keys {
		out[key] = true
	}
	return out
}

// comparableText is a text in which the case of letters, accents and characters that
// are not seen do not count.
func comparableText(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return strings.ToLower(s)
	}
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf && unicode.In(r, unicode.M, unicode.Cf) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(s))
}
