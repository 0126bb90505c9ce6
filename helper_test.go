package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"branchline/backend/paths"
)

const header = `{"type":"session","version":3,"id":"app","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/srv/demo"}` + "\n"

// forked is a session with two branches, a failed call and a picture.
const forked = header +
	`{"type":"message","id":"00000001","parentId":null,"timestamp":"2026-05-04T09:00:01.000Z","message":{"role":"user","content":[{"type":"text","text":"What is this?"},{"type":"image","mimeType":"text/html","data":"` + pixel + `"},{"type":"image","mimeType":"image/png","data":"PGh0bWw+"}],"timestamp":1777885201000}}
{"type":"message","id":"00000002","parentId":"00000001","timestamp":"2026-05-04T09:00:02.000Z","message":{"role":"assistant","content":[{"type":"toolCall","id":"c1","name":"bash","arguments":{"command":"file it"}}],"stopReason":"toolUse","timestamp":1777885202000}}
{"type":"message","id":"00000003","parentId":"00000002","timestamp":"2026-05-04T09:00:03.000Z","message":{"role":"toolResult","toolCallId":"c1","toolName":"bash","content":[{"type":"text","text":"one\ntwo\nthree\n"}],"isError":true,"timestamp":1777885203000}}
{"type":"message","id":"00000004","parentId":"00000003","timestamp":"2026-05-04T09:00:04.000Z","message":{"role":"assistant","content":[{"type":"text","text":"A kite."}],"stopReason":"stop","timestamp":1777885204000}}
{"type":"message","id":"00/05?","parentId":"00000001","timestamp":"2026-05-04T09:00:05.000Z","message":{"role":"assistant","content":[{"type":"text","text":"A bird."}],"stopReason":"length","timestamp":1777885205000}}
`

// pixel is a png of one pixel.
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// watcher is a face that keeps what the page is told.
type watcher struct {
	mu     sync.Mutex
	events []event
	chosen []string
	folder string
	saved  string // where a new file is to go
	opened []string
	shown  []string // notifications of the desktop
}

func (w *watcher) Name() string { return "window" }

func (w *watcher) Theme() string { return "dark" }

func (w *watcher) Emit(name string, payload any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.events = append(w.events, event{name, payload})
}

func (w *watcher) OpenLink(address string) error {
	w.opened = append(w.opened, address)
	return nil
}

func (w *watcher) Notify(title, body string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.shown = append(w.shown, title+": "+body)
	return nil
}

func (w *watcher) notified() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.shown)
}

func (w *watcher) Choose() ([]string, error) { return w.chosen, nil }

func (w *watcher) ChooseFolder() (string, error) { return w.folder, nil }

func (w *watcher) Save(string, string) (string, error) { return w.saved, nil }

func (w *watcher) told(name string) []any {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []any
	for _, e := range w.events {
		if e.Name == name {
			out = append(out, e.Payload)
		}
	}
	return out
}

// wait waits until something is true.
func wait(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited for %s", what)
		}
	}
}

// testApp is an App in an empty home.
func testApp(t *testing.T) (*App, *watcher) {
	t.Helper()
	home := t.TempDir()
	env := paths.Env{
		Getenv: func(string) string { return "" }, Home: home, Dir: home, Temp: t.TempDir(), UID: 1000, OS: "linux",
	}
	w := &watcher{}
	a := newApp(env, w)
	t.Cleanup(a.close)
	return a, w
}

func writeFile(t *testing.T, path, data string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// openForked opens the session with two branches and answers its handle.
func openForked(t *testing.T, a *App) (SessionAnswer, string) {
	t.Helper()
	path := writeFile(t, filepath.Join(t.TempDir(), "s.jsonl"), forked)
	answer, err := a.open(path, "")
	if err != nil {
		t.Fatal(err)
	}
	return answer, path
}

func kindOfError(err error) string {
	var f *fault
	if errors.As(err, &f) {
		return f.Kind
	}
	return ""
}
