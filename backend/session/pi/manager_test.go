package pi

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// begun starts a session in a folder of its own, with ids e1, e2, … and a clock
// that goes on by a second a look.
func begun(tb testing.TB, opts ...Option) *Manager {
	tb.Helper()
	m, err := Create("/p", tb.TempDir(), append(counted(), opts...)...)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := m.Close(); err != nil {
			tb.Error(err)
		}
	})
	return m
}

// counted are the options that make ids and times the same at every run.
func counted() []Option {
	ids, now := 0, time.Date(2031, 4, 9, 7, 5, 3, 120e6, time.UTC)
	return []Option{
		WithEntryIDGenerator(func() string { ids++; return fmt.Sprintf("e%d", ids) }),
		WithSessionIDGenerator(func(time.Time) string { return "sess" }),
		WithClock(func() time.Time { now = now.Add(time.Second); return now }),
	}
}

// must returns v, and fails the test when there is an error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestAManagerIsAskedWhileItTurnsToAnotherFile(t *testing.T) {
	m, path := must(InMemory("/p", nil)), filepath.Join(t.TempDir(), "s.jsonl")
	var asked sync.WaitGroup
	asked.Go(func() {
		for !m.IsPersisted() {
			runtime.Gosched()
		}
	})
	must(0, m.SetSessionFile(path))
	asked.Wait()
	if m.GetSessionFile() != path || m.GetCwd() != "/p" {
		t.Errorf("it is at %s in %s", m.GetSessionFile(), m.GetCwd())
	}
}

func TestANewSessionGetsItsFileWithTheFirstPrompt(t *testing.T) {
	m := begun(t)
	path := m.GetSessionFile()
	if want := "2031-04-09T07-05-04-120Z_sess.jsonl"; filepath.Base(path) != want {
		t.Errorf("the file is called %s, want %s", filepath.Base(path), want)
	}
	must(m.AppendModelChange("acme", "m"))
	must(m.AppendMessage(map[string]any{"role": "system", "content": "be kind"}))
	if _, err := os.Stat(path); err == nil {
		t.Error("settings alone made a file")
	}
	must(m.AppendMessage(map[string]any{"content": "hello", "role": "user"}))
	must(m.AppendSessionInfo(" a\r\nb "))
	got := string(must(os.ReadFile(path)))
	want := `{"type":"session","version":3,"id":"sess","timestamp":"2031-04-09T07:05:04.120Z","cwd":"/p"}
{"type":"model_change","id":"e1","parentId":null,"timestamp":"2031-04-09T07:05:05.120Z","provider":"acme","modelId":"m"}
{"type":"message","id":"e2","parentId":"e1","timestamp":"2031-04-09T07:05:06.120Z","message":{"content":"be kind","role":"system"}}
{"type":"message","id":"e3","parentId":"e2","timestamp":"2031-04-09T07:05:07.120Z","message":{"content":"hello","role":"user"}}
{"type":"session_info","id":"e4","parentId":"e3","timestamp":"2031-04-09T07:05:08.120Z","name":"a b"}
`
	if got != want {
		t.Errorf("the file is\n%s\nwant\n%s", got, want)
	}
	if strings.Join([]string{*m.GetLeafID(), m.GetSessionName()}, " ") != "e4 a b" {
		t.Errorf("leaf %s, name %q", *m.GetLeafID(), m.GetSessionName())
	}
}
