package compare

import (
	"testing"

	"branchline/backend/session"
	"branchline/backend/session/sessiontest"
)

// A side that ends in the middle of its branch has no outcome of its own; one that is
// followed by labels and the like has.
func TestASideInTheMiddleOfItsBranchIsCutHere(t *testing.T) {
	s := sessiontest.New(t, `
p1 - user "| plan | of | work |"
a1 p1 assistant "ready"
p2 a1 user "make it fast"
a2 p2 assistant "on it" call=1:bash:"make"
x2 a2 result of=1
a3 x2 assistant "done"
l1 a3 label "good" target=a3
n1 l1 name "Fast"
p3 a1 user "make it slow"
`)
	s.Ends.State, s.Ends.Message = session.Finished, "ready"
	for _, c := range []struct {
		leaf, words string
		cut         bool
	}{
		{"p2", "make it fast", true},
		{"a2", "ran `make`", true},
		{"x2", "ran `make`", true},
		{"a3", "ready", false},
		{"l1", "ready", false},
		{"p3", "make it slow", false},
	} {
		p := Of(Side{Session: s, Leaf: s.Pos(t, c.leaf)}, Side{Session: s, Leaf: s.Pos(t, "p3")}, 0).Head().A
		if p.Cut != c.cut || c.leaf != "p3" && p.Words != c.words {
			t.Errorf("up to %s it is cut: %t, known by %q; want %t, %q", c.leaf, p.Cut, p.Words, c.cut, c.words)
		}
		if c.cut && (p.Outcome.State != string(session.Unknown) || p.Outcome.Reason != "cut" || p.Outcome.Message != "" || p.Headline != "Cut here: the branch goes on") {
			t.Errorf("up to %s it ended %+v: %s", c.leaf, p.Outcome, p.Headline)
		}
	}
	if p := Of(Side{Session: s, Leaf: s.Pos(t, "n1")}, Side{Session: s, Leaf: s.Pos(t, "p3")}, 0).Head().A; p.Label != "good" {
		t.Errorf("the label of the end is %q behind labels and names", p.Label)
	}
	b := Of(Side{Session: s, Leaf: s.Pos(t, "a3")}, Side{Session: s, Leaf: s.Pos(t, "p3")}, 0).Head().B
	if b.Words != "make it slow" {
		t.Errorf("a prompt without a reply is known by %q", b.Words)
	}
}

// Only the last entry of a run tells how it ended.
func TestARunIsCutAnywhereBeforeItsEnd(t *testing.T) {
	s := read(t, "run A\np1 - user \"Start now.\"\na1 p1 assistant \"ok\"\n")
	for leaf, cut := range map[string]bool{"p1": true, "a1": false} {
		p := Of(Side{Session: s, Leaf: s.Pos(t, leaf)}, Side{Session: s, Leaf: s.Pos(t, "a1")}, 0).Head().A
		if p.Cut != cut {
			t.Errorf("up to %s it is cut: %t", leaf, p.Cut)
		}
	}
}
