package compare

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"branchline/backend/session"
	"branchline/backend/session/outcome"
	"branchline/backend/session/sessiontest"
)

// The table of leaves adds up all branches at once; a card adds up one.
func TestTheTableOfLeavesSaysWhatTheirCardsSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sessiontest.Build(sessiontest.Records(t, 60, rapid.Bool().Draw(t, "parents come late")))
		x := s.Index()
		got := Leaves(s, 0)
		for i, p := range x.Ends() {
			card := outcome.Of(s, p, 0)
			want := Leaf{
				Key: card.Leaf, State: card.State, Headline: card.Headline, LastWords: card.Message, Label: x.Labels[p].Text,
				Entries: card.Entries, Turns: card.Turns, CostUSD: card.Totals.CostUSD, AtMs: card.EndedMs,
				Active: x.Leads(p, x.Leaf) && asideFrom(x, p),
			}
			for _, f := range card.Files {
				if f.Edits > 0 {
					want.Files++
				}
			}
			near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })
			if diff := cmp.Diff(want, got[i], near); diff != "" {
				t.Errorf("leaf %s (-card +table):\n%s", card.Leaf, diff)
			}
		}
		if len(got) != len(x.Ends()) {
			t.Errorf("%d leaves, want %d", len(got), len(x.Ends()))
		}
	})
}

func TestASessionWithoutEntriesHasNoLeaves(t *testing.T) {
	if got := Leaves(sessiontest.Build(nil), 0); len(got) != 0 {
		t.Errorf("leaves %v, want none", got)
	}
}

// asideFrom tells whether nothing but labels and the like stands between an entry and
// where the agent continues.
func asideFrom(x *session.Index, p session.Pos) bool {
	for q := x.Leaf; q != p; q = x.At(q).Parent {
		if q == session.None || !x.At(q).Kind.Meta() {
			return false
		}
	}
	return true
}

func TestTheAgentContinuesBehindTheLabelsOfALeaf(t *testing.T) {
	s := sessiontest.New(t, `
p1 - user "go"
a1 p1 assistant "one"
a2 p1 assistant "two"
l1 a2 label "good" target=a2
n1 l1 name "Two tries"
`)
	for _, l := range Leaves(s, 0) {
		if l.Active != (l.Key == "a2") {
			t.Errorf("the agent continues at %s: %t", l.Key, l.Active)
		}
	}
}
