package runlog

import "branchline/backend/session"

// repeat finds the messages that were written again after a reset. What follows
// a reset is the whole conversation: system context, the summaries, the tail
// that was kept, then what the last round added. The tail is the longest run
// that ends the conversation before the reset and begins the one after it. In a
// log that ends there it may not be whole: then it stands somewhere in the
// conversation before.
func (l *Log) repeat() {
	if len(l.resets) == 0 {
		return
	}
	l.first = make([]session.Pos, len(l.facts))
	for p := range l.first {
		l.first[p] = session.Pos(p)
	}
	l.cuts = make([]rewrite, len(l.resets))
	for n := 1; n <= len(l.resets); n++ {
		before, s := l.messages(l.segment(n-1)), l.segment(n)
		burst := l.burst(s)
		lead := 0
		for lead < len(burst) && l.facts[burst[lead]].form.leading() {
			lead++
		}
		l.again(burst[:lead], before)
		again := l.conversation(burst)
		before = l.conversation(before)
		kept, whole := overlap(l.sums(before), l.sums(again))
		tail := before[len(before)-kept:]
		cut := l.ends(n, s, burst) && (len(again) == 0 || kept < len(again) && whole >= 0)
		if cut {
			kept, tail = len(again), before[max(whole, 0):]
		}
		for i := range kept {
			l.first[again[i]] = l.first[tail[i]]
		}
		l.cuts[n-1] = rewrite{kept, len(before) - kept, cut}
	}
}

// conversation leaves out system context and summaries, which may stand between what was said
// and are not kept with it.
func (l *Log) conversation(messages []session.Pos) (out []session.Pos) {
	for _, p := range messages {
		if !l.facts[p].form.leading() {
			out = append(out, p)
		}
	}
	return out
}

// ends tells whether the log ends with the burst of its last segment, the nth.
func (l *Log) ends(n int, s segment, burst []session.Pos) bool {
	return n == len(l.resets) && int(s.from)+len(burst) == int(s.to) && l.result.result == nil
}

// again matches the summaries in front with those that stood before the reset,
// each with one.
func (l *Log) again(lead, before []session.Pos) {
	known := map[uint64][]session.Pos{}
	for _, p := range before {
		if l.facts[p].form.leading() {
			known[l.facts[p].sum] = append(known[l.facts[p].sum], p)
		}
	}
	for _, p := range lead {
		if same := known[l.facts[p].sum]; len(same) > 0 {
			l.first[p], known[l.facts[p].sum] = l.first[same[0]], same[1:]
		}
	}
}

func (l *Log) messages(s segment) (out []session.Pos) {
	for p := s.from; p < s.to; p++ {
		if l.facts[p].form.message() {
			out = append(out, p)
		}
	}
	return out
}

// burst is the run of messages a segment begins with.
func (l *Log) burst(s segment) (out []session.Pos) {
	for p := s.from; p < s.to && l.facts[p].form.message(); p++ {
		out = append(out, p)
	}
	return out
}

func (l *Log) sums(entries []session.Pos) []uint64 {
	out := make([]uint64, len(entries))
	for i, p := range entries {
		out[i] = l.facts[p].sum
	}
	return out
}

// overlap is the length of the longest run that ends a and begins b, and where all
// of b stands in a for the last time, -1 = nowhere.
func overlap(a, b []uint64) (kept, whole int) {
	// fail[i] is the longest run that begins b and ends b[:i+1], but is not all of it.
	fail := make([]int, len(b))
	n := 0
	for i := 1; i < len(b); i++ {
		for n > 0 && b[i] != b[n] {
			n = fail[n-1]
		}
		if b[i] == b[n] {
			n++
		}
		fail[i] = n
	}
	n, whole = 0, -1
	for i, v := range a {
		for n > 0 && (n == len(b) || v != b[n]) {
			n = fail[n-1]
		}
		if len(b) > 0 && v == b[n] {
			n++
		}
		if n > 0 && n == len(b) {
			whole = i + 1 - n
		}
	}
	return n, whole
}
