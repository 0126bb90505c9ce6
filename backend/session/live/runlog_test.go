package live

import (
	"path/filepath"
	"testing"
)

// A run that is followed is read on record by record; only what its agent writes
// again after a compaction is read from the beginning.
func TestLookFollowsARunLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "20260102-030405.jsonl")
	const message = `{"kind":"message","message":{"type":"bot","text":"a"}}` + "\n"
	write(t, path, `{"kind":"meta","at":"2026-01-02T03:04:05Z","meta":{"id":"20260102-030405","task":"T"}}`+"\n")
	s := New()
	o := mustOpen(t, s, path)
	for _, step := range []struct {
		what, text string
		seen       Seen
		entries    string
	}{
		{"nothing", "", Same, ""},
		{"a round", `{"kind":"event","event":{"kind":"iteration","iteration":1}}` + "\n", Grown, "L2"},
		{"half a message", message[:20], Grown, "L2"},
		{"the other half", message[20:], Grown, "L2 L3"},
		{"a reset", `{"kind":"reset"}` + "\n", Reread, "L2 L3"},
		{"the conversation again", message, Reread, "L2 L3 L5"},
		{"a round", `{"kind":"event","event":{"kind":"iteration","iteration":2}}` + "\n", Grown, "L2 L3 L5 L6"},
		{"an answer", message, Grown, "L2 L3 L5 L6 L7"},
		{"the end", `{"kind":"result","result":{"reason":"settled","code":0}}` + "\n", Grown, "L2 L3 L5 L6 L7"},
	} {
		add(t, path, step.text)
		if seen := look(t, s, o); seen != step.seen {
			t.Errorf("%s: seen %d, want %d", step.what, seen, step.seen)
		}
		if got := entries(t, o); got != step.entries {
			t.Errorf("%s: %s, want %s", step.what, got, step.entries)
		}
	}
}
