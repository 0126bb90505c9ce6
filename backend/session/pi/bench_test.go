package pi

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/session/jsonl"
)

// bigSession writes a session of about size bytes as pi writes them: turns of a
// prompt, replies that think and call, and results with escaped text.
func bigSession(tb testing.TB, size int) string {
	tb.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("the reader keeps \\\"spans\\\" and never a body;\\n\\tfor i := range lines { walk(line) }\\n return naïve — done 0x1f")
	prose := func(n int) string {
		var b strings.Builder
		for b.Len() < n {
			b.WriteString(words[r.IntN(len(words))])
			b.WriteByte(' ')
		}
		return b.String()
	}
	var b strings.Builder
	b.WriteString(`{"type":"session","version":3,"id":"s1","timestamp":"2031-01-01T00:00:00.000Z","cwd":"/srv/demo"}` + "\n")
	last, n := "null", 0
	add := func(message string) {
		n++
		fmt.Fprintf(&b, `{"type":"message","id":"%08x","parentId":%s,"timestamp":"2031-01-01T%02d:%02d:%02d.000Z","message":%s}`+"\n",
			n, last, n/3600%24, n/60%60, n%60, message)
		last = fmt.Sprintf(`"%08x"`, n)
	}
	for b.Len() < size {
		if n%18 == 0 {
			add(fmt.Sprintf(`{"role":"user","content":[{"type":"text","text":"%s"}],"timestamp":1924905600000}`, prose(300)))
		}
		call := fmt.Sprintf("call_%d|fc_%016x", n, r.Uint64())
		add(fmt.Sprintf(`{"role":"assistant","content":[{"type":"thinking","thinking":"%s","thinkingSignature":"%s"},{"type":"toolCall","id":"%s","name":"edit","arguments":{"path":"src/part%d/file.go","edits":[{"oldText":"%s","newText":"%s"}]}}],"api":"a","provider":"acme","model":"acme-large","usage":{"input":1200,"output":310,"cacheRead":90000,"cacheWrite":120,"totalTokens":91630,"cost":{"input":0.0036,"output":0.0046,"cacheRead":0.027,"cacheWrite":0.0004,"total":0.0356}},"stopReason":"toolUse","timestamp":1924905601000}`,
			prose(400), prose(300), call, n%40, prose(500), prose(500)))
		add(fmt.Sprintf(`{"role":"toolResult","toolCallId":"%s","toolName":"edit","content":[{"type":"text","text":"%s"}],"details":{"diff":"%s"},"isError":%t,"timestamp":1924905602000}`,
			call, prose(2000), prose(900), n%40 == 0))
	}
	path := filepath.Join(tb.TempDir(), "big.jsonl")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}

func BenchmarkScan(b *testing.B) {
	f, err := jsonl.Open(bigSession(b, 32<<20))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	b.SetBytes(f.Size())
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Format.Scan(context.Background(), f); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkItems(b *testing.B) {
	s := openFile(b, bigSession(b, 40<<20))
	x := s.Index()
	b.ReportMetric(float64(len(x.Entries)), "entries")
	for b.Loop() {
		if len(s.Items(x.Leaf)) == 0 {
			b.Fatal("no items")
		}
	}
}

func BenchmarkContext(b *testing.B) {
	s := openFile(b, bigSession(b, 40<<20))
	for b.Loop() {
		if len(s.Context(s.Index().Leaf)) == 0 {
			b.Fatal("no context")
		}
	}
}
