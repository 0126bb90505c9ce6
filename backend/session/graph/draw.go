package graph

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"branchline/backend/session"
)

// drawnLanes is the widest gutter that is drawn, in lanes. What stands further
// out is drawn in the last one.
const drawnLanes = 24

// continuesHere marks the row the agent continues at, endsHere the last one of a file
// that no agent continues.
const (
	continuesHere = "← agent continues here"
	endsHere      = "← the record ends here"
)

// Draw writes the graph in characters, one line a row: the lanes, the text, the
// label, and where the agent continues.
func (l *Layout) Draw(w io.Writer) error {
	b := bufio.NewWriter(w)
	for from := 0; from < len(l.rows); from += MaxRows {
		page := l.Page(from, MaxRows, session.None)
		for i := range page.Rows {
			r := &page.Rows[i]
			if r.Link != "" {
				if _, err := b.WriteString(strings.Repeat("  ", min(l.lanes, drawnLanes)) + " ⟲ " + strings.ReplaceAll(r.Link, "\n", " ") + "\n"); err != nil {
					return err
				}
			}
			line := gutter(r, min(l.lanes, drawnLanes)) + " " + sentence(r)
			if r.Active && l.x.Header.Closed {
				line += "  " + endsHere
			} else if r.Active {
				line += "  " + continuesHere
			}
			if _, err := b.WriteString(strings.TrimRight(line, " ") + "\n"); err != nil {
				return err
			}
		}
	}
	return b.Flush()
}

// sentence is what stands beside the lanes, but for the mark of the active leaf.
func sentence(r *Row) string {
	words := []string{r.Text}
	if r.Steps == 0 && r.Errors > 0 && !r.Error {
		words = append(words, strconv.Itoa(r.Errors)+" ✗")
	}
	if r.Error && r.Active && r.Steps == 0 {
		words = append(words, "✗")
	}
	if r.Orphan {
		words = append(words, "(history before this is missing)")
	}
	if r.Duplicate && r.Steps == 0 {
		words = append(words, "(the id is used again)")
	}
	if r.From != "" {
		words = append(words, "(from "+session.Plain(r.From)+")")
	}
	if r.Label != "" {
		words = append(words, strconv.Quote(r.Label)+" ◆")
	}
	return strings.ReplaceAll(strings.Join(words, "  "), "\n", " ")
}

// symbol is the shape of a row's node as a character.
func symbol(r *Row) string {
	switch {
	case r.Active:
		return "◉"
	case r.Error:
		return "✗"
	case r.Open:
		return "▿"
	case r.Context:
		return "·"
	}
	switch r.Kind {
	case "prompt":
		return "●"
	case "reply", "customMessage":
		return "○"
	case "compaction", "reset":
		return "⟲"
	case "branchSummary":
		return "⤳"
	case "unknown":
		return "◇"
	}
	return "▪"
}

// The four sides a cell of the gutter is joined to.
const (
	up = 1 << iota
	down
	left
	right
)

var boxes = [...]string{
	0: " ", up | down: "│", left | right: "─", up: "╵", down: "╷", left: "╴", right: "╶",
	left | down: "╮", right | down: "╭", left | up: "╯", right | up: "╰",
	left | right | down: "┬", left | right | up: "┴", up | down | right: "├", up | down | left: "┤",
	up | down | left | right: "┼",
}

// gutter draws the lanes of one row, two columns each.
func gutter(r *Row, lanes int) string {
	cells := make([]int, 2*lanes)
	column := func(lane int) int { return 2 * min(lane, lanes-1) }
	for _, lane := range r.Pass {
		cells[column(lane)] |= up | down
	}
	own := column(r.Lane)
	for _, lane := range r.Forks {
		at := column(lane)
		for c := min(own, at); c <= max(own, at); c++ {
			if c > min(own, at) {
				cells[c] |= left
			}
			if c < max(own, at) {
				cells[c] |= right
			}
		}
		cells[at] |= down
	}
	var b strings.Builder
	for c, sides := range cells {
		if c == own {
			b.WriteString(symbol(r))
		} else {
			b.WriteString(boxes[sides])
		}
	}
	return b.String()
}
