package compare

import (
	"math"
	"math/bits"
)

// match is a pair of places in two sequences that hold the same.
type match struct{ a, b int }

// longest finds a longest common subsequence of a and b, earliest matches first.
// It keeps a row of the table in the bits of a few words (H. Hyyrö, "Bit-Parallel
// LCS-length Computation Revisited", 2004): bit j of row i is 0 where b[j] makes
// the subsequence of a[:i+1] longer. Of the rows only every √n-th is kept.
func longest(a, b []int) []match {
	t := newTable(b)
	var rows []int // places in a that b has at all
	for i, symbol := range a {
		if len(t.at[symbol]) > 0 {
			rows = append(rows, i)
		}
	}
	every := max(int(math.Sqrt(float64(len(rows)))), 1)
	row := make([]uint64, t.words)
	for w := range row {
		row[w] = math.MaxUint64
	}
	var kept [][]uint64
	for n, i := range rows {
		if n%every == 0 {
			kept = append(kept, append([]uint64(nil), row...))
		}
		t.next(row, row, a[i])
	}
	var out []match
	col := len(b) - 1
	block := make([][]uint64, every+1)
	for n := range block {
		block[n] = make([]uint64, t.words)
	}
	for last := len(kept) - 1; last >= 0 && col >= 0; last-- {
		from, to := last*every, min((last+1)*every, len(rows))
		copy(block[0], kept[last])
		for n := from; n < to; n++ {
			t.next(block[n-from+1], block[n-from], a[rows[n]])
		}
		for n := to; n > from && col >= 0; {
			switch {
			case longer(block[n-from], col) && longer(block[n-from-1], col):
				n--
			case longer(block[n-from], col):
				n--
				out = append(out, match{rows[n], col})
				col--
			default:
				col--
			}
		}
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// longer tells whether column j of a row makes the subsequence longer.
func longer(row []uint64, j int) bool { return row[j/64]&(1<<(j%64)) == 0 }

// table knows where the symbols of one sequence stand.
type table struct {
	words int
	at    map[int][]int
	// masks are those of symbols that stand at many places; scratch is one for all others.
	masks   map[int][]uint64
	scratch []uint64
}

func newTable(b []int) *table {
	t := &table{words: (len(b) + 63) / 64, at: map[int][]int{}, masks: map[int][]uint64{}}
	for j, symbol := range b {
		t.at[symbol] = append(t.at[symbol], j)
	}
	t.scratch = make([]uint64, t.words)
	for symbol, places := range t.at {
		if len(places) > t.words {
			mask := make([]uint64, t.words)
			t.set(mask, places)
			t.masks[symbol] = mask
		}
	}
	return t
}

func (t *table) set(mask []uint64, places []int) {
	for _, j := range places {
		mask[j/64] |= 1 << (j % 64)
	}
}

// next computes the row for a symbol behind another one; they may be the same slice.
func (t *table) next(row, before []uint64, symbol int) {
	mask, dense := t.masks[symbol]
	if !dense {
		mask = t.scratch
		t.set(mask, t.at[symbol])
	}
	carry := uint64(0)
	for w, v := range before {
		var sum uint64
		sum, carry = bits.Add64(v, v&mask[w], carry)
		row[w] = sum | v&^mask[w]
	}
	if !dense {
		for _, j := range t.at[symbol] {
			mask[j/64] = 0
		}
	}
}
