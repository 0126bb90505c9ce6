package timeline

import (
	"strings"
	"sync"

	"branchline/backend/session"
)

// heavyBytes is the size of a record from which on its row, once made, is kept:
// reading it again would be felt while scrolling. maxHeavy bounds how many are.
const (
	heavyBytes = 256 << 10
	maxHeavy   = 256
)

// heavy keeps rows that are small themselves but were made of large records.
type heavy struct {
	mu   sync.Mutex
	rows map[int]Row
}

func (h *heavy) get(i int) (Row, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r, ok := h.rows[i]
	return r, ok
}

func (h *heavy) put(i int, r Row) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.rows == nil || len(h.rows) >= maxHeavy {
		h.rows = map[int]Row{}
	}
	h.rows[i] = r
}

// clear lets go of all rows: what stands beside their texts may be another now.
func (h *heavy) clear() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.rows = nil
}

// read makes a row of its item's body, or answers the one kept.
func (b *Branch) read(i int) (Row, error) {
	weight := b.weight(&b.items[i])
	if weight >= heavyBytes {
		if r, ok := b.heavy.get(i); ok {
			return r, nil
		}
	}
	body, err := b.s.Body(b.items[i])
	if err != nil {
		return Row{}, err
	}
	r := b.row(i, &body)
	if weight >= heavyBytes {
		// What was cut out of a large text must not hold on to all of it.
		r.Body, r.Args, r.Diff = strings.Clone(r.Body), strings.Clone(r.Args), strings.Clone(r.Diff)
		r.Result, r.ResultTail, r.Text = strings.Clone(r.Result), strings.Clone(r.ResultTail), strings.Clone(r.Text)
		b.heavy.put(i, r)
	}
	return r, nil
}

// weight is the size of the records an item is read from, in bytes.
func (b *Branch) weight(it *session.Item) int64 {
	n := int64(it.Span.Len)
	for _, p := range []session.Pos{it.Entry, it.Answer} {
		if p != session.None {
			n += int64(b.x.At(p).Span.Len)
		}
	}
	return n
}
