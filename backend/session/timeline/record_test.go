package timeline

import (
	"bytes"
	"slices"
	"testing"

	"branchline/backend/session"
)

func TestRecordsOfABranchAreItsLinesAsTheyStand(t *testing.T) {
	s := script(t, "kinds")
	b := Of(s, s.Index().Leaf)
	records, total, at := b.Records(0, 1000, session.None)
	if total != len(records) || at != -1 {
		t.Errorf("%d records of %d, at %d", len(records), total, at)
	}
	keys := []string{}
	for i, r := range records {
		if r.Index != i || i > 0 && r.Line <= records[i-1].Line {
			t.Errorf("record %d has the place %d and line %d", i, r.Index, r.Line)
		}
		keys = append(keys, r.Entry)
		raw, ok, err := b.Raw(i)
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		want, err := s.Read(s.Index().At(s.Pos(t, r.Entry)).Span)
		if err != nil || !bytes.Equal(raw, want) {
			t.Errorf("record %s reads as %q, want %q (%v)", r.Entry, raw, want, err)
		}
		if r.Row < 0 || r.Row >= b.Len() {
			t.Errorf("record %s stands in row %d of %d", r.Entry, r.Row, b.Len())
		}
	}
	if !slices.Contains(keys, "r1") || !slices.Contains(keys, "l1") || slices.Contains(keys, "p3") {
		t.Errorf("the records are %v: want results and labels, none of another branch", keys)
	}
	some, _, at := b.Records(0, 4, s.Pos(t, "a2"))
	if at < 0 || !slices.ContainsFunc(some, func(r Record) bool { return r.Entry == "a2" && r.Index == at }) {
		t.Errorf("a2 is at %d of %v", at, some)
	}
	if got := records[slices.Index(keys, "a3")].Text; got != "bash sleep 9" {
		t.Errorf("a3, which only calls, is told as %q", got)
	}
	if _, ok, err := b.Raw(total); ok || err != nil {
		t.Errorf("there is a record behind the last: %v", err)
	}
}
