package sessiontest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/session"
	"branchline/backend/session/formats"
	"branchline/backend/session/graph"
	"branchline/backend/session/outcome"
	"branchline/backend/session/sessiontest"
	"branchline/backend/session/timeline"
)

// each opens every session of testdata as the formats read it.
func each(t *testing.T, visit func(t *testing.T, base string, s session.Session)) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	for _, path := range files {
		base := strings.TrimSuffix(path, ".jsonl")
		t.Run(filepath.Base(base), func(t *testing.T) {
			s, f, err := formats.Open(context.Background(), path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close() //nolint:errcheck // it was only read
			visit(t, base, s)
		})
	}
}

func TestFilesOfBothFormatsComeOutAsTheirGoldens(t *testing.T) {
	each(t, func(t *testing.T, base string, s session.Session) {
		var lanes, rows strings.Builder
		for _, o := range []graph.Options{{}, {Unfolded: true}} {
			fmt.Fprintf(&lanes, "== unfolded %v\n", o.Unfolded)
			if err := graph.Of(s, o).Draw(&lanes); err != nil {
				t.Fatal(err)
			}
		}
		sessiontest.Golden(t, base+".lanes.txt", lanes.String())

		x := s.Index()
		for _, leaf := range x.Ends() {
			b := timeline.Of(s, leaf)
			page, err := b.Page(0, timeline.MaxRows)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&rows, "== %s\n", page.Leaf)
			for _, r := range page.Rows {
				fmt.Fprintf(&rows, "%2d turn %d %s %s %s/%s", r.Index, r.Turn, r.Entry, r.Kind, r.Role, r.Tool)
				fmt.Fprintf(&rows, " error=%v context=%q label=%q ways=%d gap=%ds took=%ds cost=%g notes=%q\n",
					r.IsError, r.Context, r.Label, r.Branches, r.GapMs/1000, (r.EndMs-r.AtMs)/1000, r.CostUSD, r.Notes)
				fmt.Fprintf(&rows, "   %s\n", strings.ReplaceAll(r.Text, "\n", "\n   "))
			}
			for _, turn := range b.Turns() {
				fmt.Fprintf(&rows, "%+v\n", turn)
			}
		}
		sessiontest.Golden(t, base+".timeline.txt", rows.String())

		card, err := json.MarshalIndent(outcome.Of(s, x.Suggested, x.WrittenMs+1_000_000), "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		sessiontest.Golden(t, base+".outcome.txt", string(card)+"\n")
	})
}

func TestTheGraphCountsTheStepsTheTimelineShows(t *testing.T) {
	each(t, func(t *testing.T, _ string, s session.Session) {
		x := s.Index()
		l := graph.Of(s, graph.Options{})
		for _, leaf := range x.Ends() {
			b := timeline.Of(s, leaf)
			steps := map[int]int{}
			for i := range b.Len() {
				if it := b.Item(i); it.Entry != session.None && !it.Kind.Meta() && !it.Round {
					steps[l.Find(it.Entry)]++
				}
			}
			for row, n := range steps {
				r := l.Page(row, 1, leaf).Rows[0]
				if r.Steps > 0 && r.Steps != n {
					t.Errorf("row %d says %d steps, the timeline has %d rows for it", row, r.Steps, n)
				}
			}
		}
	})
}

func TestTheCallsOfABranchAreThoseOfItsTimeline(t *testing.T) {
	each(t, func(t *testing.T, _ string, s session.Session) {
		for _, leaf := range s.Index().Ends() {
			calls, errors := 0, 0
			b := timeline.Of(s, leaf)
			for i := range b.Len() {
				if it := b.Item(i); it.Kind == session.ItemCall {
					calls++
					if it.Error {
						errors++
					}
				}
			}
			if got := outcome.Upto(s, leaf); got.ToolCalls != calls || got.Errors != errors {
				t.Errorf("%s: %d calls, %d errors; the timeline shows %d and %d",
					s.Index().Key(leaf), got.ToolCalls, got.Errors, calls, errors)
			}
		}
	})
}

func TestAScriptSaysWhereItIsWrong(t *testing.T) {
	for script, want := range map[string]string{
		"a -":                      "line 1: want id, parent and kind",
		"a - user \"x\"\nb . what": "line 2: unknown kind \"what\"",
		"a - user what":            "line 1: unknown word \"what\"",
		"a - user \"x":             "line 1: bad quotes in \"\\\"x\"",
	} {
		if _, err := sessiontest.Parse(script); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", script, err, want)
		}
	}
}
