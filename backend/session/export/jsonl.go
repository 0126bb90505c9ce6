package export

import (
	"context"
	"errors"
	"io"
	slashed "path" // of a session, whatever system this is

	"branchline/backend/session"
	"branchline/backend/session/pi"
)

// writeJSONL writes a branch as a session of the source's format. Records are the
// same bytes, but for the ids of parents and kept entries that must change.
func writeJSONL(ctx context.Context, w io.Writer, p *Plan) error {
	if p.Session.Index().Header.Closed {
		return p.writeRun(ctx, w)
	}
	c, err := p.copied()
	if err != nil {
		return err
	}
	return c.Lines(func(line []byte) error {
		if _, err := w.Write(line); err != nil {
			return err
		}
		if _, err := w.Write([]byte{'\n'}); err != nil {
			return err
		}
		p.Progress.did(int64(len(line)))
		return ctx.Err()
	})
}

// copied is the session that a branch of a pi session becomes.
func (p *Plan) copied() (*pi.Copied, error) {
	opts := []pi.Option{pi.WithClock(p.clock)}
	if p.ID != "" {
		opts = append(opts, pi.WithSessionID(p.ID))
	}
	cwd := p.Session.Index().Header.Cwd
	if slashed.IsAbs(cwd) {
		cwd = slashed.Clean(cwd) // as pi writes it
	}
	return pi.CopyBranch(p.Session, p.Leaf, pi.CopyTo{Cwd: cwd, ParentSession: p.Source}, opts...)
}

// writeRun writes a run log up to the leaf: its records, without damaged lines.
func (p *Plan) writeRun(ctx context.Context, w io.Writer) error {
	x := p.Session.Index()
	end := x.At(p.Leaf).Span.End()
	if int(p.Leaf) == len(x.Entries)-1 { // and what the run came to
		end = x.Size
	}
	heads := x.Heads
	line := func(s session.Span) error {
		b, err := p.File.Read(s)
		if err == nil {
			_, err = w.Write(append(b, '\n'))
			p.Progress.did(int64(s.Len))
		}
		return errors.Join(err, ctx.Err())
	}
	for at := range p.Leaf + 1 {
		for len(heads) > 0 && heads[0].Off < x.At(at).Span.Off {
			if err := line(heads[0]); err != nil {
				return err
			}
			heads = heads[1:]
		}
		if err := line(x.At(at).Span); err != nil {
			return err
		}
	}
	for _, s := range heads {
		if s.Off < end {
			if err := line(s); err != nil {
				return err
			}
		}
	}
	return nil
}
