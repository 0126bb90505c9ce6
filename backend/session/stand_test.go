package session

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestEntriesStandOnABranchAfterItsLeafOrBesideIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var x Index
		for i := range rapid.IntRange(1, 30).Draw(t, "entries") {
			x.Entries = append(x.Entries, Entry{Parent: Pos(rapid.IntRange(-1, i-1).Draw(t, "parent"))})
		}
		some := rapid.SliceOfN(rapid.IntRange(0, len(x.Entries)-1), 0, 3).Draw(t, "leaves")
		leaves := make([]Pos, len(some))
		for i, leaf := range some {
			leaves[i] = Pos(leaf)
		}
		on := func(p Pos) bool {
			return slices.ContainsFunc(leaves, func(leaf Pos) bool { return slices.Contains(x.Branch(leaf), p) })
		}
		want := make([]Stand, len(x.Entries))
		for i := range want {
			last := None // on the way to it that is on a branch
			for _, p := range x.Branch(Pos(i)) {
				if on(p) {
					last = p
				}
			}
			switch {
			case on(Pos(i)):
				want[i] = On
			case slices.Contains(leaves, last):
				want[i] = After
			}
		}
		if diff := cmp.Diff(want, x.Stands(leaves...)); diff != "" {
			t.Fatalf("(-want +got)\n%s", diff)
		}
	})
}

func TestARunStandsOnOneCourse(t *testing.T) {
	x := Index{Header: Header{Closed: true}, Entries: []Entry{{Parent: None}, {Parent: 0}, {Parent: None}, {Parent: 2}}}
	if diff := cmp.Diff([]Stand{On, On, On, After}, x.Stands(2)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestWhatIsOffABranchIsCounted(t *testing.T) {
	// 0 ─ 1 ─ 2 ─ 3 name    and of 1 also 4 label ─ 5 ─ 6 label, and 7 label
	x := Index{
		Name: "Now", Labels: map[Pos]Label{0: {}, 2: {}, 5: {}},
		Entries: []Entry{
			{Parent: None}, {Parent: 0}, {Parent: 1}, {Parent: 2, Kind: KindName},
			{Parent: 1, Kind: KindLabel}, {Parent: 4}, {Parent: 5, Kind: KindLabel}, {Parent: 1, Kind: KindLabel},
		},
	}
	for _, c := range []struct {
		what   string
		leaves []Pos
		want   Off
	}{
		{"the branch with the name", []Pos{3}, Off{Beside: 1, Branches: 1, Labels: 1, Name: On}},
		{"the beginning of all", []Pos{0}, Off{After: 4, Labels: 2, Name: After}},
		{"another branch", []Pos{6}, Off{Beside: 2, Branches: 1, Labels: 1, Name: Beside}},
		{"both", []Pos{2, 5}, Off{After: 1, Name: After}},
	} {
		if diff := cmp.Diff(c.want, x.Off(c.leaves...)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.what, diff)
		}
	}
}
