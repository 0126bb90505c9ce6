package graph

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"branchline/backend/session"
	"branchline/backend/session/sessiontest"
)

func anyOptions(t *rapid.T) Options {
	o := Options{
		Filter:   rapid.SampledFrom([]string{FilterAll, FilterAll, FilterPrompts, FilterNoTools, FilterLabels, FilterErrors}).Draw(t, "filter"),
		Unfolded: rapid.Bool().Draw(t, "unfolded"), Open: map[string]bool{}, Folded: map[string]bool{},
	}
	for _, i := range rapid.SliceOfN(rapid.IntRange(0, 60), 0, 3).Draw(t, "folded") {
		o.Folded[fmt.Sprint("e", i)] = true
	}
	if rapid.IntRange(0, 3).Draw(t, "hoisted") == 0 {
		o.Root = fmt.Sprint("e", rapid.IntRange(0, 60).Draw(t, "root"))
	}
	for _, i := range rapid.SliceOfN(rapid.IntRange(0, 60), 0, 5).Draw(t, "open") {
		o.Open[fmt.Sprint("e", i)] = true
	}
	if rapid.Bool().Draw(t, "other branch") {
		o.Straight = fmt.Sprint("e", rapid.IntRange(0, 60).Draw(t, "straight"))
	}
	return o
}

// all returns every row, whatever their number.
func all(l *Layout, leaf session.Pos) []Row {
	var rows []Row
	for from := 0; from < l.Len(); from += MaxRows {
		rows = append(rows, l.Page(from, MaxRows, leaf).Rows...)
	}
	return rows
}

func TestLanesOfOneRowNeverCollide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Of(sessiontest.Build(sessiontest.Records(t, 120, true)), anyOptions(t))
		for _, r := range all(l, session.None) {
			lanes := append(append([]int{r.Lane}, r.Pass...), r.Forks...)
			slices.Sort(lanes)
			if n := len(slices.Compact(slices.Clone(lanes))); n != len(lanes) {
				t.Fatalf("row %d: lane %d, pass %v, forks %v\n%s", r.Index, r.Lane, r.Pass, r.Forks, show(l))
			}
			if lanes[len(lanes)-1] >= l.lanes {
				t.Fatalf("row %d uses lane %d of %d", r.Index, lanes[len(lanes)-1], l.lanes)
			}
		}
	})
}

// show draws a layout for a message.
func show(l *Layout) string {
	var b []byte
	for _, r := range all(l, session.None) {
		b = fmt.Appendf(b, "%3d %s%s %s<%s lane %d\n", r.Index, gutter(&r, l.lanes), r.Kind, r.Key, r.Parent, r.Lane)
	}
	return string(b)
}

func TestEveryRowIsJoinedToItsParent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Of(sessiontest.Build(sessiontest.Records(t, 120, true)), anyOptions(t))
		rows := all(l, session.None)
		for i, r := range rows {
			if (r.Parent == "") == r.Up {
				t.Fatalf("row %d: parent %q, up %v", i, r.Parent, r.Up)
			}
			if r.Parent == "" {
				continue
			}
			// Follow the line up: it passes rows until one lets it out.
			at := i - 1
			for at >= 0 && slices.Contains(rows[at].Pass, r.Lane) {
				at--
			}
			if at < 0 || rows[at].Key != r.Parent ||
				!(rows[at].Lane == r.Lane && rows[at].Down || slices.Contains(rows[at].Forks, r.Lane)) {
				t.Fatalf("row %d (%s) is not joined to %s; its line ends at row %d\n%s", i, r.Key, r.Parent, at, show(l))
			}
		}
	})
}

func TestNoRowStandsAboveItsParentAndRowsAreInFileOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		late := rapid.Bool().Draw(t, "late")
		s := sessiontest.Build(sessiontest.Records(t, 120, late))
		l := Of(s, Options{Unfolded: true})
		last := int32(-1)
		for i := range l.rows {
			if l.rows[i].parent >= int32(i) {
				t.Fatalf("row %d has its parent at %d", i, l.rows[i].parent)
			}
			line := s.Index().At(l.rows[i].entry).Line
			if !late && line < last {
				t.Fatalf("row %d is line %d after line %d", i, line, last)
			}
			last = line
		}
	})
}

func TestEveryEntryIsListedOnceAfterItsParent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sessiontest.Build(sessiontest.Records(t, 120, true))
		seen := map[string]bool{"": true}
		for _, e := range Of(s, Options{}).Entries() {
			if seen[e.ID] || !seen[e.Parent] {
				t.Fatalf("%s: again %v, parent listed %v", e.ID, seen[e.ID], seen[e.Parent])
			}
			seen[e.ID] = true
		}
		if len(seen) != len(s.Index().Entries)+1 {
			t.Fatalf("%d entries listed of %d", len(seen)-1, len(s.Index().Entries))
		}
	})
}

func TestStepsAndTheirRowsAccountForEveryVisibleEntry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sessiontest.Build(sessiontest.Records(t, 120, true))
		folded, flat := Of(s, Options{}), Of(s, Options{Unfolded: true})
		errors := func(l *Layout) (n int) {
			for i := range l.rows {
				n += int(l.rows[i].errors)
			}
			return n
		}
		if a, b := errors(folded), errors(flat); a != b {
			t.Fatalf("%d errors folded, %d unfolded", a, b)
		}
		hidden := 0
		for i := range folded.rows {
			if folded.rows[i].steps {
				hidden += int(folded.runs.size[folded.rows[i].entry]) - 1
			}
		}
		if folded.Len()+hidden != flat.Len() {
			t.Fatalf("%d rows and %d hidden in steps, want %d", folded.Len(), hidden, flat.Len())
		}
	})
}

func TestGrowthNeverChangesTheLaneOfARow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := sessiontest.Records(t, 120, false)
		n := rapid.IntRange(1, len(records)).Draw(t, "prefix")
		o := Options{
			Filter:   rapid.SampledFrom([]string{FilterAll, FilterPrompts}).Draw(t, "filter"),
			Unfolded: true, Straight: records[rapid.IntRange(0, n-1).Draw(t, "straight")].ID,
		}
		before := all(Of(sessiontest.Build(records[:n]), o), session.None)
		after := all(Of(sessiontest.Build(records), o), session.None)
		for i, r := range before {
			if i >= len(after) || after[i].Key != r.Key || after[i].Lane != r.Lane {
				t.Fatalf("row %d was %s in lane %d and is %+v", i, r.Key, r.Lane, after[min(i, len(after)-1)])
			}
		}
	})
}

func TestGrowthAtTheEndsOfBranchesKeepsFoldedRowsInPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := sessiontest.Records(t, 120, false)
		n := rapid.IntRange(1, len(records)).Draw(t, "prefix")
		// Branches start at prompts' parents only, never inside steps, and nothing
		// is labelled: the two things that make steps fall apart.
		for i := range records {
			if records[i].Kind == "label" {
				records[i].Kind = "custom"
			}
			if i > 0 && records[i].Parent != records[i-1].ID {
				records[i].Parent = ""
			}
		}
		o := Options{Straight: records[n-1].ID}
		before := all(Of(sessiontest.Build(records[:n]), o), session.None)
		after := all(Of(sessiontest.Build(records), o), session.None)
		for i, r := range before {
			if i >= len(after) || after[i].Key != r.Key || after[i].Lane != r.Lane {
				t.Fatalf("row %d was %s in lane %d and is %+v", i, r.Key, r.Lane, after[min(i, len(after)-1)])
			}
		}
	})
}

func TestUnfoldingMovesNoLane(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sessiontest.Build(sessiontest.Records(t, 120, true))
		o := anyOptions(t)
		o.Filter, o.Unfolded = FilterAll, false
		steps := o
		steps.Open = nil
		folded, open := Of(s, steps), Of(s, o)
		for p := range s.Index().Entries {
			a, b := folded.Find(session.Pos(p)), open.Find(session.Pos(p))
			if (a < 0) != (b < 0) || a >= 0 && folded.rows[a].lane != open.rows[b].lane {
				t.Fatalf("%s: row %d, then %d\n%s\n%s", s.Index().Key(session.Pos(p)), a, b, show(folded), show(open))
			}
		}
	})
}

func TestAPageIsTheSameSliceOfAllRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sessiontest.Build(sessiontest.Records(t, 120, true))
		l := Of(s, anyOptions(t))
		leaf := session.Pos(rapid.IntRange(-1, len(s.Index().Entries)-1).Draw(t, "leaf"))
		whole := all(l, leaf)
		from := rapid.IntRange(0, len(whole)).Draw(t, "from")
		count := rapid.IntRange(0, len(whole)-from).Draw(t, "count")
		page := l.Page(from, count, leaf)
		if diff := cmp.Diff(append([]Row{}, whole[from:from+count]...), page.Rows); diff != "" {
			t.Fatalf("rows %d+%d (-whole +page):\n%s", from, count, diff)
		}
	})
}

func TestTheLitPathRunsInTheLaneOfTheNextOfItsRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sessiontest.Build(sessiontest.Records(t, 120, true))
		l := Of(s, anyOptions(t))
		leaf := session.Pos(rapid.IntRange(0, len(s.Index().Entries)-1).Draw(t, "leaf"))
		below := 0 // what the row above says of its lower edge
		for _, r := range all(l, leaf) {
			if r.OnPath && below != 0 && below != r.Lane+1 {
				t.Fatalf("row %d in lane %d, the path comes in lane %d", r.Index, r.Lane, below-1)
			}
			if !r.OnPath && r.PathBelow != below {
				t.Fatalf("row %d: the path enters in %d and leaves in %d", r.Index, below, r.PathBelow)
			}
			below = r.PathBelow
			lines := append([]int{}, r.Pass...)
			if r.OnPath {
				lines = append(r.Forks, r.Lane)
			}
			if below != 0 && !slices.Contains(lines, below-1) {
				t.Fatalf("row %d has no line for the path in lane %d", r.Index, below-1)
			}
		}
		if below != 0 {
			t.Fatalf("the path runs on below the last row")
		}
	})
}

func TestExactlyOneRowIsWhereTheAgentContinues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sessiontest.Build(sessiontest.Records(t, 120, true))
		l := Of(s, anyOptions(t))
		marks, ends := 0, 0
		for _, r := range all(l, session.None) {
			if r.Active {
				marks++
			}
			if r.Leaf {
				ends++
			}
			if !r.Open && !r.Down && len(r.Forks) == 0 && !r.Leaf {
				t.Fatalf("nothing comes below row %d and it is no leaf\n%s", r.Index, show(l))
			}
		}
		if want := min(l.Find(s.Index().Leaf)+1, 1); marks != want {
			t.Fatalf("%d rows are marked, want %d", marks, want)
		}
		if ends > l.endings.Len() {
			t.Fatalf("%d leaves, %d branches", ends, l.endings.Len())
		}
	})
}

// A screen reader is told the place of a row among those of its level below the same
// row one level up: the nearest one above it on the way to the root that is less deep.
func TestPlacesAmongSiblingsAreWholeSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Of(sessiontest.Build(sessiontest.Records(t, 120, true)), anyOptions(t))
		rows := all(l, session.None)
		sets := map[int][]int{}
		sizes := map[int]int{}
		for i, r := range rows {
			up := int(l.rows[i].parent)
			for up != never && rows[up].Level >= r.Level {
				up = int(l.rows[up].parent)
			}
			sets[up] = append(sets[up], r.PosInSet)
			if was := sizes[up]; was != 0 && was != r.SetSize {
				t.Fatalf("below row %d: sets of %d and of %d\n%s", up, was, r.SetSize, show(l))
			}
			sizes[up] = r.SetSize
		}
		for up, places := range sets {
			if len(places) != sizes[up] {
				t.Fatalf("below row %d: %d rows say %d\n%s", up, len(places), sizes[up], show(l))
			}
			for i, place := range places {
				if place != i+1 {
					t.Fatalf("below row %d: places %v\n%s", up, places, show(l))
				}
			}
		}
	})
}

// opens tells what a screen reader is told of a row: whether it can be opened, and is.
func opens(r *Row) (can, is bool) {
	switch {
	case r.Folded:
		return true, false
	case r.Steps > 0:
		return true, r.Open
	}
	return r.Foldable, r.Foldable
}

// What stands right below a row that is open, or below a branch point, is one level
// deeper; what goes on in a line is as deep as what is above it. No level is skipped,
// and nothing is deeper than a row that is closed but the branches that leave it.
func TestLevelsGoDownOneByOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Of(sessiontest.Build(sessiontest.Records(t, 120, true)), anyOptions(t))
		rows := all(l, session.None)
		for i := range rows {
			r, parent := &rows[i], l.rows[i].parent
			want := 1
			if parent != never {
				up := &rows[parent]
				want = up.Level
				if up.Step && !r.Step {
					want-- // the steps are over
				}
				_, open := opens(up)
				if forks := l.rows[parent].kids > 1; forks || open && (!up.Open || r.Step) {
					want++
				}
				if can, is := opens(up); can && !is && r.Level > up.Level && l.rows[parent].kids == 1 {
					t.Fatalf("row %d is deeper than row %d, which is closed\n%s", i, parent, show(l))
				}
			}
			if r.Level != want {
				t.Fatalf("row %d has level %d, want %d\n%s", i, r.Level, want, show(l))
			}
		}
	})
}
