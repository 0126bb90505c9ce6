package export

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"

	"branchline/backend/session/sessiontest"
	"branchline/backend/session/timeline"
)

func markdownOf(t testing.TB, p *Plan) string {
	t.Helper()
	var b bytes.Buffer
	if err := writeMarkdown(t.Context(), &b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestMarkdownOfSmallSessions(t *testing.T) {
	for _, name := range []string{"orchard", "run"} {
		p := planOf(t, filepath.Join("testdata", name+".jsonl"), false, Request{Format: Markdown})
		sessiontest.Golden(t, filepath.Join("testdata", name+".md"), markdownOf(t, p))
	}
}

// own is the HTML that a document may hold.
var own = regexp.MustCompile(`</?(?:details|summary|code|sub)>`)

// notifying is an address of an issue or the like on GitHub, which is told of there.
var notifying = regexp.MustCompile(`(?i)//(www\.)?github\.com/+[\w.-]+/+[\w.-]+/+(issues|pulls?|discussions)/+\d`)

// vetDocument tells of everything that may not be in a document.
func vetDocument(t *testing.T, text string) {
	t.Helper()
	tree, ok := parsed([]byte(text))
	if !ok {
		t.Fatal("the document is too long or nested too deep")
	}
	source, open := []byte(text), 0
	html := func(raw string) {
		if rest := own.ReplaceAllString(raw, ""); strings.ContainsAny(rest, "<>") {
			t.Errorf("the document has HTML of the session: %q", raw)
		}
	}
	_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Image:
			t.Errorf("the document has a picture at %q", n.Destination)
		case *ast.RawHTML:
			html(string(n.Segments.Value(source)))
		case *ast.HTMLBlock:
			raw := string(n.Lines().Value(source))
			html(raw)
			if entering {
				open += strings.Count(raw, "<details>") - strings.Count(raw, "</details>")
			}
		case *ast.Link:
			if address := addressOf(n); notifying.MatchString(address) {
				t.Errorf("the document refers to %q", address)
			}
		case *ast.AutoLink:
			if address := string(n.URL(source)); notifying.MatchString(address) {
				t.Errorf("the document refers to %q", address)
			}
		case *ast.Text:
			said := string(n.Segment.Value(source))
			if n.Parent().Kind() != ast.KindCodeSpan && uncalled(said) != said {
				t.Errorf("the document calls somebody: %q", said)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, r := range "\x00\x1b\x07\u202e\u2066" {
		if strings.ContainsRune(text, r) {
			t.Errorf("the document holds the character %U", r)
		}
	}
	if open != 0 {
		t.Error("a fold is not closed")
	}
}

// calling is what would call people, or be told of elsewhere.
var calling = []string{
	"@octocat and (@some-team) /@b", "see #12, GH-3 and owner/repo#4", "https://github.com/o/r/issues/5", "&#64;octocat &commat;octocat &num;1",
	"[x](https://github.com/o/r/pull/6)", `[x](https://github\.com/o/r/pull/6) [y](//GitHub.com/o/r/pull/7)`, "[ref]\n\n[ref]: https://example.org/x", "x://@octocat https://a/@octocat", "<b>@octocat</b>",
	"```\nnever ended @octocat", "````\n```\n````", "`` ` ``", "~~~\n</details>\n~~~", "</details></summary><h1>", "| a | b |\n|--|--|\n| `x|y` | @octocat |",
	"# a heading\n\ntext", "<div>\n```\n</div>\n\n```\n<script>@octocat</script>\n```\n", "    <b>@octocat</b>\n\n@octocat", "- - - - > 1. @octocat\n> > `", "a\n===\n@octocat\n---",
	"<!-- @octocat", "<details><summary>x", "`@octocat\n`<b>", "\\`@octocat\\`", "![x][y]\n\n[y]: https://example.org/p.png", "$x$ $$\\unicode{x202e}$$",
	"www.github.com/o/r/issues/9", "_www.github.com/o/r/issues/9_", "[x](//githuB.Com/o/r/issues/0)", "_@octocat_ (_)@octocat a_@octocat _GH-3_",
}

func TestNothingOfASessionIsMarkupInADocument(t *testing.T) {
	for i, text := range append(append(append([]string{}, hostile...), calling...), strings.Join(calling, "\n\n")) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			vetDocument(t, markdownOf(t, planOf(t, hostileFile(t, text), true, Request{Format: Markdown, Hidden: true})))
		})
	}
}

func FuzzQuotationsAreHarmless(f *testing.F) {
	for _, text := range append(hostile, calling...) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { vetDocument(t, "before\n\n"+quoted(text)+"\nbehind\n") })
}

func TestARepliesMarkupStaysAsFarAsItIsHarmless(t *testing.T) {
	for text, want := range map[string]string{
		"_@octocat_ is *asked*":        "> _@&#8203;octocat_ is *asked*\n",
		"a (_)@octocat":                "> a (_)@&#8203;octocat\n",
		"a_@octocat":                   "> a_@&#8203;octocat\n",
		"see _GH-3_":                   "> see _GH-&#8203;3_\n",
		"A title\n===\n\ntext":         "> **A title**\n> \n> \n> text\n",
		"- a `part`\n  ---\n  text":    "> - **a `part`**\n>   \n>   text\n",
		"# A title\n\ntext":            "> **A title**\n> \n> text\n",
		"### **A** title ##\n> # `b`":  "> **A** title\n> > **`b`**\n",
		"text\n\n---\n\n```\n# a\n```": "> text\n> \n> ---\n> \n> ```\n> # a\n> ```\n",
		"<div>\n# a\n</div>":           "> &lt;div>\n> **a**\n> &lt;/div>\n",
	} {
		if got := quoted(text); got != want {
			t.Errorf("quoted(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestADocumentFitsIntoOneComment(t *testing.T) {
	p := planOf(t, hostileFile(t, strings.Repeat("many words, and more of them\n", 20_000)), false, Request{Format: Markdown})
	text := markdownOf(t, p)
	if len(text) > 65_536 {
		t.Errorf("the document has %d bytes", len(text))
	}
	if !strings.Contains(text, "KB more") || !strings.Contains(text, "KB before") {
		t.Error("the document does not say what was cut")
	}
	vetDocument(t, text)
}

func TestOnlyWhatNotifiesIsRedirectedAndThatIsSaid(t *testing.T) {
	for text, want := range map[string]string{
		"https://github.com/o/r/issues/5":                   "https://redirect.github.com/o/r/issues/5",
		"http://www.GitHub.com/o/r_x.y/pull/6/files":        "https://redirect.github.com/o/r_x.y/pull/6/files",
		"https://github.com/o/r/discussions/7":              "https://redirect.github.com/o/r/discussions/7",
		"www.github.com/o/r/issues/9":                       "https://redirect.github.com/o/r/issues/9",
		"_https://github.com/o/r/issues/5_":                 "_https://redirect.github.com/o/r/issues/5_",
		"https://github.com/o/r/commit/0123abc":             "",
		"https://github.com/o/r/blob/main/x.go#L4":          "",
		"https://github.com/o/r":                            "",
		"fixed in 0123456789abcdef0123456789abcdef01234567": "",
	} {
		document := markdownOf(t, planOf(t, hostileFile(t, text), false, Request{Format: Markdown}))
		if said := strings.Contains(document, "so that nobody is notified"); said != (want != "") {
			t.Errorf("of %s it is said that it leads elsewhere: %v", text, said)
		}
		if want == "" {
			want = text
		}
		if !strings.Contains(document, "> "+want) {
			t.Errorf("%s is not told as %s", text, want)
		}
	}
}

func TestADocumentTellsRepliesAndOutputWhereThereIsRoom(t *testing.T) {
	page := func(output string) string {
		return markdownOf(t, planOf(t, fileOf(t, "s.jsonl", header,
			`{"type":"message","id":"u","parentId":null,"timestamp":"2026-05-04T09:00:01.000Z","message":{"role":"user","content":"Count"}}`,
			`{"type":"message","id":"a","parentId":"u","timestamp":"2026-05-04T09:00:02.000Z","message":{"role":"assistant","content":[{"type":"text","text":"I look first."},{"type":"toolCall","id":"c","name":"bash","arguments":{"command":"ls"}}],"stopReason":"toolUse"}}`,
			`{"type":"message","id":"r","parentId":"a","timestamp":"2026-05-04T09:00:03.000Z","message":{"role":"toolResult","toolCallId":"c","toolName":"bash","content":[{"type":"text","text":"`+output+`"}],"isError":false}}`,
			`{"type":"message","id":"b","parentId":"r","timestamp":"2026-05-04T09:00:04.000Z","message":{"role":"assistant","content":[{"type":"text","text":"Two."}],"stopReason":"stop"}}`,
		), false, Request{Format: Markdown}))
	}
	text := page("plum.go\\npear.go")
	want := "> I look first.\n\n<details><summary>1 tool call</summary>\n\n- bash `ls` ✓\n\n  ```text\n  plum.go\n  pear.go\n  ```\n\n</details>\n\n**pi**\n\n> Two.\n"
	if !strings.Contains(text, want) {
		t.Errorf("the document is\n%s\nwant in it\n%s", text, want)
	}
	vetDocument(t, text)
	if text = page(strings.Repeat("plum.go\\n", 500)); !strings.Contains(text, "KB before") {
		t.Errorf("it is not said that output was cut\n%s", text)
	}
	vetDocument(t, text)
}

func TestWhatThereIsNoRoomForIsCounted(t *testing.T) {
	p := planOf(t, filepath.Join("testdata", "orchard.jsonl"), false, Request{Format: Markdown})
	d := document{p: p, x: p.Session.Index(), zone: p.Now.Location(), b: timeline.Of(p.Session, p.Leaf)}
	if err := d.turns(t.Context(), 0); err != nil || !strings.Contains(d.String(), "… 2 turns are left out here …") {
		t.Errorf("without room: %v, %s", err, d.String())
	}
	turn := d.b.Turns()[0]
	for much, want := range map[detail]string{
		brief:   "without output</summary>\n\n- read `trees.go` ✓\n\n</details>\n\n**pi** (the last of 2 replies; the others are left out here)",
		replies: "> I will look.\n\n<details><summary>1 tool call, without output</summary>",
	} {
		if text, err := d.turn(&turn, much); err != nil || !strings.Contains(text, want) {
			t.Errorf("%v, %s\nwant in it %s", err, text, want)
		}
	}
}

func TestCodeIsFencedByMoreThanItHolds(t *testing.T) {
	for text, want := range map[string]string{
		"a`b": "`` a`b ``", "``": "``` `` ```", "a": "`a`", "": "–", "a\nb": "`a b`",
	} {
		if got := code(text); got != want {
			t.Errorf("code(%q) = %q, want %q", text, got, want)
		}
	}
	if got, want := fenced("text", "a\n````\nb\n"), "`````text\na\n````\nb\n`````\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
