package session

// IdleMs is the longest gap between two entries that counts whole as engaged
// time; of a longer one only this much counts.
const IdleMs = 5 * 60 * 1000

// Tick goes one entry down a path. clock is the latest time above p on its
// path, 0 when none is known; now is the latest time with p. engaged is what
// the step adds: the gap before p, cut at IdleMs, but whole when p brings the
// result of a call. A step back in time adds nothing, so that the sum over all
// entries counts what branches share once; but where the two last entries agree
// that the latest time is far ahead, that one was wrong, and the clock goes on from
// them. What a reader set down later takes no time; see Kind.Aside.
func (x *Index) Tick(clock int64, p Pos) (engaged, now int64) {
	if x.Entries[p].Kind.Aside() {
		return 0, clock
	}
	at := x.Entries[p].AtMs
	if at == 0 || clock == 0 {
		return 0, max(at, clock)
	}
	if before := x.timeAbove(p); before != 0 && max(at, before) < clock-IdleMs {
		clock = before
		at = max(at, before)
	}
	gap := max(at-clock, 0)
	if gap > IdleMs && !x.Answers(p) {
		gap = IdleMs
	}
	return gap, max(at, clock)
}

// timeAbove is the time of the entry above p, 0 when that has none.
func (x *Index) timeAbove(p Pos) int64 {
	up := x.Entries[p].Parent
	for up != None && x.Entries[up].Kind.Aside() {
		up = x.Entries[up].Parent
	}
	if up == None {
		return 0
	}
	return x.Entries[up].AtMs
}

// Answers tells whether the entry brings the result of a call, or word of its end.
func (x *Index) Answers(p Pos) bool {
	e := &x.Entries[p]
	if e.Role == RoleToolResult || e.Has(Ended) {
		return true
	}
	for _, part := range x.PartsOf(p) {
		if part.Kind == PartResult {
			return true
		}
	}
	return false
}

// Past returns the entries whose work led to leaf, in order: its branch. In a
// run log with resets it is everything up to leaf but the records written
// again: a reset takes what was said out of the conversation, not out of the run.
func (x *Index) Past(leaf Pos) []Pos {
	if leaf == None || !x.Resets() {
		return x.Branch(leaf)
	}
	past := make([]Pos, 0, leaf+1)
	for p := range leaf + 1 {
		if !x.Entries[p].Has(Repeated) {
			past = append(past, p)
		}
	}
	return past
}

// Resets tells whether a reset rewrote the conversation of this log.
func (x *Index) Resets() bool {
	for i := range x.Entries {
		if x.Entries[i].Flags&(Replaced|Repeated) != 0 {
			return true
		}
	}
	return false
}

// Walk goes over every entry after its parent, in the order of the file where
// that is one, and answers the latest time above each, for Tick; see Past for
// what a reset does not take away.
func (x *Index) Walk(visit func(p Pos, clock int64) (now int64)) {
	if x.Resets() {
		var clock int64
		for _, p := range x.Past(Pos(len(x.Entries) - 1)) {
			clock = visit(p, clock)
		}
		return
	}
	clocks := make([]int64, len(x.Entries))
	step := func(p Pos) {
		var clock int64
		if up := x.Entries[p].Parent; up != None {
			clock = clocks[up]
		}
		clocks[p] = visit(p, clock)
	}
	if x.forward() {
		for i := range x.Entries {
			step(Pos(i))
		}
		return
	}
	stack := make([]Pos, 0, 64)
	for _, root := range x.Roots {
		for stack = append(stack, root); len(stack) > 0; {
			p := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			step(p)
			stack = append(stack, x.Children(p)...)
		}
	}
}
