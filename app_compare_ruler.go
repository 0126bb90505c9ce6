package main

import "branchline/backend/session/compare"

// rulerTicks is how many places a side of a ruler has.
const rulerTicks = 240

// rulerOf puts the steps of both sides on one axis: the engaged time since each
// side's part began. A pause counts as there, and an end is the figure of there.
func rulerOf(c *compare.Comparison) CompareRuler {
	a, b, endA, endB := c.Clock()
	ruler := CompareRuler{TotalMs: max(endA, endB), EndAMs: endA, EndBMs: endB}
	marks := c.Outline()
	ruler.A = ticks(a, marks, compare.MarkErrorA, ruler.TotalMs)
	ruler.B = ticks(b, marks, compare.MarkErrorB, ruler.TotalMs)
	return ruler
}

// ticks merges steps that would stand at one place of the ruler.
func ticks(times []int64, marks []byte, failed byte, total int64) []RulerTick {
	out := []RulerTick{}
	place := int64(-1)
	for i, at := range times {
		if at < 0 {
			continue
		}
		to := at * (rulerTicks - 1) / max(total, 1)
		if to != place {
			out = append(out, RulerTick{Row: i, AtMs: at})
			place = to
		}
		tick := &out[len(out)-1]
		tick.Other = tick.Other || marks[i]&(compare.MarkOther|compare.MarkDiffers) != 0
		tick.Error = tick.Error || marks[i]&failed != 0
		tick.Prompt = tick.Prompt || marks[i]&compare.MarkPrompt != 0
	}
	return out
}
