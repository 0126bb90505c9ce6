package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// screen is what the page asks for of one branch.
type screen struct {
	Follow  FollowAnswer
	Rows    RowsAnswer
	Graph   GraphAnswer
	Outcome OutcomeAnswer
	Entries []EntryAnswer
}

func screenOf(t *testing.T, a *App, handle, leaf string) (s screen) {
	t.Helper()
	var err [4]error
	s.Follow, err[0] = a.Follow(FollowRequest{Session: handle, Leaf: leaf})
	s.Rows, err[1] = a.Rows(RowsRequest{Session: handle, Leaf: leaf, Count: rowsAtMost})
	s.Graph, err[2] = a.Graph(GraphRequest{Session: handle, Leaf: leaf, Count: rowsAtMost})
	s.Outcome, err[3] = a.Outcome(OutcomeRequest{Session: handle, Leaf: leaf})
	for _, key := range []string{"00000001", "00000002", "00000004", "00/05?"} {
		answer, failed := a.Entry(EntryRequest{Session: handle, Key: key, Leaf: leaf})
		s.Entries = append(s.Entries, answer)
		err[0] = errors.Join(err[0], failed)
	}
	if err := errors.Join(err[:]...); err != nil {
		t.Fatal(err)
	}
	return s
}

// written are lines that are added one by one to the session with two branches,
// and the leaves to look at then.
var written = []struct {
	line   string
	leaves []string
}{
	{`{"type":"message","id":"00000006","parentId":"00000004","timestamp":"2026-05-04T09:01:00.000Z","message":{"role":"user","content":"And then?"}}`, []string{"", "00/05?", "00000004"}},
	{`{"type":"message","id":"00000007","parentId":"00000006","timestamp":"2026-05-04T09:01:10.000Z","message":{"role":"assistant","provider":"acme","model":"large","usage":{"input":9,"output":4,"cost":{"total":0.01}},"content":[{"type":"toolCall","id":"c2","name":"edit","arguments":{"path":"kite.go"}},{"type":"toolCall","id":"c3","name":"bash","arguments":{"command":"make"}}],"stopReason":"toolUse"}}`, []string{"", "00000006"}},
	{`{"type":"message","id":"00000008","parentId":"00000007","timestamp":"2026-05-04T09:11:00.000Z","message":{"role":"toolResult","toolCallId":"c3","toolName":"bash","content":[{"type":"text","text":"no"}],"isError":true}}`, []string{"", "00/05?"}},
	{`{"type":"message","id":"00000009","parentId":"00000008","timestamp":"2026-05-04T09:11:01.000Z","message":{"role":"toolResult","toolCallId":"c2","toolName":"edit","content":[{"type":"text","text":"ok"}]}}`, []string{""}},
	{`{"type":"label","id":"0000000a","parentId":"00000009","timestamp":"2026-05-04T09:12:00.000Z","targetId":"00000004","label":"good"}`, []string{"", "0000000a"}},
	{`{"type":"message","id":"0000000b","parentId":"00/05?","timestamp":"2026-05-04T09:13:00.000Z","message":{"role":"user","content":"A bird?"}}`, []string{"", "00/05?", "0000000a"}},
	{`{"type":"compaction","id":"0000000c","parentId":"0000000b","timestamp":"2026-05-04T09:14:00.000Z","summary":"birds","firstKeptEntryId":"00/05?","tokensBefore":9}`, []string{"", "0000000a"}},
	{`{"type":"message","id":"0000000d","parentId":"00000004","timestamp":"2026-05-04T09:15:00.000Z","message":{"role":"user","content":"Another way"}}`, []string{"", "0000000c", "0000000a"}},
}

// Whatever was looked at before: what grew shows what a reader who opens the file
// now is shown.
func TestAFollowedSessionShowsWhatANewlyOpenedOneDoes(t *testing.T) {
	a, _ := testApp(t)
	session, path := openForked(t, a)
	screenOf(t, a, session.Session, "")
	for i, w := range written {
		file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0) //nolint:gosec // the agent's part is played here
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.WriteString(w.line + "\n"); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := a.set.Look(t.Context(), session.Session); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path) //nolint:gosec // as above
		if err != nil {
			t.Fatal(err)
		}
		fresh, _ := testApp(t)
		opened, err := fresh.open(writeFile(t, filepath.Join(t.TempDir(), fmt.Sprintf("s%d.jsonl", i)), string(data)), "")
		if err != nil {
			t.Fatal(err)
		}
		fresh.mu.Lock()
		fresh.tabs[0].straight = "00/05?"
		fresh.mu.Unlock()
		for _, leaf := range w.leaves {
			want, got := screenOf(t, fresh, opened.Session, leaf), screenOf(t, a, session.Session, leaf)
			for _, s := range []*screen{&want, &got} {
				told := &s.Follow.Session
				told.Session, told.Path, told.FileName, told.Revision, told.Handle = "", "", "", 0, ""
				s.Rows.Revision, s.Graph.Revision, s.Outcome.Revision = 0, 0, 0
				for i := range s.Entries {
					s.Entries[i].Revision = 0
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("line %d, the branch of %q (-opened now +followed):\n%s", i+1, leaf, diff)
			}
		}
	}
}

// Several windows and panes ask at the same time, while the file grows.
func TestReadersOfAGrowingSessionDoNotDisturbEachOther(t *testing.T) {
	a, _ := testApp(t)
	session, path := openForked(t, a)
	var wg sync.WaitGroup
	done := make(chan struct{})
	for _, leaf := range []string{"", "", "00/05?", "00000004"} {
		wg.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if _, err := a.Rows(RowsRequest{Session: session.Session, Leaf: leaf, Count: 100}); err != nil {
					t.Error(err)
				}
				if _, err := a.Graph(GraphRequest{Session: session.Session, Leaf: leaf, Count: 100}); err != nil {
					t.Error(err)
				}
				if _, err := a.Outcome(OutcomeRequest{Session: session.Session, Leaf: leaf}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0) //nolint:gosec // the agent's part is played here
	if err != nil {
		t.Fatal(err)
	}
	parent := "00000004"
	for i := range 200 {
		key := fmt.Sprintf("n%d", i)
		if _, err := fmt.Fprintf(file, `{"type":"message","id":%q,"parentId":%q,"timestamp":"2026-05-04T10:00:00.000Z","message":{"role":"user","content":"go on"}}`+"\n", key, parent); err != nil {
			t.Fatal(err)
		}
		parent = key
		if _, err := a.set.Look(t.Context(), session.Session); err != nil {
			t.Fatal(err)
		}
	}
	close(done)
	wg.Wait()
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	answer, err := a.Rows(RowsRequest{Session: session.Session, Count: 500})
	if err != nil || answer.Total != 203 {
		t.Errorf("%d rows, %v, want 203", answer.Total, err)
	}
}
