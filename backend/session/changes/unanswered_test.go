package changes_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session/changes"
)

const unanswered = `{"type":"session","version":3,"id":"x","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/srv/shop"}
{"type":"message","id":"00000001","parentId":null,"timestamp":"2026-05-04T09:00:01.000Z","message":{"role":"assistant","content":[{"type":"toolCall","id":"1","name":"write","arguments":{"path":"a.txt","content":"a\n"}}],"stopReason":"toolUse"}}
{"type":"message","id":"00000002","parentId":"00000001","timestamp":"2026-05-04T09:00:02.000Z","message":{"role":"toolResult","toolCallId":"1","toolName":"write","content":[{"type":"text","text":"ok"}],"isError":false}}
{"type":"message","id":"00000003","parentId":"00000002","timestamp":"2026-05-04T09:00:03.000Z","message":{"role":"bashExecution","command":"echo mine > mine.txt","output":"","exitCode":0,"cancelled":false,"truncated":false,"timestamp":1777885203000}}
{"type":"message","id":"00000004","parentId":"00000003","timestamp":"2026-05-04T09:00:04.000Z","message":{"role":"assistant","content":[{"type":"toolCall","id":"2","name":"edit","arguments":{"path":"a.txt","oldText":"a","newText":"b"}},{"type":"toolCall","id":"3","name":"write","arguments":{"path":"b.txt","content":"b\n"}},{"type":"toolCall","id":"4","name":"bash","arguments":{"command":"mv a.txt c.txt"}},{"type":"toolCall","id":"5","name":"bash","arguments":{"command":"go test ./..."}},{"type":"toolCall","id":"6","name":"edit","arguments":null},{"type":"toolCall","id":"7","name":"write","arguments":"{oops"},{"type":"toolCall","id":"8","name":"bash"}],"stopReason":"aborted"}}
`

// A call whose result is not in the file may have been done or not; a command of
// the user's own counts as one of the agent's.
func TestCallsWithoutAResultAreOnlyPossible(t *testing.T) {
	s := opened(t, []byte(unanswered))
	found, err := changes.Of(s, s.Index().Leaf)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"likely write  a.txt", "likely write  mine.txt", "possible write  b.txt", "possible rename  c.txt"}
	if diff := cmp.Diff(want, brief(&found)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	patch, left := found.Patch(true)
	if diff := cmp.Diff([]string{
		"a.txt: it may have been there before: whether it was created or replaced, the session does not show",
		"a.txt: “mv a.txt c.txt” ran later and may have changed it; the patch has the text before that",
		"mine.txt: it may have been there before: whether it was created or replaced, the session does not show",
		"b.txt: not in the patch: it may not have happened",
		"c.txt: not in the patch: it may not have happened",
	}, left); diff != "" {
		t.Errorf("left out of the patch (-want +got)\n%s", diff)
	}
	if want := "diff --git a/a.txt b/a.txt\nnew file mode 100644\n--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1,1 @@\n+a\n" +
		"diff --git a/mine.txt b/mine.txt\nnew file mode 100644\n--- /dev/null\n+++ b/mine.txt\n@@ -0,0 +1,1 @@\n+mine\n"; patch != want {
		t.Errorf("patch\n%s\nwant\n%s", patch, want)
	}
}

// brief are the files, a line each.
func brief(found *changes.Changes) []string {
	var lines []string
	for _, f := range found.Files {
		lines = append(lines, strings.TrimSpace(f.Certainty+" "+f.Action+" "+f.From+" "+f.Path+f.Command))
	}
	return lines
}
