package pi

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// pi writes any message and fails with a TypeError whenever it builds a context
// from one that is missing or null; what is appended here it can read.
func TestAMessageThatIsNoObjectIsRefused(t *testing.T) {
	m := begun(t)
	first := must(m.AppendMessage(map[string]any{"role": "user", "content": "hello"}))
	before := string(must(os.ReadFile(m.GetSessionFile())))
	for name, message := range map[string]any{
		"nothing": nil, "a pointer to nothing": (*struct{})(nil), "an empty record": Record{}, "an empty message": Message{},
		"an empty raw message": json.RawMessage(nil), "null": json.RawMessage("null"), "a text": "hello", "a number": 3, "an array": []string{"hello"},
	} {
		if id, err := m.AppendMessage(message); err == nil || !strings.Contains(err.Error(), "JSON object") {
			t.Errorf("%s is appended as %s: %v", name, id, err)
		}
		if made, err := NewMessage(message); err == nil {
			t.Errorf("%s becomes the message %s", name, made.Raw())
		}
	}
	if *m.GetLeafID() != first {
		t.Errorf("the leaf is %s, want %s", *m.GetLeafID(), first)
	}
	if got := string(must(os.ReadFile(m.GetSessionFile()))); got != before {
		t.Errorf("the file is\n%s\nwant\n%s", got, before)
	}
}

func TestAnIDThatCouldNotBeFoundAgainIsAskedForAnew(t *testing.T) {
	for _, bad := range []string{"", "\xff"} {
		given := []string{"first", bad, "second", "third"}
		m := begun(t, WithEntryIDGenerator(func() string {
			id := given[0]
			given = given[1:]
			return id
		}))
		for range 3 {
			must(m.AppendMessage(map[string]any{"role": "user", "content": "hello"}))
		}
		path := []string{}
		for _, r := range must(m.GetBranch("third")) {
			path = append(path, r.ID())
		}
		if got := strings.Join(path, " "); got != "first second third" {
			t.Errorf("with the id %q the path is %q", bad, got)
		}
	}
}

func TestASessionIDThatIsMadeNeverLeavesTheFolder(t *testing.T) {
	dir := t.TempDir()
	for _, id := range []string{"", "../../other", "a/b", "a\x00b"} {
		generated := WithSessionIDGenerator(func(time.Time) string { return id })
		if m, err := Create("/p", filepath.Join(dir, "sessions"), generated); err == nil {
			t.Errorf("%q makes the file %s", id, m.GetSessionFile())
		}
	}
}

// Two programs may each begin a session at one path. Only one of them gets it.
func TestASessionThatSomebodyElseBeganStaysTheirs(t *testing.T) {
	for name, c := range map[string]struct {
		prepare func(path string) error
		want    error
	}{
		"missing": {func(string) error { return nil }, os.ErrExist},
		"empty":   {func(path string) error { return os.WriteFile(path, nil, 0o600) }, ErrConflict},
	} {
		path := filepath.Join(t.TempDir(), "s.jsonl")
		if err := c.prepare(path); err != nil {
			t.Fatal(err)
		}
		one, other := must(Open(path, "")), must(Open(path, "", WithCwdOverride("/longer/than/that/of/the/first")))
		must(one.AppendMessage(map[string]any{"role": "user", "content": "hello"}))
		before := string(must(os.ReadFile(path)))
		_, err := other.AppendMessage(map[string]any{"role": "user", "content": "me too"})
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if got := string(must(os.ReadFile(path))); got != before {
			t.Errorf("%s: the file is\n%s\nwant\n%s", name, got, before)
		}
		if n := other.GetEntryCount(); n != 0 || other.GetLeafID() != nil {
			t.Errorf("%s: the other holds %d entries", name, n)
		}
		must(0, errors.Join(one.Close(), other.Close()))
	}
}

func TestReadingAFileThatWasRewrittenIsAConflict(t *testing.T) {
	m := begun(t)
	id := must(m.AppendMessage(map[string]any{"role": "user", "content": "hello"}))
	if err := os.WriteFile(m.GetSessionFile(), []byte("gone\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, read := range map[string]func() error{
		"GetEntry":            func() error { _, err := m.GetEntry(id); return err },
		"GetEntries":          func() error { _, err := m.GetEntries(); return err },
		"GetBranch":           func() error { _, err := m.GetBranch(id); return err },
		"GetChildren":         func() error { _, err := m.GetChildren(nil); return err },
		"GetHeader":           func() error { _, err := m.GetHeader(); return err },
		"GetLeafEntry":        func() error { _, _, err := m.GetLeafEntry(); return err },
		"GetTree":             func() error { _, err := m.GetTree(); return err },
		"JSONL":               func() error { _, err := m.JSONL(); return err },
		"BuildContextEntries": func() error { _, err := m.BuildContextEntries(); return err },
		"BuildSessionContext": func() error { _, err := m.BuildSessionContext(); return err },
		"AppendMessage":       func() error { _, err := m.AppendMessage(map[string]any{}); return err },
		"Branched":            func() error { _, err := m.CreateBranchedSession(id); return err },
	} {
		if err := read(); !errors.Is(err, ErrConflict) {
			t.Errorf("%s: %v, want ErrConflict", name, err)
		}
	}
}

func TestASummaryThatCannotBeWrittenLeavesTheLeafWhereItWas(t *testing.T) {
	everyManager(t, []string{u("a", "-"), a("b", "a")}, func(t *testing.T, m *Manager, _ HarnessStorage) {
		before, target := m.GetEntryCount(), "a"
		if _, err := m.BranchWithSummary(&target, "left", OptionalEntryFields{Details: math.NaN()}); err == nil {
			t.Error("NaN is written")
		}
		if *m.GetLeafID() != "b" || m.GetEntryCount() != before {
			t.Errorf("the leaf is %s of %d entries", *m.GetLeafID(), m.GetEntryCount())
		}
	})
}
