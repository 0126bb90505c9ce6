package jsonl

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// Strings of every length around the sizes of a step and a block, with each
// character that means something at every place.
func TestStringsArePassedAlikeInBlocksAndPlainly(t *testing.T) {
	pieces := []string{`"`, `\"`, `\\`, `\n`, `\u00e9`, `\ud83e\ude81`, `\u12`, `\u"`, `\u00e\u00e9`, `\x`, `\`, "\n", "\x1f", "\x7f", "ü", "\xff", "u", "b"}
	for length := range 200 {
		for _, piece := range pieces {
			for _, after := range []string{"", `"`, `\\"`, `\"` + `"`} {
				text := strings.Repeat("a", length) + piece + strings.Repeat("\\\\", length%7) + strings.Repeat("b", 70) + after
				same1(t, []byte(text))
			}
		}
	}
}

// same1 tells whether a string that begins before b is passed as it is plainly,
// by each of the ways this processor has.
func same1(t *testing.T, b []byte) {
	t.Helper()
	want := skipPlainly(b, 0)
	if got := skipString(b, 0); got != want {
		t.Fatalf("skipString(%q) = %d, plainly %d", b, got, want)
	}
	for way, skip := range ways() {
		got, done := skip(b, 0)
		if !done {
			got = skipPlainly(b, got)
		}
		if got != want {
			t.Fatalf("in blocks of %s %q ends at %d, plainly at %d", way, b, got, want)
		}
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

// A string is plain when decoding it changes nothing.
func FuzzPlainStringsSayWhatTheyMean(f *testing.F) {
	for _, s := range []string{`"`, `abcdefgh"`, `abc\n"`, `abcdefghijk\u0041"`, `aü"`, "a\xff\"", `12345678" "`, "1234567\x7f\""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, s []byte) {
		b := append([]byte(`"`), s...)
		quoted, ok := Quoted(b, 0)
		if !ok {
			return
		}
		text, _ := Text(b, 0)
		ascii := !bytes.ContainsFunc(quoted, func(r rune) bool { return r >= utf8.RuneSelf })
		got, plain := Plain(b, 0)
		if want := ascii && text == string(quoted); plain != want || plain && string(got) != text {
			t.Fatalf("%q is plain: %v, as %q; it says %q", b, plain, got, text)
		}
	})
}
