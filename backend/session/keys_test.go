package session_test

import (
	"fmt"
	"testing"

	"branchline/backend/session"
)

func TestEveryKeyIsFoundAndNoOther(t *testing.T) {
	var f session.Fragment
	for i := range 5_000 {
		f.Add(session.Entry{Key: fmt.Sprint(i % 4_000), Line: int32(i)}, "", nil) // a thousand ids twice
	}
	f.Lines = 5_000
	x, _ := session.Join(session.Header{}, []session.Fragment{f})
	for i := range x.Entries {
		if p, ok := x.Lookup(x.Entries[i].Key); !ok || p != session.Pos(i) {
			t.Fatalf("Lookup(%q) = %d, %v, want %d", x.Entries[i].Key, p, ok, i)
		}
	}
	for _, key := range []string{"", "4000", "0~L2", "L1"} {
		if p, ok := x.Lookup(key); ok {
			t.Errorf("Lookup(%q) = %d, want nothing", key, p)
		}
	}
	if p, ok := (&session.Index{}).Lookup("a"); ok {
		t.Errorf("an empty index has an entry %d", p)
	}
}
