package graph

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"branchline/backend/session"
)

// Query is what is looked for: words, also in what the reader noted about entries.
type Query struct {
	Text  string
	Notes map[session.Pos]string
}

func (q Query) same(other Query) bool {
	return q.Text == other.Text && maps.Equal(q.Notes, other.Notes)
}

// found are the entries that hold some words. Those of the last query are kept, and
// grow with the session.
type found struct {
	mu    sync.Mutex
	query Query
	known int           // how many entries were looked at
	hits  []session.Pos // by their rows, from the top down
	rows  map[int32]int // how many hits a row stands for
}

// Hit is an entry that holds the words that were looked for.
type Hit struct {
	Entry session.Pos
	// Place is its place among all of them, from 1; Of is their number.
	Place, Of int
}

// Search looks for words from an entry on: dir 1 for the next entry that holds them
// all, -1 for the one before, 0 for the entry itself, else the next. It goes round
// at the ends. None is found when Of is 0. Words are looked for in what rows say,
// in the tools and targets of their calls, in labels and in notes. What a filter or a
// fold hides is found as well, what is not below a hoisted entry is not.
func (l *Layout) Search(q Query, from session.Pos, dir int) Hit {
	l.found.mu.Lock()
	defer l.found.mu.Unlock()
	l.look(q)
	hits := l.found.hits
	if len(hits) == 0 {
		return Hit{Entry: session.None}
	}
	at, exact := 0, false
	if from != session.None && int(from) < len(l.rowOf) {
		at, exact = slices.BinarySearchFunc(hits, from, l.byRow)
	}
	switch {
	case dir < 0:
		at--
	case dir > 0 && exact:
		at++
	}
	at = (at + len(hits)) % len(hits)
	return Hit{hits[at], at + 1, len(hits)}
}

// hitsOf counts the hits rows stand for, nil when nothing is looked for.
func (l *Layout) hitsOf(q Query) (rows map[int32]int, all int) {
	l.found.mu.Lock()
	defer l.found.mu.Unlock()
	l.look(q)
	return l.found.rows, len(l.found.hits)
}

// look finds the words in the entries that were not looked at yet.
func (l *Layout) look(q Query) {
	f := &l.found
	if !f.query.same(q) {
		f.query, f.known, f.hits, f.rows = q, 0, nil, nil
	}
	words := strings.Fields(l.o.Comparable(q.Text))
	if len(words) == 0 || f.known == len(l.nodes) {
		return
	}
	for p := session.Pos(f.known); int(p) < len(l.nodes); p++ {
		if l.rowOf[p] != never && !l.x.At(p).Kind.Meta() && l.holds(p, words) {
			f.hits = append(f.hits, p)
		}
	}
	f.known = len(l.nodes)
	slices.SortFunc(f.hits, l.byRow)
	f.rows = make(map[int32]int, len(f.hits)) // a new one: the old may be read still
	for _, p := range f.hits {
		f.rows[l.rowOf[p]]++
	}
}

// byRow orders entries by their rows, within a row as they stand in the file.
func (l *Layout) byRow(a, b session.Pos) int {
	if d := l.rowOf[a] - l.rowOf[b]; d != 0 {
		return int(d)
	}
	return int(a - b)
}

// holds tells whether all words stand in what is known of an entry.
func (l *Layout) holds(p session.Pos, words []string) bool {
	said := l.o.Comparable(strings.Join([]string{l.text(p), l.x.At(p).Preview, l.x.CallsAt(p), l.x.Labels[p].Text, l.found.query.Notes[p]}, "\n"))
	for _, w := range words {
		if !strings.Contains(said, w) {
			return false
		}
	}
	return true
}
