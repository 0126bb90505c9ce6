package session

// IdleMs is the longest gap between two entries that counts whole as engaged
// time; of a longer one only this much counts.
const IdleMs = 5 * 60 * 1000

// Tick goes one entry down a path. clock is the latest time above p on its
// path, 0 when none is known; now is the latest time with p. engaged is what
// the step adds: the gap before p, cut at IdleMs, but whole when p brings the
// result of a call. A step back in time adds nothing, so the sum over a path
// is never longer than the path, and the sum over all entries counts what
// branches share once.
func (x *Index) Tick(clock int64, p Pos) (engaged, now int64) {
	at := x.Entries[p].AtMs
	if at == 0 || clock == 0 {
		return 0, max(at, clock)
	}
	gap := max(at-clock, 0)
	if gap > IdleMs && !x.Answers(p) {
		gap = IdleMs
	}
	return gap, max(at, clock)
}

// Answers tells whether the entry brings the result of a call.
func (x *Index) Answers(p Pos) bool {
	for i := range x.PartsOf(p) {
		if x.PartsOf(p)[i].Kind == PartResult {
			return true
		}
	}
	return x.Entries[p].Role == RoleToolResult
}
