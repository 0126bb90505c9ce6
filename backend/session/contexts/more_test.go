package contexts_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/session/contexts"
)

// What a line says of a message is a beginning; it tells whether there is more.
func TestALineTellsWhetherItsMessageGoesOn(t *testing.T) {
	long := strings.Repeat("word ", 60)
	for _, c := range []struct {
		name, message string
		want          bool
	}{
		{"a short prompt", `{"role":"user","content":"hello  there\n"}`, false},
		{"a long prompt", fmt.Sprintf(`{"role":"user","content":%q}`, long), true},
		{"a long result", fmt.Sprintf(`{"role":"toolResult","toolCallId":"1","toolName":"x","content":[{"type":"text","text":%q}]}`, long), true},
		{"a short reply with a long thought", fmt.Sprintf(`{"role":"assistant","content":[{"type":"thinking","thinking":%q},{"type":"text","text":"done"}],"stopReason":"stop"}`, long), false},
		{"a long reply", fmt.Sprintf(`{"role":"assistant","content":[{"type":"text","text":%q}],"stopReason":"stop"}`, long), true},
		{"a reply of two texts", `{"role":"assistant","content":[{"type":"text","text":"This is the first of two."},{"type":"text","text":"And this is the second."}],"stopReason":"stop"}`, true},
		{"a call", `{"role":"assistant","content":[{"type":"toolCall","id":"1","name":"bash","arguments":{"command":"ls"}}],"stopReason":"toolUse"}`, false},
		{"a call of a long command", fmt.Sprintf(`{"role":"assistant","content":[{"type":"toolCall","id":"1","name":"bash","arguments":{"command":%q}}],"stopReason":"toolUse"}`, long), true},
	} {
		s := open(t, written(t, c.message))
		if got := of(t, s, &contexts.Sizes{}, s.Index().Leaf).Lines(0, 1)[0]; got.More != c.want {
			t.Errorf("%s: %q goes on: %v, want %v", c.name, got.Text, got.More, c.want)
		}
	}
}

func TestALineCarriesAsMuchOfItsMessageAsAWindowHasRoomFor(t *testing.T) {
	long := strings.Repeat("word ", 60)
	whole := strings.Repeat("ab\t", 60)
	for _, c := range []struct {
		name, message, want string
		more                bool
	}{
		{"a long prompt", fmt.Sprintf(`{"role":"user","content":%q}`, long), long[:contexts.Widest-1], true},
		{"a result that fits", fmt.Sprintf(`{"role":"toolResult","toolCallId":"1","toolName":"x","content":[{"type":"text","text":%q}]}`, whole), strings.TrimSpace(strings.ReplaceAll(whole, "\t", " ")), false},
		{"a long reply behind a thought", fmt.Sprintf(`{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":%q}],"stopReason":"stop"}`, long), long[:contexts.Widest-1], true},
		{"a call of a long command", fmt.Sprintf(`{"role":"assistant","content":[{"type":"toolCall","id":"1","name":"bash","arguments":{"timeout":3,"command":%q}}],"stopReason":"toolUse"}`, long), "bash " + long[:contexts.Widest-1], true},
		{"your own command", fmt.Sprintf(`{"role":"bashExecution","command":%q,"output":"ok","exitCode":0}`, long), long[:contexts.Widest-1], true},
		{"a reply that failed", `{"role":"assistant","content":[],"stopReason":"error","errorMessage":"overloaded"}`, "overloaded", false},
	} {
		s := open(t, written(t, c.message))
		seen := of(t, s, &contexts.Sizes{}, s.Index().Leaf)
		lines := seen.Lines(0, 1)
		if err := seen.Words(lines); err != nil {
			t.Fatal(err)
		}
		if got := lines[0]; got.Text != c.want || got.More != c.more {
			t.Errorf("%s:\n%q, goes on: %v; want\n%q, %v", c.name, got.Text, got.More, c.want, c.more)
		}
	}
}

// written is a session of one message.
func written(t *testing.T, message string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "s.jsonl")
	text := `{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/w"}` + "\n" +
		`{"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:01.000Z","message":` + message + "}\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
