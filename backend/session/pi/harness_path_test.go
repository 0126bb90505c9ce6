package pi

import (
	"errors"
	"fmt"
	"testing"
)

// keeps is a compaction with members of its own.
func keeps(id, parentID, members string) string {
	return rec("compaction", id, parentID, `"summary":"sum","tokensBefore":5,`+members)
}

// ways are entries in which c keeps from k on; t holds its own tail.
var ways = []string{
	u("a", "-"), a("k", "a"), keeps("c", "k", `"firstKeptEntryId":"k"`), u("z", "c"),
	keeps("t", "z", `"retainedTail":[{"role":"user","content":"tail","timestamp":1}]`), u("y", "t"),
	keeps("e", "y", `"retainedTail":[]`), a("x", "e"),
	u("o", "gone"), u("p", "o"),
	keeps("n", "k", `"retainedTail":null,"firstKeptEntryId":"zz"`), u("m", "n"),
	u("v", "w"), u("w", "v"),
}

// The expectations were run on pi-agent-core 0.81.1, but for the loop, which it
// never leaves.
func TestHarnessPathsEndAtACompaction(t *testing.T) {
	everyStorage(t, ways, func(t *testing.T, s HarnessStorage) {
		for _, c := range []struct {
			leaf, want string
			code       HarnessCode
		}{
			{"-", "", ""}, {"a", "a", ""}, {"k", "a k", ""}, {"c", "k c", ""}, {"z", "k c z", ""},
			{"t", "t", ""}, {"y", "t y", ""}, {"e", "e", ""}, {"x", "e x", ""}, {"m", "a k n m", ""},
			{"p", "Entry gone not found", HarnessInvalidSession}, {"zz", "Entry zz not found", HarnessNotFound},
			{"w", "Entry v follows itself", HarnessInvalidSession},
		} {
			var leaf *string
			if c.leaf != "-" {
				leaf = &c.leaf
			}
			path, err := s.PathToRootOrCompaction(t.Context(), leaf)
			got := ids(path)
			if err != nil {
				got = err.Error()
			}
			if got != c.want || c.code != "" && !errors.Is(err, c.code) {
				t.Errorf("the path to %s is %q, want %q", c.leaf, got, c.want)
			}
		}
	})
}

func TestHarnessForksTake(t *testing.T) {
	entries := []string{u("a", "-"), a("k", "a"), keeps("c", "k", `"retainedTail":[]`), u("z", "c"), rec("leaf", "l", "z", `"targetId":"a"`)}
	everyStorage(t, entries, func(t *testing.T, s HarnessStorage) {
		for _, c := range []struct {
			entry string
			at    bool
			want  string
		}{
			{"", false, "a k c z l"}, {"z", false, "c"}, {"z", true, "c z"}, {"a", false, ""}, {"a", true, "a"}, {"k", true, "a k"},
			{"k", false, "Entry k is not a user message"}, {"c", false, "Entry c is not a user message"},
			{"nope", false, "Entry nope not found"}, {"nope", true, "Entry nope not found"},
		} {
			taken, err := EntriesToFork(t.Context(), s, c.entry, c.at)
			got := ids(taken)
			if err != nil {
				got = err.Error()
			}
			if got != c.want || err != nil && !errors.Is(err, HarnessInvalidForkTarget) {
				t.Errorf("a fork at %s (kept: %v) takes %q, want %q", c.entry, c.at, got, c.want)
			}
		}
	})
}

func TestHarnessContextHoldsTheRetainedTail(t *testing.T) {
	everyStorage(t, ways, func(t *testing.T, s HarnessStorage) {
		for _, c := range []struct{ leaf, want string }{
			{"z", "compactionSummary:sum assistant: user:z asks"},
			{"y", "compactionSummary:sum user:tail user:y asks"},
			{"x", "compactionSummary:sum assistant:"},
			{"k", "user:a asks assistant:"},
		} {
			path, err := s.PathToRootOrCompaction(t.Context(), &c.leaf)
			if err != nil {
				t.Fatal(err)
			}
			if got := spokenIn(BuildHarnessContext(path, HarnessContextOptions{}).Messages); got != c.want {
				t.Errorf("the context at %s is %q, want %q", c.leaf, got, c.want)
			}
			m := must(FromHarnessStorage(s, counted()...))
			if err := m.Branch(c.leaf); err != nil {
				t.Fatal(err)
			}
			if got := spokenIn(must(m.BuildSessionContext()).Messages); got != c.want {
				t.Errorf("the Manager's context at %s is %q, want %q", c.leaf, got, c.want)
			}
			projection := must(m.BuildSessionProjection())
			if got, want := ids(must(m.BuildContextEntries())), len(projection.Entries); got == "" || want == 0 || spokenIn(projection.Messages) != c.want {
				t.Errorf("the projection at %s has %d entries %s and %q", c.leaf, want, got, spokenIn(projection.Messages))
			}
		}
	})
}

// spokenIn lists messages as role and text.
func spokenIn(messages []Message) string {
	out := ""
	for i, m := range messages {
		if i > 0 {
			out += " "
		}
		text := m.Text("content") + m.Text("summary")
		out += m.Role() + ":" + text
	}
	return out
}

func TestHarnessHostsHaveTheirSayInAContext(t *testing.T) {
	path := recordsOf(
		rec("model_change", "a", "-", `"provider":"acme","modelId":"one"`), rec("thinking_level_change", "b", "a", `"thinkingLevel":"high"`),
		rec("active_tools_change", "c", "b", `"activeToolNames":["bash"]`), rec("custom", "d", "c", `"customType":"note","data":{"n":1}`),
		rec("custom", "e", "d", `"customType":"other"`), u("f", "e"), rec("custom_message", "g", "f", `"customType":"x","content":"said","display":true`),
		rec("branch_summary", "h", "g", `"fromId":"root","summary":""`), rec("branch_summary", "i", "h", `"fromId":"root","summary":"left"`),
	)
	note := func(entry Record, i int, all []Record) []Message {
		return []Message{must(NewMessage(map[string]any{"role": "user", "content": fmt.Sprint(entry.ID(), " ", i, " of ", len(all))}))}
	}
	got := BuildHarnessContext(path, HarnessContextOptions{
		EntryTransforms: []func([]Record) []Record{func(all []Record) []Record { return all[2:] }},
		EntryProjectors: map[string]func(Record, int, []Record) []Message{"note": note},
	})
	if want := "user:d 1 of 7 user:f asks custom:said branchSummary:left"; spokenIn(got.Messages) != want {
		t.Errorf("the context is %q, want %q", spokenIn(got.Messages), want)
	}
	if got.ThinkingLevel != "high" || *got.Model != (SessionModel{"acme", "one"}) || len(got.ActiveToolNames) != 1 {
		t.Errorf("in force are %q, %+v and %v", got.ThinkingLevel, got.Model, got.ActiveToolNames)
	}
}
