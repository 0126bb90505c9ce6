package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/paths"
	"branchline/backend/session/contexts"
)

func openPath(t *testing.T, a *App, path string) SessionAnswer {
	t.Helper()
	answer, err := a.open(path, "")
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

func linesOf(t *testing.T, a *App, r ContextLinesRequest) []contexts.Line {
	t.Helper()
	var all []contexts.Line
	for r.Count = linesAtMost; ; r.From = len(all) {
		answer, err := a.ContextLines(r)
		if err != nil {
			t.Fatal(err)
		}
		crosses(t, answer)
		all = append(all, answer.Lines...)
		if len(all) >= answer.Total {
			return all
		}
	}
}

// crosses holds an answer to what may cross at once.
func crosses(t *testing.T, answer any) {
	t.Helper()
	b, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	if len(b) > 150_000 {
		t.Errorf("an answer of %d bytes crosses at once", len(b))
	}
}

func TestThePageSeesTheMessagesTheCommandLinePrints(t *testing.T) {
	var files []string
	for _, pattern := range []string{"samples/*.jsonl", "backend/session/pi/testdata/*.jsonl", "backend/session/contexts/testdata/*.jsonl"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no sessions at %s: %v", pattern, err)
		}
		files = append(files, found...)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			a, _ := testApp(t)
			opened := openPath(t, a, path)
			if opened.SuggestedLeaf == "" {
				return
			}
			var out, errOut bytes.Buffer
			if status := runCommandLine(paths.System(), []string{"context", path, "--json"}, &out, &errOut); status != statusDone {
				t.Fatalf("status %d: %s", status, errOut.String())
			}
			var want contextShown
			if err := json.Unmarshal(out.Bytes(), &want); err != nil {
				t.Fatal(err)
			}
			got := contextShown{Leaf: want.Leaf, Messages: []messageShown{}}
			summary, err := a.Context(ContextRequest{Session: opened.Session, At: want.Leaf})
			if err != nil {
				t.Fatal(err)
			}
			got.Model, got.ThinkingLevel = modelShown{summary.Provider, summary.Model}, summary.Level
			for _, l := range linesOf(t, a, ContextLinesRequest{Session: opened.Session, At: want.Leaf, Left: -1}) {
				if l.Kind == "message" {
					got.Messages = append(got.Messages, shownOf(l))
				}
			}
			for i := range want.Messages {
				checkText(t, a, opened.Session, want.Leaf, i, want.Messages[i].Text)
				want.Messages[i].Text = ""
				if i < len(got.Messages) && got.Messages[i].Role == "" {
					want.Messages[i].Role = "" // a role that only the body has
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-command line +page):\n%s", diff)
			}
		})
	}
}

func shownOf(l contexts.Line) messageShown {
	m := messageShown{Entry: l.Entry, Role: l.Word, Sent: !l.Unsent}
	if l.Why == "edited" {
		m.Edit = l.By
	}
	return m
}

// checkText holds what a message says against the text the command line prints of it.
func checkText(t *testing.T, a *App, session, at string, message int, want string) {
	t.Helper()
	answer, err := a.ContextMessage(ContextMessageRequest{Session: session, At: at, Message: message})
	if err != nil {
		t.Fatal(err)
	}
	crosses(t, answer)
	texts, cut := []string{}, false
	for _, b := range answer.Blocks {
		if b.Kind == "text" && b.Name == "" {
			texts = append(texts, b.Text)
			cut = cut || len(b.Text) < b.Bytes
		}
	}
	if got := strings.Join(texts, "\n"); got != want && !cut {
		t.Errorf("message %d says %.200q, want %.200q", message, got, want)
	}
}

func TestALongMessageOfAContextIsReadByLines(t *testing.T) {
	a, _ := testApp(t)
	var text strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&text, "line %d\n", i)
	}
	content, err := json.Marshal(text.String())
	if err != nil {
		t.Fatal(err)
	}
	path := writeFile(t, filepath.Join(t.TempDir(), "s.jsonl"), header+
		fmt.Sprintf(`{"type":"message","id":"e1","parentId":null,"timestamp":"2026-05-04T09:00:01.000Z","message":{"role":"user","content":%s}}`+"\n", content))
	opened := openPath(t, a, path)
	answer, err := a.ContextMessage(ContextMessageRequest{Session: opened.Session, At: "e1"})
	if err != nil {
		t.Fatal(err)
	}
	crosses(t, answer)
	if b := answer.Blocks[0]; b.Bytes != text.Len() || len(b.Text) > saidShown || !strings.HasPrefix(text.String(), b.Text) {
		t.Errorf("%d of %d bytes", len(b.Text), b.Bytes)
	}
	w := httptest.NewRecorder()
	a.assets().ServeHTTP(w, httptest.NewRequest(http.MethodGet, fmt.Sprintf("/said/%s/%d/e1/0/0?from=15000&pieces=2", opened.Session, opened.Revision), nil))
	if got, want := w.Body.String(), "line 15000\nline 15001\n"; w.Code != http.StatusOK || got != want {
		t.Errorf("%d %q, want %q", w.Code, got, want)
	}
	for _, nothing := range []string{"e1/0/9", "e1/7/0", "e9/0/0", "e1/x/0"} {
		w := httptest.NewRecorder()
		a.assets().ServeHTTP(w, httptest.NewRequest(http.MethodGet, fmt.Sprintf("/said/%s/%d/%s", opened.Session, opened.Revision, nothing), nil))
		if w.Code != http.StatusNotFound {
			t.Errorf("%s answers %d", nothing, w.Code)
		}
	}
}

func TestAContextIsAskedOfAnEntryThatIsThere(t *testing.T) {
	a, _ := testApp(t)
	opened, _ := openForked(t, a)
	if _, err := a.Context(ContextRequest{Session: opened.Session, At: "nowhere"}); kindOfError(err) != kindNotFound {
		t.Errorf("an entry that is not there: %v", err)
	}
	if _, err := a.ContextMessage(ContextMessageRequest{Session: opened.Session, At: "00000004", Message: 99}); kindOfError(err) != kindNotFound {
		t.Errorf("a message that is not there: %v", err)
	}
	if _, err := a.ContextLines(ContextLinesRequest{Session: opened.Session, At: "00000004", Base: "nowhere"}); kindOfError(err) != kindNotFound {
		t.Errorf("a comparison with nothing: %v", err)
	}
}

func TestWhatCameInSinceAnotherEntryIsAnswered(t *testing.T) {
	a, _ := testApp(t)
	opened, _ := openForked(t, a)
	var got []string
	for _, l := range linesOf(t, a, ContextLinesRequest{Session: opened.Session, At: "00000004", Base: "00/05?", Left: -1}) {
		got = append(got, strings.TrimSpace(l.Kind+" "+l.Entry+" "+l.Why))
	}
	want := []string{"out", "message 00/05? elsewhere", "in", "message 00000002", "message 00000003", "message 00000004"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
