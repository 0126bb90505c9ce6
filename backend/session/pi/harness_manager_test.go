package pi

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// everyManager runs a test on a Manager over every kind of storage.
func everyManager(t *testing.T, entries []string, test func(t *testing.T, m *Manager, s HarnessStorage)) {
	t.Helper()
	everyStorage(t, entries, func(t *testing.T, s HarnessStorage) {
		m, err := FromHarnessStorage(s, counted()...)
		if err != nil {
			t.Fatal(err)
		}
		test(t, m, s)
	})
}

func TestHarnessManagersRefuseStorageThatSaysTooLittle(t *testing.T) {
	at := "2025-01-01T00:00:00.000Z"
	if _, err := FromHarnessStorage(nil); err == nil {
		t.Error("no storage is taken")
	}
	for _, c := range []struct {
		name string
		meta HarnessMetadata
		opts []Option
		ok   bool
	}{
		{"no id", HarnessMetadata{CreatedAt: at, Cwd: "/p"}, nil, false},
		{"no time", HarnessMetadata{ID: "s", Cwd: "/p"}, nil, false},
		{"no working folder", HarnessMetadata{ID: "s", CreatedAt: at}, nil, false},
		{"a working folder of the caller's", HarnessMetadata{ID: "s", CreatedAt: at}, []Option{WithCwdOverride("/o")}, true},
		{"two working folders", HarnessMetadata{ID: "s", CreatedAt: at, Cwd: "/p"}, []Option{WithCwdOverride("/o")}, true},
	} {
		s := must(NewMemoryHarnessStorage(HarnessMetadata{ID: "x"}, nil))
		m, err := FromHarnessStorage(saying{s, c.meta}, c.opts...)
		if (err == nil) != c.ok {
			t.Errorf("%s answers %v", c.name, err)
		}
		if err == nil && (m.GetCwd() != "/o" || m.IsPersisted() || must(m.GetHeader()).Cwd() != "/o") {
			t.Errorf("%s: the folder is %s, persisted %v", c.name, m.GetCwd(), m.IsPersisted())
		}
	}
}

// saying is storage with other metadata.
type saying struct {
	HarnessStorage
	meta HarnessMetadata
}

func (s saying) Metadata(context.Context) (HarnessMetadata, error) { return s.meta, nil }

func TestHarnessManagersMoveTheLeafInTheStorage(t *testing.T) {
	everyManager(t, []string{u("a", "-"), a("b", "a")}, func(t *testing.T, m *Manager, s HarnessStorage) {
		ctx := t.Context()
		wrote := func(what string, members ...string) {
			t.Helper()
			got := lastEntry(t, s)
			for _, member := range members {
				if !strings.Contains(got, member) {
					t.Errorf("%s writes %s, want %s in it", what, got, member)
				}
			}
		}
		must(0, m.Branch("a"))
		wrote("Branch", `"type":"leaf"`, `"parentId":"b"`, `"targetId":"a"`)
		id := must(m.AppendMessage(map[string]any{"content": "again", "role": "user"}))
		wrote("AppendMessage", `"parentId":"a"`, `"id":"`+id+`"`)
		must(0, m.ResetLeaf())
		wrote("ResetLeaf", `"type":"leaf"`, `"parentId":"`+id+`"`, `"targetId":null`)
		if m.GetLeafID() != nil || leafOf(ctx, s) != "-" {
			t.Errorf("after ResetLeaf the leaf is %v, in the storage %s", m.GetLeafID(), leafOf(ctx, s))
		}
		must(m.BranchWithSummary(ptr("b"), "left", OptionalEntryFields{}))
		wrote("BranchWithSummary", `"type":"branch_summary"`, `"parentId":"b"`, `"fromId":"b"`, `"summary":"left"`)
		must(m.BranchWithSummary(nil, "all", OptionalEntryFields{}))
		wrote("BranchWithSummary", `"parentId":null`, `"fromId":"root"`)
		if got := must(s.EntriesByType(ctx, "leaf")); len(got) != 4 {
			t.Errorf("there are %d leaf entries, want 4", len(got))
		}
		before := m.GetEntryCount()
		err := m.Branch("zz")
		if !errors.Is(err, ErrEntryNotFound) || err.Error() != "Entry zz not found" {
			t.Errorf("Branch at a missing entry answers %v", err)
		}
		if _, err := m.BranchWithSummary(ptr("zz"), "x", OptionalEntryFields{}); !errors.Is(err, ErrEntryNotFound) || m.GetEntryCount() != before {
			t.Errorf("a summary at a missing entry answers %v and adds %d entries", err, m.GetEntryCount()-before)
		}
	})
}

func TestHarnessManagersSeeWhatIsAppendedElsewhere(t *testing.T) {
	everyManager(t, []string{u("a", "-"), a("b", "a")}, func(t *testing.T, m *Manager, s HarnessStorage) {
		ctx := t.Context()
		appendTo(t, s, u("c", "b"))
		appendTo(t, s, lab("d", "c", "a", "  here "))
		appendTo(t, s, rec("session_info", "e", "d", `"name":"n"`))
		if got := ids(must(m.GetEntries())); got != "a b c d e" || orDash(m.GetLeafID()) != "e" {
			t.Errorf("the Manager has %q and the leaf %s", got, orDash(m.GetLeafID()))
		}
		if m.GetLabel("a") != "here" || m.GetSessionName() != "n" || ids(must(m.GetBranch("c"))) != "a b c" {
			t.Errorf("the label is %q, the name %q, the branch %s", m.GetLabel("a"), m.GetSessionName(), ids(must(m.GetBranch("c"))))
		}
		if err := s.SetLeafID(ctx, ptr("a")); err != nil {
			t.Fatal(err)
		}
		id := must(m.AppendModelChange("acme", "m"))
		if r := must(m.GetEntry(id)); must(s.Entry(ctx, id)).Text("parentId") != "a" || string(r.Raw()) != string(must(s.Entry(ctx, id)).Raw()) {
			t.Errorf("the Manager's entry is %s", r.Raw())
		}
		if got := leafOf(ctx, s); got != id {
			t.Errorf("the storage's leaf is %s, want %s", got, id)
		}
	})
}

func TestHarnessManagersSeeWhatOthersWriteIntoTheFile(t *testing.T) {
	s := storages["file"](t, u("a", "-")).(*JSONLHarnessStorage)
	m := must(FromHarnessStorage(s, counted()...))
	other := must(OpenHarnessFile(t.Context(), s.meta.Path))
	defer closes(t, other)
	appendTo(t, other, a("b", "a"))
	if got := ids(must(m.GetEntries())); got != "a b" || orDash(m.GetLeafID()) != "b" {
		t.Errorf("the Manager has %q and the leaf %s", got, orDash(m.GetLeafID()))
	}
	must(m.AppendMessage(map[string]any{"role": "user", "content": "next"}))
	if got := leafOf(t.Context(), other); got != *m.GetLeafID() {
		t.Errorf("the other's leaf is %s, want %s", got, *m.GetLeafID())
	}
	data := string(must(os.ReadFile(s.meta.Path)))
	writeAll(t, s.meta.Path, data+u("c", "b")[:30])
	if got := m.GetEntryCount(); got != 3 {
		t.Errorf("with an unfinished line there are %d entries, want 3", got)
	}
	if _, err := m.AppendMessage(map[string]any{"role": "user"}); !errors.Is(err, HarnessInvalidEntry) {
		t.Errorf("appending behind an unfinished line answers %v", err)
	}
	writeAll(t, s.meta.Path, data+u("c", "b")+"\n")
	if got := orDash(m.GetLeafID()); got != "c" {
		t.Errorf("when the line is finished the leaf is %s, want c", got)
	}
	writeAll(t, s.meta.Path, data+u("c", "b")+"\n5\n")
	if _, err := m.AppendMessage(map[string]any{"role": "user"}); !errors.Is(err, HarnessInvalidEntry) || !strings.Contains(err.Error(), "line 6 is not a valid session entry") {
		t.Errorf("appending behind a bad line answers %v", err)
	}
}

func TestHarnessManagersWriteTheHarnessForm(t *testing.T) {
	everyManager(t, nil, func(t *testing.T, m *Manager, s HarnessStorage) {
		id := must(m.AppendCustomEntry("note", map[string]int{"n": 1}))
		got := lastEntry(t, s)
		if want := `{"type":"custom","id":"` + id + `","parentId":null,"timestamp":"` + stampOf(got) + `","customType":"note","data":{"n":1}}`; got != want {
			t.Errorf("a custom entry is\n%s\nwant\n%s", got, want)
		}
		next := must(m.AppendCustomMessageEntry("note", "said", true, nil))
		got = lastEntry(t, s)
		if want := `{"type":"custom_message","id":"` + next + `","parentId":"` + id + `","timestamp":"` + stampOf(got) + `","customType":"note","content":"said","display":true}`; got != want {
			t.Errorf("a custom message is\n%s\nwant\n%s", got, want)
		}
	})
}

func TestHarnessManagersStayWithTheirStorage(t *testing.T) {
	everyManager(t, []string{u("a", "-")}, func(t *testing.T, m *Manager, s HarnessStorage) {
		if _, err := m.NewSession(NewSessionOptions{}); !errors.Is(err, ErrHarnessStorageReplacement) {
			t.Errorf("NewSession answers %v", err)
		}
		if err := m.SetSessionFile("/x.jsonl"); !errors.Is(err, ErrHarnessStorageReplacement) {
			t.Errorf("SetSessionFile answers %v", err)
		}
		if _, err := m.CreateBranchedSession("a"); !errors.Is(err, ErrHarnessStorageReplacement) {
			t.Errorf("CreateBranchedSession answers %v", err)
		}
		meta, ok := m.HarnessMetadata()
		if !ok || meta.ID != "s1" || !m.IsHarnessBacked() || m.HarnessRepo() != nil || m.GetSessionID() != "s1" {
			t.Errorf("the Manager says %+v, %v", meta, ok)
		}
		repo := NewMemoryHarnessRepo()
		if got := must(FromHarnessStorage(s, WithHarnessRepo(repo))).HarnessRepo(); got != repo {
			t.Errorf("the repository is %v", got)
		}
		if err := m.Close(); err != nil || leafOf(t.Context(), s) != "a" {
			t.Errorf("closing the Manager answers %v and leaves the leaf %s", err, leafOf(t.Context(), s))
		}
	})
	plain := begun(t)
	if meta, ok := plain.HarnessMetadata(); ok || meta.ID != "" || plain.IsHarnessBacked() || plain.HarnessRepo() != nil {
		t.Error("a plain Manager says it is on harness storage")
	}
}

func TestHarnessManagersAreAsDurableAsTheirStorage(t *testing.T) {
	data, path := []byte(hdr+"\n"), filepath.Join(t.TempDir(), "s.jsonl")
	var told []byte
	tell := func(line []byte) error { told = append(told, line...); return nil }
	writeAll(t, path, string(data))
	onDisk := must(OpenHarnessFile(t.Context(), path))
	defer closes(t, onDisk)
	for _, c := range []struct {
		name string
		s    HarnessStorage
		want bool
	}{
		{"a file", onDisk, true},
		{"bytes with a path", must(HarnessFromBytes(t.Context(), data, path, nil)), false},
		{"bytes that somebody keeps", must(HarnessFromBytes(t.Context(), data, path, tell)), true},
		{"bytes that somebody keeps, without a path", must(HarnessFromBytes(t.Context(), data, "", tell)), false},
		{"memory with a path", must(NewMemoryHarnessStorage(HarnessMetadata{Cwd: "/p", Path: path}, nil)), false},
		{"storage that does not say", foreign{onDisk}, false},
	} {
		m := must(FromHarnessStorage(c.s))
		meta, _ := m.HarnessMetadata()
		if m.IsPersisted() != c.want || m.GetSessionFile() != meta.Path || meta.Path != "" && m.GetSessionDir() != filepath.Dir(path) {
			t.Errorf("%s: persisted is %v, the file %q in %q", c.name, m.IsPersisted(), m.GetSessionFile(), m.GetSessionDir())
		}
	}
	kept := must(HarnessFromBytes(t.Context(), data, path, tell))
	appendTo(t, kept, u("a", "-"))
	if string(told) != u("a", "-")+"\n" {
		t.Errorf("it was told %q", told)
	}
	full := errors.New("the disk is full")
	broken := must(HarnessFromBytes(t.Context(), data, path, func([]byte) error { return full }))
	m := must(FromHarnessStorage(broken))
	if _, err := m.AppendModelChange("a", "b"); !errors.Is(err, full) || !errors.Is(err, HarnessStorageFailed) || m.GetEntryCount() != 0 || m.GetLeafID() != nil {
		t.Errorf("an append that was not kept answers %v and leaves %d entries", err, m.GetEntryCount())
	}
}

func TestHarnessManagersShowNoHalfBranch(t *testing.T) {
	everyManager(t, []string{u("a", "gone"), u("b", "a")}, func(t *testing.T, m *Manager, _ HarnessStorage) {
		if got := must(m.GetBranch("b")); len(got) > 0 {
			t.Errorf("the branch of an orphan is %s, want none", ids(got))
		}
		if got := must(m.BuildSessionContext()); len(got.Messages) > 0 {
			t.Errorf("the context is %s, want none", spokenIn(got.Messages))
		}
	})
}

func TestHarnessManagersSayThatTheLeafIsLost(t *testing.T) {
	everyManager(t, []string{u("a", "-")}, func(t *testing.T, m *Manager, s HarnessStorage) {
		appendTo(t, s, rec("leaf", "l", "a", `"targetId":"zz"`))
		if m.GetLeafID() != nil {
			t.Errorf("the leaf is %s, want none", *m.GetLeafID())
		}
		if _, err := m.AppendModelChange("a", "b"); !errors.Is(err, HarnessInvalidSession) || m.GetEntryCount() != 2 {
			t.Errorf("appending answers %v", err)
		}
		must(0, m.Branch("a"))
		if id := must(m.AppendModelChange("a", "b")); must(m.GetEntry(id)).Text("parentId") != "a" {
			t.Error("after Branch the entry does not follow a")
		}
	})
}

// failing is storage that can be cut off.
type failing struct {
	HarnessStorage
	err error
}

func (f *failing) Entries(ctx context.Context, which HarnessCursor) ([]Record, error) {
	if f.err != nil {
		return nil, f.err
	}
	return f.HarnessStorage.Entries(ctx, which)
}

func TestHarnessManagersSayThatTheStorageIsGone(t *testing.T) {
	f := &failing{HarnessStorage: storages["memory"](t, u("a", "-"))}
	m := must(FromHarnessStorage(f, counted()...))
	f.err = errors.New("no connection")
	if _, err := m.GetEntry("a"); !errors.Is(err, f.err) {
		t.Errorf("reading answers %v", err)
	}
	if _, err := m.AppendModelChange("a", "b"); !errors.Is(err, f.err) || m.GetEntryCount() != 1 {
		t.Errorf("appending answers %v", err)
	}
	f.err = nil
	if r, err := m.GetEntry("a"); err != nil || r.ID() != "a" {
		t.Errorf("when it is back, reading answers %v", err)
	}
}

func TestHarnessManagersTakeLargeSessionsInPieces(t *testing.T) {
	entries, before := []string{}, "-"
	for range 300 {
		id := "n" + time.Duration(len(entries)).String()
		entries = append(entries, msg(id, before, `{"role":"user","content":"`+strings.Repeat("x", 40<<10)+`"}`))
		before = id
	}
	everyManager(t, entries, func(t *testing.T, m *Manager, s HarnessStorage) {
		for i, entry := range entries[:50] {
			appendTo(t, s, strings.NewReplacer(`"id":"n`, `"id":"m`, `"parentId":"n`, `"parentId":"m`).Replace(entry))
			if i == 0 && m.GetEntryCount() != 301 {
				t.Errorf("there are %d entries, want 301", m.GetEntryCount())
			}
		}
		all, branch := must(m.GetEntries()), must(m.GetBranch(before))
		if len(all) != 350 || len(branch) != 300 || string(branch[299].Raw()) != entries[299] || string(all[0].Raw()) != entries[0] {
			t.Errorf("there are %d entries, %d on the branch", len(all), len(branch))
		}
	})
}

func TestHarnessManagersAnswerTheWholeSession(t *testing.T) {
	everyManager(t, []string{u("a", "-"), lab("b", "a", "a", " here ")}, func(t *testing.T, m *Manager, s HarnessStorage) {
		appendTo(t, s, rec("leaf", "c", "b", `"targetId":"a"`))
		head := hdr
		if _, ok := s.(ByteHarnessStorage); !ok {
			head = string(must(m.GetHeader()).Raw())
		}
		want := file(head, u("a", "-"), lab("b", "a", "a", " here "), rec("leaf", "c", "b", `"targetId":"a"`))
		if got := string(must(m.JSONL())); got != want || must(m.GetHeader()).Cwd() != "/p" {
			t.Errorf("the session is\n%s\nwant\n%s", got, want)
		}
		root := must(m.GetTree())[0]
		if root.Label != "here" || root.Children[0].Entry.ID() != "b" || root.Children[0].Children[0].Entry.Type() != "leaf" {
			t.Errorf("the tree's root is %+v", root)
		}
	})
	blank := "\n" + file(hdr, "", u("a", "-"))
	s := must(HarnessFromBytes(t.Context(), []byte(blank), "", nil))
	if got := string(must(must(FromHarnessStorage(s)).JSONL())); got != blank {
		t.Errorf("the bytes of a file with blank lines are %q, want %q", got, blank)
	}
}

func TestHarnessManagersAreUsedByMany(t *testing.T) {
	everyManager(t, []string{u("a", "-")}, func(t *testing.T, m *Manager, s HarnessStorage) {
		const each = 20
		var all sync.WaitGroup
		for i := range 4 {
			all.Go(func() {
				for n := range each {
					if i%2 == 0 {
						must(m.AppendCustomEntry("note", n))
					} else {
						id := fmt.Sprintf("own-%d-%d", i, n)
						must(0, s.AppendEntry(t.Context(), must(NewRecord([]byte(u(id, "a"))))))
					}
					must(m.GetBranch(orDash(m.GetLeafID())))
				}
			})
		}
		all.Wait()
		if got := m.GetEntryCount(); got != 4*each+1 || len(must(s.Entries(t.Context(), HarnessCursor{}))) != got {
			t.Errorf("there are %d entries, want %d", got, 4*each+1)
		}
	})
}

func TestHarnessFilesThatAreReplacedAreLeftAlone(t *testing.T) {
	s := storages["file"](t, u("a", "-"), a("b", "a")).(*JSONLHarnessStorage)
	m := must(FromHarnessStorage(s, counted()...))
	writeAll(t, s.meta.Path, file(hdr))
	if _, err := m.AppendModelChange("a", "b"); !errors.Is(err, ErrConflict) || !errors.Is(err, HarnessStorageFailed) {
		t.Errorf("appending to a shortened file answers %v", err)
	}
	if _, err := m.GetEntry("a"); !errors.Is(err, ErrConflict) || strings.Count(err.Error(), ErrConflict.Error()) != 1 {
		t.Errorf("reading from a shortened file answers %v", err)
	}
	if got := string(must(os.ReadFile(s.meta.Path))); got != file(hdr) {
		t.Errorf("the file is %q", got)
	}
}
