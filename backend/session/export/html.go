package export

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed" // the style and the script of the page
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/graph"
	"branchline/backend/session/outcome"
	"branchline/backend/session/timeline"
	"branchline/frontend/src/styles"
)

//go:embed page/page.css
var pageStyle string

//go:embed page/page.js
var pageScript string

var (
	lightTokens = regexp.MustCompile(`(?s):root\[data-theme='light'\] \{(.*?)\n\s*\}`)
	// style is that of every page: the app's own tokens, the light ones where the
	// system asks for them.
	style = lightTokens.ReplaceAllString(styles.Tokens, "@media (prefers-color-scheme: light) {\n:root {$1\n}\n}") +
		pageStyle + paletteStyle()
)

// htmlPage is the page while it is written: one file that needs nothing else. What
// stands in it in full is the branch shown first; of the others what they do not
// share with it waits in a template.
type htmlPage struct {
	sheet
	p      *Plan
	x      *session.Index
	zone   *time.Location
	leaves []session.Pos
	// first is, by entry, the first of the leaves whose branch it is on, -1 for none.
	first []int32
	// whole: everything of the file is in the page.
	whole bool
	// ways are the ways on from entries that have several, by key.
	ways   map[string]int
	placed map[piece]int
	// opened are the branches read last.
	opened map[int]*timeline.Branch
	// ends are the last rows of the branches under each filter.
	ends  [3][]int
	trees []treeData
	// carried is how many rows of the branch an earlier run wrote.
	carried int
	// most is how much of a text that no one said the page carries, in bytes; cuts are
	// the texts that were cut, by what was left of them.
	most int
	cuts map[int]int
	// counted are the entries that count as written.
	counted []bool
	in      int // pieces in the open chunk
}

// piece tells apart what is shown: the same on two branches is in the page once.
type piece struct {
	entry, answer          session.Pos
	part, answerPart, line int32
	kind                   session.ItemKind
	open                   bool // a call without a result although the branch goes on
	gap                    int64
	turn                   timeline.Turn
}

// writeHTML writes the branches of a plan as one page.
func writeHTML(ctx context.Context, w io.Writer, p *Plan) error {
	h := &htmlPage{
		sheet: sheet{bufio.NewWriterSize(w, 1<<16)}, p: p, x: p.Session.Index(), zone: p.Now.Location(),
		ways: map[string]int{}, placed: map[piece]int{}, opened: map[int]*timeline.Branch{},
		most: p.mostOutput(), cuts: map[int]int{},
	}
	h.choose()
	h.head()
	if err := h.nav(ctx); err != nil {
		return err
	}
	h.raw(`<main id="read" tabindex="-1">`)
	h.about()
	data, err := h.branches(ctx)
	if err != nil {
		return err
	}
	document, err := json.Marshal(data) // its < and > are escaped: it ends no script
	if err != nil {
		return err
	}
	h.raw(`<script type="application/json" id="data">`, markup(document), `</script><script>`, markup(pageScript), "</script></body></html>\n")
	return h.w.Flush()
}

// choose lists the branches and says of every entry which of them shows it first.
func (h *htmlPage) choose() {
	ends := map[session.Pos]bool{}
	for _, leaf := range append([]session.Pos{h.p.Leaf}, h.p.Others...) {
		if end := h.said(leaf); !ends[end] {
			ends[end] = true
			h.leaves = append(h.leaves, leaf)
		}
	}
	h.counted = make([]bool, len(h.x.Entries))
	h.first = make([]int32, len(h.x.Entries))
	for i := range h.first {
		h.first[i] = -1
	}
	for n, leaf := range h.leaves {
		past := h.x.Past(leaf)
		for i := len(past) - 1; i >= 0 && h.first[past[i]] < 0; i-- {
			h.first[past[i]] = int32(n)
		}
	}
	h.whole = len(h.leaves) > 1 && !slices.Contains(h.first, -1)
}

// said is the last entry of a branch that is no label, setting or the like: two
// branches that end alike but for those are one to a reader.
func (h *htmlPage) said(leaf session.Pos) session.Pos {
	at := leaf
	for at != session.None && h.x.At(at).Kind.Meta() {
		at = h.x.At(at).Parent
	}
	if at == session.None {
		return leaf
	}
	return at
}

// branch reads one of the branches; the first is kept, of the others the last.
func (h *htmlPage) branch(n int) *timeline.Branch {
	if b := h.opened[n]; b != nil {
		return b
	}
	b := timeline.Of(h.p.Session, h.leaves[max(n, 0)])
	if len(h.opened) > 8 {
		h.opened = map[int]*timeline.Branch{0: h.opened[0]}
	}
	h.opened[n] = b
	return b
}

func hash(text string) markup {
	sum := sha256.Sum256([]byte(text))
	return markup("'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
}

// source is the name of the file the page was made from.
func (h *htmlPage) source() string { return visible(filepath.Base(h.p.Source)) }

// head begins the document. Its policy lets nothing run but the page's own script,
// nothing be fetched, and nothing be sent.
func (h *htmlPage) head() {
	h.raw(`<!doctype html><html lang="en" data-f="all"><head><meta charset="utf-8">`,
		`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src `, hash(pageScript), `; style-src `, hash(style),
		`; img-src data:; base-uri 'none'; form-action 'none'">`,
		`<meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width, initial-scale=1">`,
		`<meta name="color-scheme" content="dark light"><link rel="icon" href="data:,">`)
	h.element(`<title>`, titleOf(h.p)+" – session", `</title>`)
	h.raw(`<style>`, markup(style), `</style></head><body>`)
	h.symbols()
	h.raw(`<a class="skip" href="#read">Skip to the timeline</a><header class="bar"><button type="button" class="js narrow" id="panes" aria-expanded="false" aria-controls="graph">`, h.graphName(), `</button>`)
	h.element(`<h1>`, titleOf(h.p), `</h1>`)
	if len(h.leaves) > 1 {
		h.raw(`<label class="js chooser"><span class="sr">Branch</span><select id="branch">`)
		for n, leaf := range h.leaves {
			h.raw(`<option value="`)
			h.num(n)
			h.raw(`">`)
			h.text(h.branchName(n, leaf))
			h.raw(`</option>`)
		}
		h.raw(`</select></label>`)
	}
	h.raw(`<fieldset class="js filter"><legend class="sr">Rows shown</legend>`)
	for i, f := range filters {
		h.raw(`<label><input type="radio" name="filter" value="`, f.id, `"`)
		if i == 0 {
			h.raw(` checked`)
		}
		h.raw(`><span>`, f.title, `</span></label>`)
	}
	h.raw(`</fieldset><div class="js find" role="search"><input id="find" type="search" placeholder="Find" aria-label="Find in this branch" autocomplete="off" spellcheck="false">`,
		`<span id="found" role="status"></span><button type="button" id="before" aria-label="Previous hit" disabled>`)
	h.icon("", "M2 8L6 4L10 8")
	h.raw(`</button><button type="button" id="after" aria-label="Next hit" disabled>`)
	h.icon("", "M2 4L6 8L10 4")
	h.raw(`</button></div></header><div class="panes">`)
}

// branchName names a branch in the list to choose from.
func (h *htmlPage) branchName(n int, leaf session.Pos) string {
	words := h.x.Labels[leaf].Text
	for p := leaf; words == "" && p != session.None; p = h.x.At(p).Parent {
		if h.x.At(p).Role == session.RoleUser {
			words = h.x.At(p).Preview
		}
	}
	name := fmt.Sprintf("%d · %s", n+1, cmp.Or(oneLine(words, 48), "no prompt"))
	verdict, _ := outcome.Ended(h.p.Session, leaf, h.p.Now.UnixMilli())
	name += " · " + verdict.State
	if leaf == h.x.Leaf && !h.x.Header.Closed {
		name += " · pi continues here"
	}
	return name
}

// nav is the graph, once for each filter.
func (h *htmlPage) nav(ctx context.Context) error {
	h.raw(`<nav id="graph" aria-label="`, h.graphName(), `"><div class="top"><h2>`, h.graphName(), `</h2>`)
	if len(h.leaves) > 1 {
		h.element(`<span class="meta">`, session.Counted(len(h.leaves), "branch", "branches"), `</span>`)
	}
	h.legend()
	h.raw(`</div>`)
	for i, f := range filters {
		l := graph.Of(h.p.Session, graph.Options{Filter: f.name, Leaves: h.leaves, Straight: h.x.Key(h.leaves[0])})
		h.trees = append(h.trees, h.tree(l, f.id, i == 0))
		for _, leaf := range h.leaves {
			h.ends[i] = append(h.ends[i], l.Find(leaf))
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	h.raw(`</nav>`)
	return nil
}

// about says what the page was made from.
func (h *htmlPage) about() {
	format := "pi session"
	if h.x.Header.Format != "pi" {
		format = "run log"
	}
	h.raw(`<p class="from">`)
	facts := []string{h.source(), format}
	if id := oneLine(h.x.Header.ID, 80); id != "" {
		facts = append(facts, "id "+id)
	}
	facts = append(facts, "up to "+oneLine(h.x.Key(h.leaves[0]), 40))
	if cwd := oneLine(h.x.Header.Cwd, 120); cwd != "" {
		facts = append(facts, cwd)
	}
	facts = append(facts, "exported "+h.p.Now.Format("2 Jan 2006, 15:04 MST"))
	for i, f := range facts {
		if i > 0 {
			h.raw(`<span class="dot"> · </span>`)
		}
		h.element(`<span>`, f, `</span>`)
	}
	h.raw(`</p><noscript><p class="noscript">Without scripts this page shows its first branch; the browser's own search finds folded text as well.</p></noscript>`)
}

// foot says what stays out, and which keys there are.
func (h *htmlPage) foot() {
	h.raw(`<footer><h2>About this page</h2><p>It was made by Branchline from `)
	h.text(h.source())
	h.raw(`, is for reading only, and asks nothing of any network. Times are those of `)
	h.text(h.p.Now.Format("MST (UTC-07:00)"))
	h.raw(`.</p>`)
	var out []string
	if h.p.Mask != nil {
		out = append(out, "possible secrets are masked: [REDACTED:…] stands in their place")
	}
	for _, left := range h.p.LeftOut {
		out = append(out, left.Text)
	}
	for _, most := range slices.Sorted(maps.Keys(h.cuts)) {
		out = append(out, fmt.Sprintf("the middle of %s longer than %s", session.Counted(h.cuts[most], "text", "texts"), session.Sized(most)))
	}
	if len(out)+len(h.p.Notes) > 0 {
		h.raw(`<h3>What is not in it, and what to know</h3><ul>`)
		for _, text := range append(out, h.p.Notes...) {
			h.element(`<li>`, visible(text), `</li>`)
		}
		h.raw(`</ul>`)
	} else {
		h.raw(`<p>Nothing of its branches was left out.</p>`)
	}
	h.raw(`<p class="js keys"><kbd>j</kbd> <kbd>k</kbd> next, previous row · <kbd>p</kbd> <kbd>P</kbd> prompts · <kbd>e</kbd> <kbd>E</kbd> errors · <kbd>Enter</kbd> open, fold · <kbd>/</kbd> find · <kbd>n</kbd> <kbd>N</kbd> next, previous hit · <kbd>Esc</kbd> leave the search</p></footer>`)
}

// data is what the script is told.
type data struct {
	Branches []branchData      `json:"branches"`
	Trees    []treeData        `json:"trees"`
	Contexts map[string]string `json:"contexts"`
}

// branchData is one branch: its pieces as runs from one to another, the contexts of
// those that are not sent as they stand, and its last row under each filter.
type branchData struct {
	Runs  [][2]int `json:"runs"`
	Gone  [][3]any `json:"gone"`
	Rows  []int    `json:"rows"`
	Title string   `json:"title"`
}
