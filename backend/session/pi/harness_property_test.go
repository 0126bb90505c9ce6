package pi

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// answers are everything a storage says.
func answers(t *testing.T, s HarnessStorage) string {
	t.Helper()
	ctx := t.Context()
	var b strings.Builder
	all, err := s.Entries(ctx, HarnessCursor{})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(&b, leafOf(ctx, s), must(s.SessionName(ctx)), must(s.SessionStats(ctx)))
	for _, typ := range []string{"message", "label", "leaf", "later"} {
		fmt.Fprintln(&b, typ, ids(must(s.EntriesByType(ctx, typ))))
	}
	for _, r := range all {
		id := r.ID()
		path, err := s.PathToRootOrCompaction(ctx, &id)
		entry := must(s.Entry(ctx, id))
		fmt.Fprintln(&b, string(r.Raw()), string(entry.Raw()), ids(path), err, must(s.Label(ctx, id)))
	}
	return b.String()
}

// operate does something to both storages and wants the same error.
func operate(t *testing.T, draw *rapid.T, known []string, pair [2]HarnessStorage) {
	t.Helper()
	any := rapid.SampledFrom(append([]string{"gone"}, known...))
	id, parentID := must(pair[0].CreateEntryID(t.Context())), any.Draw(draw, "parent")
	if other := must(pair[1].CreateEntryID(t.Context())); other != id {
		t.Fatalf("one makes the id %s, the other %s", id, other)
	}
	if rapid.IntRange(0, 9).Draw(draw, "again") == 0 {
		id = any.Draw(draw, "id")
	}
	target := any.Draw(draw, "target")
	var do func(HarnessStorage) error
	entry := func(line string) {
		do = func(s HarnessStorage) error { return s.AppendEntry(t.Context(), must(NewRecord([]byte(line)))) }
	}
	switch rapid.IntRange(0, 8).Draw(draw, "operation") {
	case 0:
		do = func(s HarnessStorage) error { return s.SetLeafID(t.Context(), nil) }
	case 1, 2:
		do = func(s HarnessStorage) error { return s.SetLeafID(t.Context(), &target) }
	case 3:
		entry(lab(id, parentID, target, rapid.SampledFrom([]string{"", " ", " x ", "y"}).Draw(draw, "label")))
	case 4:
		entry(keeps(id, parentID, fmt.Sprintf(`"firstKeptEntryId":%q`, target)))
	case 5:
		entry(keeps(id, parentID, `"retainedTail":`+rapid.SampledFrom([]string{"[]", "null", "{}", "0"}).Draw(draw, "tail")))
	case 6:
		entry(rec("later", id, parentID, `"x":1.0`))
	case 7:
		entry(rec("session_info", id, "-", `"name":" n "`))
	default:
		entry(u(id, parentID))
	}
	if one, other := do(pair[0]), do(pair[1]); fmt.Sprint(one) != fmt.Sprint(other) {
		t.Fatalf("one answers %v, the other %v", one, other)
	}
}

func TestHarnessStoragesGiveTheSameAnswers(t *testing.T) {
	rapid.Check(t, func(draw *rapid.T) {
		path := filepath.Join(t.TempDir(), "s.jsonl")
		writeAll(t, path, file(hdr))
		still := func() []Option { return append(counted(), WithClock(func() time.Time { return written })) }
		onDisk, err := OpenHarnessFile(t.Context(), path, still()...)
		if err != nil {
			t.Fatal(err)
		}
		defer closes(t, onDisk)
		inMemory, err := NewMemoryHarnessStorage(HarnessMetadata{}, nil, still()...)
		if err != nil {
			t.Fatal(err)
		}
		pair := [2]HarnessStorage{inMemory, onDisk}
		m, err := FromHarnessStorage(onDisk, counted()...)
		if err != nil {
			t.Fatal(err)
		}
		var known []string
		for range rapid.IntRange(1, 20).Draw(draw, "operations") {
			operate(t, draw, known, pair)
			known = nil
			for _, r := range must(onDisk.Entries(t.Context(), HarnessCursor{})) {
				known = append(known, r.ID())
			}
			if got, want := ids(must(m.GetEntries())), strings.Join(known, " "); got != want {
				t.Fatalf("the Manager has %q, the storage %q", got, want)
			}
		}
		want := answers(t, pair[0])
		again, err := OpenHarnessFile(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer closes(t, again)
		for name, s := range map[string]HarnessStorage{"the file": onDisk, "the file opened again": again} {
			if got := answers(t, s); got != want {
				t.Fatalf("%s answers\n%s\nmemory answers\n%s", name, got, want)
			}
		}
		anew := must(FromHarnessStorage(again))
		if got, want := described(t, m), described(t, anew); got != want {
			t.Fatalf("a Manager that followed has\n%s\na new one\n%s", got, want)
		}
	})
}

// described is what a Manager knows of its entries.
func described(t *testing.T, m *Manager) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintln(&b, orDash(m.GetLeafID()), m.GetSessionName(), m.GetEntryCount(), ids(must(m.GetChildren(nil))))
	for _, r := range must(m.GetEntries()) {
		id := r.ID()
		fmt.Fprintln(&b, id, m.GetLabel(id), ids(must(m.GetBranch(id))), ids(must(m.GetChildren(&id))))
	}
	return b.String()
}
