package compare

import (
	"slices"
	"testing"

	"branchline/backend/session/sessiontest"
)

const talk = `
p1 - user "go"
a1 p1 assistant "I look at it" think="hm" call=1:read:"a.go"
x1 a1 result of=1
a2 x1 assistant "It is broken."
p2 a2 user "then mend it"
b1 p1 assistant "First a word."
b2 b1 assistant call=2:read:"a.go"
y1 b2 result of=2 failed
`

func talked(t *testing.T) *Comparison {
	t.Helper()
	s := sessiontest.New(t, talk)
	return Of(Side{Session: s, Leaf: s.Pos(t, "p2")}, Side{Session: s, Leaf: s.Pos(t, "y1")}, 0)
}

// What was said before a call hangs on the call; what was said behind the last one
// hangs on that.
func TestWhatWasSaidHangsOnItsStep(t *testing.T) {
	said := func(c Cell) (out []string) {
		for _, s := range c.Said {
			out = append(out, s.Key+" "+s.Kind+" "+s.Text)
		}
		return out
	}
	rows := talked(t).Page(0, MaxRows)
	if len(rows) != 2 {
		t.Fatalf("%d rows, want 2: %+v", len(rows), rows)
	}
	if got, want := said(rows[0].A), []string{"a1 thinking hm", "a1 reply I look at it", "a2 reply It is broken."}; !slices.Equal(got, want) {
		t.Errorf("on A's step hang %q, want %q", got, want)
	}
	if got, want := said(rows[0].B), []string{"b1 reply First a word."}; !slices.Equal(got, want) {
		t.Errorf("on B's step hang %q, want %q", got, want)
	}
	if !rows[0].Same || !rows[0].Differs || rows[0].How != DiffersResult || rows[0].A.IsError || !rows[0].B.IsError {
		t.Errorf("the call that failed on one side: %+v", rows[0])
	}
}

func TestTheOutlineMarksRows(t *testing.T) {
	want := []byte{MarkDiffers | MarkErrorB, MarkOther | MarkOnlyA | MarkPrompt}
	if got := talked(t).Outline(); !slices.Equal(got, want) {
		t.Errorf("marks %v, want %v", got, want)
	}
}

func TestAPageOfRowsThatAreNotThereIsEmpty(t *testing.T) {
	c := talked(t)
	for _, ask := range [][2]int{{2, 5}, {-3, 0}, {0, -1}, {99, 1}} {
		if got := c.Page(ask[0], ask[1]); len(got) != 0 {
			t.Errorf("page %v has %d rows", ask, len(got))
		}
	}
}

// Pauses count as in engaged time, and the clock ends at its figure.
func TestRowsKnowWhenTheirStepsBegan(t *testing.T) {
	s := sessiontest.New(t, `
p1 - user "go"
a1 p1 assistant "I look at it" call=1:read:"a.go" @60s
x1 a1 result of=1 @70s
p2 x1 user "then mend it" @3600s
a2 p2 assistant call=2:bash:"make" @3610s
x2 a2 result of=2 @5410s
l1 x2 label "good" target=a1 @9000s
b1 p1 assistant call=3:read:"a.go" @100s
`)
	c := Of(Side{Session: s, Leaf: s.Pos(t, "l1")}, Side{Session: s, Leaf: s.Pos(t, "b1")}, 0)
	a, b, endA, endB := c.Clock()
	if want := []int64{0, 310_000, 320_000}; !slices.Equal(a, want) || endA != 2_120_000 {
		t.Errorf("A began at %v and ended at %d, want %v and 2120000", a, endA, want)
	}
	if want := []int64{0, -1, -1}; !slices.Equal(b, want) || endB != 0 {
		t.Errorf("B began at %v and ended at %d, want %v and 0", b, endB, want)
	}
	r := c.Head()
	if r.A.Totals.EngagedMs != endA || r.A.Totals.DurationMs != 5_350_000 {
		t.Errorf("the figures are %d and %d ms: a label takes no time", r.A.Totals.EngagedMs, r.A.Totals.DurationMs)
	}
}
