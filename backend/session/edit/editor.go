package edit

import (
	"context"
	"errors"
	"time"

	"branchline/backend/paths"
	"branchline/backend/session"
	"branchline/backend/session/pi"
)

// Editor makes plans and applies them. It holds no session and can be used by
// several goroutines.
type Editor struct {
	// Env says where sessions and the trash lie.
	Env paths.Env
	// Now is the clock. EntryID and SessionID make ids; nil ones do as pi does.
	Now       func() time.Time
	EntryID   pi.IDGenerator
	SessionID pi.SessionIDGenerator
	// Wrote remembers what was written by it and by others that share it; nil ones do
	// not tell that from what an agent writes.
	Wrote *Wrote
}

// New is an Editor of the running system.
func New(env paths.Env) *Editor { return &Editor{Env: env, Now: time.Now} }

// writingFor is after how long a file counts as left alone: writing beside an agent is
// safe, but is said.
const writingFor = 10 * time.Second

// Apply does what a plan says, on the file as it is now. A file that has grown since
// is read on first, and the plan made anew for it: the same entry under the new
// leaf. Done.Says tells what was done.
func (e *Editor) Apply(ctx context.Context, p *Plan) (*Done, error) {
	if p.alone {
		return e.ApplyTo(nil, p)
	}
	src, err := Open(ctx, p.Path)
	if err != nil {
		return nil, explained(p.Act, p.Path, err)
	}
	for {
		done, err := e.ApplyTo(src, p)
		if errors.Is(err, ErrGrown) {
			if err = src.readOn(ctx); err == nil {
				err = ctx.Err()
			}
			if err == nil {
				continue
			}
		}
		return done, explained(p.Act, p.Path, joined(src, err))
	}
}

// ApplyTo is Apply on a session that is open already. It answers ErrGrown, and does
// nothing, when the file holds more than that: read on and apply again.
func (e *Editor) ApplyTo(src *Source, p *Plan) (*Done, error) {
	if p.alone {
		done, err := p.write(nil)
		return done, explained(p.Act, p.Path, err)
	}
	if err := src.File.Holds(p.seal); err != nil {
		return nil, explained(p.Act, p.Path, err)
	}
	info, err := src.File.Grown()
	if err != nil {
		return nil, explained(p.Act, p.Path, err)
	}
	if info.Size() != src.index().Size {
		return nil, ErrGrown
	}
	if p.size != src.index().Size {
		undoes := p.Undoes
		if p, err = p.renew(src); err != nil {
			return nil, err
		}
		p.Undoes = undoes
	}
	done, err := p.write(src)
	return done, explained(p.Act, p.Path, err)
}

// Undo plans to take back what was done, which is an act of its own: nothing is
// shortened. A Conflict means that somebody changed it since.
func (e *Editor) Undo(ctx context.Context, d *Done) (*Plan, error) {
	if d.alone {
		return e.UndoOf(nil, d)
	}
	src, err := Open(ctx, d.Path)
	if err != nil {
		return nil, explained(d.Act, d.Path, err)
	}
	p, err := e.UndoOf(src, d)
	return p, explained(d.Act, d.Path, joined(src, err))
}

// UndoOf is Undo on a session that is open already.
func (e *Editor) UndoOf(src *Source, d *Done) (*Plan, error) {
	if !d.CanUndo() {
		return nil, fail(d.Act, d.Path, Refused, "it cannot be taken back", "")
	}
	p, err := d.undo(src)
	if err != nil {
		return nil, err
	}
	p.Undoes = true
	return p, nil
}

// stamp is the id and the time that an entry keeps when its plan is made anew.
type stamp struct {
	id string
	at time.Time
}

// stamped is old, or a new one, with an id that is not taken.
func (e *Editor) stamped(src *Source, old *stamp) stamp {
	s := stamp{at: e.Now()}
	if old != nil {
		s = *old
	}
	if s.id == "" || src.taken(s.id) {
		s.id = pi.NewEntryID(e.EntryID, src.taken)
	}
	return s
}

// addition is what a plan that appends one entry is made of.
type addition struct {
	act      string
	parent   session.Pos
	line     func(pi.NewEntry) ([]byte, error)
	says     string
	agent    string
	back     string
	warnings []Warning
	done     string
	what     string
	undo     func(src *Source, added string) (*Plan, error)
	renew    func(*Source, *stamp) (*Plan, error)
}

// add plans to append an entry.
func (e *Editor) add(src *Source, old *stamp, a addition) (*Plan, error) {
	if err := endless(a.act, src, a.parent, OfferFork); err != nil {
		return nil, err
	}
	s := e.stamped(src, old)
	written, err := a.line(pi.NewEntry{ID: s.id, Parent: src.id(a.parent), At: s.at})
	if err != nil {
		return nil, explained(a.act, src.Path, err)
	}
	p := &Plan{
		Act: a.act, Path: src.Path, File: src.Path, Says: a.says, Agent: a.agent, Back: a.back,
		Moves: []string{}, Lines: []Line{line(written, "")}, LeftOut: []string{}, Warnings: append(e.beside(src), a.warnings...),
		seal: src.File.Seal(), size: src.index().Size,
	}
	if a.parent == src.index().Leaf {
		p.Warnings = append(p.Warnings, strayed(src.index(), a.parent)...)
	}
	if !pi.Opens(src.Session) {
		p.Agent = "Nothing: pi does not open this file as it is."
		p.Warnings = append(p.Warnings, Warning{Kind: WarnNotOpened, Text: "pi itself does not open this file, as its first line is no header to it. A fork of it is one that pi opens."})
	}
	p.renew = func(src *Source) (*Plan, error) { return a.renew(src, &s) }
	p.write = func(src *Source) (*Done, error) {
		before := e.byOthers(src)
		if err := src.File.Append(written); err != nil {
			return nil, err
		}
		e.Wrote.left(src.Path, src.index().Size, int64(len(written)+2), before) // and line ends
		d := &Done{Act: a.act, Path: src.Path, File: src.Path, Entry: s.id, Says: a.done, What: a.what, Undoes: p.Undoes}
		if a.parent == src.index().Leaf {
			d.Note = meanwhile(src, written)
		}
		if a.undo != nil {
			d.undo = func(src *Source) (*Plan, error) {
				if !src.taken(s.id) {
					return nil, fail(a.act, src.Path, Conflict, "what was written is not in the file any more, which was replaced or cut short since", "there is nothing left to take back")
				}
				return a.undo(src, s.id)
			}
		}
		return d, nil
	}
	return p, nil
}
