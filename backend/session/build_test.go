package session_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"branchline/backend/session"
)

// tree builds an index of entries given as "id<parent" or "id<parent@time".
func tree(entries ...string) *session.Index {
	var f session.Fragment
	for i, text := range entries {
		text, at, _ := strings.Cut(text, "@")
		id, parent, _ := strings.Cut(text, "<")
		e := session.Entry{Key: id, Kind: session.KindMessage, Line: int32(i), Span: session.Span{Off: int64(100 * i), Len: 99}}
		if at != "" {
			fmt.Sscan(at, &e.AtMs)
		}
		f.Add(e, parent, nil)
	}
	f.Lines = len(entries)
	x, parents := session.Join(session.Header{}, []session.Fragment{f})
	x.Resolve(parents)
	x.Link()
	return x
}

func keys(x *session.Index, ps []session.Pos) string {
	var out []string
	for _, p := range ps {
		out = append(out, x.Key(p))
	}
	return strings.Join(out, " ")
}

func kinds(x *session.Index) string {
	var out []string
	for _, p := range x.Problems {
		out = append(out, fmt.Sprintf("%d:%s", p.Line, p.Kind))
	}
	return strings.Join(out, " ")
}

func TestTreeKeepsEveryEntryReachable(t *testing.T) {
	cases := []struct {
		name                    string
		in                      []string
		roots, leaves, problems string
	}{
		{"a chain", []string{"a", "b<a", "c<b"}, "a", "c", ""},
		{"two starts", []string{"a", "b", "c<a"}, "a b", "b c", ""},
		{"a lost parent", []string{"a", "c<b", "d<c"}, "a c", "a d", "2:orphan"},
		{"a parent that comes later", []string{"a", "c<b", "b<a"}, "a", "c", ""},
		{"its own parent", []string{"a", "b<b", "c<b"}, "a b", "a c", "2:loop"},
		{"a loop", []string{"r", "a<b", "b<a", "z<r"}, "r a", "b z", "2:loop"},
		{"a loop with a tail", []string{"x<c", "a<b", "b<c", "c<a"}, "a", "x b", "2:loop"},
		{"the same id twice", []string{"a", "b<a", "a"}, "a~L1 a", "a~L1 b", "1:duplicate"},
		{"the same id three times", []string{"a", "a", "a"}, "a~L1 a~L2 a", "a~L1 a~L2 a", "1:duplicate 2:duplicate"},
		{"no id", []string{"a", "<a", "c<a"}, "a", "L2 c", ""},
		{"a made-up key takes no id away", []string{"L2", "", "c<L2"}, "L2 L2~", "L2~ c", ""},
		{"an id takes its name from a made-up key", []string{"", "L1", "c<L1"}, "L1~ L1", "L1~ c", ""},
		{"the key of an earlier entry is no parent", []string{"a", "a", "b<a~L1"}, "a~L1 a b", "a~L1 a b", "1:duplicate 3:orphan"},
		{"a made-up key is no parent", []string{"", "b<L1"}, "L1 b", "L1 b", "2:orphan"},
	}
	for _, c := range cases {
		x := tree(c.in...)
		got := [3]string{keys(x, x.Roots), keys(x, x.Leaves()), kinds(x)}
		if diff := cmp.Diff([3]string{c.roots, c.leaves, c.problems}, got); diff != "" {
			t.Errorf("%s: roots, leaves, problems (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestChildrenStandByTimeAndThoseWithoutOneLast(t *testing.T) {
	x := tree("r@1", "a<r@30", "b<r@10", "bad<r", "c<r@20", "d<r@20", "worse<r")
	if got, want := keys(x, x.Children(0)), "b c d a bad worse"; got != want {
		t.Errorf("children %q, want %q", got, want)
	}
}

func TestAnEarlierDuplicateStaysReachableByItsLine(t *testing.T) {
	x := tree("a", "b<a", "a")
	p, ok := x.Lookup("a~L1")
	if !ok || p != 0 || !x.At(0).Has(session.Duplicate) {
		t.Errorf("Lookup(a~L1) = %d, %v; flags %b", p, ok, x.At(0).Flags)
	}
	if got, want := keys(x, x.Branch(1)), "a b"; got != want {
		t.Errorf("the branch of b is %q, want %q through the last entry with the id", got, want)
	}
}

func TestFragmentsJoinIntoOneCountOfLines(t *testing.T) {
	part := func(lines int, id string) session.Fragment {
		f := session.Fragment{Lines: lines}
		p := f.Add(session.Entry{Key: id, Line: int32(lines - 1)}, "", []session.Part{{Kind: session.PartCall, Tool: session.WordOf(id)}})
		f.Marks = append(f.Marks, session.Mark{Entry: p, Kind: session.MarkLabel, Target: id, Text: "at " + id})
		f.Problems = append(f.Problems, session.Problem{Line: 0, Kind: session.ProblemJSON})
		return f
	}
	x, parents := session.Join(session.Header{}, []session.Fragment{part(3, "a"), part(0+2, "b")})
	x.Resolve(parents)
	x.Link()
	if x.Lines != 5 || x.At(0).Line != 3 || x.At(1).Line != 5 {
		t.Errorf("%d lines, entries on %d and %d, want 5, 3 and 5", x.Lines, x.At(0).Line, x.At(1).Line)
	}
	if got := x.PartsOf(1); len(got) != 1 || got[0].Tool.String() != "b" || got[0].Entry != 1 {
		t.Errorf("parts of the second entry: %+v", got)
	}
	if got := x.Labels[1]; got.Text != "at b" || got.By != 1 {
		t.Errorf("label of the second entry: %+v", got)
	}
	if got, want := kinds(x), "1:json 4:json"; got != want {
		t.Errorf("problems %q, want %q", got, want)
	}
}

func TestLabelsAndNamesFollowTheOrderOfTheFile(t *testing.T) {
	var f session.Fragment
	for _, id := range []string{"a", "b", "l1", "l2", "l3", "n1"} {
		f.Add(session.Entry{Key: id}, "", nil)
	}
	f.Marks = []session.Mark{
		{Entry: 2, Kind: session.MarkLabel, Target: "a", Text: "first"},
		{Entry: 2, Kind: session.MarkLabel, Target: "b", Text: "kept"},
		{Entry: 3, Kind: session.MarkLabel, Target: "gone", Text: "nowhere"},
		{Entry: 4, Kind: session.MarkLabel, Target: "a", Text: ""},
		{Entry: 5, Kind: session.MarkName, Text: "the name"},
	}
	x, _ := session.Join(session.Header{}, []session.Fragment{f})
	x.Link()
	if len(x.Labels) != 1 || x.Labels[1].Text != "kept" || x.Name != "the name" {
		t.Errorf("labels %v, name %q", x.Labels, x.Name)
	}
}

func TestEveryEntryHasExactlyOnePathToARoot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "entries")
		var in []string
		for i := range n {
			// Parents before, after, missing, self and in loops.
			in = append(in, fmt.Sprintf("e%d<e%d", i, rapid.IntRange(-1, n+2).Draw(t, "parent")))
		}
		x := tree(in...)
		seen := make([]int, n)
		var walk func(p session.Pos)
		walk = func(p session.Pos) {
			seen[p]++
			for _, c := range x.Children(p) {
				if x.At(c).Parent != p {
					t.Fatalf("%s is a child of %s and names another parent", x.Key(c), x.Key(p))
				}
				walk(c)
			}
		}
		for _, r := range x.Roots {
			walk(r)
		}
		for i, times := range seen {
			if times != 1 {
				t.Fatalf("entry e%d is reached %d times from the roots of %v", i, times, in)
			}
			path := x.Branch(session.Pos(i))
			if len(path) == 0 || x.At(path[0]).Parent != session.None {
				t.Fatalf("the branch of e%d does not begin at a root", i)
			}
		}
	})
}
