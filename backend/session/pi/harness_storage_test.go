package pi

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestHarnessStorageRemembersTheLeaf(t *testing.T) {
	everyStorage(t, []string{u("a", "-"), a("b", "a")}, func(t *testing.T, s HarnessStorage) {
		ctx, first := t.Context(), "a"
		if err := s.SetLeafID(ctx, &first); err != nil {
			t.Fatal(err)
		}
		moved := lastEntry(t, s)
		if want := `{"type":"leaf","id":"e1","parentId":"b","timestamp":"` + stampOf(moved) + `","targetId":"a"}`; moved != want {
			t.Errorf("moving the leaf writes\n%s\nwant\n%s", moved, want)
		}
		if got := leafOf(ctx, s); got != "a" {
			t.Errorf("the leaf is %s, want a", got)
		}
		if err := s.SetLeafID(ctx, nil); err != nil {
			t.Fatal(err)
		}
		if got := lastEntry(t, s); !strings.HasSuffix(got, `"targetId":null}`) || !strings.Contains(got, `"parentId":"a"`) || leafOf(ctx, s) != "-" {
			t.Errorf("after the leaf was moved before the first entry it is %s, by %s", leafOf(ctx, s), got)
		}
		missing := "zz"
		err := s.SetLeafID(ctx, &missing)
		if !errors.Is(err, HarnessNotFound) || !errors.Is(err, ErrEntryNotFound) || err.Error() != "Entry zz not found" {
			t.Errorf("moving the leaf to a missing entry answers %v", err)
		}
		appendTo(t, s, rec("leaf", "l", "-", `"targetId":"zz"`))
		if _, err := s.LeafID(ctx); !errors.Is(err, HarnessInvalidSession) || err.Error() != "Entry zz not found" {
			t.Errorf("a leaf at a missing entry answers %v", err)
		}
		appendTo(t, s, u("zz", "b"))
		if got := leafOf(ctx, s); got != "zz" {
			t.Errorf("after another entry the leaf is %s, want zz", got)
		}
	})
}

// stampOf is the time of an entry.
func stampOf(entry string) string { return must(NewRecord([]byte(entry))).Timestamp() }

func TestHarnessMemoryWantsALeafThatIsThere(t *testing.T) {
	_, err := NewMemoryHarnessStorage(HarnessMetadata{}, recordsOf(rec("leaf", "l", "-", `"targetId":"zz"`)))
	if !errors.Is(err, HarnessInvalidSession) {
		t.Errorf("a leaf at a missing entry answers %v", err)
	}
	_, err = NewMemoryHarnessStorage(HarnessMetadata{}, recordsOf(u("a", "-"), `{"type":"custom"}`))
	if !errors.Is(err, HarnessInvalidEntry) || err.Error() != "make the session: entry 2 is missing entry id" {
		t.Errorf("an entry without an id answers %v", err)
	}
}

func TestHarnessStorageRefusesWhatCouldNotBeOpened(t *testing.T) {
	everyStorage(t, []string{u("a", "-")}, func(t *testing.T, s HarnessStorage) {
		for _, entry := range []string{`5`, `{"type":"custom"}`, rec("session", "b", "a", ""), rec("leaf", "b", "a", "")} {
			if err := s.AppendEntry(t.Context(), must(NewRecord([]byte(entry)))); !errors.Is(err, HarnessInvalidEntry) {
				t.Errorf("appending %s answers %v", entry, err)
			}
		}
		if got := leafOf(t.Context(), s); got != "a" {
			t.Errorf("the leaf is %s, want a", got)
		}
	})
}

func TestHarnessStorageWritesAsJavaScriptDoes(t *testing.T) {
	everyStorage(t, nil, func(t *testing.T, s HarnessStorage) {
		appendTo(t, s, "{ \"type\" : \"custom\",\n \"id\":\"a\", \"parentId\":null, \"timestamp\":\"t\", \"data\":[1.50, \"\\u00e9\\/\"], \"1\":2 }")
		if got, want := lastEntry(t, s), `{"1":2,"type":"custom","id":"a","parentId":null,"timestamp":"t","data":[1.5,"é/"]}`; got != want {
			t.Errorf("the entry is\n%s\nwant\n%s", got, want)
		}
	})
}

func TestHarnessStorageSays(t *testing.T) {
	usage := `"usage":{"input":1,"output":2,"cacheRead":3,"cacheWrite":4,"cost":{"total":0.5}}`
	entries := []string{
		u("a", "-"),
		msg("b", "a", `{"role":"assistant","content":[],`+usage+`}`),
		msg("c", "b", `{"role":"assistant","content":[],"usage":{"input":100,"output":2,"cacheRead":3,"cost":{"total":9}}}`),
		msg("d", "c", `{"role":"toolResult","content":[],`+usage+`}`),
		rec("compaction", "e", "d", `"summary":"s",`+usage),
		rec("branch_summary", "f", "e", `"summary":"s",`+usage),
		rec("usage", "g", "f", usage),
		rec("session_info", "h", "g", `"name":" first "`),
		lab("i", "h", "a", "  here \u00a0"), lab("j", "i", "b", "kept"), lab("k", "j", "b", " "),
		rec("later", "l", "k", ""), rec("other", "m", "l", ""),
	}
	everyStorage(t, entries, func(t *testing.T, s HarnessStorage) {
		ctx := t.Context()
		want := HarnessStats{MessageCount: 4, CachedTokens: 9, UncachedTokens: 15, TotalTokens: 30, CostTotal: 1.5}
		if got := must(s.SessionStats(ctx)); got != want {
			t.Errorf("the stats are %+v, want %+v", got, want)
		}
		labels := strings.Join([]string{must(s.Label(ctx, "a")), must(s.Label(ctx, "b")), must(s.Label(ctx, "zz"))}, "|")
		if labels != "here||" {
			t.Errorf("the labels are %q", labels)
		}
		if got := must(s.SessionName(ctx)); got != "first" {
			t.Errorf("the name is %q", got)
		}
		for typ, want := range map[string]string{"message": "a b c d", "label": "i j k", "later": "l", "leaf": "", "none": ""} {
			if got := ids(must(s.EntriesByType(ctx, typ))); got != want {
				t.Errorf("entries of the type %s are %q, want %q", typ, got, want)
			}
		}
		appendTo(t, s, msg("n", "m", `{"role":"assistant","content":[],`+usage+`}`))
		appendTo(t, s, rec("session_info", "o", "n", `"name":""`))
		want = HarnessStats{MessageCount: 5, CachedTokens: 12, UncachedTokens: 20, TotalTokens: 40, CostTotal: 2}
		if got := must(s.SessionStats(ctx)); got != want || must(s.SessionName(ctx)) != "" {
			t.Errorf("after more entries the stats are %+v, want %+v, and the name %q", got, want, must(s.SessionName(ctx)))
		}
		if _, err := s.Entry(ctx, "zz"); !errors.Is(err, HarnessNotFound) {
			t.Errorf("a missing entry answers %v", err)
		}
	})
}

func TestHarnessEntriesAreChosenAsASliceIs(t *testing.T) {
	everyStorage(t, []string{u("a", "-"), u("b", "a"), u("c", "b"), u("d", "c")}, func(t *testing.T, s HarnessStorage) {
		for _, c := range []struct {
			after int
			limit string
			want  string
		}{
			{0, "all", "a b c d"}, {1, "2", "b c"}, {2, "all", "c d"}, {3, "5", "d"}, {4, "1", ""}, {9, "all", ""}, {0, "0", ""},
			{-2, "all", "c d"}, {-3, "2", "b c"}, {-2, "2", ""}, {1, "-3", "b"}, {0, "-1", "a b c"}, {-9, "all", "a b c d"},
		} {
			which := HarnessCursor{AfterEntrySeq: c.after}
			if limit := 0; c.limit != "all" {
				_ = must(fmt.Sscan(c.limit, &limit))
				which.Limit = &limit
			}
			if got := ids(must(s.Entries(t.Context(), which))); got != c.want {
				t.Errorf("after %d, at most %s: %q, want %q", c.after, c.limit, got, c.want)
			}
		}
	})
}

func TestHarnessEntryIdsAreFree(t *testing.T) {
	everyStorage(t, []string{u("e1", "-"), u("e2", "e1")}, func(t *testing.T, s HarnessStorage) {
		if got := must(s.CreateEntryID(t.Context())); got != "e3" {
			t.Errorf("the id is %s, want the first that is free, e3", got)
		}
	})
}
