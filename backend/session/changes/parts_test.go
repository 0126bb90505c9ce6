package changes_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session/changes"
)

// call is a call of a tool with what it answered.
type call struct {
	tool      string
	arguments map[string]any
	result    string
	failed    bool
}

// calling is a session of calls, the n-th of which is in the entry "n".
func calling(t *testing.T, calls ...call) []byte {
	t.Helper()
	lines := []string{`{"type":"session","version":3,"id":"x","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/srv/shop"}`}
	parent := any(nil)
	entry := func(id string, message map[string]any) {
		line, err := json.Marshal(map[string]any{"type": "message", "id": id, "parentId": parent, "timestamp": "2026-05-04T09:00:01.000Z", "message": message})
		if err != nil {
			t.Fatal(err)
		}
		lines, parent = append(lines, string(line)), id
	}
	for i, c := range calls {
		id := fmt.Sprint(i)
		entry(id, map[string]any{"role": "assistant", "stopReason": "toolUse", "content": []any{
			map[string]any{"type": "toolCall", "id": "c" + id, "name": c.tool, "arguments": c.arguments}}})
		entry("r"+id, map[string]any{"role": "toolResult", "toolCallId": "c" + id, "toolName": c.tool, "isError": c.failed,
			"content": []any{map[string]any{"type": "text", "text": c.result}}})
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

func write(path, text string) call {
	return call{tool: "write", arguments: map[string]any{"path": path, "content": text}, result: "ok"}
}

func replace(path, old, fresh string) call {
	return call{tool: "edit", arguments: map[string]any{"path": path, "oldText": old, "newText": fresh}, result: "ok"}
}

func shell(command string) call {
	return call{tool: "bash", arguments: map[string]any{"command": command}, result: ""}
}

// counting is a text of the numbers from 1 to n, a line each.
func counting(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintln(&b, i+1)
	}
	return b.String()
}

func TestPartsOfADiffNameTheStepsThatMadeThem(t *testing.T) {
	known := call{tool: "read", arguments: map[string]any{"path": "a.txt"}, result: counting(40)}
	refused := replace("a.txt", "no such line", "x")
	refused.failed = true
	for _, c := range []struct {
		name  string
		calls []call
		want  []string
	}{
		{"a file that was made and changed", []call{write("a.txt", counting(3)), replace("a.txt", "2\n", "two\n")}, []string{"0 1"}},
		{"edits far from each other", []call{known, replace("a.txt", "\n35\n", "\n35!\n"), replace("a.txt", "\n5\n", "\nfive\n5\n"), replace("a.txt", "\n6\n", "\n")}, []string{"1 2", "0"}},
		{"what a later step wrote over is the later one's", []call{known, replace("a.txt", "\n5\n", "\nx\n"), replace("a.txt", "\nx\n", "\ny\n")}, []string{"0 1"}},
		{"what was added and taken away again is nobody's", []call{known, replace("a.txt", "\n5\n", "\n5\nx\n"), replace("a.txt", "\nx\n", "\n"), replace("a.txt", "\n9\n", "\n9!\n")}, []string{"2"}},
		{"a failed step made nothing", []call{known, refused, replace("a.txt", "\n5\n", "\nx\n")}, []string{"1"}},
		{"a file that is gone", []call{known, shell("rm a.txt")}, []string{"0"}},
		{"lines beyond a hundred, and a command", []call{{tool: "read", arguments: known.arguments, result: counting(300)}, replace("a.txt", "\n250\n", "\n"), shell("echo end >> a.txt")}, []string{"0", "1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := opened(t, calling(t, c.calls...))
			found, err := changes.Of(s, s.Index().Leaf)
			if err != nil {
				t.Fatal(err)
			}
			if len(found.Files) != 1 {
				t.Fatalf("files %v", brief(&found))
			}
			f, got, diff := &found.Files[0], []string{}, ""
			for _, part := range f.Parts() {
				got = append(got, strings.Trim(fmt.Sprint(part.Steps), "[]"))
				diff += part.Diff
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("(-want +got)\n%s\nof\n%s\nsteps\n%+v", d, f.Diff, f.Hunks)
			}
			if diff != f.Diff {
				t.Errorf("the parts are\n%s\nthe diff is\n%s", diff, f.Diff)
			}
		})
	}
}

func TestPartsOfADiffThatIsNotWholeNameNobody(t *testing.T) {
	s := opened(t, calling(t, replace("a.txt", "old\n", "new\n")))
	found, err := changes.Of(s, s.Index().Leaf)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range found.Files[0].Parts() {
		if len(part.Steps) > 0 {
			t.Errorf("%q is said to be of %v", part.Diff, part.Steps)
		}
	}
}
