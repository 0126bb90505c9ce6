package pi

import (
	"bytes"

	"branchline/backend/session"
)

// blockBytes is about how much of a file is read at a time: much, as memory for it
// comes in large pages then. gapBytes is how much of it may be in vain: entries that
// are read together mostly stand together.
const (
	blockBytes = 8 << 20
	gapBytes   = 4 << 10
)

// records reads entries. Those of one block share its memory.
func (o *opened) records(ps []session.Pos) ([]Record, error) {
	out := make([]Record, len(ps))
	err := o.read(len(ps), func(i int) session.Pos { return ps[i] }, func(i int, r Record) error {
		out[i] = r
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// read reads n entries, the i-th of which stands at the place at(i), and has them
// taken in that order.
func (o *opened) read(n int, at func(i int) session.Pos, take func(i int, r Record) error) error {
	for i := 0; i < n; {
		end, span := o.block(i, n, at)
		b, err := o.src.Read(span)
		if err != nil {
			return err
		}
		for ; i < end; i++ {
			own := o.x.At(at(i)).Span
			from, to := own.Off-span.Off, own.End()-span.Off
			if err := take(i, Record{b[from:to:to]}); err != nil {
				return err
			}
		}
	}
	return nil
}

// block tells which entries are read at a time with the i-th of n, all before end,
// and where they stand.
func (o *opened) block(i, n int, at func(i int) session.Pos) (end int, span session.Span) {
	span = o.x.At(at(i)).Span
	for end = i + 1; end < n; end++ {
		next := o.x.At(at(end)).Span
		if next.Off < span.End() || next.Off > span.End()+gapBytes || next.End() > span.Off+blockBytes {
			break
		}
		span.Len = int32(next.End() - span.Off)
	}
	return end, span
}

// joined writes records as the lines of a file, each with its LF. Line ends inside
// one can stand between its values only, where a space is as good.
func joined(records []Record) []byte {
	size := 0
	for _, r := range records {
		size += len(r.raw) + 1
	}
	lines := make([]byte, 0, size)
	for _, r := range records {
		if bytes.IndexByte(r.raw, '\n') < 0 {
			lines = append(lines, r.raw...)
		} else {
			lines = append(lines, bytes.ReplaceAll(r.raw, []byte{'\n'}, []byte{' '})...)
		}
		lines = append(lines, '\n')
	}
	return lines
}
