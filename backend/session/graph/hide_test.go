package graph

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"branchline/backend/session"
	"branchline/backend/session/sessiontest"
)

// Under every filter, fold and hoist a row hangs under the nearest entry above it
// that is shown.
func TestRowsHangUnderTheNearestVisibleEntryAboveThem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sessiontest.Build(sessiontest.Records(t, 120, true))
		o := anyOptions(t)
		o.Unfolded = true // one row an entry
		l, x := Of(s, o), s.Index()
		for i := range l.rows {
			p := l.rows[i].entry
			up := x.At(p).Parent
			for up != session.None && (l.Find(up) == never || l.rows[l.Find(up)].entry != up) {
				up = x.At(up).Parent
			}
			want := never
			if up != session.None {
				want = l.Find(up)
			}
			if int(l.rows[i].parent) != want {
				t.Fatalf("row %d (%s) hangs under row %d, want %d\n%s", i, x.Key(p), l.rows[i].parent, want, show(l))
			}
		}
	})
}

func TestFoldedBranchesSayWhatTheyHide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sessiontest.Build(sessiontest.Records(t, 120, true))
		o := Options{Unfolded: true}
		whole := Of(s, o)
		o.Folded = map[string]bool{fmt.Sprint("e", rapid.IntRange(0, 60).Draw(t, "folded")): true}
		l := Of(s, o)
		hides, errors, all := 0, counted(l), counted(whole)
		for _, r := range l.rows {
			hides += int(r.hides)
			if (r.hides > 0) && !l.folded[r.entry] {
				t.Fatalf("%s hides %d entries and is not folded", l.x.Key(r.entry), r.hides)
			}
		}
		if l.Len()+hides != whole.Len() || errors != all {
			t.Fatalf("%d rows hide %d and count %d errors, of %d rows and %d errors\n%s", l.Len(), hides, errors, whole.Len(), all, show(l))
		}
		if l.endings.Len() != whole.endings.Len() {
			t.Fatalf("%d branches, %d with everything unfolded", l.endings.Len(), whole.endings.Len())
		}
	})
}

func TestAFoldedBranchIsOneRow(t *testing.T) {
	s := script(t, "attempts")
	rows := Of(s, Options{Folded: map[string]bool{"p2": true}}).Page(0, 99, session.None).Rows
	var got []string
	for _, r := range rows {
		got = append(got, fmt.Sprintf("%s foldable=%v folded=%v hides=%d ends=%d errors=%d", r.Key, r.Foldable, r.Folded, r.Hides, r.Ends, r.Errors))
	}
	want := []string{
		"p1 foldable=false folded=false hides=0 ends=0 errors=0",
		"a1 foldable=false folded=false hides=0 ends=0 errors=1",
		"a3 foldable=false folded=false hides=0 ends=0 errors=0",
		"p2 foldable=true folded=true hides=3 ends=1 errors=1",
		"s1 foldable=true folded=false hides=0 ends=0 errors=0",
		"p3 foldable=false folded=false hides=0 ends=0 errors=0",
		"a7 foldable=false folded=false hides=0 ends=0 errors=0",
		"k1 foldable=false folded=false hides=0 ends=0 errors=0",
		"a9 foldable=false folded=false hides=0 ends=0 errors=0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

func TestAHoistedBranchStandsAlone(t *testing.T) {
	s := script(t, "attempts")
	l := Of(s, Options{Root: "p3"})
	page := l.Page(0, 99, session.None)
	if r := page.Rows[0]; r.Key != "p3" || r.Up || r.Level != 1 {
		t.Errorf("the first row is %+v, want the root p3", r)
	}
	want := []Crumb{{"p1", "Make it fast"}, {"s1", "The cache broke the tests."}, {"p3", "Split the lock instead"}}
	if diff := cmp.Diff(want, page.Crumbs); diff != "" {
		t.Errorf("crumbs (-want +got):\n%s", diff)
	}
	if at := l.Find(s.Pos(t, "p2")); at != never {
		t.Errorf("an entry beside the hoisted one is at row %d", at)
	}
}

func TestPromptsAreNumberedAndSayWhatTheirAnswersCost(t *testing.T) {
	s := sessiontest.New(t, `
		p1 - user "a"
		a1 . assistant "b" cost=0.25
		p2 . user "c"
		a2 . assistant "d" cost=0.5
		a3 p2 assistant "another answer" cost=1.25
		a4 . assistant "some of it is given back" cost=-0.25`)
	rows := Of(s, Options{Filter: FilterPrompts}).Page(0, 9, session.None).Rows
	if len(rows) != 2 || rows[0].Turn != 1 || rows[0].CostUSD != 0.25 || rows[1].Turn != 2 || rows[1].CostUSD != 1.5 {
		t.Errorf("rows = %+v", rows)
	}
}

// counted is how many failures a reader of the rows counts.
func counted(l *Layout) (n int) {
	for i := range l.rows {
		r := &l.rows[i]
		if n += int(r.errors); r.errors == 0 && l.nodes[r.entry].failed {
			n++
		}
	}
	return n
}

// No filter hides a failure without a row that counts it.
func TestEveryFilterCountsWhatFailed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sessiontest.Build(sessiontest.Records(t, 120, true))
		count := func(filter string) int { return counted(Of(s, Options{Filter: filter, Unfolded: true})) }
		want := count(FilterAll)
		for _, filter := range []string{FilterPrompts, FilterNoTools, FilterLabels, FilterErrors} {
			if got := count(filter); got != want {
				t.Fatalf("%s counts %d failures, want %d", filter, got, want)
			}
		}
	})
}
