package graph

import (
	"cmp"
	"slices"

	"branchline/backend/session"
)

// The shares of MapBytes, and what a line and a mark take beside their texts.
const (
	lineShare, markShare = MapBytes * 15 / 20, MapBytes * 3 / 20
	lineBytes, markBytes = 90, 60
)

// mostEnds is how many lines say what they end with, mostTufts how many tufts there are.
const mostEnds, mostTufts = 250, 300

// apart is how far below a line another one may begin in its lane.
const apart = 30

// choose says which lines are drawn: the heaviest, and so those they leave, as many
// as fit.
func (l *Layout) choose() {
	pic := &l.picture
	order := make([]int32, len(pic.lines))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(l.importance(b), l.importance(a)) })
	pic.drawn = slices.Repeat([]int32{never}, len(order))
	said := make([]MapLine, len(order))
	bytes := 0
	for n, i := range order {
		said[i] = l.line(&pic.lines[i], n < mostEnds)
		bytes += lineBytes + len(said[i].Text) + len(said[i].End) + len(said[i].Key)
		if bytes > lineShare && n > 0 {
			break
		}
		pic.drawn[i] = 0
	}
	for i, drawn := range pic.drawn { // in the order of the rows
		if drawn == never {
			continue
		}
		if from := pic.lines[i].from; from != never {
			said[i].From = int(pic.drawn[from])
		}
		pic.drawn[i] = int32(len(pic.m.Lines))
		pic.m.Lines = append(pic.m.Lines, said[i])
	}
}

// importance orders lines; it is more for a line than for those that leave it.
func (l *Layout) importance(i int32) int {
	ln := &l.picture.lines[i]
	if l.straight[l.rows[ln.rows[0]].entry] || l.rows[ln.rows[0]].active {
		return ln.weight + len(l.rows)
	}
	return ln.weight
}

// line says of a line all but the place of the one it leaves.
func (l *Layout) line(ln *mapLine, ends bool) MapLine {
	n := ln.rows[len(ln.rows)-1]
	last := &l.rows[n]
	out := MapLine{
		From: never, Key: l.x.Key(l.runs.last[last.entry]), Text: l.words(ln.rows[0]), Bottom: int(l.picture.down[n]),
		Straight: l.straight[l.rows[ln.rows[0]].entry], Active: l.Find(l.x.Leaf) == int(n), Error: l.nodes[last.entry].failed,
	}
	if ends && len(ln.rows) > 1 {
		out.End = l.words(n)
	}
	for _, row := range ln.rows {
		out.Errors += int(l.failures(row))
	}
	if ln.fork != never {
		out.Top = int(l.picture.down[ln.fork])
	}
	return out
}

// failures is how often something failed in a row.
func (l *Layout) failures(n int32) int32 {
	r := &l.rows[n]
	if l.nodes[r.entry].failed && !r.steps {
		return max(r.errors, 1)
	}
	return r.errors
}

// pack gives the lines that are drawn their lanes: the lowest to the right of the
// line it leaves that is free all along. Of those that leave one line the lowest
// come first, so that no line has to pass them.
func (l *Layout) pack() {
	pic := &l.picture
	m := &pic.m
	leaving := make([][]int32, len(m.Lines))
	var roots []int32
	for i := range m.Lines {
		if from := m.Lines[i].From; from != never {
			leaving[from] = append(leaving[from], int32(i))
		} else {
			roots = append(roots, int32(i))
		}
	}
	slices.Reverse(roots)
	taken := [][][2]int{}
	for stack := roots; len(stack) > 0; {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		ln := &m.Lines[i]
		lane := 0
		if ln.From != never {
			lane = m.Lines[ln.From].Lane + 1
		}
		for lane < len(taken) && !free(taken[lane], ln) {
			lane++
		}
		if lane == len(taken) {
			taken = append(taken, nil)
		}
		ln.Lane = lane
		taken[lane] = append(taken[lane], [2]int{ln.Top, ln.Bottom + apart})
		m.Lanes, m.Depth = max(m.Lanes, lane+1), max(m.Depth, ln.Bottom)
		slices.SortStableFunc(leaving[i], func(a, b int32) int { return cmp.Compare(m.Lines[a].Top, m.Lines[b].Top) })
		stack = append(stack, leaving[i]...)
	}
}

func free(taken [][2]int, ln *MapLine) bool {
	for _, t := range taken {
		if ln.Top < t[1] && t[0] < ln.Bottom+apart {
			return false
		}
	}
	return true
}

// The kinds of marks, those first that matter more.
var markKinds = []string{"label", "error", "compaction", "branchSummary", "unknown", "point", "prompt"}

// sign puts the marks on the lines, as many as fit, and gathers what is not drawn.
func (l *Layout) sign() {
	pic := &l.picture
	m := &pic.m
	by := map[string][]MapMark{}
	for i := range l.rows {
		if pic.drawn[pic.line[i]] == never {
			continue
		}
		for _, kind := range l.signs(int32(i)) {
			by[kind] = append(by[kind], MapMark{
				Line: int(pic.drawn[pic.line[i]]), Down: int(pic.down[i]), Kind: kind, Key: l.x.Key(l.rows[i].entry),
			})
		}
	}
	bytes := 0
	for _, kind := range markKinds {
		for _, mark := range by[kind] {
			if kind == "label" {
				p, _ := l.x.Lookup(mark.Key)
				mark.Text = cut(l.pills[p])
			}
			if bytes += markBytes + len(mark.Key) + len(mark.Text); bytes > markShare {
				break
			}
			m.Marks = append(m.Marks, mark)
		}
	}
	l.gather()
}

// signs are the marks of a row.
func (l *Layout) signs(n int32) (kinds []string) {
	r := &l.rows[n]
	node := &l.nodes[r.entry]
	if l.pills[r.entry] != "" {
		kinds = append(kinds, "label")
	}
	if node.failed && node.kind == session.ItemReply {
		kinds = append(kinds, "error")
	}
	switch kind := node.kind.String(); {
	case r.steps:
	case slices.Contains(markKinds[2:5], kind), kind == "prompt":
		kinds = append(kinds, kind)
	}
	if r.kids > 1 {
		kinds = append(kinds, "point")
	}
	return kinds
}

// gather counts the branches that are not drawn where they leave what is. The more
// places there are, the more of them share a tuft.
func (l *Layout) gather() {
	pic := &l.picture
	m := &pic.m
	m.Branches = l.endings.Len()
	for near := int32(20); ; near *= 2 {
		m.Tufts = m.Tufts[:0]
		at := map[[2]int32]int{}
		for i := range pic.lines {
			ln := &pic.lines[i]
			k, down, key := [2]int32{never, 0}, 0, ""
			switch {
			case pic.drawn[i] != never || ln.from != never && pic.drawn[ln.from] == never:
				continue
			case ln.from != never:
				k = [2]int32{pic.drawn[ln.from], pic.down[ln.fork] / near}
				down, key = int(pic.down[ln.fork]), l.x.Key(l.rows[ln.fork].entry)
			}
			n, known := at[k]
			if !known {
				n = len(m.Tufts)
				at[k] = n
				m.Tufts = append(m.Tufts, MapTuft{Line: int(k[0]), Down: down, Key: key})
			}
			m.Tufts[n].Branches += max(ln.leaves, 1)
		}
		if len(m.Tufts) <= mostTufts || near > 1<<28 {
			return
		}
	}
}
