package graph

import (
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"branchline/backend/session"
	"branchline/backend/session/sessiontest"
)

func size(t testing.TB, m *Map) int {
	t.Helper()
	b, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return len(b)
}

// ends counts the branches a map draws and those its tufts stand for.
func ends(m *Map) int {
	leaves := map[int]bool{}
	for i := range m.Lines {
		leaves[i] = true
	}
	n := len(leaves)
	for _, tuft := range m.Tufts {
		n += tuft.Branches
	}
	return n
}

func TestAMapDrawsOrCountsEveryBranch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Of(sessiontest.Build(sessiontest.Records(t, 120, true)), Options{Root: anyOptions(t).Root})
		m := l.Map()
		want := 0
		for i := range l.rows {
			if l.rows[i].kids == 0 {
				want++
			}
		}
		if got := ends(m); got != want {
			t.Fatalf("%d branches drawn and counted, want %d\n%s", got, want, show(l))
		}
	})
}

func TestLinesOfAMapLeaveOthersAboveThemAndNeverShareALane(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := Of(sessiontest.Build(sessiontest.Records(t, 120, true)), Options{}).Map()
		for i, ln := range m.Lines {
			if ln.From >= i || ln.Top > ln.Bottom || ln.Lane >= m.Lanes || ln.Bottom > m.Depth {
				t.Fatalf("line %d of %d lanes, %d deep: %+v", i, m.Lanes, m.Depth, ln)
			}
			if ln.From != never {
				from := m.Lines[ln.From]
				if ln.Top > from.Bottom || ln.Top < from.Top || ln.Lane <= from.Lane {
					t.Fatalf("line %d %+v leaves %+v", i, ln, from)
				}
			}
			for j, other := range m.Lines[:i] {
				if other.Lane == ln.Lane && other.Top < ln.Bottom && ln.Top < other.Bottom {
					t.Fatalf("lines %d %+v and %d %+v lie on each other", j, other, i, ln)
				}
			}
		}
	})
}

func TestAMapKnowsThePlaceOfEveryEntry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sessiontest.Build(sessiontest.Records(t, 120, true))
		l := Of(s, Options{})
		m := l.Map()
		for p := range s.Index().Entries {
			at := l.Place(session.Pos(p))
			if (at.Line == never) != (l.Find(session.Pos(p)) == never) {
				t.Fatalf("%s is at row %d and on line %d", s.Index().Key(session.Pos(p)), l.Find(session.Pos(p)), at.Line)
			}
			if at.Line != never && (at.Down < m.Lines[at.Line].Top || at.Down > m.Lines[at.Line].Bottom) {
				t.Fatalf("%s stands at %d of %+v", s.Index().Key(session.Pos(p)), at.Down, m.Lines[at.Line])
			}
		}
	})
}

func TestAMapOfAnySessionIsSmall(t *testing.T) {
	wide := []sessiontest.Record{{ID: "root", Kind: "user"}}
	islands := []sessiontest.Record{}
	for i := range 10_000 {
		wide = append(wide, sessiontest.Record{ID: fmt.Sprintf("0191a7c3-8d4f-7c2b-9f1e-%012d", i), Parent: "root", Kind: "user", Text: "a way on \"from\" here that says a lot of things"})
		islands = append(islands, sessiontest.Record{ID: fmt.Sprint("i", i), Kind: "user", Text: "alone"})
	}
	for name, s := range map[string]*sessiontest.Session{
		"many": many(50_000, 2_000), "wide": sessiontest.Build(wide), "islands": sessiontest.Build(islands), "empty": sessiontest.Build(nil),
	} {
		m := Of(s, Options{}).Map()
		if n := size(t, m); n > 150_000 {
			t.Errorf("%s: %d bytes, %d lines, %d marks, %d tufts", name, n, len(m.Lines), len(m.Marks), len(m.Tufts))
		}
	}
}

func TestAMapShowsWhatTheBranchesAre(t *testing.T) {
	m := Of(script(t, "attempts"), Options{}).Map()
	if len(m.Lines) != 2 {
		t.Fatalf("lines = %+v", m.Lines)
	}
	main, other := m.Lines[0], m.Lines[1]
	if !main.Straight || !main.Active || main.Lane != 0 || main.Text != "Make it fast" || main.Key != "a9" {
		t.Errorf("the branch the agent continues is %+v", main)
	}
	if other.From != 0 || other.Lane != 1 || other.Text != "Try a cache" || other.End != "It does not work." || other.Key != "a6" || other.Errors != 1 {
		t.Errorf("the other branch is %+v", other)
	}
	kinds := map[string]int{}
	for _, mark := range m.Marks {
		kinds[mark.Kind]++
		if mark.Kind == "label" && mark.Text != "dead end" && mark.Text != "works" {
			t.Errorf("label = %+v", mark)
		}
	}
	if kinds["label"] != 2 || kinds["compaction"] != 1 || kinds["branchSummary"] != 1 || kinds["error"] != 0 || kinds["point"] != 1 || kinds["prompt"] != 3 {
		t.Errorf("marks = %v", kinds)
	}
}

func BenchmarkMap(b *testing.B) {
	l := Of(many(50_000, 2_000), Options{})
	for b.Loop() {
		l.picture = picture{}
		b.ReportMetric(float64(size(b, l.Map())), "bytes")
	}
}
