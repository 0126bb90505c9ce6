package pi

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

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
