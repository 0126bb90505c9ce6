package session

import "slices"

// Spans is time that passed with work: what is in several spans counts once.
type Spans struct {
	all []stretch // in order, with gaps between them
}

type stretch struct{ from, to int64 }

// Add adds the time from one moment to another, in Unix milliseconds, and answers
// how much of it is new.
func (s *Spans) Add(from, to int64) (fresh int64) {
	if to <= from {
		return 0
	}
	// Nearly always it comes after all others.
	at := len(s.all)
	if at > 0 && from <= s.all[at-1].to {
		at, _ = slices.BinarySearchFunc(s.all, from, func(sp stretch, from int64) int {
			if sp.to < from {
				return -1
			}
			return 1
		})
	}
	end, fresh := at, to-from
	for ; end < len(s.all) && s.all[end].from <= to; end++ {
		sp := s.all[end]
		fresh -= min(sp.to, to) - max(sp.from, from)
	}
	joined := stretch{from, to}
	if end > at {
		joined = stretch{min(from, s.all[at].from), max(to, s.all[end-1].to)}
	}
	s.all = slices.Replace(s.all, at, end, joined)
	return fresh
}
