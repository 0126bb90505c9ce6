package compare

import (
	"strings"
	"testing"

	"branchline/backend/session"
	"branchline/backend/session/sessiontest"
)

// What both share, in one sentence, for every way in which branches hang together.
func TestTheSummarySaysHowBranchesHangTogether(t *testing.T) {
	const one = `
p1 - user "go"
a1 p1 assistant "ready"
l1 a1 label "start here" target=a1
p2 l1 user "left"
p3 l1 user "right"
q1 - user "again"
o1 gone user "lost"
`
	const fork = `
p1 - user "go"
a1 p1 assistant "ready"
p4 a1 user "on"
`
	const log = `p1 - user "Start now."
a1 p1 assistant "ok" call=1:read:"a.go"
`
	const resumed = `p1 - user "Start now." inherited
a1 p1 assistant "ok" call=1:read:"a.go" inherited
p2 a1 user "Continue."
`
	const anew = `p1 - user "Start now."
a1 p1 assistant "ok" call=1:list:"."
`
	for _, c := range []struct{ name, a, leafA, b, leafB, relation, says string }{
		{"branches", one, "p2", "", "p3", Branches, "3 entries in common, up to “start here”"},
		{"the same branch", one, "p2", "", "p2", Branches, "A and B are the same branch: 4 entries in common, up to “left”"},
		{"its own beginning", one, "p1", "", "p2", Branches, "A is the beginning of B, which has 3 entries more: 1 entry in common, up to “go”"},
		{"roots", one, "p2", "", "q1", Roots, "Nothing in common: A and B begin at roots of their own"},
		{"a lost beginning", one, "p2", "", "o1", Roots, "Nothing in common: what stood before the first entry of B is missing from the file"},
		{"no entry", one, "-", "", "p2", Roots, "A is empty: it has no entry in common with the other"},
		{"nothing at all", one, "-", "", "-", Roots, "Both branches are empty"},
		{"a fork", one, "p2", fork, "p4", Fork, "B is a fork of A: 2 entries in common, up to “start here”"},
		{"the file it was forked from", fork, "p4", one, "p2", Fork, "2 entries in common, up to “ready”"},
		{"a fork of another branch", one, "q1", fork, "p4", Fork, "Nothing in common: the sessions are of one family, but these branches begin at roots of their own"},
		{"a session made from one without its ids", fork, "p4", "z1 - user \"go\"\n", "z1", Fork, "B was made from A, but no entry has the same id in both"},
		{"other sessions", fork, "p4", "z1 - user \"go\"\n", "z1", Apart, "Nothing in common: two sessions that were not made from one another"},
		{"a session and a run", fork, "p4", "run R\n" + log, "a1", Apart, "Nothing in common: two sessions that were not made from one another"},
		{"a resumed run", "run A\n" + log, "a1", "run B from=A\n" + resumed, "p2", Resumed, "B goes on from A: 2 messages were carried over"},
		{"the run it resumed", "run B from=A\n" + resumed, "p2", "run A\n" + log, "a1", Resumed, "A goes on from B: 2 messages were carried over"},
		{"runs in between", "run A\n" + log, "a1", "run C from=B\n" + resumed, "p2", Resumed, "B goes on from A, with other runs between them: 2 messages were carried over"},
		{"two that resumed one", "run B from=A\n" + resumed, "p2", "run C from=A\n" + resumed, "p2", Resumed, "Both go on from the same run: 2 messages were carried over"},
		{"attempts", "run A\n" + log, "a1", "run B\n" + log, "a1", Attempts, "Two attempts at the same task, each from its beginning"},
		{"an attempt of several runs", "run A from=X\n" + resumed, "p2", "run B\n" + anew, "a1", Attempts, "Two attempts at the same task: A goes on from an earlier run, B is from its beginning"},
		{"an attempt against one of several runs", "run A\n" + anew, "a1", "run B from=X\n" + resumed, "p2", Attempts, "Two attempts at the same task: A is from its beginning, B goes on from an earlier run"},
		{"two attempts of several runs", "run A from=X\n" + resumed, "p2", "run B from=Y\n" + strings.ReplaceAll(anew, "\n", " inherited\n"), "a1", Attempts, "Two attempts at the same task, both of which go on from earlier runs"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := pair{scripts: [2]string{c.a, c.b}, expect: map[string]string{"compare": c.leafA + " " + c.leafB}}
			a, b := p.sides(t)
			a.Path, b.Path = "/x/one.jsonl", "/x/two.jsonl"
			if c.name == "a fork" || c.name == "a session made from one without its ids" {
				b.Session.Index().Header.Parent = "/elsewhere/one.jsonl"
			}
			r := Of(a, b, 0).Result()
			if r.Relation != c.relation || r.Summary != c.says {
				t.Errorf("%s: %s\nwant %s: %s", r.Relation, r.Summary, c.relation, c.says)
			}
		})
	}
}

// What only one of two files has of the common past is told of, and so is damage.
func TestNotesTellWhatIsMissing(t *testing.T) {
	whole := sessiontest.New(t, "p1 - user \"go\"\na1 p1 assistant \"ok\"\np2 a1 user \"on\"\n")
	hurt := sessiontest.New(t, "a1 p1 assistant \"ok\"\np3 a1 user \"off\"\n")
	hurt.Index().Problems = []session.Problem{{Line: 2, Kind: session.ProblemJSON, Text: "cut off"}}
	r := Of(Side{Session: whole, Leaf: whole.Pos(t, "p2")}, Side{Session: hurt, Leaf: hurt.Pos(t, "p3")}, 0).Result()
	want := []string{
		"1 entry of what both share stands only in the file of A",
		"The file of B has 1 problem: only what could be read is compared",
	}
	if len(r.Notes) != 2 || r.Notes[0] != want[0] || r.Notes[1] != want[1] {
		t.Errorf("notes %q, want %q", r.Notes, want)
	}
	if r.Summary != "1 entry in common, up to “ok”" {
		t.Errorf("it says %q", r.Summary)
	}
}
