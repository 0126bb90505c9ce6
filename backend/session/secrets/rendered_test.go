package secrets

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// escapedSigns writes a text as Markdown that shows its signs as they are.
func escapedSigns(text string) string {
	return strings.NewReplacer("_", `\_`, "@", `\@`, "-", `\-`, ".", `\.`, "=", `\=`).Replace(text)
}

// marked are ways to mark a text in Markdown or HTML; a page shows the text itself.
var marked = map[string]func(head, tail string) string{
	"escapes":       func(head, tail string) string { return escapedSigns(head + tail) },
	"strong begin":  func(head, tail string) string { return "**" + head + "**" + tail },
	"strong end":    func(head, tail string) string { return head + "**" + tail + "**" },
	"emphasis":      func(head, tail string) string { return "*" + head + "*" + tail },
	"both":          func(head, tail string) string { return "***" + head + "***" + tail },
	"code":          func(head, tail string) string { return head + "`" + tail + "`" },
	"code begin":    func(head, tail string) string { return "`" + head + "`" + tail },
	"struck":        func(head, tail string) string { return head + "~~" + tail + "~~" },
	"link":          func(head, tail string) string { return "[" + head + "](https://example.org/x)" + tail },
	"link end":      func(head, tail string) string { return head + "[" + tail + "](/x)" },
	"tag":           func(head, tail string) string { return head + "<b>" + tail + "</b>" },
	"tag with more": func(head, tail string) string { return `<span class="a b">` + head + "</span>" + tail },
	"break":         func(head, tail string) string { return head + "<wbr>" + tail },
}

// Nothing of a token is left that a page would show, whatever marks are in it.
func TestTokensAreFoundUnderTheMarksOfAPage(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 8))
	tried := 0
	for _, maker := range slices.Sorted(maps.Keys(makers)) {
		for _, way := range slices.Sorted(maps.Keys(marked)) {
			token := makers[maker](r)
			cut := len(token) / 2
			for token[cut-1] == '_' || token[cut-1] == '.' || token[cut-1] == '-' || token[cut] == '_' || token[cut] == '.' || token[cut] == '-' {
				cut++
			}
			text := "the key is " + marked[way](token[:cut], token[cut:]) + " as it was"
			tried++
			got := maskedText(t, text)
			page := strings.NewReplacer(`\`, "", "*", "", "`", "", "~~", "", "](https://example.org/x)", "", "](/x)", "", "[", "", "<b>", "", "</b>", "", `<span class="a b">`, "", "</span>", "", "<wbr>", "").Replace(got)
			if left := leftOf(got+page, token); left != "" {
				t.Errorf("%s with %s: %q is left of %q in %q", maker, way, left, text, got)
			}
		}
	}
	if tried < 300 {
		t.Errorf("%d tokens were tried", tried)
	}
}

func TestSecretsAreFoundUnderTheMarksOfAPage(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`ask wim\@corp-mail.io`, "ask [REDACTED:email]"},
		{`ask wim.b\_c@corp\-mail\.io`, "ask [REDACTED:email]"},
		{"in /home/**alice**/x", "in /home/**[REDACTED:home-path]**/x"},
		{"in /home/`alice`/x", "in /home/`[REDACTED:home-path]`/x"},
		{"in /home/<b>alice</b>/x", "in /home/<b>[REDACTED:home-path]</b>/x"},
		{`key glpat-\_di78zv6rcxBkE8zfBIC`, "key [REDACTED:gitlab-pat]"},
		{`<wim\@corp-mail.io>`, "<[REDACTED:email]>"},
		{`<hf\_` + "a8Kd72LsPq0ZxC93mNbVtRyUw45JhGfEdQ>", "<[REDACTED:token]>"},
		{`DB\_PASSWORD=correcthorse7`, `DB\_PASSWORD=[REDACTED:assigned-secret]`},
		{"- **Password:** correcthorse7", "- **Password:** [REDACTED:assigned-secret]"},
		{"**Password**: correcthorse7", "**Password**: [REDACTED:assigned-secret]"},
		{"a **bold** word, `code`, [a link](https://example.org) and <b>more</b>", "a **bold** word, `code`, [a link](https://example.org) and <b>more</b>"},
		{"f(*args, **kwargs) a**b x_1 _y_ List<int>(3) a[i](x) \\d+\\.\\d+", "f(*args, **kwargs) a**b x_1 _y_ List<int>(3) a[i](x) \\d+\\.\\d+"},
	} {
		if got := maskedText(t, c.text); got != c.want {
			t.Errorf("%q becomes\n%q, want\n%q", c.text, got, c.want)
		}
	}
}

// Each byte of a view that holds parts of a text comes from the byte that it names.
func TestViewsOfPartsKnowWhereTheyComeFrom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{
			"a", "é", "a8Kd72LsPq0ZxC\nb7Kd72Ls", "a8Kd72Ls\r\n  + b7Kd72Ls", "a8Kd72Ls\\\n12→b7Kd72Ls", "\n", "=\n", " ", `\_`, "**", "_", "`", "~~", "</b>", "<i", "[a](b)", "](", strings.Repeat("x", 300),
		})).Draw(t, "text"), ""))
		var v view
		read := rapid.SampledFrom([]func(*view, []byte) bool{(*view).joined, (*view).rendered}).Draw(t, "read")
		if !read(&v, text) {
			return
		}
		at := 0
		for i, c := range v.text {
			s := v.back(span{i, i + 1})
			switch {
			case s.from < 0 || s.to > len(text) || s.to != s.from+1:
				t.Fatalf("byte %d of %q is from %v of %q", i, v.text, s, text)
			case c != newline && (text[s.from] != c || s.from < at):
				t.Fatalf("byte %d of %q is from %v of %q, behind %d", i, v.text, s, text, at)
			}
			at = s.to
			if c == newline {
				at = s.from
			}
		}
	})
}
