package export

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"branchline/backend/session"
	"branchline/backend/session/formats"
	"branchline/backend/session/sessiontest"
)

var exported = time.Date(2026, 10, 6, 9, 30, 0, 0, time.UTC)

// planOf plans the export of a file: of the branch shown first alone, or of all.
func planOf(t testing.TB, path string, all bool, r Request) *Plan {
	t.Helper()
	s, f, err := formats.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	r.Session, r.File, r.Leaf, r.Now = s, f, s.Index().Suggested, exported
	if all {
		r.Others = s.Index().Ends()
	}
	p, err := Prepare(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func pageOf(t testing.TB, p *Plan) string {
	t.Helper()
	var b bytes.Buffer
	if err := writeHTML(t.Context(), &b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var (
	constants = regexp.MustCompile(`(?s)<style>.*?</style>|<svg class="defs".*?</svg>|<script>.*</script>|'sha256-[^']*'`)
	blocks    = regexp.MustCompile(`<(?:article|section|h[1-3]|a class="g |div class="(?:chunk|gap|tree|gc|facts|beside)|nav|main|header|footer|template|noscript|details|summary|table|tr|ul|li|p|pre|figure|ins|del|script|meta|select|option|label|fieldset|svg|use|path)\b`)
)

// legible is a page without what is the same on all, on lines.
func legible(page string) string {
	page = constants.ReplaceAllString(page, "")
	return blocks.ReplaceAllString(page, "\n$0")
}

func TestPagesOfSmallSessions(t *testing.T) {
	for _, c := range []struct {
		name    string
		all     bool
		request Request
	}{
		{"orchard", true, Request{Format: HTML, Pictures: true}},
		{"run", false, Request{Format: HTML}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := planOf(t, filepath.Join("testdata", c.name+".jsonl"), c.all, c.request)
			sessiontest.Golden(t, filepath.Join("testdata", c.name+".html.txt"), legible(pageOf(t, p)))
		})
	}
}

func TestAPageOfOneBranchTellsNothingOfTheOthers(t *testing.T) {
	p := planOf(t, "testdata/orchard.jsonl", false, Request{Format: HTML})
	page := pageOf(t, p)
	for _, words := range []string{"Count again", "It failed", "TestCount", "ways on from here", "Whole file", `id="branch"`, "iVBORw0K"} {
		if strings.Contains(strings.ReplaceAll(page, pageScript, ""), words) {
			t.Errorf("the page holds %q", words)
		}
	}
	for _, words := range []string{"Done: there are 41.", "orchard.jsonl", "e0000000-0000-4000-8000-0000000000a1", "counted", "exported 6 Oct 2026, 09:30 UTC",
		"[picture left out, 70 B]", "stay out"} {
		if !strings.Contains(page, words) {
			t.Errorf("the page does not hold %q", words)
		}
	}
}

// The script of the page runs on what the page says of its branches.
func TestEveryBranchIsMadeOfThePiecesOfThePage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sessiontest.Build(sessiontest.Records(t, 60, true))
		x := s.Index()
		p := &Plan{Request: Request{Session: s, Leaf: x.Suggested, Others: x.Ends(), Format: HTML, Hidden: true, Now: exported}, Source: "a.jsonl"}
		var b bytes.Buffer
		if err := writeHTML(context.Background(), &b, p); err != nil {
			t.Fatal(err)
		}
		page := b.String()
		doc := vetted(t, page)
		var d data
		if err := json.Unmarshal([]byte(textOf(find(doc, "data"))), &d); err != nil {
			t.Fatal(err)
		}
		pieces := 0
		walk(doc, func(n *html.Node) {
			if attr(n, "class") == "chunk" {
				for range n.ChildNodes() {
					pieces++
				}
			}
		})
		told, most := map[int]bool{}, -1
		for _, branch := range d.Branches {
			for _, run := range branch.Runs {
				for n := run[0]; n <= run[1]; n++ {
					told[n], most = true, max(most, n)
				}
			}
		}
		if pieces != len(told) || most != pieces-1 {
			t.Fatalf("the page has %d pieces, its branches name %d, the last of them %d", pieces, len(told), most)
		}
	})
}

// hostile is what a session may hold anywhere.
var hostile = []string{
	`<script>document.title=1</script>`, `<img src=x onerror="document.title=1">`, `</script><script>document.title=1</script>`,
	`</template></main></body></html><b>`, `--><!-- <!--`, `]]>`, `<svg/onload=document.title=1>`, `" onmouseover="document.title=1`,
	`' onfocus='document.title=1' autofocus='`, `<iframe src="file:///etc/hostname"></iframe>`, `<a href="javascript:document.title=1">x</a>`,
	"a\x00b", "\u2028\u2029", "\u202edlrow\u202c \u2066x\u2069", "&lt;b&gt; &amp; &#60;script&#62;", "\x1b]8;;javascript:alert(1)\x07link\x1b]8;;\x07",
	"<style>*{display:none}</style>", `{"a":"</script>"}`, "```\n</pre><script>1</script>\n```", "[x](javascript:alert(1)) ![p](https://example.org/p.png)",
	"[y](java&#115;cript:alert(1)) <javascript:alert(1)> [z](data:text/html,1) [q](//example.org/x) &#8238;turned", "<base href=//example.org>",
	`<meta http-equiv=refresh content="0;url=https://example.org">`, `<form action=https://example.org><input>`, `<object data=x></object><embed src=x>`,
}

// attributes are those an element of the page may have.
var attributes = map[string]string{
	"html": "lang data-f", "head": "", "meta": "charset http-equiv content name", "link": "rel href", "title": "", "style": "", "body": "",
	"svg": "class width height viewbox aria-hidden", "defs": "", "g": "id", "path": "class d", "circle": "class r", "use": "href x y",
	"a":      "class href target rel",
	"header": "class", "button": "type class id aria-expanded aria-controls aria-label disabled", "h1": "", "h2": "class", "h3": "class",
	"label": "class", "span": "class title id role data-n", "ins": "data-n", "del": "data-n", "small": "", "i": "class", "select": "id", "option": "value", "fieldset": "class", "legend": "class",
	"input": "type name value checked id placeholder aria-label autocomplete spellcheck", "nav": "id aria-label", "main": "id tabindex",
	"div": "class id role aria-label data-f data-h hidden dir tabindex", "p": "class role", "noscript": "", "details": "class", "summary": "",
	"section": "class aria-label hidden", "table": "", "thead": "", "tbody": "", "tr": "", "th": "scope align", "td": "align", "dl": "class", "dt": "", "dd": "",
	"ul": "", "ol": "start", "li": "", "b": "class", "em": "", "strong": "", "code": "", "pre": "class", "hr": "", "br": "", "blockquote": "",
	"article": "class id", "img": "loading decoding alt src", "figure": "class", "figcaption": "", "kbd": "",
	"footer": "", "template": "id", "script": "type id",
}

// vetted parses a page and tells of everything that may not be in one.
func vetted(t teller, page string) *html.Node {
	t.Helper()
	// With scripts what stands in a noscript is text, without them it is markup.
	vettedAs(t, page, html.ParseOptionEnableScripting(true))
	return vettedAs(t, page, html.ParseOptionEnableScripting(false))
}

type teller interface {
	Errorf(string, ...any)
	Helper()
}

func vettedAs(t teller, page string, scripting html.ParseOption) *html.Node {
	t.Helper()
	doc, err := html.ParseWithOptions(strings.NewReader(page), scripting)
	if err != nil {
		t.Errorf("the page cannot be parsed: %v", err)
		return nil
	}
	scripts := 0
	walk(doc, func(n *html.Node) {
		switch {
		case n.Type == html.CommentNode:
			t.Errorf("the page has a comment: %q", n.Data)
		case n.Type != html.ElementNode:
			return
		}
		allowed, known := attributes[n.Data]
		if !known {
			t.Errorf("the page has an element <%s>", n.Data)
		}
		for _, a := range n.Attr {
			if !slices.Contains(strings.Fields(allowed), strings.ToLower(a.Key)) {
				t.Errorf("<%s> has an attribute %s=%q", n.Data, a.Key, a.Val)
			}
			switch {
			case a.Key == "href" && !strings.HasPrefix(a.Val, "#") && a.Val != "data:,":
				u, err := url.Parse(a.Val)
				if err != nil || !slices.Contains([]string{"http", "https", "mailto"}, u.Scheme) || attr(n, "rel") != "noopener noreferrer" {
					t.Errorf("a link leads to %q", a.Val)
				}
			case a.Key == "src" && !strings.HasPrefix(a.Val, "data:image/png;base64,"):
				t.Errorf("a picture is fetched from %q", a.Val)
			}
		}
		if n.Data == "script" && attr(n, "type") == "" {
			scripts++
			if textOf(n) != pageScript {
				t.Errorf("the page has a script of its own: %q", textOf(n))
			}
		}
	})
	if scripts != 1 {
		t.Errorf("the page has %d scripts, want 1", scripts)
	}
	if c, known := strings.CutPrefix(page, `<!doctype html><html lang="en" data-f="all"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src `+string(hash(pageScript))+`; style-src `+string(hash(style))+`; img-src data:; base-uri 'none'; form-action 'none'">`); !known {
		t.Errorf("the page does not begin with its policy: %.400s", c)
	}
	for _, r := range "\x00\x1b\x07\u202e\u2066" {
		if strings.ContainsRune(page, r) {
			t.Errorf("the page holds the character %U", r)
		}
	}
	return doc
}

func walk(n *html.Node, visit func(*html.Node)) {
	visit(n)
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		walk(c, visit)
	}
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func find(doc *html.Node, id string) (found *html.Node) {
	walk(doc, func(n *html.Node) {
		if attr(n, "id") == id {
			found = n
		}
	})
	return found
}

func textOf(n *html.Node) string {
	var b strings.Builder
	walk(n, func(n *html.Node) {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
	})
	return b.String()
}

// hostileFile writes a pi session with a text wherever one can stand.
func hostileFile(t *testing.T, text string) string {
	t.Helper()
	at, id, lines := 0, "", []string{}
	line := func(v any) {
		raw, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(raw))
	}
	add := func(kind string, fields map[string]any) string {
		fields["type"], fields["parentId"] = kind, nil
		if id != "" {
			fields["parentId"] = id
		}
		at++
		id = fmt.Sprintf("%08x", at)
		fields["id"], fields["timestamp"] = id, time.UnixMilli(1790000000000+int64(at)*1000).UTC().Format("2006-01-02T15:04:05.000Z")
		line(fields)
		return id
	}
	message := func(m map[string]any) string { return add("message", map[string]any{"message": m}) }
	line(map[string]any{"type": "session", "version": 3, "id": text, "timestamp": "2026-09-21T00:00:00.000Z", "cwd": "/srv/" + text})
	first := message(map[string]any{"role": "user", "content": text})
	message(map[string]any{"role": "assistant", "provider": text, "model": text, "stopReason": "toolUse", "content": []any{
		map[string]any{"type": "thinking", "thinking": text}, map[string]any{"type": "text", "text": text},
		map[string]any{"type": "toolCall", "id": "c1", "name": text, "arguments": map[string]any{text: text, "path": text}},
		map[string]any{"type": "toolCall", "id": "c2", "name": "edit", "arguments": map[string]any{"path": text, "oldText": text, "newText": text + "!"}},
		map[string]any{"type": "toolCall", "id": "c3", "name": "bash", "arguments": map[string]any{"command": text + "\n" + text}},
		map[string]any{"type": "toolCall", "id": "c4", "name": "write", "arguments": map[string]any{"path": text, "content": text}},
	}})
	for _, call := range []string{"c1", "c2", "c3"} {
		message(map[string]any{"role": "toolResult", "toolCallId": call, "toolName": text, "isError": call == "c3", "content": []any{
			map[string]any{"type": "text", "text": text}, map[string]any{"type": "image", "data": text, "mimeType": text}}})
	}
	message(map[string]any{"role": "bashExecution", "command": text, "output": text, "exitCode": 1})
	message(map[string]any{"role": text, "content": text})
	add(text, map[string]any{"data": text})
	add("custom", map[string]any{"customType": text, "data": text})
	add("custom_message", map[string]any{"customType": text, "content": text, "display": true})
	add("model_change", map[string]any{"provider": text, "modelId": text})
	add("compaction", map[string]any{"summary": text, "firstKeptEntryId": first, "tokensBefore": 1000})
	add("branch_summary", map[string]any{"summary": text, "fromId": first})
	message(map[string]any{"role": "assistant", "provider": text, "model": text, "stopReason": "error", "errorMessage": text, "content": []any{map[string]any{"type": "text", "text": text}}})
	add("label", map[string]any{"targetId": first, "label": text})
	add("session_info", map[string]any{"name": text})
	path := filepath.Join(t.TempDir(), "hostile.jsonl")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestNothingOfASessionIsMarkup(t *testing.T) {
	for i, text := range append(hostile, strings.Join(hostile[:12], " "), strings.Join(hostile[12:], "\n\n")) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			p := planOf(t, hostileFile(t, text), true, Request{Format: HTML, Pictures: true, Hidden: true})
			doc := vetted(t, pageOf(t, p))
			seen := textOf(doc)
			if want := strings.TrimSpace(session.Printed(text)); !strings.Contains(seen, want) {
				t.Errorf("what was said is not seen: %q", want)
			}
		})
	}
}

func TestLongTextsAreCutAndTheCutIsTold(t *testing.T) {
	long := strings.Repeat("0123456789abcdef\n", 40_000)
	p := planOf(t, hostileFile(t, long), false, Request{Format: HTML})
	doc := vetted(t, pageOf(t, p))
	for _, words := range []string{"are left out here; the session file has them", "longer than 200 KB", "more lines"} {
		if !strings.Contains(textOf(doc), words) {
			t.Errorf("the page does not say %q", words)
		}
	}
}

// A page of a large session has of its outputs what is not folded, and says so before
// it is written, with its size.
func TestTheSizeOfALargePageIsTold(t *testing.T) {
	for _, c := range []struct {
		calls int
		large bool
	}{{100, false}, {2000, true}} {
		p := planOf(t, callsFile(t, c.calls), false, Request{Format: HTML})
		page := pageOf(t, p)
		if told := p.Large(); (told != "") != c.large {
			t.Errorf("of a page of %d calls is told: %q", c.calls, told)
		}
		if told := "the middle of 2,000 texts longer than 2 KB"; strings.Contains(page, told) != c.large {
			t.Errorf("a page of %d calls says %q: %v", c.calls, told, !c.large)
		}
		if size := p.pageSize(int64(p.mostOutput())); int(size) < len(page)*2/3 || int(size) > len(page)*3/2 {
			t.Errorf("a page of %d calls has %d bytes and is told to have %d", c.calls, len(page), size)
		}
		if strings.Count(page, "<") > 40*c.calls+2000 {
			t.Errorf("a page of %d calls has %d tags", c.calls, strings.Count(page, "<"))
		}
	}
}

// callsFile writes a pi session of calls, each with 6 KB of output.
func callsFile(t *testing.T, calls int) string {
	t.Helper()
	lines := []string{`{"type":"session","version":3,"id":"e0000000-0000-4000-8000-0000000000c0","timestamp":"2026-09-21T00:00:00.000Z","cwd":"/srv"}`}
	parent := "null"
	add := func(message string) {
		id := fmt.Sprintf(`"%08x"`, len(lines))
		lines = append(lines, fmt.Sprintf(`{"type":"message","id":%s,"parentId":%s,"timestamp":"2026-09-21T00:00:01.000Z","message":%s}`, id, parent, message))
		parent = id
	}
	add(`{"role":"user","content":"Count all trees."}`)
	for n := range calls {
		add(fmt.Sprintf(`{"role":"assistant","stopReason":"toolUse","content":[{"type":"toolCall","id":"c%d","name":"bash","arguments":{"command":"count %d"}}]}`, n, n))
		add(fmt.Sprintf(`{"role":"toolResult","toolCallId":"c%d","toolName":"bash","content":[{"type":"text","text":"%s"}]}`, n, strings.Repeat(`tree 0123456789\n`, 400)))
	}
	return fileOf(t, "calls.jsonl", lines...)
}

func TestArgumentsBesideACommandAreAsTheyStand(t *testing.T) {
	var calls []string
	for i, arguments := range []string{`"id":12345678901234567890`, `"wait":1.50`, `"ids":[9007199254740993, 1e400]`, `"why":"caf\u00e9 <b>"`} {
		calls = append(calls, fmt.Sprintf(`{"type":"toolCall","id":"c%d","name":"bash","arguments":{"command":"count",%s}}`, i, arguments))
	}
	path := fileOf(t, "numbers.jsonl",
		`{"type":"session","version":3,"id":"e0000000-0000-4000-8000-0000000000c1","timestamp":"2026-09-21T00:00:00.000Z","cwd":"/srv"}`,
		`{"type":"message","id":"00000001","parentId":null,"timestamp":"2026-09-21T00:00:01.000Z","message":{"role":"assistant","stopReason":"toolUse","content":[`+strings.Join(calls, ",")+`]}}`)
	page := pageOf(t, planOf(t, path, false, Request{Format: HTML}))
	for _, want := range []string{"id 12345678901234567890", "wait 1.50", "ids [9007199254740993, 1e400]", "why &#34;café &lt;b&gt;&#34;"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

func TestTheStyleHasBothThemes(t *testing.T) {
	if strings.Contains(style, "data-theme='light'") || strings.Count(style, "(prefers-color-scheme: light)") != 2 {
		t.Error("the light tokens are not where the system asks for them")
	}
	if strings.Contains(pageScript, "</script") || strings.Contains(style, "</style") || strings.Contains(style, "url(") {
		t.Error("the page's own parts end themselves or fetch something")
	}
}

func TestAPageIsNotWrittenOn(t *testing.T) {
	p := planOf(t, "testdata/orchard.jsonl", false, Request{Format: HTML})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := writeHTML(ctx, &bytes.Buffer{}, p); err == nil {
		t.Error("a page was written although it was not wanted any more")
	}
	if err := writeHTML(t.Context(), full{}, p); err == nil {
		t.Error("a full disk was not told of")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, os.ErrClosed }
