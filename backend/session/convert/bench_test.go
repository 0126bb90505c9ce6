package convert_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/session"
	"branchline/backend/session/convert"
)

// bigSession writes a pi session of n entries on one branch: prompts, replies with a
// thought, a text and a call, and results of 2,000 characters.
func bigSession(b *testing.B, n int) string {
	b.Helper()
	var out strings.Builder
	fmt.Fprintln(&out, hdr)
	last := "null"
	for i := range n {
		var message string
		switch i % 21 {
		case 0:
			message = `{"role":"user","content":"` + strings.Repeat("prompt ", 40) + `","timestamp":1934175600000}`
		default:
			message = fmt.Sprintf(`{"role":"assistant","content":[{"type":"thinking","thinking":"%s","thinkingSignature":"s"},{"type":"text","text":"%s"},{"type":"toolCall","id":"c%d","name":"read","arguments":{"path":"src/file%d.go"}}],"api":"a","provider":"acme","model":"large","usage":{"input":100,"output":20,"cacheRead":5,"cacheWrite":0,"totalTokens":125,"cost":{"total":0.2}},"stopReason":"toolUse","timestamp":1934175600000}`,
				strings.Repeat("thought ", 40), strings.Repeat("word ", 20), i, i%500)
			if i%21%2 == 0 {
				message = fmt.Sprintf(`{"role":"toolResult","toolCallId":"c%d","toolName":"read","content":[{"type":"text","text":"%s"}],"isError":false,"timestamp":1934175600000}`,
					i-1, strings.Repeat(`line of code\n`, 150))
			}
		}
		fmt.Fprintf(&out, `{"type":"message","id":"%08x","parentId":%s,"timestamp":"2031-04-09T07:00:00.000Z","message":%s}`+"\n", i, last, message)
		last = fmt.Sprintf(`"%08x"`, i)
	}
	path := filepath.Join(b.TempDir(), "big.jsonl")
	if err := os.WriteFile(path, []byte(out.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	return path
}

func BenchmarkToRunLog(b *testing.B) {
	s, f := opened(b, bigSession(b, 100_000))
	b.SetBytes(f.Size())
	b.ReportAllocs()
	for b.Loop() {
		if _, err := convert.ToRunLog(b.Context(), s, f, s.Index().Leaf, convert.Place{Dir: b.TempDir()}, options()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkToPi(b *testing.B) {
	made := toLog(b, bigSession(b, 40_000)) // about 100,000 records
	s, f := opened(b, made.Path)
	if n := len(s.Index().Entries); n < 100_000 {
		b.Fatalf("%d records", n)
	}
	b.SetBytes(f.Size())
	b.ReportAllocs()
	for b.Loop() {
		if _, err := convert.ToPi(b.Context(), s, f, session.Pos(99_999), convert.Place{Dir: b.TempDir()}, options()); err != nil {
			b.Fatal(err)
		}
	}
}
