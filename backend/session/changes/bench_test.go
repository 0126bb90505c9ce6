package changes_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/session"
	"branchline/backend/session/changes"
	"branchline/backend/session/formats"
)

// long is a session of n entries on one branch and a short one beside it, with
// edits, writes, reads and commands as an agent makes them.
func long(b testing.TB, n int) session.Session {
	var out bytes.Buffer
	line := func(v any) {
		j, err := json.Marshal(v)
		if err != nil {
			b.Fatal(err)
		}
		out.Write(append(j, '\n'))
	}
	line(map[string]any{"type": "session", "version": 3, "id": "long", "timestamp": "2026-05-04T09:00:00.000Z", "cwd": "/srv/shop"})
	parent, texts := any(nil), map[string]string{}
	entry := func(message map[string]any) {
		id := fmt.Sprintf("%08x", out.Len())
		line(map[string]any{"type": "message", "id": id, "parentId": parent, "timestamp": "2026-05-04T09:00:01.000Z", "message": message})
		parent = id
	}
	entry(map[string]any{"role": "user", "content": "Go on."})
	for i := 0; i < n; i += 2 {
		id, file := fmt.Sprintf("c%d", i), fmt.Sprintf("src/f%d.go", i/2%40)
		tool, arguments, result := "bash", map[string]any{"command": fmt.Sprintf("cd src && go test ./... 2>&1 | tail -%d && grep -n x f%d.go", i%30, i%40)}, strings.Repeat("ok  branchline 0.1s\n", 20)
		details := map[string]any{}
		switch {
		case texts[file] == "" || i%34 == 0:
			texts[file] = strings.Repeat(fmt.Sprintf("line of %s\n", file), 100) + "mark 0\n"
			tool, arguments, result = "write", map[string]any{"path": file, "content": texts[file]}, "Successfully wrote to "+file
		case i%8 == 0:
			tool, arguments, result = "read", map[string]any{"path": file}, texts[file]
		case i%3 == 0:
			at := strings.LastIndex(texts[file], "mark")
			old, fresh := texts[file][at:], fmt.Sprintf("mark %d\n", i)
			texts[file] = texts[file][:at] + fresh
			tool, arguments, result = "edit", map[string]any{"path": file, "edits": []any{map[string]any{"oldText": old, "newText": fresh}}}, "Successfully replaced 1 block(s)"
		case i%10 == 0:
			arguments["command"] = fmt.Sprintf("sed -i 's/a/b/' g%d.go && cat > h%d.txt <<'EOF'\n%sEOF", i%50, i%50, result)
		}
		entry(map[string]any{"role": "assistant", "stopReason": "toolUse", "content": []any{map[string]any{"type": "toolCall", "id": id, "name": tool, "arguments": arguments}}})
		entry(map[string]any{"role": "toolResult", "toolCallId": id, "toolName": tool, "isError": false, "details": details, "content": []any{map[string]any{"type": "text", "text": result}}})
	}
	return opened(b, out.Bytes())
}

func BenchmarkChangesOf5000Entries(b *testing.B) {
	s := long(b, 5000)
	for b.Loop() {
		c, err := changes.Of(s, s.Index().Leaf)
		if err != nil || len(c.Files) < 40 {
			b.Fatal(err, len(c.Files))
		}
	}
}

// opened is a session with these bytes.
func opened(t testing.TB, b []byte) session.Session {
	t.Helper()
	file := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
	read, f, err := formats.Open(context.Background(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return read
}
