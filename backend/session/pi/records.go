package pi

import (
	"bytes"

	"branchline/backend/session"
)

// blockBytes is about how much of a file is read at a time, and gapBytes how much
// of it may be in vain: entries that are read together mostly stand together.
const (
	blockBytes = 256 << 10
	gapBytes   = 4 << 10
)

// records reads entries. Those of one block share its memory.
func (o *opened) records(ps []session.Pos) ([]Record, error) {
	out := make([]Record, 0, len(ps))
	for len(ps) > 0 {
		n, span := o.block(ps)
		b, err := o.src.Read(span)
		if err != nil {
			return nil, err
		}
		for _, p := range ps[:n] {
			own := o.x.At(p).Span
			from, to := own.Off-span.Off, own.End()-span.Off
			out = append(out, Record{b[from:to:to]})
		}
		ps = ps[n:]
	}
	return out, nil
}

// block is how many of the first entries are read at a time, and where they stand.
func (o *opened) block(ps []session.Pos) (n int, span session.Span) {
	span = o.x.At(ps[0]).Span
	for n = 1; n < len(ps); n++ {
		next := o.x.At(ps[n]).Span
		if next.Off < span.End() || next.Off > span.End()+gapBytes || next.End() > span.Off+blockBytes {
			break
		}
		span.Len = int32(next.End() - span.Off)
	}
	return n, span
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
