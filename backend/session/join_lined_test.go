package session

import "testing"

func TestEntriesAreFoundByTheirLinesWhereNoRecordHasAnID(t *testing.T) {
	var j Joiner
	j.Lined = true
	j.Add(Fragment{Entries: []Entry{{Line: 1}, {Line: 2}, {Line: 41}}, Lines: 50}, 1)
	for i := range j.Index.Entries {
		e := &j.Index.Entries[i]
		e.Key, e.Flags = lineKey(e.Line), e.Flags|NoID
	}
	x, _ := j.Done(Header{})
	for key, want := range map[string]Pos{
		"L2": 0, "L3": 1, "L42": 2, "L1": None, "L4": None, "L43": None, "L02": None, "2": None, "L": None, "": None, "L2~": None, "L-2": None,
	} {
		if p, ok := x.Lookup(key); p != want || ok != (want != None) {
			t.Errorf("%q is found at %d (%v), want %d", key, p, ok, want)
		}
	}
	if _, ok := x.ByID("L2"); ok {
		t.Error("a key that was made up passes for an id")
	}
}
