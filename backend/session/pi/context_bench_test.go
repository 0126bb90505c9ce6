package pi

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// longSession writes a session of prompts and replies in one line, whose context
// is all of it unless a compaction at the end keeps only the last of them.
func longSession(tb testing.TB, entries int, compacted bool) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "long.jsonl")
	f, err := os.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	w := bufio.NewWriter(f)
	fmt.Fprintln(w, hdr)
	last := "-"
	for i := range entries - 1 {
		id := fmt.Sprintf("%08x", i)
		message := fmt.Sprintf(`{"role":"user","content":"please look at part %d and tell me what it does","timestamp":1735689601000}`, i)
		if i%2 == 1 {
			message = fmt.Sprintf(`{"role":"assistant","content":[{"type":"text","text":"%s"}],"api":"a","provider":"acme","model":"m","usage":{"input":1200,"output":310,"cacheRead":90000,"cacheWrite":120,"totalTokens":91630,"cost":{"input":0.0036,"output":0.0046,"cacheRead":0.027,"cacheWrite":0.0004,"total":0.0356}},"stopReason":"stop","timestamp":1735689601000}`,
				strings.Repeat("the part does what its name says. ", 8))
		}
		fmt.Fprintln(w, msg(id, last, message))
		last = id
	}
	if compacted {
		fmt.Fprintln(w, c("end", last, fmt.Sprintf("%08x", entries-100)))
	} else {
		fmt.Fprintln(w, u("end", last))
	}
	if err := w.Flush(); err != nil {
		tb.Fatal(err)
	}
	if err := f.Close(); err != nil {
		tb.Fatal(err)
	}
	return path
}

func BenchmarkSessionContext(b *testing.B) {
	for _, kind := range []struct {
		name      string
		compacted bool
		messages  int
	}{{"whole", false, 20000}, {"compacted", true, 100}} {
		path := longSession(b, 20000, kind.compacted)
		b.Run(kind.name, func(b *testing.B) {
			m := must(Open(path, ""))
			b.Cleanup(func() { _ = m.Close() })
			b.ReportAllocs()
			for b.Loop() {
				if n := len(must(m.BuildSessionContext()).Messages); n != kind.messages {
					b.Fatalf("%d messages, want %d", n, kind.messages)
				}
			}
		})
		b.Run("opening and "+kind.name, func(b *testing.B) {
			for b.Loop() {
				m := must(Open(path, ""))
				must(m.BuildSessionContext())
				if err := m.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
