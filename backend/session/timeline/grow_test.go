package timeline

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"branchline/backend/session"
	"branchline/backend/session/sessiontest"
)

// told is all that a branch tells.
type told struct {
	Page    Page
	Turns   []Turn
	Outline []byte
	Found   []int
}

func tell(t *rapid.T, b *Branch) told {
	p, err := b.Page(0, MaxRows)
	if err != nil {
		t.Fatal(err)
	}
	all := told{Page: p, Turns: b.Turns(), Outline: b.Outline(0)}
	for p := range b.x.Entries {
		all.Found = append(all.Found, b.Find(session.Pos(p)))
	}
	return all
}

// follows tells whether a branch must be able to grow to a leaf: no compaction
// and no edit on the way changes what was there, and no edit before what comes.
func follows(x *session.Index, from, to session.Pos) bool {
	next, below := x.Between(from, to)
	for _, p := range x.Branch(from) {
		for _, m := range x.MarksOf(p) {
			if ahead, ok := x.Lookup(m.Target); ok && m.Kind == session.MarkEdit && (ahead > p || p > from) {
				return false
			}
		}
	}
	return below && !slices.ContainsFunc(next, func(p session.Pos) bool {
		return x.At(p).Kind == session.KindCompaction || x.At(p).Kind == session.KindEdit
	})
}

func TestAGrownBranchIsTheOneReadAnew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		step := sessiontest.Growth(t, 60)
		var kept []*Branch
		for s, anew, more := step(); more; s, anew, more = step() {
			x := s.Index()
			if anew || len(kept) == 0 {
				kept = nil
				for range 3 {
					leaf := session.Pos(rapid.IntRange(0, len(x.Entries)-1).Draw(t, "leaf"))
					kept = append(kept, Of(s, leaf))
				}
			}
			for i, b := range kept {
				leaf := b.leaf
				if to := session.Pos(rapid.IntRange(0, len(x.Entries)-1).Draw(t, "to")); follows(x, leaf, to) {
					leaf = to
				} else if follows(x, leaf, x.Leaf) {
					leaf = x.Leaf
				}
				if !b.Grow(leaf) {
					if b.Len() > 0 && follows(x, leaf, leaf) {
						t.Fatalf("the branch of %s does not grow to %s", x.Key(b.leaf), x.Key(leaf))
					}
					kept[i] = Of(s, leaf)
					continue
				}
				if diff := cmp.Diff(tell(t, Of(s, leaf)), tell(t, b)); diff != "" {
					t.Fatalf("the branch that grew to %s (-anew +grown):\n%s", x.Key(leaf), diff)
				}
			}
		}
	})
}

func TestABranchDoesNotGrowToAnotherOne(t *testing.T) {
	s := sessiontest.New(t, `
		p1 - user "go"
		a1 p1 assistant "one"
		a2 p1 assistant "two"
		c1 a2 compaction "short" target=p1`)
	for leaf, to := range map[string]string{"a1": "a2", "a2": "c1"} {
		if Of(s, s.Pos(t, leaf)).Grow(s.Pos(t, to)) {
			t.Errorf("the branch of %s grew to %s", leaf, to)
		}
	}
}
