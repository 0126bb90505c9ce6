package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// recentTitles are the titles the page is told, those of missing files marked.
func recentTitles(t *testing.T, a *App) []string {
	t.Helper()
	answer, err := a.Recent()
	if err != nil {
		t.Fatal(err)
	}
	titles := []string{}
	for _, f := range answer.Files {
		if f.Missing {
			f.Title += " (missing)"
		}
		titles = append(titles, f.Title)
	}
	return titles
}

// prompted writes a session whose first prompt is its title.
func prompted(t *testing.T, dir, title string) string {
	t.Helper()
	return writeFile(t, filepath.Join(dir, title+".jsonl"), header+
		`{"type":"message","id":"00000001","parentId":null,"timestamp":"2026-05-04T09:00:01.000Z","message":{"role":"user","content":"`+title+`","timestamp":1777885201000}}`+"\n")
}

func TestFilesOpenedLatelyAreRemembered(t *testing.T) {
	a, w := testApp(t)
	dir := t.TempDir()
	for _, title := range []string{"one", "two ü", "one"} {
		a.openFile(prompted(t, dir, title), "")
	}
	if diff := cmp.Diff([]string{"one", "two ü"}, recentTitles(t, a)); diff != "" {
		t.Errorf("recent files (-want +got):\n%s", diff)
	}
	if err := a.Ready(); err != nil || len(w.told("recent")) == 0 {
		t.Errorf("Ready = %v, and the page was told of changes %d times", err, len(w.told("recent")))
	}

	later := newApp(a.env, &watcher{})
	t.Cleanup(later.close)
	answer, err := later.Recent()
	if err != nil || len(answer.Files) != 2 {
		t.Fatalf("after a new start: Recent = %+v, %v", answer, err)
	}
	opened, err := later.Open(OpenRequest{Handle: answer.Files[1].Handle})
	if err != nil || opened.Title != "two ü" {
		t.Errorf("opened again: %q, %v", opened.Title, err)
	}
	if again, err := later.Open(OpenRequest{Handle: opened.Handle}); err != nil || again.Session != opened.Session {
		t.Errorf("by the handle of the open session: %+v, %v", again, err)
	}
	if got := recentTitles(t, later); got[0] != "two ü" {
		t.Errorf("what was opened last is not the first: %q", got)
	}
}

func TestRecentFilesAreOursAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Log("Windows has no modes; the folder is the user's own")
		return
	}
	a, _ := testApp(t)
	a.openFile(prompted(t, t.TempDir(), "one"), "")
	info, err := os.Stat(filepath.Join(a.env.Home, ".local/state/branchline", recentName))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v, want a file with mode 0600", info, err)
	}
}

func TestAMissingRecentFileIsShownAndCanBeRemoved(t *testing.T) {
	a, _ := testApp(t)
	dir := t.TempDir()
	gone := prompted(t, dir, "gone")
	a.openFile(gone, "")
	a.openFile(prompted(t, dir, "there"), "")
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"there", "gone (missing)"}, recentTitles(t, a)); diff != "" {
		t.Errorf("recent files (-want +got):\n%s", diff)
	}
	answer, _ := a.Recent()
	if _, err := a.Open(OpenRequest{Handle: answer.Files[1].Handle}); kindOfError(err) != "notFound" {
		t.Errorf("opening it = %v, want notFound", err)
	}
	if err := a.ForgetRecent(ForgetRecentRequest{Handle: answer.Files[1].Handle}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"there"}, recentTitles(t, a)); diff != "" {
		t.Errorf("after removing it (-want +got):\n%s", diff)
	}
}

func TestAtMostThirtyFilesAreRemembered(t *testing.T) {
	a, _ := testApp(t)
	dir := t.TempDir()
	for i := range recentAtMost + 3 {
		a.openFile(prompted(t, dir, fmt.Sprintf("n%02d", i)), "")
	}
	got := recentTitles(t, a)
	if len(got) != recentAtMost || got[0] != "n32" || got[recentAtMost-1] != "n03" {
		t.Errorf("%d files from %q to %q", len(got), got[0], got[len(got)-1])
	}
}

func TestRecentFilesCanBeClearedAndSwitchedOff(t *testing.T) {
	a, _ := testApp(t)
	dir := t.TempDir()
	kept := filepath.Join(a.env.Home, ".local/state/branchline", recentName)
	none := func(when string) {
		t.Helper()
		if got := recentTitles(t, a); len(got) > 0 {
			t.Errorf("%s: %q", when, got)
		}
		if b, err := os.ReadFile(kept); err != nil || strings.Contains(string(b), dir) {
			t.Errorf("%s: the file holds %s (%v)", when, b, err)
		}
	}
	a.openFile(prompted(t, dir, "one"), "")
	if err := a.ClearRecent(); err != nil {
		t.Fatal(err)
	}
	none("cleared")

	a.openFile(prompted(t, dir, "one"), "")
	s, err := a.Settings()
	if err != nil || !s.RememberRecent {
		t.Fatalf("at first: Settings = %+v, %v, want that files are remembered", s, err)
	}
	s.RememberRecent = false
	if err := a.SaveSettings(s); err != nil {
		t.Fatal(err)
	}
	none("switched off")
	a.openFile(prompted(t, dir, "two"), "")
	none("opened while it is off")
}

func TestWhatGoesWithTheProgramIsNotRemembered(t *testing.T) {
	a, _ := testApp(t)
	if _, err := a.Sessions(SessionsRequest{}); err != nil {
		t.Fatal(err)
	}
	wait(t, "a sample", func() bool { a.mu.Lock(); defer a.mu.Unlock(); return len(a.tabs) == 1 })
	a.openFile(prompted(t, filepath.Join(a.env.Temp, demoPrefix+"1"), "demo"), "")
	if got := recentTitles(t, a); len(got) > 0 {
		t.Errorf("remembered %q", got)
	}
}

func TestDamagedRecentFilesBeginAnew(t *testing.T) {
	a, _ := testApp(t)
	path := filepath.Join(a.env.Home, ".local/state/branchline", recentName)
	for _, damage := range []string{"", "{", "[1]", `[{"path":"../etc/passwd","title":"x"}]`} {
		writeFile(t, path, damage)
		if got := recentTitles(t, a); len(got) > 0 {
			t.Errorf("%q: %q", damage, got)
		}
	}
	a.openFile(prompted(t, t.TempDir(), "one"), "")
	if got := recentTitles(t, a); len(got) != 1 {
		t.Errorf("afterwards: %q", got)
	}
}
