package jsonl

import (
	"bytes"
	"cmp"
	"slices"
)

// move is an object whose members are to be written in another order or but once.
type move struct {
	start, end int // of its brackets in the text
	members    []piece
}

// piece is a part of the text.
type piece struct {
	start, end int
	comma      bool // one goes before it
}

// ordinary is the rank of all names that are no array index.
const ordinary = 1<<32 - 1

// rank is the array index that a quoted name is (ECMA-262: a canonical decimal
// up to 2³²-2), or ordinary. Members are in the order of their ranks.
func rank(quoted []byte) int64 {
	digits := quoted[1 : len(quoted)-1]
	if len(digits) == 0 || len(digits) > 10 || digits[0] == '0' && len(digits) > 1 {
		return ordinary
	}
	var index int64
	for _, c := range digits {
		if c < '0' || c > '9' {
			return ordinary
		}
		index = index*10 + int64(c-'0')
	}
	return min(index, ordinary)
}

// repeats tells whether two of the names in dst are the same.
func repeats(dst []byte, names []name) bool {
	if len(names) <= 16 {
		for i, n := range names {
			for _, before := range names[:i] {
				if before.compare(n, dst) == 0 {
					return true
				}
			}
		}
		return false
	}
	var room [64]name
	sorted := append(room[:0], names...)
	slices.SortFunc(sorted, func(a, b name) int { return a.compare(b, dst) })
	for i, n := range sorted[1:] {
		if sorted[i].compare(n, dst) == 0 {
			return true
		}
	}
	return false
}

// compare orders two names in dst in whatever way is quick. Those that are
// written the same are the same in JavaScript, and the other way round.
func (n name) compare(m name, dst []byte) int {
	if d := cmp.Compare(n.end-n.start, m.end-m.start); d != 0 {
		return d
	}
	return bytes.Compare(dst[n.start:n.end], dst[m.start:m.end])
}

// arrange finds JavaScript's order of the members of the object that begins at
// dst[start] and ends with dst.
func arrange(dst []byte, start int, names []name) move {
	type member struct {
		name
		rank  int64
		first int // place of the first that is so named
		last  int
	}
	all := make([]member, len(names))
	for i, n := range names {
		all[i] = member{n, rank(dst[n.start:n.end]), i, i}
	}
	slices.SortFunc(all, func(a, b member) int {
		return cmp.Or(a.compare(b.name, dst), cmp.Compare(a.first, b.first))
	})
	kept := all[:0]
	for _, m := range all {
		if n := len(kept); n > 0 && kept[n-1].compare(m.name, dst) == 0 {
			kept[n-1].last = m.last
			continue
		}
		kept = append(kept, m)
	}
	slices.SortFunc(kept, func(a, b member) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.first, b.first))
	})
	o := move{start, len(dst) - 1, make([]piece, len(kept))}
	for i, m := range kept {
		end := o.end
		if m.last+1 < len(names) {
			end = names[m.last+1].start - 1
		}
		o.members[i] = piece{names[m.last].start, end, i > 0}
	}
	return o
}

// reorder writes the text that begins at dst[start] again with its objects in
// order. It moves all of them in one pass, so that text deep inside many is not
// copied for each.
func reorder(dst []byte, start int, moves []move) []byte {
	slices.SortFunc(moves, func(a, b move) int { return cmp.Compare(a.start, b.start) })
	text := dst
	dst = slices.Grow(dst, len(text)-start) // behind the text, for now
	todo := []piece{{start, len(text), false}}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if p.comma {
			dst = append(dst, ',')
		}
		i, _ := slices.BinarySearchFunc(moves, p.start, func(m move, at int) int { return cmp.Compare(m.start, at) })
		if i == len(moves) || moves[i].start >= p.end {
			dst = append(dst, text[p.start:p.end]...)
			continue
		}
		m := moves[i]
		dst = append(dst, text[p.start:m.start+1]...)
		todo = append(todo, piece{m.end, p.end, false})
		for _, member := range slices.Backward(m.members) {
			todo = append(todo, member)
		}
	}
	n := copy(dst[start:], dst[len(text):])
	return dst[:start+n]
}
