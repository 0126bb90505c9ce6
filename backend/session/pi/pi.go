package pi

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// Format is the pi session format: versions 1 to 3, and the version 3 files of
// pi's harness, which may hold leaf entries.
var Format = session.Format{Name: "pi", Sniff: sniff, Scan: scan}

// day is a day in milliseconds: clocks differ, but not by more.
const day = int64(24 * time.Hour / time.Millisecond)

// opened is a session that was read: its index and the file the bodies are in.
type opened struct {
	x   *session.Index
	src session.Source
	// spokenMs is the time of the newest prompt or reply, 0 when none is usable.
	spokenMs int64
	// legal: the first value of the file is a header with an id, as pi demands.
	legal bool
}

func scan(ctx context.Context, f *jsonl.File) (session.Session, error) {
	o := &opened{src: f}
	if err := o.scan(ctx, f, f.Size(), f.Info().ModTime().UnixMilli()); err != nil {
		return nil, fmt.Errorf("read %s: %w", f.Path(), err)
	}
	return o, nil
}

// scan indexes the first size bytes of what was last changed at written, in
// Unix milliseconds.
func (o *opened) scan(ctx context.Context, from io.ReaderAt, size, written int64) error {
	defer session.Quiet(size)()
	latest := written + day
	whole := gathering{}
	// A large file has hundreds of chunks: used are fragments that were copied
	// already, pens those that wrote a sheet.
	var used, pens sync.Pool
	take := func(r jsonl.Result[*sheet], end int64) {
		whole.add(r.Value, float64(end)/float64(size))
		empty := r.Value.Emptied()
		used.Put(&empty)
	}
	err := jsonl.Each(ctx, from, 0, size, func(c *jsonl.Chunk) *sheet {
		room, ok := used.Get().(*session.Fragment)
		if !ok {
			room = &session.Fragment{}
		}
		p, ok := pens.Get().(*pen)
		if !ok {
			p = newPen(latest)
		}
		defer pens.Put(p)
		return p.write(c, *room)
	}, take)
	if err != nil {
		return err
	}
	o.finish(&whole, size, written)
	return nil
}

// finish makes the index of size bytes that were put together.
func (o *opened) finish(whole *gathering, size, written int64) {
	o.x, o.spokenMs = whole.assemble(written), whole.modifiedMs
	o.x.Size, o.x.WrittenMs, o.legal = size, written, whole.legal(o.x.Entries)
}

// Index returns what the scan left behind.
func (o *opened) Index() *session.Index { return o.x }
