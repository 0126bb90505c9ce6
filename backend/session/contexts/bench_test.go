package contexts_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/session/contexts"
)

const entries = 20_000

// long writes a session of prompts, calls and results whose context is all of it.
func long(tb testing.TB) string {
	tb.Helper()
	var b bytes.Buffer
	fmt.Fprintln(&b, `{"type":"session","version":3,"id":"long","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/srv/demo"}`)
	parent := "null"
	for i := range entries {
		var message string
		switch i % 4 {
		case 0:
			message = fmt.Sprintf(`{"role":"user","content":"please look at part %d and tell me what it does"}`, i)
		case 1:
			message = fmt.Sprintf(`{"role":"assistant","content":[{"type":"thinking","thinking":"where is part %d"},{"type":"toolCall","id":"c%d","name":"read","arguments":{"path":"part%d.go"}}],"stopReason":"toolUse"}`, i, i, i)
		case 2:
			message = fmt.Sprintf(`{"role":"toolResult","toolCallId":"c%d","toolName":"read","content":[{"type":"text","text":%q}],"isError":false}`, i-1, strings.Repeat("\tfmt.Println(\"part\")\n", 20))
		default:
			message = fmt.Sprintf(`{"role":"assistant","content":[{"type":"text","text":%q}],"provider":"acme","model":"m","usage":{"input":1200,"output":310,"cacheRead":90000,"cacheWrite":120,"totalTokens":91630},"stopReason":"stop"}`, strings.Repeat("the part does what its name says. ", 8))
		}
		id := fmt.Sprintf(`"%08x"`, i)
		fmt.Fprintf(&b, `{"type":"message","id":%s,"parentId":%s,"timestamp":"2026-05-04T09:00:00.000Z","message":%s}`+"\n", id, parent, message)
		parent = id
	}
	path := filepath.Join(tb.TempDir(), "long.jsonl")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}

// BenchmarkContext makes what the page is answered at the end of a session of 20,000
// messages: the summary and a page of the list.
func BenchmarkContext(b *testing.B) {
	s := open(b, long(b))
	leaf := s.Index().Suggested
	answer := func(b *testing.B, sizes *contexts.Sizes) *contexts.Context {
		b.Helper()
		c := of(b, s, sizes, leaf)
		summary, err := c.Summary()
		if err != nil {
			b.Fatal(err)
		}
		lines := c.Lines(entries-100, 100)
		if err := c.Words(lines); err != nil {
			b.Fatal(err)
		}
		if n := len(lines); n != 100 || summary.Messages != entries {
			b.Fatalf("%d messages, %d lines", summary.Messages, n)
		}
		return c
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			answer(b, &contexts.Sizes{})
		}
	})
	b.Run("again", func(b *testing.B) {
		sizes := &contexts.Sizes{}
		for b.Loop() {
			answer(b, sizes)
		}
	})
	b.Run("changed", func(b *testing.B) {
		sizes := &contexts.Sizes{}
		now, before := of(b, s, sizes, leaf), of(b, s, sizes, leaf/2)
		for b.Loop() {
			if d := contexts.Between(before, now); len(d.Lines(0, 100)) != 100 {
				b.Fatal("a page is short")
			}
		}
	})
}
