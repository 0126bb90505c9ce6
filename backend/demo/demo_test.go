package demo_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/demo"
	"branchline/backend/session"
	"branchline/backend/session/formats"
	"branchline/backend/session/outcome"
)

// tell begins a demo and plays it to its end; watch is called before every step.
func tell(t *testing.T, watch func(files []string, pause time.Duration) error) (files []string, err error) {
	t.Helper()
	d, err := demo.Begin(t.TempDir(), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	files = d.Files()
	err = d.Play(func(pause time.Duration) error { return watch(files, pause) })
	if failed := d.Close(); failed != nil {
		t.Error(failed)
	}
	return files, err
}

// told are the session and the run log of a demo that is over.
func told(t *testing.T) (files []string) {
	t.Helper()
	files, err := tell(t, func([]string, time.Duration) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// opened is what a reader gets of a file, which has to be without problems.
func opened(t *testing.T, path string) session.Session {
	t.Helper()
	s, f, err := formats.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	x := s.Index()
	if len(x.Problems) > 0 || x.Tail.Len > 0 {
		t.Fatalf("%s has problems %v and an unfinished line of %d bytes", filepath.Base(path), x.Problems, x.Tail.Len)
	}
	return s
}

func card(s session.Session, leaf session.Pos) outcome.Card {
	return outcome.Of(s, leaf, time.Now().UnixMilli())
}

// seen is what a user notices of a branch.
type seen struct {
	State  string
	Turns  int
	Items  map[string]int // by kind, calls by tool
	Edited []string
	Failed []string
}

func look(s session.Session, leaf session.Pos) seen {
	c := card(s, leaf)
	v := seen{State: c.State, Turns: c.Turns, Items: map[string]int{}}
	for _, it := range s.Items(leaf) {
		name := it.Tool
		if name == "" {
			name = it.Kind.String()
		}
		v.Items[name]++
	}
	for _, f := range c.Files {
		if f.Edits > 0 {
			v.Edited = append(v.Edited, f.Path)
		}
	}
	slices.Sort(v.Edited)
	for _, call := range c.Failed {
		v.Failed = append(v.Failed, call.Tool+" "+call.Target)
	}
	return v
}

func TestTheSessionEndsWithTwoAttempts(t *testing.T) {
	s := opened(t, told(t)[0])
	x := s.Index()
	if x.Name != "Reminders at the end of the month" || x.Suggested != x.Leaf {
		t.Errorf("name %q; suggested leaf %v, active one %v", x.Name, x.Suggested, x.Leaf)
	}
	labels := map[string]string{}
	for p, l := range x.Labels {
		labels[l.Text] = card(s, p).Message
	}
	leaves := x.Leaves()
	if len(leaves) != 2 || len(labels) != 2 {
		t.Fatalf("%d leaves, labels %v", len(leaves), labels)
	}
	if !strings.Contains(labels["works, needs a migration"], "0007_anchor_day.sql") || !strings.HasPrefix(labels["the fix we keep"], "Done.") {
		t.Errorf("labels stand at %q", labels)
	}
	first := slices.IndexFunc(leaves, func(p session.Pos) bool { return p != x.Leaf })
	for _, c := range []struct {
		name string
		leaf session.Pos
		want seen
	}{
		{"first", leaves[first], seen{
			"finished", 2,
			map[string]int{"model": 1, "level": 1, "prompt": 2, "thinking": 3, "reply": 5, "name": 1, "label": 1, "grep": 1, "read": 3, "edit": 5, "write": 1, "bash": 2},
			[]string{"migrations/0007_anchor_day.sql", "src/recurrence.ts", "src/reminder.ts", "test/recurrence.test.ts"},
			[]string{"bash npm test -- recurrence"},
		}},
		{"kept", x.Leaf, seen{
			"finished", 3,
			map[string]int{"model": 1, "level": 1, "prompt": 3, "thinking": 3, "reply": 6, "label": 1, "branchSummary": 1, "compaction": 1, "grep": 1, "read": 4, "edit": 4, "bash": 3},
			[]string{"CHANGELOG.md", "src/recurrence.ts", "test/recurrence.test.ts"},
			[]string{"bash npx tsc --noEmit && npm test -- recurrence"},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, look(s, c.leaf)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if cost := card(s, c.leaf).Totals.CostUSD; cost < 0.05 || cost > 0.5 {
				t.Errorf("it costs $%v", cost)
			}
		})
	}
}

func TestTheRunSettlesAfterARetryAndANudge(t *testing.T) {
	path := told(t)[1]
	s := opened(t, path)
	leaf := s.Index().Leaf
	want := seen{
		"finished", 1,
		map[string]int{"prompt": 1, "system": 1, "event": 9, "attempt": 1, "usage": 6, "thinking": 3, "reply": 5, "result": 1, "plan": 1, "shell": 5, "read": 1, "write": 3, "progress": 1},
		[]string{"src/format.ts", "src/log.ts"},
		[]string{"shell npm test"},
	}
	if diff := cmp.Diff(want, look(s, leaf)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	c := card(s, leaf)
	if !strings.HasPrefix(c.Message, "moment is removed.") || c.Totals.InputTokens != 48970 || c.Totals.OutputTokens != 1089 {
		t.Errorf("it ends with %q after %v and %v tokens", c.Message, c.Totals.InputTokens, c.Totals.OutputTokens)
	}
	if c.Totals.ToolCalls != 11 {
		t.Errorf("%d tool calls, want 11", c.Totals.ToolCalls)
	}
	if diff := cmp.Diff([]string{"7 rounds", "recovered 1 time", "nudged 1 time to conclude"}, c.Counters); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestEveryStepWritesOneWholeLine(t *testing.T) {
	before := [2][]byte{}
	steps := 0
	files, err := tell(t, func(files []string, _ time.Duration) error {
		lines := 0
		for i, path := range files {
			now, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			added, grown := bytes.CutPrefix(now, before[i])
			if !grown || !bytes.HasSuffix(now, []byte("\n")) {
				t.Errorf("%s: what was written changed, or ends within a line", filepath.Base(path))
			}
			before[i] = now
			if steps > 0 {
				lines += bytes.Count(added, []byte("\n"))
			}
			if len(added) == 0 {
				continue
			}
			s := opened(t, path)
			if state := card(s, s.Index().Leaf).State; i == 1 && state != "running" && !bytes.Contains(added, []byte(`"kind":"result"`)) {
				t.Errorf("the run is %s before its end", state)
			}
		}
		if steps++; lines > 1 {
			t.Errorf("%d lines at once", lines)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 2 || steps < 100 {
		t.Errorf("watched %d steps of %v", steps, files)
	}
}

func TestTheStoryTakesAboutNinetySeconds(t *testing.T) {
	var takes, longest, quiet time.Duration
	size := int64(0)
	_, err := tell(t, func(files []string, pause time.Duration) error {
		if pause < 0 {
			t.Errorf("a step comes %v too late", -pause)
		}
		now := int64(0)
		for _, path := range files {
			info, err := os.Stat(path)
			if err != nil {
				return err
			}
			now += info.Size()
		}
		if now > size {
			size, quiet = now, 0
		}
		takes, quiet = takes+pause, quiet+pause
		longest = max(longest, quiet)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if takes < 80*time.Second || takes > 100*time.Second || longest > 5*time.Second {
		t.Errorf("it takes %v, with nothing to see for %v", takes, longest)
	}
}

func TestAnEndedWaitLeavesTheRestOut(t *testing.T) {
	enough := errors.New("enough")
	waits := 0
	files, err := tell(t, func([]string, time.Duration) error {
		if waits++; waits == 60 {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) || waits != 60 {
		t.Errorf("ended with %v after %d waits", err, waits)
	}
	whole := told(t)
	for i, path := range files {
		s, all := opened(t, path), opened(t, whole[i])
		if got, most := len(s.Index().Entries), len(all.Index().Entries); got == 0 || got >= most {
			t.Errorf("%s has %d of %d entries", filepath.Base(path), got, most)
		}
	}
}

func TestTheStoryIsTheSameEveryTime(t *testing.T) {
	first, second := told(t), told(t)
	for i := range first {
		if diff := cmp.Diff(wording(t, first[i]), wording(t, second[i])); diff != "" {
			t.Errorf("%s: -first +second:\n%s", filepath.Base(first[i]), diff)
		}
	}
}

// wording is what is said and done on all branches, without times and ids.
func wording(t *testing.T, path string) (lines []string) {
	t.Helper()
	s := opened(t, path)
	for _, leaf := range s.Index().Leaves() {
		for _, it := range s.Items(leaf) {
			body, err := s.Body(it)
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, strings.Join([]string{it.Kind.String(), it.Tool, it.Target, body.Text, body.Args, body.Result, body.Diff}, " | "))
		}
	}
	return lines
}
