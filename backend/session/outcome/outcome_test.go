package outcome

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"branchline/backend/session"
	"branchline/backend/session/sessiontest"
)

func script(t *testing.T, name string) *sessiontest.Session {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	return sessiontest.New(t, string(b))
}

func TestCardOfABranchIsItsGolden(t *testing.T) {
	s := script(t, "attempts")
	s.Says = []string{"12 rounds"}
	code := 1
	for key, end := range map[string]session.End{
		"a9": {State: session.Finished, Reason: "stop", Message: "Done.", Last: s.Pos(t, "a9"), Evidence: []session.Evidence{
			{Entry: s.Pos(t, "a9"), Label: "stop reason", Text: "stop"},
			{Entry: session.None, Label: "warning", Text: "the log looks old"},
		}},
		"a6": {State: session.ErrorState, Reason: "error", Code: &code, Error: "\x1b[31moverloaded\x1b[0m", Status: 529, Last: s.Pos(t, "a6")},
	} {
		s.Ends = end
		b, err := json.MarshalIndent(Of(s, s.Pos(t, key), 0), "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		sessiontest.Golden(t, "testdata/attempts."+key+".outcome.txt", string(b)+"\n")
	}
}

func TestNoBranchHasAnEmptyCard(t *testing.T) {
	s := sessiontest.New(t, `p1 - user "hello"`)
	s.Ends = session.End{State: session.Unknown, Last: session.None}
	got := Of(s, session.None, 0)
	want := Card{
		Verdict: Verdict{State: "unknown"}, Headline: "No outcome", Branches: 1, Models: []string{}, Files: []File{},
		Evidence: []Evidence{}, Tools: []Tool{}, Counters: []string{}, Warnings: []string{}, Failed: []Call{},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("card (-want +got):\n%s", diff)
	}
}

func TestACardSaysWhatItsOwnBranchWasAsked(t *testing.T) {
	s := sessiontest.New(t, `
		m1 - model "acme/large"
		p1 . user "About apples\nand how to\x1b[31m keep them"
		a1 . assistant "apples"
		p2 . user "more"
		p3 - user "About pears"
		m2 - model "acme/small"`)
	for leaf, want := range map[string]string{"p2": "About apples\nand how to keep them", "p3": "About pears", "m2": ""} {
		if got := Of(s, s.Pos(t, leaf), 0).Asked; got != want {
			t.Errorf("at %s it was asked %q, want %q", leaf, got, want)
		}
	}
}

func TestEachFailureThatIsCountedIsListed(t *testing.T) {
	s := sessiontest.New(t, `
		p1 - user "go"
		a1 . assistant call=c1:bash:ls
		r1 . result "no" of=c1 failed
		r2 . result "lost" of=gone failed
		r3 . result "fine" of=gone`)
	card := Of(s, s.Index().Leaf, 0)
	if card.Totals.Errors != 2 || len(card.Failed) != 2 || card.Failed[1].Entry != "r2" {
		t.Errorf("%d failed, of them %+v are listed", card.Totals.Errors, card.Failed)
	}
	if card.Totals.ToolCalls != 1 {
		t.Errorf("%d calls, want 1", card.Totals.ToolCalls)
	}
}

func TestHeadlinesSayWhy(t *testing.T) {
	for _, c := range []struct {
		end  session.End
		want string
	}{
		{session.End{State: session.Finished, Reason: "stop"}, "Finished"},
		{session.End{State: session.Finished, Reason: "settled"}, "Finished: the agent says the task is done"},
		{session.End{State: session.Finished, Reason: "novel"}, "Ended (novel)"},
		{session.End{State: session.FailedState, Reason: "novel"}, "Did not finish (novel)"},
		{session.End{State: session.Limit, Reason: "time"}, "Stopped by a limit: out of time"},
		{session.End{State: session.ErrorState, Reason: "error", Status: 404}, "Stopped by an error of the provider (HTTP 404)"},
		{session.End{State: session.Cancelled, Reason: "aborted"}, "Cancelled"},
		{session.End{State: session.Running, Reason: "toolUse"}, "Running"},
		{session.End{State: session.Interrupted, Reason: "toolUse"}, "Interrupted: a tool call has no result"},
		{session.End{State: session.Interrupted}, "Interrupted"},
		{session.End{State: session.Interrupted, Evidence: []session.Evidence{{Label: "log cut"}}}, "Did not finish: the log is cut off"},
		{session.End{State: session.Interrupted, QuietMs: 3 * 60 * 60 * 1000}, "Running or interrupted (quiet for 3 hours)"},
		{session.End{State: session.Unknown}, "No outcome"},
		{session.End{State: "new"}, "No outcome"},
		{session.End{State: session.FailedState, Reason: strings.Repeat("x", 3000)}, "Did not finish (" + strings.Repeat("x", 120) + "…)"},
	} {
		if got := headline(&c.end); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.end.State, c.end.Reason, got, c.want)
		}
	}
}

func TestAFileFailsOnlyWhenNoEditOfItWorked(t *testing.T) {
	s := sessiontest.New(t, `
		p1 - user "go"
		a1 . assistant call=c1:edit:a.go call=c2:edit:b.go call=c3:write:c.go call=c4:read:d.go
		r1 . result "no match" of=c1 failed
		r2 . result "no match" of=c2 failed
		r4 . result "text" of=c4
		a2 . assistant call=c5:edit:a.go
		r5 . result "ok" of=c5`)
	card := Of(s, s.Index().Leaf, 0)
	got := card.Files
	want := []File{
		{Path: "a.go", Edits: 2, FailedEdits: 1, Entry: "a1"},
		{Path: "b.go", Edits: 1, FailedEdits: 1, Failed: true, Entry: "a1"},
		{Path: "c.go", Edits: 1, Failed: true, Entry: "a1"},
		{Path: "d.go", Reads: 1, Entry: "a1"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if card.FilesEdited != 1 || card.FilesTotal != 4 {
		t.Errorf("%d of %d files were edited, want 1 of 4", card.FilesEdited, card.FilesTotal)
	}
}

func TestACardNamesTheFirstFilesOfMany(t *testing.T) {
	lines := []string{`p1 - user "go"`}
	for n := range 300 {
		lines = append(lines, fmt.Sprintf("a%d . assistant call=c%d:%s:%d.go\nr%d . result \"ok\" of=c%d", n, n, []string{"read", "edit"}[n%2], n, n, n))
	}
	s := sessiontest.New(t, strings.Join(lines, "\n"))
	got := Of(s, s.Index().Leaf, 0)
	if len(got.Files) != 200 || got.Files[0].Edits != 1 || got.FilesTotal != 300 || got.FilesEdited != 150 {
		t.Errorf("%d files of %d, %d edited, the first %+v", len(got.Files), got.FilesTotal, got.FilesEdited, got.Files[0])
	}
}

func TestWhatAResumeCarriedOverIsNotCountedAgain(t *testing.T) {
	s := sessiontest.New(t, `
		p1 - user "go" inherited
		a1 . assistant call=c1:edit:a.go inherited
		r1 . result "no" of=c1 failed inherited
		a2 . assistant call=c2:edit:a.go
		r2 . result "ok" of=c2`)
	got := Of(s, s.Index().Leaf, 0)
	if got.Totals.ToolCalls != 1 || got.Totals.Errors != 0 || got.Turns != 0 || got.FileTotals.ToolCalls != 1 {
		t.Errorf("totals = %+v, %d turns", got.Totals, got.Turns)
	}
}

func TestCallsThatOnlyEventsTellOfAreCounted(t *testing.T) {
	s := sessiontest.New(t, `
		p1 - user "go"
		v1 . event "round 1"
		a1 . assistant call=c1:edit:a.go`)
	if got := Upto(s, 2); got.ToolCalls != 1 {
		t.Errorf("totals = %+v", got)
	}
	if diff := cmp.Diff(Upto(s, 2), Whole(s)); diff != "" {
		t.Errorf("branch and file (-branch +file):\n%s", diff)
	}
}

func TestBranchesAndWhatTheyShareAddUpToTheFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sessiontest.Build(sessiontest.Records(t, 100, true))
		x := s.Index()
		var total Totals
		add := func(t Totals, sign float64) {
			total.InputTokens += sign * t.InputTokens
			total.OutputTokens += sign * t.OutputTokens
			total.CostUSD += sign * t.CostUSD
			total.ToolCalls += int(sign) * t.ToolCalls
			total.Errors += int(sign) * t.Errors
		}
		// Every leaf's branch, less what was counted before: each entry with
		// several children was counted once for each of them.
		for _, leaf := range x.Leaves() {
			add(Upto(s, leaf), 1)
		}
		for i := range x.Entries {
			if n := len(x.Children(session.Pos(i))); n > 1 {
				add(Upto(s, session.Pos(i)), float64(1-n))
			}
		}
		want := FileTotals(x)
		// Of time that several branches took at once the file counts one.
		total.DurationMs, total.EngagedMs = want.DurationMs, want.EngagedMs
		if diff := cmp.Diff(want, total); diff != "" {
			t.Fatalf("(-file +branches):\n%s", diff)
		}
		if diff := cmp.Diff(want, Whole(s)); diff != "" {
			t.Fatalf("(-index +session):\n%s", diff)
		}
	})
}

func TestEngagedTimeIsNeverLongerThanTheBranch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sessiontest.Build(sessiontest.Records(t, 100, false))
		file := Whole(s)
		if file.EngagedMs > file.DurationMs {
			t.Fatalf("the file: %+v", file)
		}
		for p := range s.Index().Entries {
			got := Upto(s, session.Pos(p))
			if got.EngagedMs > got.DurationMs || got.EngagedMs < 0 || math.IsNaN(got.CostUSD) {
				t.Fatalf("at %d: %+v", p, got)
			}
			if got.EngagedMs > file.EngagedMs {
				t.Fatalf("at %d %d ms, in the file %d", p, got.EngagedMs, file.EngagedMs)
			}
			if up := s.Index().At(session.Pos(p)).Parent; up != session.None {
				if before := Upto(s, up); before.EngagedMs > got.EngagedMs || before.ToolCalls > got.ToolCalls {
					t.Fatalf("totals shrink from %+v to %+v", before, got)
				}
			}
		}
	})
}

// A run begins with its first record and ends with its last; neither is an entry.
func TestARunLastsFromItsFirstRecordToItsLast(t *testing.T) {
	s := sessiontest.Build([]sessiontest.Record{{ID: "a", Kind: "user", AtMs: 10_000}, {ID: "b", Parent: "a", Kind: "assistant", AtMs: 20_000}})
	x := s.Index()
	x.Header.Closed, x.Header.CreatedMs, x.ModifiedMs = true, 1_000, 45_000
	for leaf, want := range map[session.Pos]int64{0: 9_000, 1: 44_000} {
		c := Of(s, leaf, 0)
		if c.Totals.DurationMs != want || c.Totals.EngagedMs != want || c.EndedMs-c.StartedMs != want {
			t.Errorf("up to entry %d: %d ms, engaged %d, from %d to %d; want %d", leaf, c.Totals.DurationMs, c.Totals.EngagedMs, c.StartedMs, c.EndedMs, want)
		}
	}
	x.Header.Closed = false
	if got := Of(s, 1, 0).Totals.DurationMs; got != 10_000 {
		t.Errorf("a session lasts %d ms, want from entry to entry", got)
	}
}
