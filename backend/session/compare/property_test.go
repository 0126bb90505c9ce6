package compare

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"branchline/backend/session"
	"branchline/backend/session/sessiontest"
)

// drawn is a session with two of its entries.
func drawn(t *rapid.T) (s *sessiontest.Session, a, b Side) {
	records := sessiontest.Records(t, 60, rapid.Bool().Draw(t, "parents come late"))
	for i := range records {
		for j := range records[i].Calls {
			given(t, &records[i].Calls[j])
		}
	}
	s = sessiontest.Build(records)
	last := len(s.Index().Entries) - 1
	a = Side{Session: s, Leaf: session.Pos(rapid.IntRange(-1, last).Draw(t, "a"))}
	b = Side{Session: s, Leaf: session.Pos(rapid.IntRange(-1, last).Draw(t, "b"))}
	return s, a, b
}

// given gives some calls arguments: searches, texts for files, things for tools that
// this app does not know.
func given(t *rapid.T, c *sessiontest.Call) {
	text := rapid.SampledFrom([]string{"one", "two"})
	switch rapid.IntRange(0, 5).Draw(t, "arguments") {
	case 0:
		c.Tool, c.Target, c.Args = "grep", "", fmt.Sprintf(`{"pattern":%q,"path":"src"}`, text.Draw(t, "pattern"))
	case 1:
		c.Tool, c.Target, c.Args = "write", "a.go", fmt.Sprintf(`{"path":"a.go","content":%q}`, text.Draw(t, "content"))
	case 2:
		c.Tool, c.Target, c.Args = "ticket", "", fmt.Sprintf(`{"number":%q}`, text.Draw(t, "number"))
	case 3:
		spaces := rapid.SampledFrom([]string{" ", "  "}).Draw(t, "spaces")
		c.Tool, c.Target, c.Args = "bash", "echo 'a b' > a.txt", fmt.Sprintf(`{"command":"echo 'a%sb' > a.txt"}`, spaces)
	}
}

// mirrored fails where B against A is not the mirror image of A against B.
func mirrored(t interface {
	Helper()
	Errorf(string, ...any)
}, a, b Side) {
	t.Helper()
	there, back := Of(a, b, 0), Of(b, a, 0)
	got, want := back.Result(), there.Result()
	want.A, want.B = want.B, want.A
	want.Shared, want.SharedB = want.SharedB, want.Shared
	want.Ancestor, want.AncestorB = want.AncestorB, want.Ancestor
	want.Divergence.A, want.Divergence.B = want.Divergence.B, want.Divergence.A
	for i, r := range want.Rows {
		want.Rows[i].A, want.Rows[i].B = r.B, r.A
	}
	for i := range want.Deltas {
		d := &want.Deltas[i]
		d.A, d.B, d.TextA, d.TextB = d.B, d.A, d.TextB, d.TextA
		d.Better = map[string]string{"a": "b", "b": "a", "": ""}[d.Better]
	}
	mirroredRows(t, there, back)
	for _, r := range []*Result{&got, &want} { // sentences name the sides
		r.Divergence.Text, r.Summary, r.Notes = "", "", nil
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("B against A is not the mirror image of A against B (-want +got):\n%s", diff)
	}
}

// mirroredRows holds what is told of rows against what is told of them the other way
// round.
func mirroredRows(t interface {
	Helper()
	Errorf(string, ...any)
}, there, back *Comparison) {
	t.Helper()
	turned := func(mark byte) byte {
		out := mark & (MarkOther | MarkDiffers | MarkPrompt)
		for _, pair := range [][2]byte{{MarkOnlyA, MarkOnlyB}, {MarkErrorA, MarkErrorB}} {
			if mark&pair[0] != 0 {
				out |= pair[1]
			}
			if mark&pair[1] != 0 {
				out |= pair[0]
			}
		}
		return out
	}
	marks, others := there.Outline(), back.Outline()
	for i := range marks {
		if turned(marks[i]) != others[i] {
			t.Errorf("row %d has the marks %b, the other way round %b", i, marks[i], others[i])
		}
	}
	a, b, endA, endB := there.Clock()
	y, x, endY, endX := back.Clock()
	if !slices.Equal(a, x) || !slices.Equal(b, y) || endA != endX || endB != endY {
		t.Errorf("the clocks are %v to %d and %v to %d, the other way round %v to %d and %v to %d", a, endA, b, endB, x, endX, y, endY)
	}
	for i := range min(len(a), len(b)) {
		if a[i] > endA || b[i] > endB {
			t.Errorf("row %d begins at %d and %d, behind the ends %d and %d", i, a[i], b[i], endA, endB)
		}
	}
}

func TestABranchAgainstItselfIsEmpty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, a, _ := drawn(t)
		r := Of(a, a, 0).Result()
		if len(r.A.Only)+len(r.B.Only)+len(r.Rows) > 0 || r.Divergence.Row != -1 || r.Divergence.A+r.Divergence.B != "" {
			t.Errorf("only in A %v, only in B %v, rows %v, parting %+v", r.A.Only, r.B.Only, r.Rows, r.Divergence)
		}
		for _, d := range r.Deltas {
			if d.A != d.B || d.Better != "" {
				t.Errorf("%s is %v and %v, better %q", d.Name, d.A, d.B, d.Better)
			}
		}
	})
}

func TestComparingIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, a, b := drawn(t)
		mirrored(t, a, b)
	})
}

func TestSharedIsThePathToTheAncestorAndOnlyTheRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, a, b := drawn(t)
		x, r := s.Index(), Of(a, b, 0).Result()
		ancestor := session.None
		for p := a.Leaf; p != session.None; p = x.At(p).Parent {
			if x.Leads(p, b.Leaf) {
				ancestor = p
				break
			}
		}
		if r.Ancestor != x.Key(ancestor) {
			t.Errorf("ancestor %q, want %q", r.Ancestor, x.Key(ancestor))
		}
		keys := func(leaf session.Pos) []string {
			out := []string{}
			for _, p := range x.Branch(leaf) {
				out = append(out, x.Key(p))
			}
			return out
		}
		for _, c := range []struct {
			name      string
			got, want []string
		}{
			{"shared", r.Shared, keys(ancestor)},
			{"shared and only A", slices.Concat(r.Shared, r.A.Only), keys(a.Leaf)},
			{"shared and only B", slices.Concat(r.SharedB, r.B.Only), keys(b.Leaf)},
		} {
			if !slices.Equal(c.got, c.want) {
				t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
			}
		}
	})
}

// A fork copies a branch without its labels, sets them anew at its end, and goes on.
func TestAForkSharesWhatItCopied(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := sessiontest.Records(t, 60, false)
		s := sessiontest.Build(records)
		x := s.Index()
		last := len(x.Entries) - 1
		from, other := session.Pos(rapid.IntRange(0, last).Draw(t, "forked from")), session.Pos(rapid.IntRange(0, last).Draw(t, "compared with"))
		var fork []sessiontest.Record
		parent := ""
		for _, p := range x.Branch(from) {
			r := records[p]
			if r.Kind == "label" {
				continue
			}
			r.Parent = parent
			fork, parent = append(fork, r), r.ID
		}
		for i := range rapid.IntRange(0, 4).Draw(t, "more") {
			r := sessiontest.Record{ID: fmt.Sprint("new", i), Parent: parent, Kind: rapid.SampledFrom([]string{"user", "assistant", "label"}).Draw(t, "kind"), Text: "on"}
			fork, parent = append(fork, r), r.ID
		}
		o := sessiontest.Build(fork)
		a, b := Side{Session: s, Leaf: other}, Side{Session: o, Leaf: session.Pos(len(fork) - 1)}
		mirrored(t, a, b)
		var shared, onlyA, onlyB []string
		for _, p := range x.Branch(other) {
			switch {
			case x.At(p).Kind == session.KindLabel:
			case x.Leads(p, from):
				shared = append(shared, x.Key(p))
			default:
				onlyA = append(onlyA, x.Key(p))
			}
		}
		for i := len(shared); i < len(fork); i++ {
			if fork[i].Kind != "label" {
				onlyB = append(onlyB, fork[i].ID)
			}
		}
		r := Of(a, b, 0).Result()
		for _, c := range []struct {
			name      string
			got, want []string
		}{{"shared", r.Shared, shared}, {"shared in B", r.SharedB, shared}, {"only A", r.A.Only, onlyA}, {"only B", r.B.Only, onlyB}} {
			if !slices.Equal(c.got, c.want) {
				t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
			}
		}
		if len(r.Notes) > 0 {
			t.Errorf("notes %q on a whole fork", r.Notes)
		}
	})
}

// What both did stands level, in its order, and every step once.
func TestRowsHoldEveryStepInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, a, b := drawn(t)
		c := Of(a, b, 0)
		i, j := 0, 0
		for n, row := range c.levels {
			if row.a == noStep || row.b == noStep {
				if n > 0 || !row.same {
					t.Errorf("row %d is what was said first: %+v", n, row)
				}
				continue
			}
			if row.a >= 0 {
				if row.a != i {
					t.Errorf("row %d holds step %d of A, want %d", n, row.a, i)
				}
				i++
			}
			if row.b >= 0 {
				if row.b != j {
					t.Errorf("row %d holds step %d of B, want %d", n, row.b, j)
				}
				j++
			}
			level := row.a >= 0 && row.b >= 0 && c.a.steps[row.a].signature == c.b.steps[row.b].signature
			if row.differs != "" && !row.same {
				t.Errorf("row %d differs as equal steps do, but is none", n)
			}
			if row.same && !level {
				t.Errorf("row %d says the same of steps that are not", n)
			}
		}
		if i != len(c.a.steps) || j != len(c.b.steps) {
			t.Errorf("%d and %d steps in rows, want %d and %d", i, j, len(c.a.steps), len(c.b.steps))
		}
		said := 0
		for _, d := range c.Page(0, MaxRows) {
			said += len(d.A.Said) + len(d.B.Said)
		}
		want := 0
		for _, side := range []*branch{c.a, c.b} {
			for k := range side.items {
				if hangs(side.items[k].Kind) {
					want++
				}
			}
		}
		if said != want {
			t.Errorf("%d things that were said hang on rows, want %d", said, want)
		}
	})
}

func TestPagesTogetherAreAllRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, a, b := drawn(t)
		c := Of(a, b, 0)
		count := rapid.IntRange(1, 9).Draw(t, "rows")
		var got []Detail
		for from := 0; from < c.Len(); from += count {
			got = append(got, c.Page(from, count)...)
		}
		if diff := cmp.Diff(c.Page(0, MaxRows), append([]Detail{}, got...)); diff != "" {
			t.Errorf("pages (-all +together):\n%s", diff)
		}
		rows := c.Result().Rows
		for i, d := range got {
			if d.Index != i || d.A.Key != rows[i].A || d.B.Key != rows[i].B || d.Same != rows[i].Same {
				t.Errorf("row %d is %+v, its detail %+v", i, rows[i], d)
			}
		}
		for i, d := range got {
			if d.Differs != (d.How != "") || d.Differs && !d.Same || d.How != rows[i].Differs {
				t.Errorf("row %d differs by %q, its detail is %+v", i, rows[i].Differs, d)
			}
		}
		first := slices.IndexFunc(rows, func(r Row) bool { return !r.Same || r.Differs != "" })
		if at := c.Head().Divergence; at.Row != first || first >= 0 && (at.A != rows[first].A || at.B != rows[first].B) {
			t.Errorf("they part at %+v, the first row that differs is %d", at, first)
		}
		if len(c.Outline()) != c.Len() {
			t.Errorf("%d marks, want %d", len(c.Outline()), c.Len())
		}
	})
}

// A longest common subsequence is as long as the textbook's, over blocks of any size.
func TestLongestIsALongestCommonSubsequence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		symbols := rapid.IntRange(1, 40).Draw(t, "symbols")
		list := func(name string) []int {
			out := make([]int, rapid.IntRange(0, 300).Draw(t, name))
			for i := range out {
				out[i] = r.IntN(symbols)
			}
			return out
		}
		a, b := list("a"), list("b")
		got := longest(a, b)
		last := match{-1, -1}
		for _, m := range got {
			if m.a <= last.a || m.b <= last.b || a[m.a] != b[m.b] {
				t.Fatalf("match %v behind %v of %v and %v", m, last, a, b)
			}
			last = m
		}
		row := make([]int, len(b)+1)
		for i := range a {
			before := 0
			for j := range b {
				above := row[j+1]
				if a[i] == b[j] {
					row[j+1] = before + 1
				} else {
					row[j+1] = max(row[j+1], row[j])
				}
				before = above
			}
		}
		if len(got) != row[len(b)] {
			t.Errorf("%d matches, want %d", len(got), row[len(b)])
		}
	})
}
