package library

import (
	"fmt"
	"os"
	"testing"
	"time"

	"branchline/backend/paths"
)

func TestALargeFamilyIsShownAroundTheSessionItIsAbout(t *testing.T) {
	var rows []Row
	for i := range 30 {
		r := Row{Path: fmt.Sprintf("/%02d", i), Format: runs, task: "T", CreatedMs: int64(1000 + i)}
		if i%3 > 0 { // chains of three
			r.Parent = fmt.Sprintf("/%02d", i-1)
		}
		rows = append(rows, r)
	}
	for _, c := range []struct {
		self        string
		most        int
		first, last string
		before      int
	}{
		{"/13", 30, "/00", "/29", 0},
		{"/13", 9, "/09", "/17", 3},
		{"/13", 2, "/12", "/14", 4},
		{"/00", 8, "/00", "/05", 0},
		{"/29", 8, "/24", "/29", 8},
	} {
		f, _ := FamilyOf(rows, c.self, paths.Unix)
		near, before := f.Near(c.most)
		first, last := near.Nodes[0], near.Nodes[len(near.Nodes)-1]
		if first.Path != c.first || last.Path != c.last || before != c.before || near.Nodes[near.Self].Path != c.self {
			t.Errorf("%d around %s: %s to %s, %d before, own %s", c.most, c.self, first.Path, last.Path, before, near.Nodes[near.Self].Path)
		}
		for i, n := range near.Nodes {
			if chain := near.Chains[n.Chain]; i < chain.First || chain.Newest < 0 || near.Nodes[chain.Newest].Chain != n.Chain {
				t.Errorf("%d around %s: %s stands in %+v", c.most, c.self, n.Path, chain)
			}
			if n.Depth > 0 && near.Nodes[n.Parent].Depth != n.Depth-1 {
				t.Errorf("%d around %s: the parent of %s is %d", c.most, c.self, n.Path, n.Parent)
			}
		}
	}
}

func TestFactsAreReadAnewAndTiesStay(t *testing.T) {
	d := newFolder(t)
	writeRuns(d, "five")
	rows := look(t, paths.Runs, d.dir).Rows
	row := rows[Find(rows, d.path("20261119-081203.jsonl"))]
	lines := runOf("20261119-081203", "20261119-021500", "uploads", "08:12", "08:50", "cut", 11)
	d.write("20261119-081203.jsonl", lines...)
	again := Again(t.Context(), row, time.Now().UnixMilli())
	if again.Own.Calls != 11 || again.Outcome != "interrupted" || again.Place != 2 || again.Parent != row.Parent || len(again.ContinuedBy) != 1 {
		t.Errorf("again %+v", again)
	}
	d.must(os.Remove(row.Path))
	same(t, "facts of a file that is gone", again.Own, Again(t.Context(), again, noon).Own)
}

func TestAFileIsFoundHoweverItIsSpelled(t *testing.T) {
	d := newFolder(t)
	d.write("p/a.jsonl", header("a", "/srv/p"), prompt("1", "", "09:00:01", "x"))
	d.write("p/b.jsonl", header("b", "/srv/p"), prompt("1", "", "09:00:02", "x"))
	d.link("p", "q")
	rows := look(t, paths.Flat, d.path("p")).Rows
	if at := Find(rows, d.path("q/a.jsonl")); at < 0 || rows[at].ID != "a" {
		t.Errorf("found at %d of %v", at, names(rows))
	}
	if at := Find(rows, d.path("q/c.jsonl")); at >= 0 {
		t.Errorf("a file that is not there was found at %d", at)
	}
}
