package graph

import "math"

// lanes gives out lanes to rows from the top down. A row is given its lane by
// the rows above it alone, so rows added below never change one.
//
//   - The straight branch has lane 0, and so has what grows from its end.
//   - Any other row goes on in its parent's lane while nothing else has used
//     that lane since; so the first row below a parent continues it.
//   - Else the row takes the lowest lane that nothing has used since its
//     parent's row: the line leaves the parent there and runs down in it.
//
// A lane is thus free again below the last row of its chain. When a chain goes
// on after another has taken its lane, its line moves to a free one.
type lanes struct {
	// base is the lowest lane for others than the straight branch.
	base int32
	// zero is the last row that lane 0 was used at.
	zero int32
	// used holds the last row each lane from base on was used at, as a tree of
	// least values: leaf i stands at size+i.
	used []int32
	size int
	top  int32 // the number of lanes in use
}

const never = -1

func newLanes(straight bool) *lanes {
	a := &lanes{zero: never, size: 1, used: []int32{never, never}}
	if straight {
		a.base = 1
	}
	return a
}

// last is the last row the lane was used at.
func (a *lanes) last(lane int32) int32 {
	if lane < a.base {
		return a.zero
	}
	return a.used[a.size+int(lane-a.base)]
}

// take marks the lane as used down to the row.
func (a *lanes) take(lane, row int32) {
	a.top = max(a.top, lane+1)
	if lane < a.base {
		a.zero = row
		return
	}
	i := a.size + int(lane-a.base)
	a.used[i] = row
	for i /= 2; i > 0; i /= 2 {
		a.used[i] = min(a.used[2*i], a.used[2*i+1])
	}
}

// free is the lowest lane that was not used at the row or below it.
func (a *lanes) free(row int32) int32 {
	if a.used[1] >= row {
		a.grow()
	}
	i := 1
	for i < a.size {
		i *= 2
		if a.used[i] >= row {
			i++
		}
	}
	return a.base + int32(i-a.size)
}

// grow doubles the number of lanes.
func (a *lanes) grow() {
	bigger := make([]int32, 4*a.size)
	for i := range bigger {
		bigger[i] = math.MaxInt32
	}
	for i := range 2 * a.size {
		bigger[2*a.size+i] = never
		if i < a.size {
			bigger[2*a.size+i] = a.used[a.size+i]
		}
	}
	a.size *= 2
	for i := a.size - 1; i > 0; i-- {
		bigger[i] = min(bigger[2*i], bigger[2*i+1])
	}
	a.used = bigger
}

// place gives a row its lane. parent is the row above it in the tree, never for
// a root, and in the lane that row has. straight: the row is on the straight
// branch; grown: it stands below the end of it.
func (a *lanes) place(row, parent, in int32, straight, grown bool) int32 {
	lane := int32(0)
	switch {
	case straight:
	case parent == never:
		lane = a.free(row)
	case a.last(in) == parent && (in >= a.base || grown):
		lane = in
	default:
		lane = a.free(parent)
	}
	a.take(lane, row)
	return lane
}
