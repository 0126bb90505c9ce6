package graph

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"branchline/backend/session"
	"branchline/backend/session/sessiontest"
)

// drawn is all that a layout shows.
type drawn struct {
	Rows    []Row
	Entries []Entry
	Found   []int
	Page    Page
}

func shownBy(l *Layout, leaf session.Pos) drawn {
	d := drawn{Rows: all(l, leaf), Entries: l.Entries(), Page: l.Page(0, 0, leaf)}
	for p := range l.x.Entries {
		d.Found = append(d.Found, l.Find(session.Pos(p)))
	}
	return d
}

func TestAGrownLayoutIsTheOneMadeAnew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		step := sessiontest.Growth(t, 80)
		var o Options
		var l *Layout
		for s, anew, more := step(); more; s, anew, more = step() {
			x := s.Index()
			if anew || l == nil {
				o = anyOptions(t)
				if rapid.IntRange(0, 5).Draw(t, "straight is known") > 0 {
					o.Straight = x.Key(session.Pos(rapid.IntRange(0, len(x.Entries)-1).Draw(t, "end")))
				}
				if rapid.IntRange(0, 3).Draw(t, "all is unfolded") == 0 {
					for i := range 80 {
						o.Open[fmt.Sprint("e", i)] = true
					}
				}
				l = Of(s, o)
			}
			leaf := session.Pos(rapid.IntRange(-1, len(x.Entries)-1).Draw(t, "leaf"))
			if !l.Grow() {
				l = Of(s, o)
				shownBy(l, leaf) // what was looked at must grow as well
				continue
			}
			if diff := cmp.Diff(shownBy(Of(s, o), leaf), shownBy(l, leaf)); diff != "" {
				t.Fatalf("%+v (-anew +grown):\n%s\n%s", o, diff, show(l))
			}
		}
	})
}

// An agent at work adds to the end of its branch: that never needs a new layout.
func TestALayoutGrowsWithTheWorkOfAnAgent(t *testing.T) {
	var records []sessiontest.Record
	add := func(r sessiontest.Record) {
		r.ID = fmt.Sprint("e", len(records))
		if len(records) > 0 {
			r.Parent = records[len(records)-1].ID
		}
		records = append(records, r)
	}
	for i := range 5 {
		add(sessiontest.Record{Kind: "user", Text: "go on"})
		for j := range 3 {
			id := fmt.Sprint("c", i, j)
			add(sessiontest.Record{Kind: "assistant", Think: "hm", Stop: session.StopToolUse, Calls: []sessiontest.Call{{ID: id, Tool: "bash", Target: "make"}}})
			add(sessiontest.Record{Kind: "result", Of: id, Text: "done", Flags: session.Failed * session.Flags(j%2)})
			add(sessiontest.Record{Kind: "custom"})
		}
		add(sessiontest.Record{Kind: "assistant", Text: "done", Stop: session.StopStop})
		add(sessiontest.Record{Kind: "compaction", Text: "all of it"})
	}
	for _, filter := range []string{FilterAll, FilterPrompts, FilterNoTools} {
		s := sessiontest.Build(records[:1:1])
		o := Options{Filter: filter, Straight: "e0"}
		l := Of(s, o)
		for i := 1; i < len(records); i++ {
			if !s.Grow(records[i : i+1]) {
				t.Fatalf("the session does not grow by %s", records[i].ID)
			}
			if !l.Grow() {
				t.Errorf("%s: the layout does not grow by %s, a %s", filter, records[i].ID, records[i].Kind)
				l = Of(s, o)
			}
			if diff := cmp.Diff(shownBy(Of(s, o), s.Index().Leaf), shownBy(l, s.Index().Leaf)); diff != "" {
				t.Fatalf("%s: with %s (-anew +grown):\n%s", filter, records[i].ID, diff)
			}
		}
	}
}

// A reply of the straight branch becomes a row under a filter when its call fails:
// the lane of that branch is there before.
func TestACallThatFailsLaterMovesNoLaneUnderAFilter(t *testing.T) {
	records := []sessiontest.Record{
		{ID: "q1", Kind: "user"},
		{ID: "q2", Kind: "user", Parent: "q1"},
		{ID: "a", Kind: "assistant", Calls: []sessiontest.Call{{ID: "c", Tool: "bash"}}},
		{ID: "r", Kind: "result", Of: "c", Parent: "a", Flags: session.Failed},
	}
	o := Options{Filter: FilterPrompts, Straight: "a"}
	lanes := func(n int) (out []string) {
		for _, r := range all(Of(sessiontest.Build(records[:n]), o), session.None) {
			out = append(out, fmt.Sprintf("%s in lane %d", r.Key, r.Lane))
		}
		return out
	}
	want := []string{"q1 in lane 1", "q2 in lane 1"}
	if diff := cmp.Diff(want, lanes(3)); diff != "" {
		t.Errorf("while the call runs (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(append(want, "a in lane 0"), lanes(4)); diff != "" {
		t.Errorf("when it has failed (-want +got):\n%s", diff)
	}
}
