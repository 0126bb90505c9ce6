package pi

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
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
