package main

import (
	"path/filepath"
	"testing"
)

func TestAFileThatIsNoSessionYetIsOpenedOnceItIs(t *testing.T) {
	const meta = `{"kind":"meta","at":"2026-03-01T09:00:00Z","meta":{"id":"20260301-090000","task":"T"}}` + "\n"
	for name, first := range map[string]string{"session.jsonl": header + said("e1", "", asks), "20260301-090000.jsonl": meta} {
		for what, before := range map[string]string{"empty": "", "half a record": first[:20]} {
			t.Run(name+", "+what, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), name)
				add(t, path, before)
				a, page := testApp(t)
				must(t, a.Ready())
				if _, err := a.open(path, ""); asFault(err).Kind != "notSession" {
					t.Fatalf("opening it: %v, want notSession", err)
				}
				add(t, path, first[len(before):])
				wait(t, "the page to be told", func() bool { return len(page.told("written")) > 0 })
				told := page.told("written")[0].(map[string]any)
				if told["path"] != path {
					t.Errorf("told of %s, want %s", told["path"], path)
				}
				opened, err := a.Open(OpenRequest{Handle: told["handle"].(string)})
				if err != nil || opened.Path != path {
					t.Fatalf("opened %s: %v", opened.Path, err)
				}
				add(t, path, said("e9", "", asks))
				wait(t, "it to be followed", func() bool { return len(page.told("session")) > 0 })
				if n := len(page.told("written")); n != 1 {
					t.Errorf("told %d times of a file that was no session yet, want once", n)
				}
			})
		}
	}
}

func TestAFileThatStaysNoSessionIsWaitedForAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	add(t, path, "")
	a, page := testApp(t)
	must(t, a.Ready())
	for n, part := range []string{header[:10], header[10:20]} {
		if _, err := a.open(path, ""); err == nil {
			t.Fatal("opened")
		}
		add(t, path, part)
		wait(t, "the page to be told", func() bool { return len(page.told("written")) == n+1 })
	}
}
