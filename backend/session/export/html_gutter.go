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

// line is one path of a row.
type line struct{ class, d markup }

// lines are the paths of a row: its lines that look alike in one, then those that
// cross others, each on a wider one of the colour of the ground, then what is lit.
func (g gutter) lines(r *graph.Row) []line {
	const heavy, plain, many, lit = 0, 1, 2, 3
	classes := [...]markup{heavy: "heavy", plain: "", many: "many", lit: "lit"}
	var looks [len(classes)]markup
	look := func(lane int) int {
		switch {
		case lane == 0:
			return heavy
		case lane >= g.own:
			return many
		}
		return plain
	}
	below := r.PathBelow - 1
	passed := map[float64]bool{}
	for _, lane := range r.Pass {
		x := g.x(lane)
		through := path("M", x, " 0V", rowPx)
		if !passed[x] {
			passed[x] = true
			looks[look(lane)] += through
		}
		if lane == below && !r.OnPath {
			looks[lit] += through
		}
	}
	x := g.x(r.Lane)
	var crossing []line
	forks := slices.Clone(r.Forks)
	slices.SortStableFunc(forks, func(a, b int) int { return apart(b, r.Lane) - apart(a, r.Lane) })
	for _, lane := range forks {
		to := g.x(lane)
		if to == x {
			continue
		}
		d := g.elbow(x, to)
		if slices.ContainsFunc(r.Pass, func(p int) bool { return g.x(p) > min(x, to) && g.x(p) < max(x, to) }) {
			crossing = append(crossing, line{"under", d}, line{classes[look(lane)], d})
		} else {
			looks[look(lane)] += d
		}
		if r.OnPath && lane == below {
			looks[lit] += d
		}
	}
	up, down := path("M", x, " 0V", rowPx/2), path("M", x, " ", rowPx/2, "V", rowPx)
	switch {
	case r.Up && r.Down:
		looks[look(r.Lane)] += path("M", x, " 0V", rowPx)
	case r.Up:
		looks[look(r.Lane)] += up
	case r.Down:
		looks[look(r.Lane)] += down
	}
	if r.Up && r.OnPath {
		looks[lit] += up
	}
	if r.Down && r.OnPath && below == r.Lane {
		looks[lit] += down
	}
	var out []line
	for i, d := range looks[:lit] {
		if d != "" {
			out = append(out, line{classes[i], d})
		}
	}
	out = append(out, crossing...)
	if looks[lit] != "" {
		out = append(out, line{"lit", looks[lit]})
	}
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
