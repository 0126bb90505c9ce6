package export

import (
	"fmt"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/graph"
)

// filters are those of the page, over its graph and its timeline alike.
var filters = []struct {
	id    markup
	title markup
	name  string
}{
	{"all", "All", graph.FilterAll}, {"prompts", "Prompts", graph.FilterPrompts}, {"said", "No tools", graph.FilterNoTools},
}

const (
	// graphChunk is how many rows the browser lays out or leaves alone together.
	graphChunk = 100
	mostTools  = 3
)

// tree writes the graph under one filter, with the branch shown first lit.
func (h *htmlPage) tree(l *graph.Layout, id markup, first bool) {
	rows, lanes := []graph.Row{}, 1
	for from := 0; from < l.Len(); from += graph.MaxRows {
		page := l.Page(from, graph.MaxRows, h.leaves[0])
		rows, lanes = append(rows, page.Rows...), page.Lanes
	}
	width := gutterPx
	if len(h.leaves) == 1 {
		width = outlinePx
	}
	g := gutterFor(lanes, width)
	index := map[string]int{}
	for i := range rows {
		index[rows[i].Key] = i
	}
	ties := map[int][]tie{}
	for i := range rows {
		from, ok := index[rows[i].From]
		if rows[i].From == "" || !ok || from >= i {
			continue
		}
		for at := from; at <= i; at++ {
			t := tie{from: g.x(rows[from].Lane)}
			switch at {
			case from:
				t.at = -1
			case i:
				t.at = 1
			}
			ties[at] = append(ties[at], t)
		}
	}
	h.raw(`<div class="tree" role="tree" aria-label="`)
	h.raw(h.graphName(), `" data-f="`, id, `"`)
	if !first {
		h.raw(` hidden`)
	}
	h.raw(`>`)
	for i := range rows {
		if i%graphChunk == 0 {
			if i > 0 {
				h.raw(`</div>`)
			}
			h.raw(`<div class="gc" role="none">`)
		}
		parent := -1
		if up, ok := index[rows[i].Parent]; ok {
			parent = up
		}
		h.graphRow(&rows[i], g, ties[i], parent)
		if first && len(rows[i].Forks)+order(rows[i].Down) > 1 {
			h.ways[rows[i].Last] = len(rows[i].Forks) + order(rows[i].Down) + rows[i].More
		}
	}
	if len(rows) > 0 {
		h.raw(`</div>`)
	} else {
		h.raw(`<p class="none" role="treeitem">No row is left under this filter.</p>`)
	}
	h.raw(`</div>`)
}

func (h *htmlPage) graphRow(r *graph.Row, g gutter, ties []tie, parent int) {
	pos, _ := h.x.Lookup(r.Key) // rows are entries
	sign := signOf[r.Kind]
	switch {
	case r.Error:
		sign = "error"
	case r.Active:
		sign = "active"
	case sign == "":
		sign = "event"
	}
	h.raw(`<a role="treeitem" class="g `, markup(r.Kind))
	if r.OnPath {
		h.raw(` lit`)
	}
	h.raw(`" href="#`, h.target(pos), `" tabindex="-1" aria-level="`)
	h.num(r.Level)
	h.raw(`" aria-setsize="`)
	h.num(r.SetSize)
	h.raw(`" aria-posinset="`)
	h.num(r.PosInSet)
	h.raw(`" data-b="`)
	h.num(int(h.first[pos]))
	h.raw(`" data-p="`)
	h.num(parent)
	h.raw(`" data-n="`)
	h.num(r.Lane)
	h.raw(`"><svg class="gutter" width="`)
	h.num(g.width)
	h.raw(`" height="28" aria-hidden="true">`)
	for _, line := range g.strokes(r) {
		h.stroke(line, g)
	}
	x := g.x(r.Lane)
	for _, t := range ties {
		h.raw(`<path class="tie" d="`, t.path(x), `"/>`)
	}
	if r.Active && r.Error {
		h.sign("active", x)
	}
	h.sign(markup(sign), x)
	h.raw(`</svg>`)
	h.graphWords(r)
	h.raw(`</a>`)
}

func (h *htmlPage) sign(id markup, x float64) {
	h.raw(`<use class="sign `, id, `" href="#s-`, id, `" x="`, path(x), `" y="14"/>`)
}

func (h *htmlPage) stroke(line stroke, g gutter) {
	class := ""
	if line.lane == 0 {
		class = " heavy"
	}
	if line.lane >= g.own {
		class += " many"
	}
	if line.crosses {
		h.raw(`<path class="under" d="`, line.d, `"/>`)
	}
	if line.lit {
		class += " lit"
	}
	h.raw(`<path class="line`, markup(class), `" data-l="`)
	if line.up {
		h.raw(`up`)
	} else {
		h.num(line.lane)
	}
	h.raw(`" d="`, line.d, `"/>`)
}

func (h *htmlPage) graphWords(r *graph.Row) {
	text := visible(r.Text)
	if r.Steps > 0 {
		text = stepWords(r)
	} else {
		h.element(`<span class="sr">`, kindName(r.Kind), "")
		if r.Error {
			h.raw(` with an error`)
		}
		h.raw(`: </span>`)
	}
	if r.Orphan {
		h.raw(`<span class="mark" title="The history before this row is missing from the file">history missing</span>`)
	}
	h.element(`<span class="text">`, unmarked(text), `</span>`)
	if r.Errors > 0 && (r.Steps > 0 || !r.Error || r.Errors > 1) {
		h.raw(`<span class="errors">`)
		h.num(r.Errors)
		h.raw(` ✗<span class="sr"> errors</span></span>`)
	}
	if r.Label != "" {
		h.element(`<span class="pill label">◆ `, visible(r.Label), `</span>`)
	}
	switch {
	case r.Active && h.x.Header.Closed:
		h.raw(`<span class="pill active">the record ends here</span>`)
	case r.Active:
		h.raw(`<span class="pill active">pi continues here</span>`)
	case r.Leaf:
		h.raw(`<span class="sr">, end of a branch</span>`)
	}
	if r.Kind == "prompt" && r.Label == "" && !r.Active {
		h.element(`<span class="time">`, clock(r.AtMs, h.zone), `</span>`)
	}
}

// stepWords say what is folded: "14 steps · bash ×9 · edit ×3".
func stepWords(r *graph.Row) string {
	words := []string{session.Counted(r.Steps, "step", "steps")}
	for _, c := range r.Counts[:min(len(r.Counts), mostTools)] {
		if c.N == 1 {
			words = append(words, visible(c.Name))
		} else {
			words = append(words, fmt.Sprintf("%s ×%d", visible(c.Name), c.N))
		}
	}
	if more := len(r.Counts) - mostTools; more > 0 {
		words = append(words, fmt.Sprintf("%d more", more))
	}
	return strings.Join(words, " · ")
}

// unmarked is one line of Markdown without the marks that would be set in type.
func unmarked(line string) string {
	line = strings.TrimLeft(line, "#")
	return strings.TrimSpace(strings.NewReplacer("**", "", "`", "").Replace(line))
}

func (h *htmlPage) graphName() markup {
	if len(h.leaves) > 1 {
		return "Branches"
	}
	return "Outline"
}

// target is the row of the timeline that tells of an entry.
func (h *htmlPage) target(p session.Pos) markup {
	b := h.branch(int(h.first[p]))
	if row := b.Find(p); row >= 0 && row < b.Len() {
		for i := row; i >= 0; i-- {
			it := b.Item(i)
			if !h.leftOut(&it) {
				return h.anchorOf(&it, true)
			}
		}
	}
	return path("e", int(p))
}

// legend says what the signs mean.
func (h *htmlPage) legend() {
	h.raw(`<details class="legend"><summary>Signs</summary><ul>`)
	for _, s := range signs {
		h.raw(`<li><svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true" class="sign lit `, markup(s.id), `"><use href="#s-`, markup(s.id), `"/></svg>`)
		if s.id == "active" && h.x.Header.Closed {
			h.raw(`The record ends here`)
		} else {
			h.text(s.name)
		}
		h.raw(`</li>`)
	}
	h.raw(`</ul><p>The heavier line is the branch shown first, the blue one the branch on screen. A dotted line leads to a summary from the branch that was left, a dashed one stands for several lanes.</p></details>`)
}

// symbols are the signs, drawn once.
func (h *htmlPage) symbols() {
	h.raw(`<svg class="defs" width="0" height="0" aria-hidden="true"><defs>`)
	for _, s := range signs {
		radius := markup("6.5")
		if s.id == "active" {
			radius = "8"
		}
		h.raw(`<g id="s-`, markup(s.id), `"><circle class="ground" r="`, radius, `"/>`)
		if s.fill != "" {
			h.raw(`<path class="fill" d="`, s.fill, `"/>`)
		}
		if s.stroke != "" {
			h.raw(`<path class="stroke" d="`, s.stroke, `"/>`)
		}
		h.raw(`</g>`)
	}
	h.raw(`</defs></svg>`)
}
