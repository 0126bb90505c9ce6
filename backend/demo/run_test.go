package demo_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session/runlog"
)

// loaded is the run log of a demo that is over, as the agent reads it.
func loaded(t *testing.T) (path string, s *runlog.Session) {
	t.Helper()
	path = told(t)[1]
	s, err := runlog.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, s
}

func TestTheRunCountsWhatItDid(t *testing.T) {
	path, s := loaded(t)
	if s.Truncated || !s.Complete() || s.Meta.ID+".jsonl" != filepath.Base(path) {
		t.Fatalf("truncated %v, complete %v, id %q in %s", s.Truncated, s.Complete(), s.Meta.ID, filepath.Base(path))
	}
	counted := map[string]int{}
	rounds := map[int]bool{}
	for _, e := range s.Events {
		counted[e.Kind]++
		if e.Kind == "iteration" {
			rounds[e.Iteration] = true
		}
	}
	got := runlog.Result{
		Reason: "settled", Message: s.Result.Message,
		Iterations: len(rounds), Calls: counted["toolCallStart"], Continuations: counted["retry"], Settles: counted["notice"],
	}
	if diff := cmp.Diff(*s.Result, got); diff != "" {
		t.Errorf("the result against the events, -result +events:\n%s", diff)
	}
	if counted["toolCallEnd"] != counted["toolCallStart"] || counted["iteration"] != len(rounds)+counted["retry"] {
		t.Errorf("events do not add up: %v", counted)
	}
	if counted["token"]+counted["reasoningToken"] > 0 {
		t.Errorf("the log holds tokens: %v", counted)
	}
}

func TestTheRunSaysItsMessagesOnceMoreAtTheEndOfTheRound(t *testing.T) {
	_, s := loaded(t)
	var told, said []string
	for _, e := range s.Events {
		if e.Kind == "message" {
			told = append(told, e.Text)
		}
	}
	open := map[string]string{} // the arguments of a request without its response
	for _, m := range s.Messages {
		switch {
		case m.Type == "bot" || m.Type == "reasoning":
			said = append(said, m.Text)
		case m.Activity != nil && m.Activity.Kind == "request":
			open[m.Activity.ID] = m.Activity.Arguments
		case m.Activity != nil:
			if arguments, ok := open[m.Activity.ID]; !ok || arguments != m.Activity.Arguments {
				t.Errorf("response %s answers no request", m.Activity.ID)
			}
			delete(open, m.Activity.ID)
		}
	}
	if diff := cmp.Diff(told, said); diff != "" {
		t.Errorf("-events +messages:\n%s", diff)
	}
	if len(open) > 0 {
		t.Errorf("requests without a response: %v", open)
	}
}

func TestTheRunCanBeResumed(t *testing.T) {
	path, old := loaded(t)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	w, err := runlog.Resume(filepath.Dir(path), time.Now(), old, runlog.Meta{Model: old.Meta.Model})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	next, err := runlog.Load(w.Path())
	if err != nil {
		t.Fatal(err)
	}
	if next.Meta.ResumedFrom != old.Meta.ID || next.Meta.Task != old.Meta.Task || !strings.Contains(next.Meta.Task, "Acceptance:") {
		t.Errorf("resumed as %+v", next.Meta)
	}
	if diff := cmp.Diff(old.AgentMessages(), next.AgentMessages()); diff != "" {
		t.Errorf("the conversation, -old +new:\n%s", diff)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the old log changed (%v)", err)
	}
}
