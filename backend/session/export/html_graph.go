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

// treeData is what the script is told of the graph under one filter: the width of a
// lane and how many have a place of their own, and of each row where it leads to, and
// the row it hangs under, its lane, the branch that shows it, its level, how many rows
// it stands among and as which of them.
type treeData struct {
	Lane int      `json:"lane"`
	Own  int      `json:"own"`
	To   []markup `json:"to"`
	Rows [][6]int `json:"rows"`
}

// tree writes the graph under one filter, with the branch shown first lit. With a
// script its rows are text up to when they come into view.
func (h *htmlPage) tree(l *graph.Layout, id markup, first bool) treeData {
	rows, lanes := []graph.Row{}, 1
	for from := 0; from < l.Len(); from += graph.MaxRows {
		page := l.Page(from, graph.MaxRows, h.leaves[0])
		rows, lanes = append(rows, page.Rows...), page.Lanes
	}
	width, kind := gutterPx, markup("tree")
	if len(h.leaves) == 1 {
		width, kind = outlinePx, "tree outline"
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
	d := treeData{Lane: g.lane, Own: g.own, To: []markup{}, Rows: [][6]int{}}
	h.raw(`<div class="`, kind, `" data-f="`, id, `"`)
	if !first {
		h.raw(` hidden`)
	}
	h.raw(`>`)
	for i := range rows {
		r := &rows[i]
		if i%graphChunk == 0 {
			if i > 0 {
				h.raw(`</noscript></div>`)
			}
			h.raw(`<div class="gc"><noscript>`)
		}
		parent := -1
		if up, ok := index[r.Parent]; ok {
			parent = up
		}
		pos, _ := h.x.Lookup(r.Key) // rows are entries
		to := h.target(pos)
		d.To = append(d.To, to)
		d.Rows = append(d.Rows, [6]int{parent, r.Lane, int(h.first[pos]), r.Level, r.SetSize, r.PosInSet})
		h.graphRow(r, to, g, ties[i])
		if first && len(r.Forks)+order(r.Down) > 1 {
			h.ways[r.Last] = len(r.Forks) + order(r.Down) + r.More
		}
	}
	if len(rows) > 0 {
		h.raw(`</noscript></div>`)
	} else {
		h.raw(`<p class="none">No row is left under this filter.</p>`)
	}
	h.raw(`</div>`)
	return d
}

func (h *htmlPage) graphRow(r *graph.Row, to markup, g gutter, ties []tie) {
	sign := markup(signOf[r.Kind])
	switch {
	case r.Error:
		sign = "error"
	case r.Active:
		sign = "active"
	case sign == "":
		sign = "event"
	}
	h.raw(`<a class="g `, markup(r.Kind))
	if r.OnPath {
		h.raw(` lit`)
	}
	h.raw(`" href="#`, to, `"><svg>`)
	for _, line := range g.lines(r) {
		h.raw(`<path`)
		if line.class != "" {
			h.raw(` class="`, line.class, `"`)
		}
		h.raw(` d="`, line.d, `"/>`)
	}
	x := g.x(r.Lane)
	for _, t := range ties {
		h.raw(`<path class="tie" d="`, t.path(x), `"/>`)
	}
	if r.Active && r.Error {
		h.sign("active", x)
	}
	h.sign(sign, x)
	h.raw(`</svg>`)
	h.graphWords(r)
	h.raw(`</a>`)
}

func (h *htmlPage) sign(id markup, x float64) {
	h.raw(`<use href="#s-`, id, `" x="`, path(x), `" y="14"/>`)
}

func (h *htmlPage) graphWords(r *graph.Row) {
	text := visible(r.Text)
	if r.Steps > 0 {
		text = stepWords(r)
	} else {
		h.element(`<i>`, kindName(r.Kind), "")
		if r.Error {
			h.raw(` with an error`)
		}
		h.raw(`: </i>`)
	}
	if r.Orphan {
		h.raw(`<span class="mark" title="The history before this row is missing from the file">history missing</span>`)
	}
	h.element(`<span>`, unmarked(text), `</span>`)
	if r.Errors > 0 && (r.Steps > 0 || !r.Error || r.Errors > 1) {
		h.raw(`<span class="errors">`)
		h.num(r.Errors)
		h.raw(` ✗<i> errors</i></span>`)
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
		h.raw(`<i>, end of a branch</i>`)
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
		h.raw(`<li><svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true" class="lit"><use href="#s-`, markup(s.id), `"/></svg>`)
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
