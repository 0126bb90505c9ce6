package runlog

// queue holds items under a sum, the first of them out first.
type queue struct {
	ends map[uint64][2]int32 // first and last
	next []int32             // by item
}

func newQueue() queue { return queue{ends: map[uint64][2]int32{}} }

func (q *queue) put(sum uint64, item int32) {
	q.next = reach(q.next, item)
	if e, ok := q.ends[sum]; ok {
		q.next[e[1]] = item
		q.ends[sum] = [2]int32{e[0], item}
		return
	}
	q.ends[sum] = [2]int32{item, item}
}

// pop takes the first item that waits under a sum.
func (q *queue) pop(sum uint64) (int32, bool) {
	e, ok := q.ends[sum]
	switch {
	case !ok:
		return nowhere, false
	case e[0] == e[1]:
		delete(q.ends, sum)
	default:
		q.ends[sum] = [2]int32{q.next[e[0]], e[1]}
	}
	return e[0], true
}

// leave lets go of the first items under each sum until as many wait as will come.
func (q *queue) leave(come map[uint64]int) {
	for sum, e := range q.ends {
		waiting := 1
		for at := e[0]; at != e[1]; at = q.next[at] {
			waiting++
		}
		for ; waiting > come[sum]; waiting-- {
			q.pop(sum)
		}
	}
}

// stack holds items under a key, the last of them out first.
type stack[K comparable] struct {
	top   map[K]int32
	below []int32 // by item
}

func newStack[K comparable]() stack[K] { return stack[K]{top: map[K]int32{}} }

func (s *stack[K]) push(key K, item int32) {
	s.below = reach(s.below, item)
	below, ok := s.top[key]
	if !ok {
		below = nowhere
	}
	s.below[item], s.top[key] = below, item
}

// last is the last item under a key that is not done; those above it are let go.
func (s *stack[K]) last(key K, done func(item int32) bool) int32 {
	at, ok := s.top[key]
	if !ok {
		return nowhere
	}
	for at != nowhere && done(at) {
		at = s.below[at]
	}
	if at == nowhere {
		delete(s.top, key)
	} else {
		s.top[key] = at
	}
	return at
}

// reach makes room for an item.
func reach(by []int32, item int32) []int32 {
	if int(item) < len(by) {
		return by
	}
	return append(by, make([]int32, int(item)+1-len(by))...)
}
