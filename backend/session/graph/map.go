package graph

import (
	"math"
	"strings"
	"sync"

	"branchline/backend/session"
)

// MapBytes bounds what a Map takes on the wire, about. What does not fit is
// counted in tufts.
const MapBytes = 140_000

// Map is the whole tree as a picture, small enough to be sent at once. Down is
// along a branch, from 0; a row of the graph takes 10 where it stands alone and
// the less the more stand in a row. Lanes count from 0 to the right. A line is a
// branch from where it leaves another down to its end.
type Map struct {
	Lines []MapLine `json:"lines"`
	Marks []MapMark `json:"marks"`
	Tufts []MapTuft `json:"tufts"`
	// Lanes and Depth are its size.
	Lanes int `json:"lanes"`
	Depth int `json:"depth"`
	// Branches is the number of leaves drawn and counted.
	Branches int `json:"branches"`
}

// MapLine is a branch of the picture. Those it leaves come before it.
type MapLine struct {
	// From is the line it leaves, -1 for a root.
	From int `json:"from"`
	Lane int `json:"lane"`
	// Top is where it leaves the other line, Bottom where it ends.
	Top    int `json:"top"`
	Bottom int `json:"bottom"`
	// Key is its last entry.
	Key string `json:"key"`
	// Text is what it begins with, End what it ends with, both cut; End is left out
	// of short lines and where there are many.
	Text string `json:"text"`
	End  string `json:"end,omitempty"`
	// Straight: the branch that was active when the session was opened. Active:
	// the agent continues at its end. Error: its last row failed.
	Straight bool `json:"straight,omitempty"`
	Active   bool `json:"active,omitempty"`
	Error    bool `json:"error,omitempty"`
	// Errors is how often something failed on the line.
	Errors int `json:"errors,omitempty"`
}

// MapMark is a sign on a line: a label, a compaction, a branch summary, a reply
// that failed, a branch point or a prompt. Failed calls are counted on the line.
type MapMark struct {
	Line int    `json:"line"`
	Down int    `json:"down"`
	Kind string `json:"kind"`
	Key  string `json:"key"`
	// Text is that of a label.
	Text string `json:"text,omitempty"`
}

// MapTuft stands for branches that are not drawn. They leave the line near Down;
// the first of them leaves it at the entry of Key. Those with a root of their own
// have no line, -1, and no key.
type MapTuft struct {
	Line     int    `json:"line"`
	Down     int    `json:"down"`
	Branches int    `json:"branches"`
	Key      string `json:"key"`
}

// MapPlace is where an entry stands in a Map. Line is -1 when it does not.
type MapPlace struct {
	Line int `json:"line"`
	Down int `json:"down"`
}

// picture is the Map of a layout and where its rows stand in it.
type picture struct {
	mu    sync.Mutex
	made  bool
	m     Map
	lines []mapLine
	// line and down say of a row where it stands; line counts those that are drawn
	// and those that are not.
	line  []int32
	down  []int32
	drawn []int32 // by line: its place in m.Lines, -1 for one that is not drawn
}

// mapLine is a line before it is known whether it is drawn.
type mapLine struct {
	from   int32 // the line it leaves, never for a root
	fork   int32 // the row it leaves, never for a root
	rows   []int32
	weight int // rows on it and on all that leave it
	leaves int // of the same
}

// Map draws the picture of all rows.
func (l *Layout) Map() *Map {
	l.picture.mu.Lock()
	defer l.picture.mu.Unlock()
	l.paint()
	m := l.picture.m
	return &m
}

// Place is where an entry stands in the Map; one that is not drawn, where what it
// stands on leaves a line.
func (l *Layout) Place(p session.Pos) MapPlace {
	l.picture.mu.Lock()
	defer l.picture.mu.Unlock()
	l.paint()
	n := l.Find(p)
	if n == never {
		return MapPlace{Line: never}
	}
	pic := &l.picture
	for pic.drawn[pic.line[n]] == never {
		if n = int(pic.lines[pic.line[n]].fork); n == never {
			return MapPlace{Line: never}
		}
	}
	return MapPlace{int(pic.drawn[pic.line[n]]), int(pic.down[n])}
}

// paint makes the picture once; growth lets go of it.
func (l *Layout) paint() {
	pic := &l.picture
	if pic.made {
		return
	}
	pic.lines, pic.drawn, pic.made = nil, nil, true
	pic.line, pic.down = make([]int32, len(l.rows)), make([]int32, len(l.rows))
	pic.m = Map{Lines: []MapLine{}, Marks: []MapMark{}, Tufts: []MapTuft{}}
	l.trace()
	l.measure()
	l.choose()
	l.pack()
	l.sign()
}

// trace follows the lines: a row goes on in the straight one of its children, else
// in its first.
func (l *Layout) trace() {
	pic := &l.picture
	for i := range l.rows {
		up := l.rows[i].parent
		if up != never && l.goesOn(up) == int32(i) {
			pic.line[i] = pic.line[up]
		} else {
			from := int32(never)
			if up != never {
				from = pic.line[up]
			}
			pic.line[i] = int32(len(pic.lines))
			pic.lines = append(pic.lines, mapLine{from: from, fork: up})
		}
		ln := &pic.lines[pic.line[i]]
		ln.rows = append(ln.rows, int32(i))
		ln.weight++
		ln.leaves += int(l.rows[i].leaves)
	}
	for i := len(pic.lines) - 1; i >= 0; i-- {
		if ln := &pic.lines[i]; ln.from != never {
			pic.lines[ln.from].weight += ln.weight
			pic.lines[ln.from].leaves += ln.leaves
		}
	}
}

// goesOn is the child a row's line goes on in.
func (l *Layout) goesOn(n int32) int32 {
	for kid := l.rows[n].firstKid; kid != never; kid = l.rows[kid].nextKid {
		if l.straight[l.rows[kid].entry] {
			return kid
		}
	}
	return l.rows[n].firstKid
}

// measure says how far down rows stand. A stretch without a branch point grows
// with the square root of its rows, so that long work is seen to be long and
// hides nothing.
func (l *Layout) measure() {
	pic := &l.picture
	for i := range pic.lines {
		ln := &pic.lines[i]
		top := 0.0
		if ln.fork != never {
			top = float64(pic.down[ln.fork])
		}
		for first := 0; first < len(ln.rows); {
			last := first
			for last < len(ln.rows)-1 && l.rows[ln.rows[last]].kids < 2 {
				last++
			}
			n := float64(last - first + 1)
			for j := first; j <= last; j++ {
				pic.down[ln.rows[j]] = int32(math.Round(top + 10*math.Sqrt(n)*float64(j-first+1)/n))
			}
			top += 10 * math.Sqrt(n)
			first = last + 1
		}
	}
}

// words are what a row says, cut.
func (l *Layout) words(n int32) string {
	p := l.rows[n].entry
	if l.rows[n].steps {
		p = l.runs.last[p]
	}
	return cut(l.text(p))
}

// cut leaves of a text what a picture has room for.
func cut(s string) string {
	const most = 40
	if runes := []rune(s); len(runes) > most {
		return strings.TrimSpace(string(runes[:most])) + "…"
	}
	return s
}
