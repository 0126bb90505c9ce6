package edit

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// work is an attempt with calls, below a1 the prompt u2, and another one x1.
var work = file(hdr, u("u1", "-"), a("a1", "u1"),
	u("x1", "a1"), a("x2", "x1"),
	u("u2", "a1"),
	calls("c1", "u2", "k1", "read", `{"path":"src/Ärger.go"}`, "k2", "edit", `{"path":"b.go","edits":[]}`, "k3", "bash", `{"command":"go test"}`),
	result("r1", "c1", "k1", "read", false), result("r2", "r1", "k2", "edit", false), result("r3", "r2", "k3", "bash", true),
	calls("c2", "r3", "k4", "read", `{"path":"b.go"}`, "k5", "read", `{"path":"a.go"}`, "k6", "read", `{"path":5}`, "k7", "write", `{"path":"\ud83d\ude00.go","content":"x"}`, "k8", "read", `{"path":"`+"\uffee"+`.go"}`),
	result("r4", "c2", "k4", "read", false),
	rec("branch_summary", "s1", "r4", `"fromId":"root","summary":"before","details":{"readFiles":["old.go",1],"modifiedFiles":["made.go"]}`),
	rec("branch_summary", "s2", "s1", `"fromId":"root","summary":"before","details":{"readFiles":["hook.go"]},"fromHook":true`),
	calls("c3", "s2", "k9", "write", `{"path":"unsaid.go"}`),
	rec("context_edit", "e1", "c3", `"targetId":"c3","replacement":null`),
	a("a2", "e1"))

// summary is a branch summary as it is written now.
func summary(id, parent, from, text, details string) string {
	line := rec("branch_summary", id, parent, fmt.Sprintf(`"fromId":%q,"summary":%q,"details":%s,"fromHook":false`, from, text, details))
	return strings.Replace(line, "05-01T09:00:01", "05-02T09:00:00", 1) + "\n"
}

const (
	noFiles   = `{"readFiles":[],"modifiedFiles":[]}`
	someFiles = "{\"readFiles\":[\"a.go\",\"old.go\",\"src/Ärger.go\",\"\uffee.go\"],\"modifiedFiles\":[\"b.go\",\"made.go\",\"😀.go\"]}"
)

func TestABranchBeginsWithWhatIsLeft(t *testing.T) {
	for _, c := range []struct {
		name, data, entry string
		before            bool
		want, warns       string
	}{
		{"behind a reply above", work, "a1", false, summary("n1", "a1", "a2", "left", someFiles), "moves"},
		{"before a prompt", work, "u2", true, summary("n1", "a1", "a2", "left", someFiles), "moves"},
		{"behind a prompt", work, "u2", false, summary("n1", "u2", "a2", "left", someFiles), "moves"},
		{"before the first prompt", work, "u1", true, summary("n1", "-", "a2", "left", someFiles), "moves"},
		{"before a reply is behind it", work, "a1", true, summary("n1", "a1", "a2", "left", someFiles), "moves"},
		{"at the start", work, "", false, summary("n1", "-", "a2", "left", someFiles), "moves"},
		{"on another branch", work, "x2", false, summary("n1", "x2", "a2", "left", someFiles), "moves"},
		{"behind the leaf", tree, "x1", false, summary("n1", "x1", "x1", "left", noFiles), ""},
		{"where the leaf is before the first entry", tree + file(rec("leaf", "lf", "x1", `"targetId":null`)), "a1", false, summary("n1", "a1", "root", "left", noFiles), ""},
		{"between a call and its results", work, "r1", false, summary("n1", "r1", "a2", "left", "{\"readFiles\":[\"a.go\",\"b.go\",\"old.go\",\"\uffee.go\"],\"modifiedFiles\":[\"made.go\",\"😀.go\"]}"), "moves openCall openCall"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			path := d.write(c.data)
			p, err := d.Branch(d.open(path), BranchAt{c.entry, c.before}, "left")
			if err != nil {
				t.Fatal(err)
			}
			if got := kinds(p.Warnings); got != c.warns {
				t.Errorf("warnings %q, want %q", got, c.warns)
			}
			if c.warns == "moves openCall openCall" && (p.Warnings[1].Instead != "r2" || p.Warnings[2].Instead != "r3" || p.Warnings[1].Entry != "c1") {
				t.Errorf("instead of %s and %s", p.Warnings[1].Instead, p.Warnings[2].Instead)
			}
			if !strings.Contains(p.Agent, "pi will continue here next time") {
				t.Errorf("it does not say what changes for pi: %s", p.Agent)
			}
			d.apply(p, nil)
			if got := d.added(path, c.data); got != c.want {
				t.Errorf("added\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestABranchThatMakesNoSenseIsRefused(t *testing.T) {
	d := newDesk(t)
	src := d.open(d.write(tree))
	_, err := d.Branch(src, BranchAt{Entry: "a1"}, " \n")
	refused(t, err, Refused)
	_, err = d.Branch(src, BranchAt{Entry: "zz"}, "left")
	refused(t, err, Conflict, OfferRetry)
	_, err = d.Branch(d.open(d.write(file(hdr, u("a", "b"), u("b", "a"), u("c", "b"), u("d", "-")))), BranchAt{Entry: "c"}, "left")
	refused(t, err, Refused, OfferFork)
	bare := `{"type":"message","timestamp":"2031-05-01T09:00:01.000Z","message":{"role":"user","content":"x"}}`
	_, err = d.Branch(d.open(d.write(tree+file(bare))), BranchAt{Entry: "L7"}, "left")
	refused(t, err, Refused, OfferFork)
}

func TestABranchWhereNothingIsLeftSaysThatPiContinuesThere(t *testing.T) {
	d := newDesk(t)
	for name, data := range map[string]string{
		"the active leaf":            tree,
		"what only a label is after": tree + file(lab("l1", "x1", "x1", "keep")),
	} {
		_, err := d.Branch(d.open(d.write(data)), BranchAt{Entry: "x1"}, "")
		e := refused(t, err, Nothing)
		if !strings.Contains(e.Reason, "pi continues here already") {
			t.Errorf("%s: %s", name, e.Reason)
		}
	}
}

func TestUndoingABranchBringsPiBackToWhereItWas(t *testing.T) {
	labelled := tree + file(lab("l1", "x1", "x1", "keep"), rec("leaf", "lf", "l1", `"targetId":"x1"`))
	for _, c := range []struct{ name, data, want string }{
		{"to the leaf", tree, labelLine("n2", "x1", "x1", "")},
		{"to a leaf with a label, which stays", labelled, labelLine("n2", "x1", "n1", "")},
		{"to before the first entry", tree + file(rec("leaf", "lf", "x1", `"targetId":null`)), labelLine("n2", "-", "n1", "")},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			path := d.write(c.data)
			before := d.open(path).index()
			done := d.apply(d.Branch(d.open(path), BranchAt{Entry: "u1"}, "left"))
			between := d.read(path)
			d.undo(done)
			if got := d.added(path, between); got != c.want {
				t.Errorf("added %q\nwant  %q", got, c.want)
			}
			x := d.open(path).index()
			if x.At(x.Leaf).Parent != before.Leaf || len(x.Labels) != len(before.Labels) {
				t.Errorf("pi continues behind %s with labels %v", x.Key(x.At(x.Leaf).Parent), x.Labels)
			}
		})
	}
}

func TestUndoingABranchThatWentOnIsSaid(t *testing.T) {
	d := newDesk(t)
	path := d.write(tree)
	done := d.apply(d.Branch(d.open(path), BranchAt{Entry: "u1"}, "left"))
	d.grow(path, file(u("on", "n1")))
	p, err := d.Undo(context.Background(), done)
	if err != nil || kinds(p.Warnings) != WarnLater {
		t.Errorf("warnings %v, %v", p, err)
	}
	d.apply(p, nil)
	x := d.open(path).index()
	if at := x.Key(x.At(x.Leaf).Parent); at != "x1" {
		t.Errorf("pi continues behind %s", at)
	}
}

func TestADraftTellsWhatTheSessionSays(t *testing.T) {
	d := newDesk(t)
	got, err := d.Draft(d.open(d.write(work)), BranchAt{Entry: "a1"})
	want := `What was asked on the branch that was left:
- u2 asks

Files changed:
- b.go
- made.go
- 😀.go

Files only read:
- a.go
- old.go
- src/Ärger.go
- ` + "\uffee" + `.go

What failed:
- bash go test

How it ended:
- The agent finished its turn.

The last reply:
- a2 says`
	if err != nil || got != want {
		t.Errorf("%v, got\n%s\nwant\n%s", err, got, want)
	}
	if got, err := d.Draft(d.open(d.write(tree+file(lab("l", "x1", "x1", "x")))), BranchAt{Entry: "x1"}); err != nil || got != "" {
		t.Errorf("of a label alone: %q, %v", got, err)
	}
}

func TestADraftStaysShort(t *testing.T) {
	records, last := []string{hdr, u("r", "-")}, "r"
	for i := range 60 {
		p, c, r := fmt.Sprint("p", i), fmt.Sprint("c", i), fmt.Sprint("q", i)
		records = append(records, strings.Replace(u(p, last), "asks", strings.Repeat(" long é", 400), 1),
			calls(c, p, c, "bash", fmt.Sprintf(`{"command":"step %d"}`, i), c+"r", "read", fmt.Sprintf(`{"path":"f%d"}`, i)), result(r, c, c, "bash", true))
		last = r
	}
	d := newDesk(t)
	got, err := d.Draft(d.open(d.write(file(records...))), BranchAt{Entry: "r"})
	if err != nil || len(got) > 10_000 || strings.Count(got, "- and ") != 3 || !strings.Contains(got, "- and 48 more") || !strings.Contains(got, "- and 20 more") {
		t.Errorf("%v, %d bytes:\n%s", err, len(got), got)
	}
}
