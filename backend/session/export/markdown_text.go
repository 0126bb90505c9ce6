package export

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"

	"branchline/backend/session"
)

// apart keeps what stands before and behind it from being read as one: a mention, or
// the number of an issue. It is not seen.
const apartMark = "&#8203;"

// redirect leads on to GitHub, which is not told of there. redirected says so once.
const (
	redirect   = "https://redirect.github.com"
	redirected = "\n<sub>Links to issues and pull requests on GitHub lead there by redirect.github.com, so that nobody is notified of this text.</sub>\n"
)

var (
	mention = regexp.MustCompile(`(^|[^0-9A-Za-z])@(\w)`)
	issue   = regexp.MustCompile(`(^#|[^&]#|(?:^|[^0-9A-Za-z])[Gg][Hh]-)(\d)`)
	// An address within which neither is one.
	inAddress = regexp.MustCompile(`https?://[\w-]+(?:\.[\w-]+)+[^\s@#]*$`)
	// A link to an issue would be told of there; one to code or a commit is not.
	referring = regexp.MustCompile(`(?i)(?:(?:https?:)?//(?:www\.)?|(^|[^0-9A-Za-z./])www\.)github\.com(/+[\w.\\-]+/+[\w.\\-]+/+(?:issues|pull|pulls|discussions)/+\d)`)
	marks     = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "&", "&amp;", "~", `\~`, "!", `\!`, "|", `\|`)
	underline = regexp.MustCompile(`(?:=+|-+)[ \t]*$`)
	target    = regexp.MustCompile(`^ {0,3}(?:> ?)*\[[^\]]*\]:`)
)

// inline is text of a session within a line of Markdown: nothing in it is markup, and
// nobody is called.
func inline(text string) string {
	return uncalled(marks.Replace(strings.Join(strings.Fields(visible(text)), " ")))
}

// uncalled keeps text from calling people, and from being told of at issues.
func uncalled(text string) string {
	text = referring.ReplaceAllString(text, "${1}"+redirect+"$2")
	for _, call := range []*regexp.Regexp{mention, issue} {
		found := call.FindAllStringSubmatchIndex(text, -1)
		for i := len(found) - 1; i >= 0; i-- {
			if at := found[i][4]; !inAddress.MatchString(word(text[:at-1])) {
				text = text[:at] + apartMark + text[at:]
			}
		}
	}
	return text
}

// word is what stands behind the last blank of a text.
func word(text string) string { return text[strings.LastIndexAny(text, " \t\n")+1:] }

// code is text of a session as code within a line.
func code(text string) string {
	text = strings.Join(strings.Fields(visible(text)), " ")
	if text == "" {
		return "–"
	}
	run := ticks(text)
	if run == "" {
		return "`" + text + "`"
	}
	return run + "` " + text + " `" + run
}

// ticks is the longest run of backticks in a text.
func ticks(text string) string {
	longest := ""
	for run := range strings.FieldsFuncSeq(text, func(r rune) bool { return r != '`' }) {
		if len(run) > len(longest) {
			longest = run
		}
	}
	return longest
}

// cell is a part of a line that stands in a table.
func cell(markdown string) string { return strings.ReplaceAll(markdown, "|", `\|`) }

// fenced is a block of code, with a fence longer than any run of backticks in it.
func fenced(language, text string) string {
	fence := max(3, len(ticks(text))+1)
	text = strings.TrimRight(session.Readable(text), "\n")
	return strings.Repeat("`", fence) + language + "\n" + text + "\n" + strings.Repeat("`", fence) + "\n"
}

// quoted is Markdown of a session as a quotation: what it opens ends with it. Raw HTML
// is text, pictures are links, nobody is called. What cannot be made safe is code.
func quoted(source string) string {
	source = strings.TrimSpace(session.Readable(source))
	safe, ok := tamed(source)
	if ok {
		safe, ok = levelled(safe)
	}
	if !ok || !harmless(safe) {
		safe = strings.TrimSuffix(fenced("text", source), "\n")
	}
	return "> " + strings.ReplaceAll(safe, "\n", "\n> ") + "\n"
}

// tamed escapes what stands in no code.
func tamed(source string) (string, bool) {
	spans, ok := codeIn(source)
	if !ok {
		return "", false
	}
	var out strings.Builder
	at := 0
	for _, span := range append(spans, [2]int{len(source), len(source)}) {
		out.WriteString(tame(source[at:max(at, span[0])], at == 0 || source[at-1] == '\n'))
		out.WriteString(source[max(at, span[0]):max(at, span[1])])
		at = max(at, span[1])
	}
	return out.String(), true
}

var rawMarks = strings.NewReplacer("<", "&lt;", "&", "&amp;", "![", `\![`)

func tame(text string, fromStart bool) string {
	lines := strings.Split(rawMarks.Replace(text), "\n")
	for i, line := range lines {
		if i == 0 && !fromStart {
			continue
		}
		if target.MatchString(line) { // it would name links of the whole document
			line = strings.Replace(line, "[", `\[`, 1)
		}
		lines[i] = line
	}
	return uncalled(strings.Join(lines, "\n"))
}

// levelled makes bold lines of headings, which would be chapters of the document.
func levelled(source string) (string, bool) {
	tree, ok := parsed([]byte(source))
	if !ok {
		return "", false
	}
	var out strings.Builder
	at := 0
	_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the walker answers no error
		if n.Kind() != ast.KindHeading || !entering || n.Lines().Len() == 0 {
			return ast.WalkContinue, nil
		}
		from, to := n.Lines().At(0).Start, n.Lines().At(n.Lines().Len()-1).Stop
		before, text, behind, bold := source[at:from], strings.TrimRight(source[from:to], " \t\n"), "", "**"
		if text == "" || strings.Contains(text, bold) {
			bold = ""
		}
		at = lineEnd(source, from+len(text))
		if bare := strings.TrimRight(before, " \t"); strings.HasSuffix(bare, "#") {
			before = strings.TrimRight(bare, "#")
		} else {
			end := lineEnd(source, at+1)
			behind = underline.ReplaceAllString(source[at:end], "")
			at = end
		}
		out.WriteString(before + bold + text + bold + behind)
		return ast.WalkContinue, nil
	})
	return out.String() + source[at:], true
}

// lineEnd is where the line that a place is in ends.
func lineEnd(text string, from int) int {
	if n := strings.IndexByte(text[from:], '\n'); n >= 0 {
		return from + n
	}
	return len(text)
}

// codeIn are the places of code in Markdown, in order.
func codeIn(source string) ([][2]int, bool) {
	tree, ok := parsed([]byte(source))
	if !ok {
		return nil, false
	}
	var spans [][2]int
	_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the walker answers no error
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n.Kind() {
		case ast.KindFencedCodeBlock, ast.KindCodeBlock:
			for _, s := range n.Lines().Sliced(0, n.Lines().Len()) {
				spans = append(spans, [2]int{s.Start, s.Stop})
			}
		case ast.KindCodeSpan:
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				if t, is := c.(*ast.Text); is {
					spans = append(spans, [2]int{t.Segment.Start, t.Segment.Stop})
				}
			}
		}
		return ast.WalkContinue, nil
	})
	return spans, true
}

// harmless reads tamed Markdown again: no raw HTML, no picture, nobody called.
func harmless(source string) bool {
	tree, ok := parsed([]byte(source))
	if !ok {
		return false
	}
	_ = ast.Walk(tree, func(n ast.Node, _ bool) (ast.WalkStatus, error) { // the walker answers no error
		switch n := n.(type) {
		case *ast.RawHTML, *ast.HTMLBlock, *ast.Image:
			ok = false
		case *ast.Link:
			ok = ok && !referring.MatchString(addressOf(n))
		case *ast.Text:
			text := string(n.Segment.Value([]byte(source)))
			if n.Parent().Kind() != ast.KindCodeSpan && (strings.Contains(text, "<") || uncalled(text) != text) {
				ok = false
			}
		}
		return ast.WalkContinue, nil
	})
	return ok
}

// summary is a line of HTML above what is folded.
func summary(words ...string) string {
	return "<details><summary>" + strings.Join(words, " · ") + "</summary>\n\n"
}

// plainHTML is text of a session within HTML, codeHTML the same as code.
func plainHTML(text string) string {
	return uncalled(strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(visible(text)))
}

func codeHTML(text string) string {
	return "<code>" + strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(visible(text)) + "</code>"
}
