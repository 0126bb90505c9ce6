package runlog

import "branchline/backend/session"

// repeat finds the messages that were written again after a reset. What follows
// a reset is the whole conversation: system context, the summaries, the tail
// that was kept, then what the last round added. The tail is the longest run
// that ends the conversation before the reset and begins the one after it.
func (l *Log) repeat() {
	if len(l.resets) == 0 {
		return
	}
	l.first = make([]session.Pos, len(l.facts))
	for p := range l.first {
		l.first[p] = session.Pos(p)
	}
	before := l.messages(l.segment(0))
	l.cuts = make([]rewrite, len(l.resets))
	for n := 1; n <= len(l.resets); n++ {
		s := l.segment(n)
		burst := l.burst(s)
		lead := 0
		for lead < len(burst) && l.facts[burst[lead]].form.leading() {
			lead++
		}
		l.again(burst[:lead], before)
		kept := overlap(l.sums(before), l.sums(burst[lead:]))
		for i := range kept {
			l.first[burst[lead+i]] = l.first[before[len(before)-kept+i]]
		}
		said := 0
		for _, p := range before {
			if !l.facts[p].form.leading() {
				said++
			}
		}
		l.cuts[n-1] = rewrite{kept, max(said-kept, 0)} // what is kept may begin with context
		before = l.messages(s)
	}
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

// overlap is the length of the longest run that ends a and begins b.
func overlap(a, b []uint64) int {
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
	n = 0
	for _, v := range a {
		for n > 0 && (n == len(b) || v != b[n]) {
			n = fail[n-1]
		}
		if len(b) > 0 && v == b[n] {
			n++
		}
	}
	return n
}
