package pi

import (
	"context"
	"fmt"
	"io"
	"slices"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// ReadOn indexes what was written to the file since it was indexed; see
// session.Grower.
func (o *opened) ReadOn(ctx context.Context, f *jsonl.File) (bool, error) {
	info, err := f.Grown()
	if err != nil {
		return false, err
	}
	ok, err := o.readOn(ctx, f, info.Size(), info.ModTime().UnixMilli())
	if err != nil {
		return false, fmt.Errorf("read %s: %w", f.Path(), err)
	}
	return ok, f.Mark(o.x.Size)
}

// readOn indexes what stands behind the indexed end, up to size, and leaves the
// session as a new reading of the whole would. It answers false when only that
// reading can tell, as the new records change the meaning of old ones; the
// session is then as it was, or as it was before the chunk of lines that does so.
// written is the time of change in Unix milliseconds.
func (o *opened) readOn(ctx context.Context, from io.ReaderAt, size, written int64) (bool, error) {
	next, ok, err := o.x.NextLine(from, size)
	if err != nil || !ok {
		return false, err
	}
	latest := written + day
	err = jsonl.Each(ctx, from, next, size, func(c *jsonl.Chunk) *sheet {
		return read(c, session.Fragment{}, latest)
	}, func(r jsonl.Result[*sheet], end int64) {
		if ok = ok && o.add(r.Value); ok {
			o.settle(end, written)
		}
	})
	if err != nil || !ok {
		return false, err
	}
	o.settle(size, written)
	return true, nil
}

// settle says what the file as a whole is, once size bytes of it are indexed.
func (o *opened) settle(size, written int64) {
	x := o.x
	x.Suggested = suggestedLeaf(x)
	switch {
	case o.spokenMs > 0:
		x.ModifiedMs = o.spokenMs
	case x.ModifiedMs == x.WrittenMs: // there was nothing better
		x.ModifiedMs = written
	}
	x.Size, x.WrittenMs = size, written
}

func hasID(e session.Entry) bool { return !e.Has(session.NoID) }

// add takes a sheet of records that follow, and tells whether it could.
func (o *opened) add(s *sheet) bool {
	x, first := o.x, len(o.x.Entries)
	if generation(float64(x.Header.Version)) < 3 || len(s.headers) > 0 || s.marked {
		return false
	}
	if first > 0 && !slices.ContainsFunc(x.Entries, hasID) {
		return false // perhaps a chain without any ids
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.Key == "" || e.Has(session.Orphan) {
			return false // what has no id or names no parent is judged with all others
		}
	}
	tail, problems := x.Tail, len(x.Problems)
	if tail.Len > 0 {
		x.Tail = session.Span{}
		x.Lines-- // the unfinished line was read again
	}
	if !x.Extend(s.Fragment) {
		if x.Tail = tail; tail.Len > 0 {
			x.Lines++
		}
		return false
	}
	for i := first; i < len(x.Entries); i++ {
		x.Leaf = leafAfter(x, x.Leaf, session.Pos(i))
	}
	if len(x.Problems) > problems {
		x.SortProblemsFrom(problems)
	}
	if s.Tail.Len > 0 {
		x.Tail = s.Tail
	}
	count(x, first)
	o.spokenMs = max(o.spokenMs, s.modifiedMs)
	return true
}
