package secrets

import (
	"encoding/base64"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"branchline/backend/session/jsonl"
)

// Each character of a view comes from the part of the text that it names.
func TestViewsKnowWhereTheyComeFrom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{
			`a`, `é`, `😀`, `\n`, `\\`, `\"`, `\/`, `\u0041`, `\u00e9`, `\ud83d\ude00`, `\ud83d`, `\q`, `\x41`, `\u12`, `%41`, `%4`, `+`, `\`,
			"\x1b[1m", "\x1b[", "\x1b]", "\x1b\\", "\x1b[2J", "\u009b", "\u200b", "&quot;", "&#65;", "&", "a8Kd72LsPq0ZxC\nb7Kd72Ls", "\r\n",
			"[31m", `\033[1m`, "^[[0m[K", "\x00", "a8Kd72Ls\n  + b7Kd72Ls", "\n", `\_`, "**", "_", "~~", "</b>", "[a](b)", " ", `\u{1f}`, `\101`,
		})).Draw(t, "text"), ""))
		var v view
		read := rapid.SampledFrom([]func(*view, []byte) bool{
			func(v *view, text []byte) bool { return v.unescape(text) },
			func(v *view, text []byte) bool { return v.percent(text, false) },
			func(v *view, text []byte) bool { return v.percent(text, true) },
			func(v *view, text []byte) bool { return v.drawn(text) },
			func(v *view, text []byte) bool { return v.markup(text) },
		}).Draw(t, "read")
		if !read(&v, text) {
			return
		}
		at, again := 0, view{}
		for from := range v.text {
			to := from + 1
			s := v.back(span{from, to})
			if s.from < at && s.from+12 < at || s.to > len(text) || s.from >= s.to {
				t.Fatalf("byte %d of %q is from %v of %q", from, v.text, s, text)
			}
			at = s.to
		}
		whole := v.back(span{0, len(v.text)})
		if read(&again, text[whole.from:whole.to]) && string(again.text) != string(v.text) {
			t.Fatalf("%q is %q, but its part %v is %q", text, v.text, whole, again.text)
		}
	})
}

// What stands between quotes is read as JSON reads it.
func TestTextsAreReadAsJSONReadsThem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		quoted := jsonl.AppendString(nil, rapid.String().Draw(t, "text"))
		var v view
		v.unescape(quoted[1 : len(quoted)-1])
		if want, _ := jsonl.Text(quoted, 0); string(v.text) != want {
			t.Fatalf("%s is %q, want %q", quoted, v.text, want)
		}
	})
}

func TestBase64IsReadWhereItIsText(t *testing.T) {
	long := strings.Repeat("some words that are long enough, ", 10)
	wrap := func(s string) string {
		all := base64.StdEncoding.EncodeToString([]byte(s))
		var b strings.Builder
		for ; len(all) > 60; all = all[60:] {
			b.WriteString(all[:60] + "\r\n")
		}
		return b.String() + all
	}
	for _, c := range []struct{ name, text, want string }{
		{"text", "x " + base64.StdEncoding.EncodeToString([]byte(long)) + " y", long},
		{"of addresses", base64.RawURLEncoding.EncodeToString([]byte("subjects?_d=1 ünï~~~")), "subjects?_d=1 ünï~~~"},
		{"in lines", "$ base64\n" + wrap(long) + "\n$", long},
		{"in lines before words", wrap(long) + "\r\ndone", long},
		{"behind a path", "a/b/" + base64.StdEncoding.EncodeToString([]byte(long)), long},
		{"data", base64.StdEncoding.EncodeToString([]byte{1, 2, 3, 4, 0x80, 0xff, 7, 8, 9, 10, 11, 12, 13, 14}), ""},
		{"a long word", "internationalization", ""},
		{"too short", base64.StdEncoding.EncodeToString([]byte("short")), ""},
	} {
		got := ""
		runs([]byte(c.text), func(e encoded) { got += string(e.text) })
		if got != c.want {
			t.Errorf("%s is read as %q, want %q", c.name, got, c.want)
		}
	}
}
