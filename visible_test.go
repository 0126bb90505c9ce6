package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode"
)

func TestVisibleShowsWhatATerminalWouldObey(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain", "plain"},
		{"für 🌊", "für 🌊"},
		{"red \x1b[31m", "red ␛[31m"},
		{"title \x1b]0;x\x07", "title ␛]0;x␇"},
		{"two\nlines\r\nand\ttabs\rreturns", "two lines and tabs returns"},
		{"\x7f", "␡"},
		{"\u009b31m", "⟨U+009B⟩31m"},
		{"a\u202egpj.exe", "a⟨U+202E⟩gpj.exe"},
		{"\u200b\ufeff", "⟨U+200B⟩⟨U+FEFF⟩"},
		{"half \xff", "half \ufffd"},
		{"a\u2028b", "a b"},
	} {
		if got := visible(c.in); got != c.want {
			t.Errorf("visible(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func FuzzVisibleLeavesNothingToObey(f *testing.F) {
	f.Add("a\x1b[0m\u0085\u202e\xff")
	f.Fuzz(func(t *testing.T, s string) {
		got := visible(s)
		if i := strings.IndexFunc(got, func(r rune) bool { return unicode.IsControl(r) || invisible(r) }); i >= 0 {
			t.Errorf("visible(%q) = %q, which has %q", s, got, got[i:])
		}
	})
}

func TestPrintJSONEscapesControls(t *testing.T) {
	in := map[string]string{"a": "\x1b\x7f\u0080\u009f\u202e\U000e0041<&>é\u2028"}
	var b bytes.Buffer
	if err := printJSON(&b, in); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsFunc(b.String(), func(r rune) bool { return r != '\n' && unicode.IsControl(r) }) {
		t.Errorf("printed %q", b.String())
	}
	var out map[string]string
	if err := json.Unmarshal(b.Bytes(), &out); err != nil || out["a"] != in["a"] {
		t.Errorf("reads back as %q, %v; want %q", out["a"], err, in["a"])
	}
}
