package compare_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"branchline/backend/session/compare"
	"branchline/backend/session/formats"
)

// written is a pi session of two branches of n entries each, with calls that write,
// edit, read and run, partly the same.
func written(tb testing.TB, n int) (a, b compare.Side) {
	tb.Helper()
	var text strings.Builder
	line := func(v any) {
		j, err := json.Marshal(v)
		if err != nil {
			tb.Fatal(err)
		}
		text.Write(append(j, '\n'))
	}
	line(map[string]any{"type": "session", "version": 3, "id": "two", "timestamp": "2026-05-04T09:00:00.000Z", "cwd": "/srv/shop"})
	entry := func(id string, parent any, message map[string]any) {
		line(map[string]any{"type": "message", "id": id, "parentId": parent, "timestamp": "2026-05-04T09:00:01.000Z", "message": message})
	}
	entry("prompt", nil, map[string]any{"role": "user", "content": "Go on."})
	leaves := map[string]string{}
	for k, side := range []string{"a", "b"} {
		parent, other := "prompt", 7+4*k
		for i := 0; i < n; i += 2 {
			file := fmt.Sprintf("src/f%d.go", i/2%40)
			call := map[string]any{"type": "toolCall", "id": fmt.Sprint(side, i), "name": "bash", "arguments": map[string]any{"command": fmt.Sprintf("go test -run %d", i%60)}}
			switch {
			case i < 80:
				call["name"], call["arguments"] = "write", map[string]any{"path": file, "content": "package f\n\nconst N = 0\n"}
			case i%other == 0:
				call["name"], call["arguments"] = "edit", map[string]any{"path": file, "edits": []any{map[string]any{"oldText": "package f", "newText": "package f"}}}
			case i%6 == 0:
				call["name"], call["arguments"] = "read", map[string]any{"path": file}
			}
			asked, answered := fmt.Sprintf("%s%d", side, i), fmt.Sprintf("%s%d", side, i+1)
			entry(asked, parent, map[string]any{"role": "assistant", "stopReason": "toolUse", "content": []any{map[string]any{"type": "text", "text": "next"}, call}})
			entry(answered, asked, map[string]any{"role": "toolResult", "toolCallId": call["id"], "toolName": call["name"], "isError": false,
				"content": []any{map[string]any{"type": "text", "text": strings.Repeat("ok\n", 50)}}})
			parent = answered
		}
		leaves[side] = parent
	}
	return opened(tb, text.String(), leaves["a"], leaves["b"])
}

func opened(tb testing.TB, text, leafA, leafB string) (a, b compare.Side) {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "two.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		tb.Fatal(err)
	}
	s, f, err := formats.Open(context.Background(), path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { f.Close() }) //nolint:errcheck // it was only read
	a, b = compare.Side{Session: s, Path: path}, compare.Side{Session: s, Path: path}
	var okA, okB bool
	if a.Leaf, okA = s.Index().Lookup(leafA); !okA {
		tb.Fatalf("no entry %q", leafA)
	}
	if b.Leaf, okB = s.Index().Lookup(leafB); !okB {
		tb.Fatalf("no entry %q", leafB)
	}
	return a, b
}

// acts is a session in which two branches do what is given behind a common call,
// each a tool, its arguments and whether it failed.
func acts(tb testing.TB, a, b []act) (compare.Side, compare.Side) {
	tb.Helper()
	var text strings.Builder
	text.WriteString(`{"type":"session","version":3,"id":"acts","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/srv/shop"}` + "\n")
	leaf := func(name, parent string, all []act) string {
		for i, what := range all {
			id := fmt.Sprint(name, i)
			fmt.Fprintf(&text, `{"type":"message","id":"%s","parentId":%s,"timestamp":"2026-05-04T09:00:01.000Z","message":{"role":"assistant","stopReason":"toolUse","content":[{"type":"toolCall","id":"c%s","name":"%s","arguments":%s}]}}`+"\n", id, parent, id, what.tool, what.arguments)
			fmt.Fprintf(&text, `{"type":"message","id":"%sr","parentId":"%s","timestamp":"2026-05-04T09:00:02.000Z","message":{"role":"toolResult","toolCallId":"c%s","toolName":"%s","isError":%v,"content":[]}}`+"\n", id, id, id, what.tool, what.failed)
			parent = `"` + id + `r"`
		}
		return strings.Trim(parent, `"`)
	}
	shared := leaf("s", "null", []act{{"write", `{"path":"shared.txt","content":"one\ntwo\n"}`, false}})
	leafA, leafB := leaf("a", `"`+shared+`"`, a), leaf("b", `"`+shared+`"`, b)
	return opened(tb, text.String(), leafA, leafB)
}

type act struct {
	tool, arguments string
	failed          bool
}

func TestFilesAreThoseTheirPartsChanged(t *testing.T) {
	write := func(path, text string) act {
		return act{tool: "write", arguments: fmt.Sprintf(`{"path":%q,"content":%q}`, path, text)}
	}
	edit := func(path, old, fresh string) act {
		return act{tool: "edit", arguments: fmt.Sprintf(`{"path":%q,"oldText":%q,"newText":%q}`, path, old, fresh)}
	}
	run := func(command string) act { return act{tool: "bash", arguments: fmt.Sprintf(`{"command":%q}`, command)} }
	failed := write("failed.txt", "x")
	failed.failed = true
	for _, c := range []struct {
		name string
		a, b []act
		want compare.Files
	}{
		{"nothing", []act{run("ls")}, []act{run("ls -l")}, compare.Files{}},
		{"what both share is of neither", []act{write("a.txt", "x")}, nil, compare.Files{OnlyA: []string{"a.txt"}}},
		{"the shared file edited by one", []act{edit("shared.txt", "one", "1")}, []act{run("ls")}, compare.Files{OnlyA: []string{"shared.txt"}}},
		{"the shared file edited by both", []act{edit("shared.txt", "one", "1")}, []act{edit("shared.txt", "two", "2")},
			compare.Files{Both: []compare.BothFile{{Path: "shared.txt", Known: true, Diff: "@@ -1,2 +1,2 @@\n-1\n-two\n+one\n+2\n"}}}},
		{"left the same by other steps", []act{edit("shared.txt", "one", "1")}, []act{write("/srv/shop/shared.txt", "1\ntwo\n")},
			compare.Files{Both: []compare.BothFile{{Path: "shared.txt", Same: true, Known: true}}}},
		{"taken away by one", []act{run("rm shared.txt")}, []act{edit("shared.txt", "two", "2")},
			compare.Files{Both: []compare.BothFile{{Path: "shared.txt", Known: true, Diff: "@@ -0,0 +1,2 @@\n+one\n+2\n"}}}},
		{"a text that is not known", []act{edit("old.txt", "x", "y")}, []act{edit("old.txt", "x", "z")},
			compare.Files{Both: []compare.BothFile{{Path: "old.txt"}}}},
		{"the same edit of a text that is not known", []act{edit("old.txt", "x", "y")}, []act{edit("old.txt", "x", "y")},
			compare.Files{Both: []compare.BothFile{{Path: "old.txt", Same: true}}}},
		{"what failed", []act{failed}, []act{write("b.txt", "x")}, compare.Files{OnlyB: []string{"b.txt"}}},
		{"made and taken away again", []act{write("a.txt", "x"), run("rm a.txt")}, []act{write("b.txt", "x"), run("rm b.txt"), write("b.txt", "y")}, compare.Files{OnlyB: []string{"b.txt"}}},
		{"made and taken away by one, left by the other", []act{write("a.txt", "x"), run("rm a.txt")}, []act{write("a.txt", "x")}, compare.Files{OnlyB: []string{"a.txt"}}},
		{"what both share taken away by one", []act{run("rm shared.txt")}, []act{run("ls")}, compare.Files{OnlyA: []string{"shared.txt"}}},
		{"outside of the folder", []act{write("/etc/motd", "x")}, []act{run("npm install")}, compare.Files{OnlyA: []string{"/etc/motd"}, MayB: []string{"npm install"}}},
		{"commands that may have changed any file", []act{run("go get example.com/x"), run("go  mod tidy"), run("go mod tidy")}, []act{{"bash", `{"command":"go generate"}`, true}},
			compare.Files{MayA: []string{"go get example.com/x", "go mod tidy"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, b := acts(t, c.a, c.b)
			got, err := compare.Of(a, b, 0).Files()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			back, err := compare.Of(b, a, 0).Files()
			if err != nil {
				t.Fatal(err)
			}
			got.OnlyA, got.OnlyB, got.MayA, got.MayB = got.OnlyB, got.OnlyA, got.MayB, got.MayA
			if diff := cmp.Diff(got, back, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(compare.BothFile{}, "Diff")); diff != "" {
				t.Errorf("files the other way round (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFilesOfARewrittenSessionAreNoOtherOnes(t *testing.T) {
	a, b := acts(t, []act{{tool: "bash", arguments: `{"command":"echo 1 > a.txt"}`}}, nil)
	c := compare.Of(a, b, 0)
	if err := os.WriteFile(a.Path, []byte("rewritten\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if f, err := c.Files(); err == nil {
		t.Errorf("files %+v of a session that is no more", f)
	}
}

func BenchmarkTwoBranchesOf5000EntriesOfAFile(b *testing.B) {
	left, right := written(b, 5000)
	for b.Loop() {
		if r := compare.Of(left, right, 0).Result(); len(r.Rows) < 2500 || len(r.A.Only) != 5000 {
			b.Fatalf("%d rows", len(r.Rows))
		}
	}
}

func BenchmarkFilesOfTwoBranchesOf5000Entries(b *testing.B) {
	left, right := written(b, 5000)
	c := compare.Of(left, right, 0)
	for b.Loop() {
		if f, err := c.Files(); err != nil || len(f.Both) != 40 {
			b.Fatalf("%d files of both, %v", len(f.Both), err)
		}
	}
}
