package jsonl

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTextDecodesAsABrowserDoes(t *testing.T) {
	cases := []struct{ name, json, want string }{
		{"plain", `"abc"`, "abc"},
		{"escapes", `"\"\\\/\b\f\n\r\t\u0041"`, "\"\\/\b\f\n\r\tA"},
		{"pair", `"\ud83e\ude81"`, "🪁"},
		{"lone high", `"a\ud800b"`, "a\ufffdb"},
		{"lone low", `"a\udc00"`, "a\ufffd"},
		{"high before a plain escape", `"\ud800\n"`, "\ufffd\n"},
		{"two highs", `"\ud800\ud83e\ude81"`, "\ufffd🪁"},
		{"three ill-formed pieces", "\"\xff\xff\xe2\x82\"", "\ufffd\ufffd\ufffd"},
		{"surrogate bytes", "\"\xed\xa0\x80\"", "\ufffd\ufffd\ufffd"},
		{"overlong", "\"\xc0\xaf\"", "\ufffd\ufffd"},
		{"cut emoji before text", "\"\xf0\x9f\x8cx\"", "\ufffdx"},
		{"line separators", "\"a\u2028b\u0085\"", "a\u2028b\u0085"},
		{"NUL", `"\u0000"`, "\x00"},
	}
	for _, c := range cases {
		got, ok := Text([]byte(c.json), 0)
		if !ok || got != c.want {
			t.Errorf("%s: Text = %q, %v, want %q", c.name, got, ok, c.want)
		}
	}
	for _, b := range []string{`1`, `null`, `{}`, ``, `"open`} {
		if got, ok := Text([]byte(b), 0); ok {
			t.Errorf("Text(%s) = %q, want no string", b, got)
		}
	}
}

func FuzzTextAgreesWithEncodingJSON(f *testing.F) {
	f.Add(`"a\u00e9\ud83e\ude81"`)
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return // encoding/json replaces runs of bytes differently
		}
		var want string
		if json.Unmarshal([]byte(s), &want) != nil || !strings.HasPrefix(s, `"`) {
			return
		}
		if got, ok := Text([]byte(s), 0); !ok || got != want {
			t.Fatalf("Text(%s) = %q, want %q", s, got, want)
		}
	})
}

func TestNumberRefusesWhatDoesNotFit(t *testing.T) {
	cases := map[string]struct {
		want float64
		ok   bool
	}{
		"1.5": {1.5, true}, "-2e3": {-2000, true}, "1e400": {0, false}, `"1"`: {0, false}, "true": {0, false}, "": {0, false}, "0": {0, true},
	}
	for text, c := range cases {
		if got, ok := Number([]byte(text), 0); ok != c.ok || ok && got != c.want {
			t.Errorf("Number(%s) = %v, %v, want %v, %v", text, got, ok, c.want, c.ok)
		}
	}
}

func TestPreviewIsOneShortLine(t *testing.T) {
	cases := []struct {
		name, raw, want string
		limit           int
	}{
		{"white space", `  a\n\n\tb\u2028c  `, "a b c", 100},
		{"controls", `a\u0007b\u001b[31mc`, "a⟨U+0007⟩b⟨U+001B⟩[31mc", 100},
		{"no half sign", `ab\u001b`, "ab", 8},
		{"cut between characters", `äöü`, "äö", 5},
		{"no half emoji", `ab🪁`, "ab", 5},
		{"cut escape", strings.Repeat(`\u0041`, 100), "AAAA", 4},
		{"only white space", `\n \t`, "", 10},
		{"ill-formed", "a\xff\xe2\x82b", "a\ufffd\ufffdb", 100},
		{"lone surrogate", `\ud800x\ud83e\ude81`, "\ufffdx🪁", 100},
		{"no further than the closing quote", `a\"b","c":"d`, `a"b`, 100},
		{"white space before a full stop", `ab \n`, "ab", 2},
	}
	for _, c := range cases {
		if got := string(AppendPreview(nil, []byte(c.raw), c.limit)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A preview made while decoding is the one made of the decoded text.
func FuzzPreviewAgreesWithDecodedLine(f *testing.F) {
	for _, s := range []string{"a  b", "word word word word", "a !b", `eight  8\n spaced out`, "\x7f del\u00e9é  ü", `\ud83e\ude81 x`, "12345678 12345678  1234567 ", "        ", "1234567\x7f"} {
		for limit := range 20 {
			f.Add(s, limit)
		}
	}
	f.Fuzz(func(t *testing.T, s string, limit int) {
		raw := []byte(s + `"`)
		end := skipPlainly(raw, 0)
		if end < 0 || limit < 0 || limit > 1000 {
			return
		}
		want := AppendLine(nil, appendText(nil, raw[:end-1], whole), limit)
		if got := AppendPreview(nil, raw, limit); string(got) != string(want) {
			t.Fatalf("%q in %d bytes: %q, decoded before %q", s, limit, got, want)
		}
	})
}

func TestNumbersAreDecodedToTheNearestFloat(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		text := strconv.FormatUint(rng.Uint64N(1<<uint(1+rng.IntN(50))), 10)
		if rng.IntN(2) == 0 {
			at := rng.IntN(len(text)) + 1
			text = text[:at] + "." + text[at:] + "5"
		}
		want, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := Number([]byte(text), 0); !ok || got != want {
			t.Fatalf("Number(%s) = %v, %v, want %v", text, got, ok, want)
		}
	}
}
