package secrets

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// BenchmarkSearch searches records like those of a session: prose, code, outputs,
// edits and data.
func BenchmarkSearch(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("the token of a key gets read by func parse(path string) error { return fmt.Errorf } password := os.Getenv access/api/auth.go:12 \\\"a\\\\n\\\" => {} // secret")
	var records []string
	size := 0
	for size < 4<<20 {
		var text strings.Builder
		for range 200 + r.IntN(1500) {
			text.WriteString(words[r.IntN(len(words))] + " ")
			if r.IntN(12) == 0 {
				text.WriteString(`\n`)
			}
		}
		record := fmt.Sprintf(`{"type":"message","id":"%d","message":{"role":"toolResult","content":[{"type":"text","text":"%s"}],"details":{"diff":"%s"}}}`,
			len(records), text.String(), random(r, word, 2000))
		size += len(record)
		records = append(records, record)
	}
	s := NewScanner(b.Context(), "pi", "s", nil)
	b.SetBytes(int64(size))
	for b.Loop() {
		for _, record := range records {
			s.Record([]byte(record), func(f Finding) { b.Fatalf("found %s: %s", f.Kind, f.Context) })
		}
	}
}
