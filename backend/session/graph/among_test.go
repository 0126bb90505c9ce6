package graph

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"branchline/backend/session"
	"branchline/backend/session/sessiontest"
)

// The branches that are laid out alone are those of a session without the others.
func TestSomeBranchesAreLaidOutAsIfThereWereNoOthers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sessiontest.Build(sessiontest.Records(t, 80, true))
		x := s.Index()
		leaves := x.Leaves()
		var some []session.Pos
		for _, leaf := range leaves {
			if rapid.Bool().Draw(t, "in") {
				some = append(some, leaf)
			}
		}
		if len(some) == 0 {
			return
		}
		in := map[string]bool{}
		for _, leaf := range some {
			for _, p := range x.Branch(leaf) {
				in[x.Key(p)] = true
			}
		}
		l := Of(s, Options{Leaves: some, Unfolded: true})
		all := Of(s, Options{Unfolded: true})
		var got, want []string
		for _, r := range l.Page(0, MaxRows, session.None).Rows {
			got = append(got, r.Key+" "+r.Parent+" "+r.Text)
		}
		for _, r := range all.Page(0, MaxRows, session.None).Rows {
			if in[r.Key] {
				want = append(want, r.Key+" "+r.Parent+" "+r.Text)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("rows (-of all +alone):\n%s", diff)
		}
	})
}

func TestAnActiveLeafElsewhereIsNoRowOfTheBranchesLaidOut(t *testing.T) {
	s := sessiontest.New(t, "a - user \"go\"\nb . assistant \"one way\"\nc a user \"another\"\n")
	l := Of(s, Options{Leaves: []session.Pos{s.Pos(t, "b")}, Straight: "b"})
	for _, r := range l.Page(0, MaxRows, session.None).Rows {
		if r.Active || len(r.Forks) > 0 || strings.Contains(r.Text, "another") {
			t.Errorf("row %s tells of the other branch: %+v", r.Key, r)
		}
	}
	if l.Len() != 2 {
		t.Errorf("got %d rows, want 2", l.Len())
	}
}
