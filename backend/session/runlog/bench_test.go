package runlog

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// bigLog writes a log of about n records: rounds with an answer and a call.
func bigLog(b *testing.B, n int) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "big.jsonl")
	var out strings.Builder
	fmt.Fprintln(&out, vMeta)
	for i := range n / 8 {
		text, args := strings.Repeat("word ", 60), fmt.Sprintf(`"{\"path\":\"src/file%d.go\"}"`, i%500)
		for _, record := range []string{
			`"event","at":"%s","event":{"kind":"iteration","iteration":` + fmt.Sprint(i+1) + `}`,
			`"event","at":"%s","event":{"kind":"usage","text":"input ` + fmt.Sprint(i*900) + ` output ` + fmt.Sprint(i*40) + `"}`,
			`"event","at":"%s","event":{"kind":"message","text":"` + text + `"}`,
			`"event","at":"%s","event":{"kind":"toolCallStart","tool":"read","text":` + args + `}`,
			`"event","at":"%s","event":{"kind":"toolCallEnd","tool":"read"}`,
			`"message","at":"%s","message":{"type":"bot","text":"` + text + `"}`,
			`"message","at":"%s","message":{"type":"activity","text":"","activity":{"kind":"request","id":"c` + fmt.Sprint(i) + `","name":"read","arguments":` + args + `}}`,
			`"message","at":"%s","message":{"type":"activity","text":"` + strings.Repeat(`line of code\n`, 80) + `","activity":{"kind":"response","id":"c` + fmt.Sprint(i) + `","name":"read","arguments":` + args + `,"result":"` + strings.Repeat(`line of code\n`, 80) + `"}}`,
		} {
			fmt.Fprintf(&out, `{"kind":`+record+"}\n", "2026-02-01T09:00:00.123456789Z")
		}
	}
	if err := os.WriteFile(path, []byte(out.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(out.Len()))
	return path
}

func BenchmarkScan(b *testing.B) {
	path := bigLog(b, 100_000)
	b.ReportAllocs()
	for b.Loop() {
		if n := len(open(b, path).Index().Entries); n < 99_000 {
			b.Fatal(n)
		}
	}
}

func BenchmarkItems(b *testing.B) {
	l := open(b, bigLog(b, 100_000))
	b.ReportAllocs()
	for b.Loop() {
		l.Items(l.Index().Leaf)
	}
}

// BenchmarkDecode is what Scan is measured against: each line into a struct.
func BenchmarkDecode(b *testing.B) {
	path := bigLog(b, 100_000)
	b.ReportAllocs()
	for b.Loop() {
		f, err := os.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		s := bufio.NewScanner(f)
		s.Buffer(nil, 16<<20)
		for s.Scan() {
			var r struct {
				Kind, At string
				Event    *struct {
					Kind, Tool, Text string
					Iteration        int
				}
				Message *struct {
					Type, Text string
					Activity   *struct {
						Kind, ID, Name, Arguments string
						Result                    any
						Failure                   string
					}
				}
			}
			if err := json.Unmarshal(s.Bytes(), &r); err != nil {
				b.Fatal(err)
			}
		}
		_ = f.Close()
	}
}

// BenchmarkReadOn adds one record to a log and reads it.
func BenchmarkReadOn(b *testing.B) {
	for _, records := range []int{1000, 100_000} {
		b.Run(fmt.Sprintf("records=%d", records), func(b *testing.B) {
			path := bigLog(b, records)
			b.SetBytes(0)
			l := open(b, path)
			more, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := more.WriteString(vUser("more") + "\n"); err != nil {
					b.Fatal(err)
				}
				if ok, err := l.ReadOn(b.Context(), l.f); !ok || err != nil {
					b.Fatal(ok, err)
				}
			}
			if err := more.Close(); err != nil {
				b.Fatal(err)
			}
		})
	}
}
