package pi

import (
	"context"
	"path/filepath"
	"testing"
)

// kinds of storage, each of which opens a session of the entries given.
var storages = map[string]func(t *testing.T, entries ...string) HarnessStorage{
	"memory": func(t *testing.T, entries ...string) HarnessStorage {
		t.Helper()
		meta := HarnessMetadata{ID: "s1", CreatedAt: "2025-01-01T00:00:00.000Z", Cwd: "/p"}
		s, err := NewMemoryHarnessStorage(meta, recordsOf(entries...), counted()...)
		if err != nil {
			t.Fatal(err)
		}
		return s
	},
	"file": func(t *testing.T, entries ...string) HarnessStorage {
		t.Helper()
		path := filepath.Join(t.TempDir(), "s.jsonl")
		writeAll(t, path, file(append([]string{hdr}, entries...)...))
		s, err := OpenHarnessFile(t.Context(), path, counted()...)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { closes(t, s) })
		return s
	},
	"bytes": func(t *testing.T, entries ...string) HarnessStorage {
		t.Helper()
		s, err := HarnessFromBytes(t.Context(), []byte(file(append([]string{hdr}, entries...)...)), "", nil, counted()...)
		if err != nil {
			t.Fatal(err)
		}
		return s
	},
	"another's": func(t *testing.T, entries ...string) HarnessStorage {
		t.Helper()
		meta := HarnessMetadata{ID: "s1", CreatedAt: "2025-01-01T00:00:00.000Z", Cwd: "/p"}
		s, err := NewMemoryHarnessStorage(meta, recordsOf(entries...), counted()...)
		if err != nil {
			t.Fatal(err)
		}
		return foreign{s}
	},
}

// foreign is storage that offers nothing beside the interface.
type foreign struct{ HarnessStorage }

// everyStorage runs a test on every kind of storage.
func everyStorage(t *testing.T, entries []string, test func(t *testing.T, s HarnessStorage)) {
	t.Helper()
	for name, open := range storages {
		t.Run(name, func(t *testing.T) { test(t, open(t, entries...)) })
	}
}

func recordsOf(entries ...string) []Record {
	out := make([]Record, len(entries))
	for i, entry := range entries {
		out[i] = must(NewRecord([]byte(entry)))
	}
	return out
}

// appendTo appends an entry to storage.
func appendTo(t *testing.T, s HarnessStorage, entry string) {
	t.Helper()
	if err := s.AppendEntry(t.Context(), must(NewRecord([]byte(entry)))); err != nil {
		t.Fatal(err)
	}
}

// leafOf is the storage's leaf, "-" for none.
func leafOf(ctx context.Context, s HarnessStorage) string {
	leaf, err := s.LeafID(ctx)
	if err != nil {
		return err.Error()
	}
	return orDash(leaf)
}

// lastEntry is the entry written last.
func lastEntry(t *testing.T, s HarnessStorage) string {
	t.Helper()
	one := 1
	entries, err := s.Entries(t.Context(), HarnessCursor{AfterEntrySeq: -1, Limit: &one})
	if err != nil {
		t.Fatal(err)
	}
	all, err := s.Entries(t.Context(), HarnessCursor{})
	if err != nil || len(all) == 0 {
		t.Fatalf("no entries: %v", err)
	}
	if len(entries) > 0 { // from the last up to the first is nothing
		t.Errorf("a limit past the end from the back gives %s", ids(entries))
	}
	return string(all[len(all)-1].Raw())
}
