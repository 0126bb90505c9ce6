package edit

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"branchline/backend/session"
	"branchline/backend/session/pi"
)

var tree = file(hdr, u("u1", "-"), a("a1", "u1"), u("u2", "a1"), a("a2", "u2"), u("x1", "a1"))

// labelLine is a label as it is written now.
func labelLine(id, parent, target, members string) string {
	return strings.Replace(rec("label", id, parent, `"targetId":"`+target+`"`+members), "2031-05-01T09:00:01.000Z", "2031-05-02T09:00:00.000Z", 1) + "\n"
}

func TestALabelIsOneLineUnderTheActiveLeaf(t *testing.T) {
	for _, c := range []struct{ name, before, key, text, want, says string }{
		{"set, on another branch", tree, "a2", "good", labelLine("n1", "x1", "a2", `,"label":"good"`), "Put the label “good” on the reply “a2 says”."},
		{"changed", tree + file(lab("l", "x1", "a2", "bad")), "a2", " good\n one ", labelLine("n1", "l", "a2", `,"label":"good  one"`), "Put the label “good one” on the reply “a2 says” instead of “bad”."},
		{"cleared", tree + file(lab("l", "x1", "a2", "bad")), "a2", "", labelLine("n1", "l", "a2", ""), "Take the label “bad” off the reply “a2 says”."},
		{"characters that others escape", tree, "u1", `<b> "q" \ é  `, labelLine("n1", "x1", "u1", `,"label":"<b> \"q\" \\ é"`), "Put the label “<b> \"q\" \\ é” on the prompt “u1 asks”."},
		{"where a leaf entry moved the leaf", tree + file(rec("leaf", "lf", "x1", `"targetId":"a2"`)), "u1", "x", labelLine("n1", "a2", "u1", `,"label":"x"`), "Put the label “x” on the prompt “u1 asks”."},
		{"where a leaf entry moved it before the first entry", tree + file(rec("leaf", "lf", "x1", `"targetId":null`)), "u1", "x", labelLine("n1", "-", "u1", `,"label":"x"`), "Put the label “x” on the prompt “u1 asks”."},
		{"an id that is taken", strings.ReplaceAll(tree, `"a2"`, `"n1"`), "u1", "x", labelLine("n2", "x1", "u1", `,"label":"x"`), "Put the label “x” on the prompt “u1 asks”."},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			path := d.write(c.before)
			p, err := d.Label(d.open(path), c.key, c.text)
			if err != nil {
				t.Fatal(err)
			}
			if p.Says != c.says || len(p.Lines) != 1 || p.Lines[0].Text+"\n" != c.want || p.File != path || p.Creates || len(p.Warnings) > 0 != strings.Contains(c.before, `"type":"leaf"`) {
				t.Errorf("the plan says %q, writes %v to %s, warns %v", p.Says, p.Lines, p.File, p.Warnings)
			}
			if got := d.read(path); got != c.before {
				t.Fatal("the plan wrote something")
			}
			done := d.apply(p, nil)
			if got := d.added(path, c.before); got != c.want {
				t.Errorf("added %q\nwant  %q", got, c.want)
			}
			if done.Entry == "" || !strings.Contains(c.want, `"id":"`+done.Entry+`"`) || !done.CanUndo() {
				t.Errorf("done: %+v", done)
			}
		})
	}
}

// pi's coding agent does not know leaf entries: it goes by the last line.
func TestItIsSaidWhereALeafEntryMovesTheCodingAgent(t *testing.T) {
	d := newDesk(t)
	moved := tree + file(rec("leaf", "lf", "x1", `"targetId":"a2"`))
	for _, c := range []struct {
		name, data string
		plan       func(*Source) (*Plan, error)
		kinds      string
	}{
		{"a label", moved, func(s *Source) (*Plan, error) { return d.Label(s, "u1", "x") }, WarnMoves},
		{"a name", moved, func(s *Source) (*Plan, error) { return d.Rename(s, "x") }, WarnMoves},
		{"before the first entry", tree + file(rec("leaf", "lf", "x1", `"targetId":null`)), func(s *Source) (*Plan, error) { return d.Rename(s, "x") }, WarnMoves},
		{"a leaf entry that moves nothing", tree + file(rec("leaf", "lf", "x1", `"targetId":"x1"`)), func(s *Source) (*Plan, error) { return d.Rename(s, "x") }, ""},
		{"a leaf entry that went on", moved + file(a("a3", "a2")), func(s *Source) (*Plan, error) { return d.Rename(s, "x") }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := c.plan(d.open(d.write(c.data)))
			if err != nil {
				t.Fatal(err)
			}
			if kinds(p.Warnings) != c.kinds {
				t.Fatalf("it warns %+v", p.Warnings)
			}
			if c.kinds != "" && strings.Contains(p.Agent, "same branch as before") {
				t.Errorf("it says %q", p.Agent)
			}
			if c.kinds != "" && !strings.HasPrefix(p.Warnings[0].Text, "pi's coding agent goes by the last line of a file, and so far continues after the prompt “x1 asks”. With this line it continues after ") {
				t.Errorf("it warns %q", p.Warnings[0].Text)
			}
		})
	}
}

// In a loop of parents pi never comes to an end; no act makes such a place or leads there.
func TestNothingIsWrittenBehindALoopOfParents(t *testing.T) {
	for _, data := range []string{
		file(hdr, u("u1", "a1"), a("a1", "u1"), u("u2", "a1")), file(hdr, u("u1", "u1"), u("u2", "u1")), file(hdr, u("u1", "-"), lab("l", "l", "u1", "x")),
	} {
		d := newDesk(t)
		src := d.open(d.write(data))
		for name, plan := range map[string]func() (*Plan, error){
			"label": func() (*Plan, error) { return d.Label(src, "u1", "y") },
			"name":  func() (*Plan, error) { return d.Rename(src, "y") },
			"fork":  func() (*Plan, error) { return d.Fork(src, ForkTo{}) },
		} {
			_, err := plan()
			offers := []Offer{OfferFork}
			if name == "fork" {
				offers = nil // its sheet has the choice
			}
			e := refused(t, err, Refused, offers...)
			if !strings.Contains(e.Reason, "form a loop") || !strings.Contains(e.Next, "fork that branch alone") {
				t.Errorf("%s: %v", name, err)
			}
		}
		p, err := d.Fork(src, ForkTo{Leaf: "u1"})
		if err != nil {
			t.Fatal(err)
		}
		fork := d.open(d.apply(p, nil).File)
		if slices.ContainsFunc(fork.index().Entries, func(e session.Entry) bool { return e.Has(session.Looped) }) {
			t.Errorf("the fork of the branch of\n%s\nhas the loop", data)
		}
	}
}

func TestWhatCannotBeLabelledSaysWhatToDo(t *testing.T) {
	bare := `{"type":"message","timestamp":"2031-05-01T09:00:01.000Z","message":{"role":"user","content":"x"}}`
	for _, c := range []struct {
		name, data, key, text, kind string
		offers                      []Offer
	}{
		{"version 1", file(`{"type":"session","id":"s1","timestamp":"2031-05-01T09:00:00.000Z","cwd":"/p"}`, bare), "L2", "x", OldVersion, []Offer{OfferFork, OfferNote}},
		{"version 2", file(strings.Replace(hdr, ":3,", ":2,", 1), u("a", "-")), "a", "x", OldVersion, []Offer{OfferFork, OfferNote}},
		{"version 99", file(strings.Replace(hdr, ":3,", ":99,", 1), u("a", "-")), "a", "x", ReadOnly, []Offer{OfferNote}},
		{"no header", file(u("a", "-")), "a", "x", ReadOnly, []Offer{OfferNote}},
		{"no ids at all", file(hdr, bare, bare), "L2", "x", OldVersion, []Offer{OfferFork, OfferNote}},
		{"a run log", file(`{"kind":"meta","version":1,"id":"r1","task":"t","model":"m","startedAt":"2031-05-01T09:00:00Z"}`, `{"kind":"message","time":"2031-05-01T09:00:01Z","message":{"role":"user","content":[{"type":"text","text":"x"}]}}`), "L2", "x", RunLog, []Offer{OfferConvert, OfferNote}},
		{"an unknown key", tree, "nope", "x", Conflict, []Offer{OfferRetry}},
		{"an entry without an id", tree + file(bare), "L7", "x", Refused, []Offer{OfferFork}},
		{"the earlier of two with one id", tree + file(u("u1", "-")), "u1~L2", "x", Refused, nil},
		{"the label it has", tree + file(lab("l", "x1", "a2", "good")), "a2", "good ", Nothing, nil},
		{"no label to clear", tree, "a2", " ", Nothing, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			path := d.write(c.data)
			_, err := d.Label(d.open(path), c.key, c.text)
			e := refused(t, err, c.kind, c.offers...)
			if got := errors.Is(err, pi.ErrReadOnly); got != (c.kind == ReadOnly || c.kind == OldVersion || c.kind == RunLog) {
				t.Errorf("it is ErrReadOnly: %v", got)
			}
			if len(c.offers) > 0 && e.Next == "" {
				t.Errorf("it does not say what to do: %v", err)
			}
			if d.read(path) != c.data {
				t.Error("the file was changed")
			}
		})
	}
}

func TestALabelIsTakenBackByItsOpposite(t *testing.T) {
	d := newDesk(t)
	path := d.write(tree)
	label := func(text string) *Done { return d.apply(d.Label(d.open(path), "a2", text)) }
	now := func() string { return labelOf(d.open(path).index(), "a2") }
	first, second := label("one"), label("two")
	back := d.undo(second)
	if now() != "one" || !back.Undoes {
		t.Errorf("after undoing the second label it is %q", now())
	}
	d.undo(first)
	if now() != "" {
		t.Errorf("after undoing both it is %q", now())
	}
	before := d.read(path)
	_, err := d.Undo(context.Background(), second)
	refused(t, err, Conflict, OfferRetry)
	if d.read(path) != before || !strings.HasPrefix(before, tree) {
		t.Error("the file was changed")
	}
}

// Where the file was cut short there is nothing to take back, and no word of a label
// that somebody else would have set.
func TestWhatIsNotInTheFileAnyMoreIsNotTakenBack(t *testing.T) {
	for _, c := range []struct {
		name string
		plan func(d *desk, src *Source) (*Plan, error)
		left string
	}{
		{"a label", func(d *desk, src *Source) (*Plan, error) { return d.Label(src, "a2", "good") }, tree},
		{"a label whose entry is gone too", func(d *desk, src *Source) (*Plan, error) { return d.Label(src, "a2", "good") }, file(hdr, u("u1", "-"))},
		{"a name", func(d *desk, src *Source) (*Plan, error) { return d.Rename(src, "A name") }, tree},
		{"a branch", func(d *desk, src *Source) (*Plan, error) { return d.Branch(src, BranchAt{Entry: "a1"}, "left") }, tree},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			path := d.write(tree)
			done := d.apply(c.plan(d, d.open(path)))
			d.rewrite(path, c.left)
			_, err := d.Undo(context.Background(), done)
			if e := refused(t, err, Conflict); !strings.Contains(e.Reason, "not in the file any more") {
				t.Errorf("it says %v", e)
			}
		})
	}
}

func TestASessionIsNamedAndItsOldNameComesBack(t *testing.T) {
	d := newDesk(t)
	path := d.write(tree)
	rename := func(name string) *Done { return d.apply(d.Rename(d.open(path), name)) }
	name := func() string { return d.open(path).index().Name }
	first := rename(" Fix\r\nthe cart ")
	want := strings.Replace(rec("session_info", "n1", "x1", `"name":"Fix the cart"`), "05-01T09:00:01", "05-02T09:00:00", 1)
	if got := d.added(path, tree); got != want+"\n" {
		t.Errorf("added %q", got)
	}
	second := rename("Other")
	if d.undo(second); name() != "Fix the cart" {
		t.Errorf("the name is %q", name())
	}
	if _, err := d.Rename(d.open(path), "Fix the cart"); err == nil {
		t.Error("named again as it is named")
	} else {
		refused(t, err, Nothing)
	}
	d.undo(first)
	if name() != "" {
		t.Errorf("the name is %q", name())
	}
	_, err := d.Rename(d.open(path), "")
	refused(t, err, Nothing)
}
