package runlog

import (
	"context"
	"fmt"
	"io"
	"slices"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// ReadOn indexes what was written to the log since it was indexed; see
// session.Grower. It answers false for a reset and for the conversation that is
// written again behind it, and where it is not known yet whether the log begins
// with a meta record.
func (l *Log) ReadOn(ctx context.Context, f *jsonl.File) (bool, error) {
	info, err := f.Grown()
	if err != nil {
		return false, err
	}
	ok, err := l.readOn(ctx, f, info.Size(), info.ModTime().UnixMilli())
	if err != nil {
		return false, fmt.Errorf("read %s: %w", f.Path(), err)
	}
	return ok, f.Mark(l.x.Size)
}

// readOn is ReadOn up to size, in a file that was written at a time in Unix
// milliseconds. When it answers false the log is as it was, or as it was before the chunk of
// lines that only a new reading can tell of.
func (l *Log) readOn(ctx context.Context, from io.ReaderAt, size, written int64) (bool, error) {
	next, ok, err := l.x.NextLine(from, size)
	if err != nil || !ok {
		return false, err
	}
	err = jsonl.Each(ctx, from, next, size, func(c *jsonl.Chunk) *chunk {
		return newPen().write(c, &chunk{})
	}, func(r jsonl.Result[*chunk], end int64) {
		if ok = ok && l.leaves(r.Value); ok {
			l.add(r.Value)
			l.settle(end, written)
		}
	})
	if err != nil || !ok {
		return false, err
	}
	l.settle(size, written)
	return true, nil
}

// leaves tells whether the records of a chunk leave the meaning of those before
// alone.
func (l *Log) leaves(k *chunk) bool {
	if len(l.facts)+len(l.x.Heads) == 0 {
		return false
	}
	cut := len(l.cuts) > 0 && l.cuts[len(l.cuts)-1].cut
	if more := len(k.facts) > 0; more && l.rewriting && k.facts[0].form.message() || cut && (more || len(k.heads) > 0) {
		return false // how much was kept at the reset is not known before all is there
	}
	return !slices.ContainsFunc(k.heads, func(h head) bool {
		return h.kind == KindReset || h.meta != nil && l.identity == nil
	})
}

// add takes a chunk of records that follow.
func (l *Log) add(k *chunk) {
	x, first, problems := l.x, session.Pos(len(l.facts)), len(l.x.Problems)
	if x.Tail.Len > 0 && k.fragment.Lines > 0 { // the unfinished line was read again
		x.Tail = session.Span{}
		x.Lines--
	}
	line := int32(x.Lines) + 1
	x.ExtendLined(k.fragment, len(l.resets) > 0 && l.resets[len(l.resets)-1].before == first)
	if k.fragment.Tail.Len > 0 {
		x.Tail = k.fragment.Tail
	}
	l.facts = append(l.facts, k.facts...)
	l.newer = l.newer || k.newer
	if k.last != lastNothing {
		l.last = k.last
	}
	for _, h := range k.heads {
		l.head(h.behind(line, first))
	}
	for p := first; int(p) < len(l.facts); p++ {
		if l.first != nil {
			l.first = append(l.first, p)
		}
		l.take(p)
	}
	l.spend()
	if len(x.Problems) > problems {
		x.SortProblemsFrom(problems)
	}
}
