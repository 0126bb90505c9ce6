package export

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"branchline/backend/session/graph"
)

// The gutter of the graph as the app draws it: 14 px a lane, narrowing to 8; lanes
// that find no room share the last place.
const (
	rowPx     = 28
	gutterPx  = 96
	outlinePx = 40
	gutterPad = 4
	apartPx   = 3 // the shared place stands a little apart
	narrowPx  = 8
)

type gutter struct{ width, lane, own int }

func gutterFor(lanes, width int) gutter {
	room := width - 2*gutterPad
	most := room/narrowPx - 1
	if lanes > most {
		return gutter{width, narrowPx, most - 1}
	}
	for _, px := range []int{14, 12, 10} {
		if lanes*px <= room {
			return gutter{width, px, lanes}
		}
	}
	return gutter{width, narrowPx, lanes}
}

// x is the middle of a lane.
func (g gutter) x(lane int) float64 {
	place, apart := min(lane, g.own), 0
	if place >= g.own {
		apart = apartPx
	}
	return float64(gutterPad+g.lane*place+apart) + float64(g.lane)/2
}

// stroke is one line of a row in the lane it leads into.
type stroke struct {
	d       markup
	lane    int
	lit     bool
	crosses bool
	up      bool // leads up from the row's sign
}

// strokes are the lines of a row, those that are lit last: nothing hides them.
func (g gutter) strokes(r *graph.Row) []stroke {
	var out []stroke
	lit := r.PathBelow - 1
	passed := map[float64]bool{}
	for _, lane := range r.Pass {
		x := g.x(lane)
		if passed[x] && lane != lit {
			continue
		}
		passed[x] = true
		out = append(out, stroke{d: path("M", x, " 0V", rowPx), lane: lane, lit: lane == lit && !r.OnPath})
	}
	x := g.x(r.Lane)
	forks := slices.Clone(r.Forks)
	slices.SortStableFunc(forks, func(a, b int) int { return apart(b, r.Lane) - apart(a, r.Lane) })
	for _, lane := range forks {
		to := g.x(lane)
		if to == x {
			continue
		}
		between := func(p int) bool { return g.x(p) > min(x, to) && g.x(p) < max(x, to) }
		out = append(out, stroke{d: g.elbow(x, to), lane: lane, lit: r.OnPath && lane == lit, crosses: slices.ContainsFunc(r.Pass, between)})
	}
	if r.Down {
		out = append(out, stroke{d: path("M", x, " ", rowPx/2, "V", rowPx), lane: r.Lane, lit: r.OnPath && lit == r.Lane})
	}
	if r.Up {
		out = append(out, stroke{d: path("M", x, " 0V", rowPx/2), lane: r.Lane, lit: r.OnPath, up: true})
	}
	slices.SortStableFunc(out, func(a, b stroke) int { return order(a.lit) - order(b.lit) })
	return out
}

// elbow leads from a row's sign sideways and down into another lane.
func (g gutter) elbow(x, to float64) markup {
	dir := math.Copysign(1, to-x)
	r := min(math.Abs(to-x), rowPx/2, max(5, float64(g.lane)*0.6))
	return path("M", x, " ", rowPx/2, "H", to-dir*r, "Q", to, " ", rowPx/2, " ", to, " ", rowPx/2+r, "V", rowPx)
}

// tie leads from a leaf that was left, down its lane, to the summary made of it.
type tie struct {
	at   int // how the row stands in it: -1 its first, 0 between, 1 its last
	from float64
}

func (t tie) path(x float64) markup {
	switch {
	case t.at < 0:
		return path("M", t.from, " ", rowPx/2+7, "V", rowPx)
	case t.at == 0:
		return path("M", t.from, " 0V", rowPx)
	case t.from == x:
		return path("M", x, " 0V", rowPx/2-7)
	}
	dir := math.Copysign(1, x-t.from)
	r := min(8, math.Abs(x-t.from))
	return path("M", t.from, " 0V", rowPx/2-r, "Q", t.from, " ", rowPx/2, " ", t.from+dir*r, " ", rowPx/2, "H", x-dir*7)
}

// path joins the pieces of a path.
func path(parts ...any) markup {
	var b strings.Builder
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			b.WriteString(p)
		case int:
			b.WriteString(strconv.Itoa(p))
		case float64:
			b.WriteString(strconv.FormatFloat(p, 'f', -1, 64))
		}
	}
	return markup(b.String())
}

func apart(a, b int) int { return max(a-b, b-a) }

func order(lit bool) int {
	if lit {
		return 1
	}
	return 0
}
