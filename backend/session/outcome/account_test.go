package outcome

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"branchline/backend/session"
	"branchline/backend/session/sessiontest"
)

func TestAGrownAccountIsTheOneMadeAnew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		step := sessiontest.Growth(t, 60)
		var a *Account
		for s, anew, more := step(); more; s, anew, more = step() {
			x := s.Index()
			if anew || a == nil {
				a = AccountOf(s, session.Pos(rapid.IntRange(-1, len(x.Entries)-1).Draw(t, "leaf")))
			}
			leaf := a.leaf
			if _, below := x.Between(leaf, x.Leaf); below && rapid.Bool().Draw(t, "goes on") {
				leaf = x.Leaf
			}
			if !a.Grow(leaf) {
				a = AccountOf(s, leaf)
				continue
			}
			if diff := cmp.Diff(Of(s, leaf, 0), a.Card(0)); diff != "" {
				t.Fatalf("the card of %s (-anew +grown):\n%s", x.Key(leaf), diff)
			}
		}
	})
}

// An agent at work adds to the end of its branch: that is never added up anew.
func TestAnAccountGrowsWithTheWorkOfAnAgent(t *testing.T) {
	s := sessiontest.Build([]sessiontest.Record{{ID: "e0", Kind: "user", Text: "go"}})
	a := AccountOf(s, 0)
	for i := 1; i < 120; i += 2 {
		call := sessiontest.Call{ID: fmt.Sprint("c", i), Tool: "edit", Target: fmt.Sprintf("file%d.go", i%7)}
		work := []sessiontest.Record{
			{ID: fmt.Sprint("e", i), Parent: fmt.Sprint("e", i-1), Kind: "assistant", Calls: []sessiontest.Call{call}, AtMs: int64(i) * 1000,
				Usage: &session.Usage{Model: "acme/large", Input: 0.1 * float64(i), CostUSD: 0.01}},
			{ID: fmt.Sprint("e", i+1), Parent: fmt.Sprint("e", i), Kind: "result", Of: call.ID, AtMs: int64(i)*1000 + 500,
				Flags: session.Failed * session.Flags(i/2%2)},
		}
		for j := range work {
			if !s.Grow(work[j:j+1]) || !a.Grow(s.Index().Leaf) {
				t.Fatalf("it does not grow by %s", work[j].ID)
			}
			if diff := cmp.Diff(Of(s, s.Index().Leaf, 0), a.Card(0)); diff != "" {
				t.Fatalf("with %s (-anew +grown):\n%s", work[j].ID, diff)
			}
		}
	}
}
