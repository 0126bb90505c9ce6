package export

import (
	"bytes"
	"net/url"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"branchline/backend/session"
)

const (
	// maxProse is the longest text that is laid out as Markdown, in bytes, and
	// maxNested how deep it may be nested; any other is shown as it stands.
	maxProse  = 200_000
	maxNested = 50
	// maxAddress is the longest address that is a link.
	maxAddress = 4000
)

var prose = goldmark.New(
	goldmark.WithExtensions(
		extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
		extension.Strikethrough, extension.Linkify, extension.TaskList,
	),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(&asText{}, 1))),
)

// prose writes Markdown of a session. Raw HTML in it is text, links lead to http,
// https and mailto alone, and pictures by address are named, never fetched.
func (s *sheet) prose(source string) {
	source = session.Readable(source)
	tree, ok := parsed([]byte(source))
	var out bytes.Buffer
	if !ok || prose.Renderer().Render(&out, []byte(source), tree) != nil {
		s.element(`<pre class="verbatim">`, source, `</pre>`)
		return
	}
	// What was written as a character reference is only now a character.
	s.raw(`<div class="prose" dir="auto">`, markup(tight.Replace(session.Readable(out.String()))), `</div>`)
}

// tight takes the line ends between blocks out: each would be a text of its own.
var tight = func() *strings.Replacer {
	var pairs []string
	for _, tag := range strings.Fields("</p> </pre> <ul> </ul> <ol> </ol> <li> </li> <blockquote> </blockquote> <hr> </table> <thead> </thead> <tbody> </tbody> <tr> </tr> </th> </td>") {
		pairs = append(pairs, tag+"\n", tag)
	}
	return strings.NewReplacer(pairs...)
}()

// parsed reads Markdown. It answers false for what is too long or nested too deep.
func parsed(source []byte) (ast.Node, bool) {
	if len(source) > maxProse {
		return nil, false
	}
	tree := prose.Parser().Parse(text.NewReader(source))
	depth, deepest := 0, 0
	_ = ast.Walk(tree, func(_ ast.Node, entering bool) (ast.WalkStatus, error) { // the walker answers no error
		if entering {
			depth++
		} else {
			depth--
		}
		deepest = max(deepest, depth)
		return ast.WalkContinue, nil
	})
	return tree, deepest <= maxNested
}

// asText renders what must not be rendered as Markdown usually is.
type asText struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (*asText) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindRawHTML, rawHTML)
	r.Register(ast.KindHTMLBlock, htmlBlock)
	r.Register(ast.KindLink, link)
	r.Register(ast.KindAutoLink, autoLink)
	r.Register(ast.KindImage, picture)
	r.Register(ast.KindHeading, heading)
	r.Register(ast.KindCodeBlock, codeBlock)
	r.Register(ast.KindFencedCodeBlock, codeBlock)
	r.Register(east.KindTaskCheckBox, checkBox)
	r.Register(east.KindTable, table)
}

func put(w util.BufWriter, parts ...markup) {
	for _, m := range parts {
		_, _ = w.WriteString(string(m)) // into memory
	}
}

func rawHTML(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		segments := n.(*ast.RawHTML).Segments
		put(w, escaped(string(segments.Value(source))))
	}
	return ast.WalkSkipChildren, nil
}

func htmlBlock(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		block := n.(*ast.HTMLBlock)
		put(w, `<p class="asis">`, escaped(string(block.Lines().Value(source))))
		if block.HasClosure() {
			put(w, escaped(string(block.ClosureLine.Value(source))))
		}
		put(w, `</p>`)
	}
	return ast.WalkContinue, nil
}

func codeBlock(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		put(w, `<pre class="code">`, escaped(string(n.Lines().Value(source))), `</pre>`)
	}
	return ast.WalkSkipChildren, nil
}

// heading stands below the headings of the page.
func heading(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		put(w, `<p class="heading">`)
	} else {
		put(w, `</p>`)
	}
	return ast.WalkContinue, nil
}

// table can be scrolled by itself where it is wider than the page.
func table(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		put(w, `<div class="wide" tabindex="0" role="group" aria-label="Table"><table>`)
	} else {
		put(w, "</table></div>")
	}
	return ast.WalkContinue, nil
}

func checkBox(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering && n.(*east.TaskCheckBox).IsChecked {
		put(w, "☑ ")
	} else if entering {
		put(w, "☐ ")
	}
	return ast.WalkContinue, nil
}

func autoLink(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	a := n.(*ast.AutoLink)
	label := string(a.Label(source))
	address := string(a.URL(source))
	if a.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(address), "mailto:") {
		address = "mailto:" + address
	}
	if opens(address) {
		put(w, anchor(address), escaped(label), `</a>`)
	} else {
		put(w, escaped(label))
	}
	return ast.WalkSkipChildren, nil
}

func link(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	address := addressOf(n.(*ast.Link))
	switch {
	case opens(address) && entering:
		put(w, anchor(address))
	case opens(address):
		put(w, `</a>`)
	case !entering && address != "": // where a link that is none would have led
		put(w, ` <span class="address">(`, escaped(address), `)</span>`)
	}
	return ast.WalkContinue, nil
}

// addressOf is where a link leads, without what was escaped in it.
func addressOf(n *ast.Link) string {
	return string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(n.Destination))))
}

func picture(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		put(w, `<span class="picture">[picture: `)
		return ast.WalkContinue, nil
	}
	put(w, ` <span class="address">(`, escaped(string(n.(*ast.Image).Destination)), `)</span>]</span>`)
	return ast.WalkContinue, nil
}

// anchor begins a link. The page it leads to learns nothing of this one.
func anchor(address string) markup {
	return `<a href="` + escaped(address) + `" target="_blank" rel="noopener noreferrer">`
}

// opens tells whether an address may be a link: http, https or mailto, as it is read.
func opens(address string) bool {
	if len(address) > maxAddress || session.Readable(address) != address || strings.ContainsAny(address, " \t\n\u200b\u200e\u200f\u2060\ufeff") {
		return false
	}
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		return u.Host != ""
	case "mailto":
		return u.Opaque != ""
	}
	return false
}
