package main

import "branchline/backend/session/compare"

const (
	// rulerPause is how much of a pause counts on a ruler, as in engaged time.
	rulerPause = 5 * 60 * 1000
	// rulerTicks is how many places a side of a ruler has.
	rulerTicks = 240
)

// rulerOf puts the steps of both sides on one axis: the time since the first step
// of each side, with every pause cut.
func rulerOf(c *compare.Comparison) CompareRuler {
	a, b := c.Times()
	offA, endA := offsets(a)
	offB, endB := offsets(b)
	endA += lasts(c, func(d *compare.Detail) *compare.Cell { return &d.A })
	endB += lasts(c, func(d *compare.Detail) *compare.Cell { return &d.B })
	ruler := CompareRuler{TotalMs: max(endA, endB), EndAMs: endA, EndBMs: endB}
	marks := c.Outline()
	ruler.A = ticks(a, offA, marks, compare.MarkErrorA, ruler.TotalMs)
	ruler.B = ticks(b, offB, marks, compare.MarkErrorB, ruler.TotalMs)
	return ruler
}

// lasts is how long the last step of a side took, with what was said after it.
func lasts(c *compare.Comparison, side func(*compare.Detail) *compare.Cell) int64 {
	for i := c.Len() - 1; i >= 0; i-- {
		rows := c.Page(i, 1)
		cell := side(&rows[0])
		if cell.Key == "" {
			continue
		}
		began, end := cell.AtMs, cell.EndMs
		for _, said := range cell.Said {
			if began == 0 {
				began = said.AtMs
			}
			end = max(end, said.AtMs)
		}
		if began == 0 {
			return 0
		}
		return min(max(end-began, 0), rulerPause)
	}
	return 0
}

// offsets answers for each time how long after the first it is, with pauses cut; a
// time that is unknown or goes back counts as the one before.
func offsets(times []int64) (off []int64, end int64) {
	off = make([]int64, len(times))
	last := int64(0)
	for i, at := range times {
		if at > 0 {
			if last > 0 {
				end += min(max(at-last, 0), rulerPause)
			}
			last = max(last, at)
		}
		off[i] = end
	}
	return off, end
}

// ticks merges steps that would stand at one place of the ruler.
func ticks(times, off []int64, marks []byte, failed byte, total int64) []RulerTick {
	out := []RulerTick{}
	place := int64(-1)
	for i, at := range times {
		if at == 0 {
			continue
		}
		to := off[i] * (rulerTicks - 1) / max(total, 1)
		if to != place {
			out = append(out, RulerTick{Row: i, AtMs: off[i]})
			place = to
		}
		tick := &out[len(out)-1]
		tick.Other = tick.Other || marks[i]&compare.MarkOther != 0
		tick.Error = tick.Error || marks[i]&failed != 0
		tick.Prompt = tick.Prompt || marks[i]&compare.MarkPrompt != 0
	}
	return out
}
