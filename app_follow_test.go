package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"branchline/backend/watch"
)

// said is the record of an entry under parent, "" for none.
func said(id, parent, message string) string {
	up := "null"
	if parent != "" {
		up = `"` + parent + `"`
	}
	return fmt.Sprintf(`{"type":"message","id":%q,"parentId":%s,"timestamp":"2026-05-04T09:00:01.000Z","message":%s}`+"\n", id, up, message)
}

const (
	asks    = `{"role":"user","content":"do it"}`
	calls   = `{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"bash","arguments":{"command":"ls"}}],"stopReason":"toolUse"}`
	results = `{"role":"toolResult","toolCallId":"c","toolName":"bash","content":[{"type":"text","text":"x"}],"isError":false}`
	ends    = `{"role":"assistant","content":[{"type":"text","text":"done"}],"stopReason":"stop"}`
)

func add(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = f.WriteString(text)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// followed opens a file in an App whose page listens.
func followed(t *testing.T, path string) (*App, *watcher, SessionAnswer) {
	t.Helper()
	a, page := testApp(t)
	opened, err := a.open(path, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Ready(); err != nil {
		t.Fatal(err)
	}
	return a, page, opened
}

func followOf(t *testing.T, a *App, session, leaf string) FollowAnswer {
	t.Helper()
	answer, err := a.Follow(FollowRequest{Session: session, Leaf: leaf})
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

func TestAnOpenSessionIsFollowed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	add(t, path, header+said("e1", "", asks))
	a, page, opened := followed(t, path)
	leaf := "e1"
	for _, step := range []struct {
		what      string
		act       func()
		entries   int
		leaf      string
		on        bool
		elsewhere bool
		lost      bool
		tail      bool
	}{
		{"a line", func() { add(t, path, said("e2", "e1", calls)) }, 2, "e2", true, false, false, false},
		{"half a line", func() { add(t, path, said("e3", "e2", results)[:40]) }, 2, "e2", true, false, false, true},
		{"the other half", func() { add(t, path, said("e3", "e2", results)[40:]) }, 3, "e3", true, false, false, false},
		{"another branch", func() { add(t, path, said("f2", "e1", asks)) }, 4, "e3", true, true, false, false},
		{"gone", func() { must(t, os.Remove(path)) }, 4, "e3", true, true, true, false},
		{"back", func() { add(t, path, header+said("e1", "", asks)+said("e2", "e1", calls)) }, 2, "e2", false, false, false, false},
		{"replaced", func() {
			add(t, path+".new", header+said("g1", "", asks))
			must(t, os.Rename(path+".new", path))
		}, 1, "g1", false, false, false, false},
	} {
		step.act()
		var got FollowAnswer
		wait(t, step.what, func() bool {
			got = followOf(t, a, opened.Session, leaf)
			return got.Session.Entries == step.entries && (got.Session.Lost != "") == step.lost && got.Session.Tail == step.tail
		})
		if got.Leaf != step.leaf || got.On != step.on || got.Elsewhere != step.elsewhere {
			t.Errorf("%s: the branch ends at %q, on %t, elsewhere %t; want %q, %t, %t",
				step.what, got.Leaf, got.On, got.Elsewhere, step.leaf, step.on, step.elsewhere)
		}
		leaf = got.Leaf
		wait(t, "the page to be told of "+step.what, func() bool {
			told := page.told("session")
			return len(told) > 0 && told[len(told)-1].(map[string]any)["revision"] == got.Session.Revision
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestASessionBehindALinkIsFollowed(t *testing.T) {
	path, link := filepath.Join(t.TempDir(), "s.jsonl"), filepath.Join(t.TempDir(), "link.jsonl")
	add(t, path, header+said("e1", "", asks))
	must(t, os.Symlink(path, link))
	a, _, opened := followed(t, link)
	add(t, path, said("e2", "e1", ends))
	wait(t, "what was added", func() bool { return followOf(t, a, opened.Session, "e1").Leaf == "e2" })
}

func TestTheEndOfARunIsTold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	add(t, path, header+said("e1", "", asks))
	a, page, opened := followed(t, path)
	settings := a.readSettings()
	settings.Notify = true
	must(t, a.SaveSettings(settings))
	add(t, path, said("e2", "e1", calls))
	wait(t, "the call", func() bool { return followOf(t, a, opened.Session, "e1").Leaf == "e2" })
	add(t, path, said("e3", "e2", results)+said("e4", "e3", ends))
	wait(t, "the desktop to be told", func() bool { return len(page.notified()) > 0 })
	want := EndedEvent{Session: opened.Session, Title: "do it", State: "finished", Headline: "Finished"}
	if got := page.told("ended"); len(got) != 1 || got[0] != want {
		t.Errorf("told %+v, want %+v once", got, want)
	}
	if got := page.notified(); len(got) != 1 || got[0] != "do it: Finished" {
		t.Errorf("the desktop is told %q", got)
	}
}

// page keeps the list as a page does: it asks for what changed and takes it over.
type listPage struct {
	t    *testing.T
	a    *App
	rows map[string]ListedSession
	last int
}

func (p *listPage) names() []string {
	p.t.Helper()
	for more := true; more; {
		answer, err := p.a.Sessions(SessionsRequest{Since: p.last})
		must(p.t, err)
		if len(answer.Sessions)+len(answer.Gone) > fedAtOnce {
			p.t.Fatalf("%d changes at once", len(answer.Sessions)+len(answer.Gone))
		}
		for _, row := range answer.Sessions {
			p.rows[row.Handle] = row
		}
		for _, handle := range answer.Gone {
			delete(p.rows, handle)
		}
		p.last, more = answer.Version, answer.More
	}
	names := []string{}
	for _, row := range p.rows {
		names = append(names, filepath.Base(row.Path)+" "+row.Title)
	}
	slices.Sort(names)
	return names
}

func (p *listPage) wait(want ...string) {
	p.t.Helper()
	wait(p.t, fmt.Sprintf("%q in the list, which has %q", want, p.names()), func() bool { return slices.Equal(p.names(), want) })
}

func TestTheListFollowsTheFiles(t *testing.T) {
	a, page := testApp(t)
	root := filepath.Join(a.env.Home, ".pi", "agent", "sessions")
	dir := filepath.Join(root, "--srv-demo--")
	must(t, os.MkdirAll(dir, 0o700))
	add(t, filepath.Join(dir, "a.jsonl"), header+said("e1", "", asks))
	must(t, a.Ready())
	list := &listPage{t: t, a: a, rows: map[string]ListedSession{}}
	list.wait("a.jsonl do it")
	add(t, filepath.Join(dir, "a.jsonl"), `{"type":"session_info","id":"n1","parentId":"e1","timestamp":"2026-05-04T09:00:02.000Z","name":"Named"}`+"\n")
	list.wait("a.jsonl Named")
	other := filepath.Join(root, "--srv-other--")
	must(t, os.Mkdir(other, 0o700))
	add(t, filepath.Join(other, "b.jsonl"), header+said("e1", "", asks))
	list.wait("a.jsonl Named", "b.jsonl do it")
	must(t, os.Rename(filepath.Join(other, "b.jsonl"), filepath.Join(other, "c.jsonl")))
	list.wait("a.jsonl Named", "c.jsonl do it")
	must(t, os.RemoveAll(other))
	list.wait("a.jsonl Named")
	if len(page.told("sessions")) == 0 {
		t.Error("the page was not told that the list changed")
	}
}

func TestALongListComesInParts(t *testing.T) {
	a, _ := testApp(t)
	dir := filepath.Join(a.env.Home, ".pi", "agent", "sessions", "--srv-demo--")
	must(t, os.MkdirAll(dir, 0o700))
	want := []string{}
	long := strings.Repeat("word ", 2000)
	for i := range fedAtOnce*2 + 50 {
		name := fmt.Sprintf("%04d.jsonl", i)
		add(t, filepath.Join(dir, name), header+said("e1", "", fmt.Sprintf(`{"role":"user","content":"%d\n%s"}`, i, long)))
		want = append(want, fmt.Sprintf("%s %d", name, i))
	}
	list := &listPage{t: t, a: a, rows: map[string]ListedSession{}}
	list.wait(want...)
	for _, row := range list.rows {
		if len(row.FirstMessage) > firstShown {
			t.Fatalf("a first message of %d bytes crosses to the page", len(row.FirstMessage))
		}
	}
}

func TestALookThatIsDueIsNotLost(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	add(t, path, header+said("e1", "", asks))
	a, _, opened := followed(t, path)
	const n = 200
	last := "e1"
	for i := range n {
		id := fmt.Sprintf("n%d", i)
		add(t, path, said(id, last, asks))
		a.look(opened.Session)
		last = id
	}
	wait(t, "all that was written", func() bool { return followOf(t, a, opened.Session, "e1").Leaf == last })
	wait(t, "the looking to end", func() bool {
		a.following.mu.Lock()
		defer a.following.mu.Unlock()
		return len(a.following.looking) == 0
	})
}

// A reset begins a segment without a parent, and still it is the run that goes on.
func TestARunIsFollowedOverAReset(t *testing.T) {
	log, err := os.ReadFile(filepath.FromSlash("backend/session/runlog/testdata/v0.16-compacted.jsonl"))
	must(t, err)
	before, reset, found := strings.Cut(string(log), `{"kind":"reset"`)
	if !found {
		t.Fatal("the log has no reset")
	}
	path := filepath.Join(t.TempDir(), "run.jsonl")
	add(t, path, before)
	a, _, opened := followed(t, path)
	leaf := opened.SuggestedLeaf
	add(t, path, `{"kind":"reset"`+reset)
	var got FollowAnswer
	wait(t, "the whole run", func() bool {
		got = followOf(t, a, opened.Session, leaf)
		return got.Session.Bytes == int64(len(log))
	})
	if got.Leaf != got.Session.Leaf || !got.On || got.Elsewhere {
		t.Errorf("the run goes on to %q, on %t, elsewhere %t; want %q", got.Leaf, got.On, got.Elsewhere, got.Session.Leaf)
	}
	entry, err := a.Entry(EntryRequest{Session: opened.Session, Key: leaf, Leaf: got.Leaf})
	must(t, err)
	if entry.Leaf != got.Leaf {
		t.Errorf("going to an entry before the reset shows the branch of %q, want %q", entry.Leaf, got.Leaf)
	}
}

func TestEveryLinkOfAChainIsFollowed(t *testing.T) {
	real, other := filepath.Join(t.TempDir(), "s.jsonl"), filepath.Join(t.TempDir(), "other.jsonl")
	mid, link := filepath.Join(t.TempDir(), "mid.jsonl"), filepath.Join(t.TempDir(), "link.jsonl")
	add(t, real, header+said("e1", "", asks))
	add(t, other, header+said("f1", "", asks))
	must(t, os.Symlink(real, mid))
	must(t, os.Symlink(mid, link))
	a, _, opened := followed(t, link)
	wait(t, "the folders to be followed", func() bool { return followsFolder(a, filepath.Dir(mid)) })
	must(t, os.Symlink(other, mid+".new"))
	must(t, os.Rename(mid+".new", mid))
	wait(t, "the file the link in the middle leads to now", func() bool { return followOf(t, a, opened.Session, "").Leaf == "f1" })
}

func followsFolder(a *App, dir string) bool {
	return slices.ContainsFunc(a.followed(), func(f watch.Folder) bool { return f.Path == dir && f.Open })
}

func TestWhyASessionIsNotFollowedIsSaidInWholeSentences(t *testing.T) {
	for what, c := range map[string]struct {
		act  func(path string)
		want string
	}{
		"a folder":  {func(path string) { must(t, os.Mkdir(path, 0o700)) }, "The file is gone: a folder stands there now."},
		"text":      {func(path string) { add(t, path, "hello\n") }, "The file could not be read again: no pi session header was found. That is tried again whenever the file is written to."},
		"a part":    {func(path string) { add(t, path, header[:30]) }, "The file could not be read again: only the beginning of a record. That is tried again whenever the file is written to."},
		"no access": {func(path string) { must(t, os.Symlink(path, path)) }, ": too many levels of symbolic links."},
	} {
		t.Run(what, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.jsonl")
			add(t, path, header+said("e1", "", asks))
			a, _, opened := followed(t, path)
			must(t, os.Remove(path))
			c.act(path)
			wait(t, c.want, func() bool { return strings.HasSuffix(followOf(t, a, opened.Session, "e1").Session.Lost, c.want) })
			must(t, os.Remove(path))
			add(t, path, header+said("e1", "", asks)+said("e2", "e1", ends))
			wait(t, "it to be followed again", func() bool {
				now := followOf(t, a, opened.Session, "e1")
				return now.Session.Lost == "" && now.Leaf == "e2"
			})
		})
	}
}
