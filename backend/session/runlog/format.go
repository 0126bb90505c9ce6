package runlog

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

const name = "runlog"

// Format is the run log, as package formats lists it.
var Format = session.Format{Name: name, Sniff: sniff, Scan: scan}

// sniff asks the first object among the lines for its kind. The last line may be
// cut off by the end of head; the kind stands at its beginning.
func sniff(head []byte) (session.Match, string) {
	head = bytes.TrimPrefix(head, mark)
	for line := range bytes.Lines(head) {
		cut := !bytes.HasSuffix(line, []byte("\n"))
		line = bytes.TrimSpace(bytes.TrimLeft(line, "\x00"))
		if len(line) == 0 || line[0] != '{' {
			continue
		}
		var r fields
		if !r.read(line) && !cut {
			continue
		}
		kind, named := r.text(fieldKind)
		switch {
		case kindOf([]byte(kind)) != "":
			return session.Matches, ""
		case named && kind != "header" && r.has(fieldAt):
			return session.Matches, ""
		case named:
			return session.NoMatch, fmt.Sprintf("its first record is of kind %q", kind)
		case !bytes.Equal(line, []byte("{}")):
			return session.NoMatch, "its first record has no kind"
		}
	}
	return session.NoMatch, "it has no record"
}

// scan reads a run log in one pass.
func scan(ctx context.Context, f *jsonl.File) (session.Session, error) {
	defer session.Quiet(f.Size())()
	l, err := gather(ctx, f, f.Size(), f.Info().ModTime().UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("scan %s: %w", f.Path(), err)
	}
	l.f = f
	l.compareName(f.Path())
	return l, nil
}

// gather reads size bytes that were written at a time in Unix milliseconds.
func gather(ctx context.Context, from io.ReaderAt, size, written int64) (*Log, error) {
	whole := gathering{}
	// A large log has hundreds of chunks: used are those that were copied already,
	// pens those that wrote one.
	var used, pens sync.Pool
	take := func(r jsonl.Result[*chunk], end int64) {
		whole.add(r.Value, float64(end)/float64(size))
		used.Put(r.Value.emptied())
	}
	err := jsonl.Each(ctx, from, 0, size, func(c *jsonl.Chunk) *chunk {
		empty, ok := used.Get().(*chunk)
		if !ok {
			empty = newChunk(size)
		}
		p, ok := pens.Get().(*pen)
		if !ok {
			p = newPen()
		}
		defer pens.Put(p)
		return p.write(c, empty)
	}, take)
	if err != nil {
		return nil, err
	}
	l := whole.log()
	l.settle(size, written)
	return l, nil
}
