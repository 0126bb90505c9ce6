package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"branchline/backend/paths"
)

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

func (w *watcher) Name() string  { return "window" }
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

func TestAnEntryThatIsNotThereIsSaid(t *testing.T) {
	a, _ := testApp(t)
	path := writeFile(t, filepath.Join(t.TempDir(), "s.jsonl"), forked)
	a.give([]string{path}, "0000")
	start, err := a.Start()
	if err != nil || len(start.Opened) != 0 || len(start.Failed) != 1 || !strings.Contains(start.Failed[0].Message, "could be any of 4") {
		t.Errorf("start %+v, %v", start, err)
	}
}

func TestRowsOfABranch(t *testing.T) {
	a, _ := testApp(t)
	s, _ := openForked(t, a)
	rows, err := a.Rows(RowsRequest{Session: s.Session, Leaf: "00000004", Count: 100})
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, r := range rows.Rows {
		kinds = append(kinds, r.Kind)
	}
	if !slices.Equal(kinds, []string{"prompt", "call", "reply"}) || rows.Total != 3 || rows.Revision != 1 || rows.At != -1 || rows.Leaf != "00000004" {
		t.Errorf("rows %v of %+v", kinds, rows)
	}
	// At wins over From.
	rows, err = a.Rows(RowsRequest{Session: s.Session, Leaf: "00000004", From: 0, Count: 1, At: "00000004"})
	if err != nil || rows.At != 2 || len(rows.Rows) != 1 || rows.Rows[0].Entry != "00000004" {
		t.Errorf("at the reply: %+v, %v", rows, err)
	}
	// The answer of a call stands in the call's row.
	if rows, err = a.Rows(RowsRequest{Session: s.Session, Leaf: "00000004", Count: 1, At: "00000003"}); err != nil || rows.At != 1 {
		t.Errorf("at the result: %+v, %v", rows, err)
	}
	// The suggested leaf is the one without a name; no count, no rows.
	if rows, err = a.Rows(RowsRequest{Session: s.Session}); err != nil || rows.Leaf != s.SuggestedLeaf || rows.Rows == nil {
		t.Errorf("no leaf: %+v, %v", rows, err)
	}
	for _, r := range []RowsRequest{{Session: "s9"}, {Session: s.Session, Leaf: "nope"}} {
		if _, err := a.Rows(r); kindOfError(err) != "gone" && kindOfError(err) != "notFound" {
			t.Errorf("%+v answers %v", r, err)
		}
	}
}

func TestGraphLightsTheAskedBranch(t *testing.T) {
	a, _ := testApp(t)
	s, _ := openForked(t, a)
	g, err := a.Graph(GraphRequest{Session: s.Session, Filter: "all", Leaf: "00000004", Count: 100, At: "00000004"})
	if err != nil {
		t.Fatal(err)
	}
	if g.Branches != 2 || g.Total != len(g.Rows) || g.At < 0 || g.Rows[g.At].Key != "00000004" || !g.Rows[g.At].OnPath {
		t.Errorf("graph %+v", g)
	}
}

func TestOutcomeOfABranch(t *testing.T) {
	a, _ := testApp(t)
	s, _ := openForked(t, a)
	for leaf, want := range map[string]string{"00000004": "finished", "00/05?": "limit"} {
		o, err := a.Outcome(OutcomeRequest{Session: s.Session, Leaf: leaf})
		if err != nil || o.State != want || o.Leaf != leaf {
			t.Errorf("outcome of %s is %q of %q, %v; want %s", leaf, o.State, o.Leaf, err, want)
		}
	}
}

func TestEntryTellsWhereItStands(t *testing.T) {
	a, _ := testApp(t)
	s, _ := openForked(t, a)
	e, err := a.Entry(EntryRequest{Session: s.Session, Key: "00000001", Leaf: "00000004", Raw: true})
	if err != nil {
		t.Fatal(err)
	}
	if e.Kind != "prompt" || e.Line != 2 || e.Leaf != "00000004" || e.Leaves != 2 || e.Child != "00000002" || e.Parent != "" ||
		!slices.Equal(e.Ends, []EntryEnd{{"00000004", "A kite."}, {"00/05?", "A bird."}}) {
		t.Errorf("entry %+v", e)
	}
	if !json.Valid([]byte(e.Raw)) || len(e.Raw) != e.RawBytes {
		t.Errorf("raw has %d of %d bytes: %.80s", len(e.Raw), e.RawBytes, e.Raw)
	}
	e, err = a.Entry(EntryRequest{Session: s.Session, Key: "00000003", Leaf: "00/05?"})
	if err != nil || e.Leaf != "00000004" || e.Leaves != 1 || e.Previous != "" || e.Next != "00/05?" || e.Parent != "00000002" || e.Raw != "" {
		t.Errorf("entry %+v, %v", e, err)
	}
	if _, err = a.Entry(EntryRequest{Session: s.Session, Key: "nope"}); kindOfError(err) != "notFound" {
		t.Errorf("an unknown entry answers %v", err)
	}
}

func TestAResultBelongsToItsCallAndSettingsToTheEndBeforeThem(t *testing.T) {
	a, _ := testApp(t)
	path := writeFile(t, filepath.Join(t.TempDir(), "s.jsonl"), header+
		`{"type":"message","id":"p","parentId":null,"timestamp":"2026-05-04T10:00:01.000Z","message":{"role":"user","content":"Go."}}`+"\n"+
		`{"type":"message","id":"c","parentId":"p","timestamp":"2026-05-04T10:00:02.000Z","message":{"role":"assistant","stopReason":"toolUse","content":[{"type":"toolCall","id":"c1","name":"bash","arguments":{"command":"ls"}}]}}`+"\n"+
		`{"type":"message","id":"r","parentId":"c","timestamp":"2026-05-04T10:00:03.000Z","message":{"role":"toolResult","toolCallId":"c1","toolName":"bash","content":[{"type":"text","text":"pears"}],"isError":false}}`+"\n"+
		`{"type":"message","id":"a","parentId":"r","timestamp":"2026-05-04T10:00:04.000Z","message":{"role":"assistant","stopReason":"stop","content":[{"type":"text","text":"Pears."}]}}`+"\n"+
		`{"type":"label","id":"l","parentId":"a","timestamp":"2026-05-04T10:00:05.000Z","targetId":"a","label":"x"}`+"\n"+
		`{"type":"message","id":"b","parentId":"p","timestamp":"2026-05-04T10:00:06.000Z","message":{"role":"assistant","stopReason":"stop","content":[{"type":"text","text":"No."}]}}`+"\n")
	s, err := a.open(path, "")
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]EntryAnswer{
		"r": {Kind: "toolResult", Leaf: "l", Last: "r"},
		"a": {Kind: "reply", Leaf: "l", Last: "l"},
		"b": {Kind: "reply", Leaf: "b", Last: "b"},
	} {
		e, err := a.Entry(EntryRequest{Session: s.Session, Key: key, Leaf: "b"})
		if err != nil || e.Kind != want.Kind || e.Leaf != want.Leaf || e.Last != want.Last {
			t.Errorf("entry %s is a %s of %s and stands for %s, %v; want %+v", key, e.Kind, e.Leaf, e.Last, err, want)
		}
	}
	g, err := a.Graph(GraphRequest{Session: s.Session, Filter: "all", Leaf: "b", Count: 100, At: "r"})
	if err != nil || g.At < 0 || g.Rows[g.At].Key != "c" {
		t.Errorf("the result stands in row %d of %+v, %v", g.At, g.Rows, err)
	}
	for _, r := range g.Rows {
		if r.Key == "a" && r.Last != "l" {
			t.Errorf("the row of the end stands for %s", r.Last)
		}
	}
	if m, err := a.GraphMove(GraphMoveRequest{Session: s.Session, Filter: "all", Leaf: "l", From: "c", Way: "child"}); err != nil || m.Key != "a" {
		t.Errorf("from the call one goes on to %q, %v", m.Key, err)
	}
}

func TestAnEntryIsNamedByWhatItSaysNotByWhatWasThoughtBefore(t *testing.T) {
	a, _ := testApp(t)
	path := writeFile(t, filepath.Join(t.TempDir(), "s.jsonl"), header+
		`{"type":"message","id":"t1","parentId":null,"timestamp":"2026-05-04T10:00:01.000Z","message":{"role":"assistant","content":[{"type":"thinking","thinking":"Hm."},{"type":"text","text":"Yes."}]}}`+"\n"+
		`{"type":"message","id":"t2","parentId":"t1","timestamp":"2026-05-04T10:00:02.000Z","message":{"role":"assistant","content":[{"type":"thinking","thinking":"Hm."}]}}`+"\n")
	s, err := a.open(path, "")
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"t1": "reply", "t2": "thinking"} {
		if e, err := a.Entry(EntryRequest{Session: s.Session, Key: key}); err != nil || e.Kind != want {
			t.Errorf("%s is a %q, want %q; %v", key, e.Kind, want, err)
		}
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

// One line of a tool's output can be longer than all the rest; the page asks for
// text by lines and gets it in pieces.
func TestALongLineIsReadInPieces(t *testing.T) {
	text := "short\n" + strings.Repeat("ü", longLine) + "\nlast"
	l := longBodyOf(text)
	if len(l.starts) != 4 {
		t.Fatalf("%d pieces, want the short line, the long one in two and the last", len(l.starts))
	}
	if got, want := l.numbers(0, 9), "1,2,0,3"; got != want || l.lines() != 3 || l.numbers(2, 1) != "0" || longBodyOf("").lines() != 0 {
		t.Errorf("the pieces begin the lines %s of %d, want %s of 3", got, l.lines(), want)
	}
	var whole string
	for i := range l.starts {
		line := l.part(i, 1)
		if !utf8.ValidString(line) || len(line) > longLine+1 {
			t.Errorf("line %d: %d bytes, valid %v", i, len(line), utf8.ValidString(line))
		}
		whole += strings.TrimSuffix(line, "\n")
	}
	if want := strings.ReplaceAll(text, "\n", ""); whole != want {
		t.Errorf("the pieces are %d bytes together, want %d", len(whole), len(want))
	}
	if got := l.part(0, 1) + l.part(3, 9) + l.part(4, 1); got != "short\nlast" {
		t.Errorf("first and last line: %q", got)
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
