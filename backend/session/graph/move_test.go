package graph

import (
	"fmt"
	"testing"

	"branchline/backend/session"
)

func TestWordsAreFoundInWhatRowsSayAndHide(t *testing.T) {
	s := script(t, "attempts")
	for _, c := range []struct {
		name, text string
		o          Options
		from       string
		dir        int
		want       string
		place, of  int
	}{
		{"next", "cache", Options{}, "", 0, "a2", 1, 6},
		{"from a hit", "cache", Options{}, "a2", 1, "r2", 2, 6},
		{"at a hit", "cache", Options{}, "a2", 0, "a2", 1, 6},
		{"back, round the top", "cache", Options{}, "a2", -1, "s1", 6, 6},
		{"case and all words", "SPLIT lock", Options{}, "", 0, "p3", 1, 2},
		{"a label", "dead", Options{}, "", 0, "a6", 1, 1},
		{"in a folded branch", "does not work", Options{Folded: map[string]bool{"p2": true}}, "", 0, "a6", 1, 1},
		{"under a filter", "does not work", Options{Filter: FilterPrompts}, "", 0, "a6", 1, 1},
		{"beside a hoisted entry", "does not work", Options{Root: "p3"}, "", 0, "", 0, 0},
		{"nothing", " ", Options{}, "", 1, "", 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			from := session.None
			if c.from != "" {
				from = s.Pos(t, c.from)
			}
			got := Of(s, c.o).Search(Query{Text: c.text}, from, c.dir)
			if s.Index().Key(got.Entry) != c.want || got.Place != c.place || got.Of != c.of {
				t.Errorf("found %s, %d of %d, want %s, %d of %d", s.Index().Key(got.Entry), got.Place, got.Of, c.want, c.place, c.of)
			}
		})
	}
}

func TestRowsSayHowManyHitsTheyStandFor(t *testing.T) {
	s := script(t, "attempts")
	l := Of(s, Options{Folded: map[string]bool{"p2": true}})
	page := l.Page(0, 99, session.None)
	l.Mark(&page, Query{Text: "cache"})
	got := map[string]int{}
	for _, r := range page.Rows {
		if r.Hits > 0 {
			got[r.Key] = r.Hits
		}
	}
	if page.Hits != 6 || got["a1"] != 2 || got["a3"] != 1 || got["p2"] != 2 || got["s1"] != 1 || len(got) != 4 {
		t.Errorf("%d hits, by row %v", page.Hits, got)
	}
}

func TestNotesAreFoundAsTheyAreNow(t *testing.T) {
	s := script(t, "attempts")
	l := Of(s, Options{Folded: map[string]bool{"p2": true}})
	in := func(notes map[session.Pos]string) string {
		hit := l.Search(Query{Text: "ÉCLAIR cache", Notes: notes}, session.None, 1)
		page := l.Page(0, 99, session.None)
		l.Mark(&page, Query{Text: "ÉCLAIR cache", Notes: notes})
		row := ""
		for _, r := range page.Rows {
			if r.Hits > 0 {
				row += r.Key
			}
		}
		return fmt.Sprintf("%s of %d on %s", s.Index().Key(hit.Entry), hit.Of, row)
	}
	for _, c := range []struct {
		notes map[session.Pos]string
		want  string
	}{
		{nil, " of 0 on "},
		{map[session.Pos]string{s.Pos(t, "p2"): "like an éclair"}, "p2 of 1 on p2"},
		{map[session.Pos]string{s.Pos(t, "a5"): "the éclair of the cache"}, "a5 of 1 on p2"},
		{map[session.Pos]string{s.Pos(t, "a5"): "the cache"}, " of 0 on "},
	} {
		if got := in(c.notes); got != c.want {
			t.Errorf("with the notes %v: %s, want %s", c.notes, got, c.want)
		}
	}
}

func TestJumpsLeadAlongTheBranchAndToItsNeighbours(t *testing.T) {
	s := script(t, "attempts")
	for _, c := range []struct {
		way        Way
		back       bool
		from, leaf string
		want       string
	}{
		{WayRoot, false, "a6", "a6", "p1"},
		{WayBranch, false, "a6", "a6", "p2"},
		{WayBranch, false, "a2", "a6", ""},
		{WayPoint, true, "a6", "a6", "a3"},
		{WayPoint, false, "p1", "a6", "a3"},
		{WayPoint, false, "a3", "a6", ""},
		{WayPoint, true, "a3", "a6", ""},
		{WayChild, false, "a3", "a6", "p2"},
		{WayChild, false, "a3", "a9", "s1"},
		{WayChild, false, "a9", "a9", ""},
		{WayLeaf, false, "p1", "a6", "a6"},
		{WayLeaf, false, "a6", "a6", "a9"},
		{WayLeaf, true, "a9", "a9", "a6"},
		{WayLeaf, true, "a6", "a6", ""},
	} {
		got := Of(s, Options{}).Jump(c.way, c.back, s.Pos(t, c.from), s.Pos(t, c.leaf))
		if s.Index().Key(got) != c.want {
			t.Errorf("%s, back %v, from %s leads to %q, want %q", c.way, c.back, c.from, s.Index().Key(got), c.want)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	l := Of(many(50_000, 2_000), Options{})
	for b.Loop() {
		l.found = found{}
		l.Search(Query{Text: "go test"}, session.None, 1)
	}
}
