package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestFilesGivenAtTheStartAreOpenedBeforeThePageIsDrawn(t *testing.T) {
	a, w := testApp(t)
	dir := t.TempDir()
	good := writeFile(t, filepath.Join(dir, "a b", "ü.jsonl"), forked)
	bad := writeFile(t, filepath.Join(dir, "notes.jsonl"), "Buy milk.\n")
	a.give([]string{good, bad, filepath.Join(dir, "gone.jsonl")}, "00/0")
	start, err := a.Start()
	if err != nil {
		t.Fatal(err)
	}
	if start.Face != "window" || !start.CanChoose || start.Theme != "dark" || start.Version != version {
		t.Errorf("start is %+v", start)
	}
	if len(start.Opened) != 1 || start.Opened[0].Entry != "00/05?" || start.Opened[0].FileName != "ü.jsonl" || start.Opened[0].Branches != 2 {
		t.Fatalf("opened %+v", start.Opened)
	}
	if len(start.Failed) != 2 || start.Failed[0].Kind != "notSession" || start.Failed[1].Kind != "notFound" {
		t.Errorf("failed %+v", start.Failed)
	}
	// A page that is loaded again finds what was open, and no old failures.
	again, err := a.Start()
	if err != nil || len(again.Opened) != 1 || len(again.Failed) != 0 {
		t.Errorf("again %+v, %v", again, err)
	}
	if told := w.told("opened"); len(told) != 0 {
		t.Errorf("told %v as well", told)
	}
}

func TestFilesThatComeLaterAreToldOnceThePageListens(t *testing.T) {
	a, w := testApp(t)
	if _, err := a.Start(); err != nil {
		t.Fatal(err)
	}
	path := writeFile(t, filepath.Join(t.TempDir(), "s.jsonl"), forked)
	a.openFile(path, "")
	a.openFile(path+"x", "")
	if told := w.told("opened"); len(told) != 0 {
		t.Fatalf("told %v before the page listens", told)
	}
	if err := a.Ready(); err != nil {
		t.Fatal(err)
	}
	if len(w.told("opened")) != 1 || len(w.told("failed")) != 1 {
		t.Errorf("told %v", w.events)
	}
	w.chosen = []string{path}
	if err := a.Choose(); err != nil {
		t.Fatal(err)
	}
	told := w.told("opened")
	if len(told) != 2 || told[0].(SessionAnswer).Session != told[1].(SessionAnswer).Session {
		t.Errorf("the same file is told as %v", told)
	}
}

func TestARewrittenFileIsReadAgainAndTold(t *testing.T) {
	a, w := testApp(t)
	s, path := openForked(t, a)
	if err := a.Ready(); err != nil {
		t.Fatal(err)
	}
	writeFile(t, path, header+
		`{"type":"message","id":"n1","parentId":null,"timestamp":"2026-05-04T10:00:01.000Z","message":{"role":"user","content":"Other","timestamp":1777888801000}}`+"\n")
	later := time.Now().Add(time.Minute)
	if err := os.Chtimes(path, later, later); err != nil {
		t.Fatal(err)
	}
	rows, err := a.Rows(RowsRequest{Session: s.Session, Count: 10})
	if err != nil || rows.Revision < 2 || len(rows.Rows) != 1 || rows.Rows[0].Entry != "n1" {
		t.Errorf("rows %+v, %v", rows, err)
	}
	wait(t, "the page to be told", func() bool {
		told := w.told("session")
		return len(told) > 0 && told[len(told)-1].(map[string]any)["revision"].(int) >= rows.Revision
	})
}

func TestAClosedSessionIsGone(t *testing.T) {
	a, _ := testApp(t)
	s, _ := openForked(t, a)
	if err := a.Close(CloseRequest{Session: s.Session}); err != nil {
		t.Fatal(err)
	}
	_, err := a.Rows(RowsRequest{Session: s.Session, Count: 1})
	if kindOfError(err) != "gone" {
		t.Errorf("rows answer %v", err)
	}
	if start, err := a.Start(); err != nil || len(start.Opened) != 0 {
		t.Errorf("start %+v, %v", start, err)
	}
}

func TestSettingsAreKeptAndToleratedWhenDamaged(t *testing.T) {
	a, _ := testApp(t)
	first, err := a.Settings()
	if err != nil || first.Theme != "system" || first.TextSize != 100 || !first.SingleKeys || first.Folders == nil {
		t.Errorf("at first %+v, %v", first, err)
	}
	if err := a.SaveSettings(SettingsAnswer{Theme: "light", TextSize: 900, Folders: []string{"/srv/x"}, GraphWidth: 300}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(a.env.Home, ".config/branchline/settings.json")
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("kept as %v, %v", info, err)
	}
	b := newApp(a.env, &watcher{})
	if got, err := b.Settings(); err != nil || got.Theme != "light" || got.TextSize != 150 || got.GraphWidth != 300 || got.SingleKeys || len(got.Folders) != 0 {
		t.Errorf("read back %+v, %v", got, err)
	}
	quiet(t)
	writeFile(t, file, `{"theme":"dark","textSize":"big","graphWi`)
	c := newApp(a.env, &watcher{})
	if got, err := c.Settings(); err != nil || got.TextSize != 100 || !got.SingleKeys {
		t.Errorf("damaged reads as %+v, %v", got, err)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(file), "*"))
	if err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestLinksAreCheckedBeforeTheyAreOpened(t *testing.T) {
	a, w := testApp(t)
	if err := a.OpenLink("https://example.org/"); err != nil || len(w.opened) != 1 {
		t.Errorf("opened %v, %v", w.opened, err)
	}
	if err := a.OpenLink("file:///etc/passwd"); kindOfError(err) != "unsupported" || len(w.opened) != 1 {
		t.Errorf("opened %v, %v", w.opened, err)
	}
}

func TestNothingThatIsReadIsChanged(t *testing.T) {
	a, _ := testApp(t)
	s, path := openForked(t, a)
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, leaf := range []string{"00000004", "00/05?"} {
		if _, err := a.Rows(RowsRequest{Session: s.Session, Leaf: leaf, Count: 100}); err != nil {
			t.Error(err)
		}
		if _, err := a.Outcome(OutcomeRequest{Session: s.Session, Leaf: leaf}); err != nil {
			t.Error(err)
		}
		if _, err := a.Entry(EntryRequest{Session: s.Session, Key: leaf, Raw: true}); err != nil {
			t.Error(err)
		}
	}
	after, err := os.Stat(path)
	if err != nil || !after.ModTime().Equal(before.ModTime()) || after.Size() != before.Size() {
		t.Errorf("was %v, is %v, %v", before, after, err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != forked {
		t.Errorf("the bytes changed: %v", err)
	}
	if names, err := os.ReadDir(filepath.Dir(path)); err != nil || len(names) != 1 {
		t.Errorf("there are %v, %v", names, err)
	}
}

func TestASessionKeepsItsNameForAsLongAsTheAppRuns(t *testing.T) {
	a, w := testApp(t)
	_, err := a.Start()
	must(t, err)
	must(t, a.Ready())
	dir := t.TempDir()
	given, listed := writeFile(t, dir+"/given.jsonl", forked), writeFile(t, dir+"/listed.jsonl", forked)
	opens := func(path string) bool {
		t.Helper()
		answer, err := a.Open(OpenRequest{Handle: a.list.handle(path)})
		must(t, err)
		return answer.ByFile
	}
	if opens(listed) {
		t.Error("a session of the list goes by its file")
	}
	a.openFile(given, "")
	a.openFile(listed, "") // it is open already, and stays what it is called
	told := w.told("opened")
	if len(told) != 2 || !told[0].(SessionAnswer).ByFile || told[1].(SessionAnswer).ByFile {
		t.Errorf("the page was told %+v", told)
	}
	a.tellEnd(told[0].(SessionAnswer).Session)
	if ended := w.told("ended"); len(ended) != 1 || ended[0].(EndedEvent).Title != "given.jsonl" {
		t.Errorf("that it ended is told of %+v", ended)
	}
	must(t, a.Close(CloseRequest{Session: told[0].(SessionAnswer).Session}))
	if !opens(given) {
		t.Error("closed and opened again it goes by another name")
	}
}
