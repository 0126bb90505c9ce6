package jsonl

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Strings of every length around the sizes of a step and a block, with each
// character that means something at every place.
func TestStringsArePassedAlikeInBlocksAndPlainly(t *testing.T) {
	pieces := []string{`"`, `\"`, `\\`, `\n`, `\u00e9`, `\ud83e\ude81`, `\u12`, `\x`, `\`, "\n", "\x1f", "\x7f", "ü", "\xff", "u", "b"}
	for length := range 200 {
		for _, piece := range pieces {
			for _, after := range []string{"", `"`, `\\"`, `\"` + `"`} {
				text := strings.Repeat("a", length) + piece + strings.Repeat("\\\\", length%7) + strings.Repeat("b", 70) + after
				same1(t, []byte(text))
			}
		}
	}
}

func same1(t *testing.T, b []byte) {
	t.Helper()
	if got, want := skipString(b, 0), skipPlainly(b, 0); got != want {
		t.Fatalf("skipString(%q) = %d, plainly %d", b, got, want)
	}
}

func TestRandomStringsArePassedAlikeInBlocksAndPlainly(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	alphabet := []byte(`aaaaaaaaaaaaaaaa\\\\""nu0d"` + "\n\x00\xc3\xa9")
	for range 20_000 {
		b := make([]byte, rng.IntN(400))
		for i := range b {
			b[i] = alphabet[rng.IntN(len(alphabet))]
		}
		same1(t, b)
	}
}

func FuzzStringsArePassedAlikeInBlocksAndPlainly(f *testing.F) {
	f.Add([]byte(strings.Repeat(`\\`, 64) + `"`))
	f.Add([]byte(strings.Repeat("a", 63) + `\u00e9"`))
	f.Fuzz(func(t *testing.T, b []byte) { same1(t, append([]byte(strings.Repeat("x", 64)), b...)) })
}

func BenchmarkSkipEscapedText(b *testing.B) {
	line := fmt.Appendf(nil, "%q", strings.Repeat("if x == \"y\" {\n\treturn nil\n}\n", 4_000))
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		if !Valid(line) {
			b.Fatal("refused")
		}
	}
}
