package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// readList waits until the list is read.
func readList(t *testing.T, a *App) (list SessionsAnswer) {
	t.Helper()
	wait(t, "the list", func() bool {
		var err error
		if list, err = a.Sessions(SessionsRequest{}); err != nil {
			t.Fatal(err)
		}
		return !list.Scanning
	})
	return list
}

func TestTheListOpensByHandles(t *testing.T) {
	a, w := testApp(t)
	path := writeFile(t, filepath.Join(a.env.Home, ".pi/agent/sessions/--srv-demo--/s.jsonl"), forked)
	list := readList(t, a)
	if len(list.Sessions) != 1 || list.Sessions[0].Path != path || list.Sessions[0].Group != "/srv/demo" || list.Sessions[0].Sample {
		t.Fatalf("list %+v", list)
	}
	if len(list.Places) == 0 || list.Places[0].State != "ok" {
		t.Errorf("places %+v", list.Places)
	}
	opened, err := a.Open(OpenRequest{Handle: list.Sessions[0].Handle})
	if err != nil || opened.Path != path {
		t.Errorf("opened %+v, %v", opened, err)
	}
	for _, handle := range []string{"l99", path, ""} {
		if _, err := a.Open(OpenRequest{Handle: handle}); kindOfError(err) != "notFound" {
			t.Errorf("open %q answers %v", handle, err)
		}
	}
	// Reading again keeps the handle and tells the page.
	if err := a.Ready(); err != nil {
		t.Fatal(err)
	}
	before := len(w.told("sessions"))
	again, err := a.Sessions(SessionsRequest{Rescan: true})
	if err != nil || len(again.Sessions) != 1 || again.Sessions[0].Handle != list.Sessions[0].Handle {
		t.Errorf("again %+v, %v", again, err)
	}
	wait(t, "the event", func() bool { return len(w.told("sessions")) > before })
}

func TestSamplesStandInForNoSessionsAtAll(t *testing.T) {
	a, w := testApp(t)
	if _, err := a.Start(); err != nil {
		t.Fatal(err)
	}
	if err := a.Ready(); err != nil {
		t.Fatal(err)
	}
	var list SessionsAnswer
	wait(t, "the samples", func() bool {
		var err error
		if list, err = a.Sessions(SessionsRequest{}); err != nil {
			t.Fatal(err)
		}
		return !list.Scanning && len(list.Sessions) > 0
	})
	parents := 0
	for _, s := range list.Sessions {
		if !s.Sample || s.Group != "Samples" || s.Problems != 0 || s.Outcome == "running" {
			t.Errorf("sample %+v", s)
		}
		if s.ParentHandle != "" {
			parents++
		}
	}
	if parents != 3 {
		t.Errorf("%d samples have a parent among them, want the fork and the two resumed runs", parents)
	}
	wait(t, "a sample on screen", func() bool { return len(w.told("opened")) > 0 })
	if o := w.told("opened")[0].(SessionAnswer); !o.Sample || o.Branches < 4 {
		t.Errorf("opened %+v", o)
	}
	dir := filepath.Dir(list.Sessions[0].Path)
	a.close()
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the samples are still there: %v", err)
	}
}

func TestFoldersAreAddedByTheReaderAndNotByThePage(t *testing.T) {
	a, w := testApp(t)
	w.folder = t.TempDir()
	writeFile(t, filepath.Join(w.folder, "s.jsonl"), `{"type":"session","version":3,"id":"added","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/srv/x"}`+"\n")
	if err := a.AddFolder(); err != nil {
		t.Fatal(err)
	}
	if err := a.SaveSettings(SettingsAnswer{Folders: []string{"/etc"}, Theme: "dark"}); err != nil {
		t.Fatal(err)
	}
	if got, err := a.Settings(); err != nil || got.Theme != "dark" || !slices.Equal(got.Folders, []string{w.folder}) {
		t.Errorf("settings %+v, %v, want the folder that was chosen", got, err)
	}
	answer := readList(t, a)
	if len(answer.Sessions) != 1 || answer.Sessions[0].ID != "added" {
		t.Errorf("listed %+v", answer.Sessions)
	}
	if p := answer.Places[len(answer.Places)-1]; p.Path != w.folder || p.Added != 0 || answer.Places[0].Added != -1 {
		t.Errorf("places %+v", answer.Places)
	}
	if err := a.RemoveFolder(RemoveFolderRequest{Index: 7}); err != nil {
		t.Fatal(err)
	}
	if err := a.RemoveFolder(RemoveFolderRequest{Index: 0}); err != nil {
		t.Fatal(err)
	}
	if got, err := a.Settings(); err != nil || len(got.Folders) != 0 {
		t.Errorf("settings %+v, %v, want no folder left", got, err)
	}
}
