package convert

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/pi"
)

// stampLayout is how pi writes times.
const stampLayout = "2006-01-02T15:04:05.000Z"

func stampOf(ms int64) string { return time.UnixMilli(ms).UTC().Format(stampLayout) }

// ToPi makes a pi session of a run log up to leaf; f is the log's file. The session
// is there whole or not at all. A taken name answers an error that wraps
// fs.ErrExist.
func ToPi(ctx context.Context, s session.Session, f *jsonl.File, leaf session.Pos, to Place, o Options) (Made, error) {
	o, err := o.ready(s, "runlog", leaf)
	if err = errors.Join(err, to.free()); err != nil {
		return Made{}, err
	}
	now := o.Now()
	id, err := o.sessionID(now)
	if err != nil {
		return Made{}, err
	}
	path := to.Path
	if path == "" {
		path = filepath.Join(to.Dir, pi.FileName(id, now))
		if err := (Place{Path: path}).free(); err != nil {
			return Made{}, err
		}
	}
	source, err := filepath.Abs(cmp.Or(o.Source, f.Path()))
	if err != nil {
		return Made{}, err
	}
	m := newPiMaker(ctx, s, f, leaf, o)
	err = jsonl.CreateFrom(path, func(w io.Writer) error {
		m.w = w
		head := header{"session", pi.CurrentVersion, id, stampOf(now.UnixMilli()), m.x.Header.Cwd, source}
		return errors.Join(m.put(head), m.session(now.UnixMilli()))
	})
	if err != nil {
		return Made{}, fmt.Errorf("convert to a pi session: %w", err)
	}
	return Made{Path: path, ID: id, Report: m.report(piSorts)}, nil
}

// sessionID makes the id of a session that is made now.
func (o Options) sessionID(now time.Time) (string, error) {
	if o.SessionID != nil {
		id := o.SessionID(now)
		return id, pi.AssertValidSessionID(id)
	}
	m, err := pi.InMemory("", nil) // which makes one as pi does
	if err != nil {
		return "", err
	}
	return m.GetSessionID(), m.Close()
}

// piMaker makes a pi session of a run log, one round after the other.
type piMaker struct {
	ctx  context.Context
	s    session.Session
	x    *session.Index
	f    *jsonl.File
	leaf session.Pos
	entries
	tally

	round round
	// group is what may still belong together: a reply with its results, or a prompt
	// with its pictures.
	group group
	// open are the calls without a result since the last reset, by id.
	open map[string]string
	// fresh: nothing was said since the last reset, or since the beginning.
	fresh bool
	// spoken: something was said before.
	spoken bool
	// leading: nothing but summaries and system text was said since; compacted: one of
	// them was a summary; tasked: the task was.
	leading, compacted, tasked bool
	// shortened: a summary stands behind the system text that the conversation begins with.
	shortened bool
	// system is the system text that stands before the first checkpoint.
	system string
	task   string
	lastMs int64
	spent  spent
	// ended is the last reply, nil when it waits for something.
	ended *ending
	// provisional are events whose message was never written.
	provisional map[session.Pos]bool
}

func newPiMaker(ctx context.Context, s session.Session, f *jsonl.File, leaf session.Pos, o Options) *piMaker {
	m := &piMaker{ctx: ctx, s: s, x: s.Index(), f: f, leaf: leaf}
	m.nextID, m.taken = o.EntryID, map[string]bool{}
	return m
}

// session writes all of it.
func (m *piMaker) session(now int64) error {
	h := &m.x.Header
	m.lastMs, m.fresh, m.open = h.CreatedMs, true, map[string]string{}
	if !m.promptIsTask() {
		m.task = h.Task
	}
	for p := session.Pos(0); m.lastMs == 0 && p <= m.leaf; p++ {
		m.lastMs = m.x.At(p).AtMs
	}
	if m.lastMs == 0 {
		m.lastMs = now
	}
	m.provisional = map[session.Pos]bool{}
	for _, it := range m.s.Items(m.leaf) {
		if it.Provisional && it.Entry != session.None {
			m.provisional[it.Entry] = true
			if it.Answer != session.None {
				m.provisional[it.Answer] = true
			}
		}
	}
	err := m.begin()
	for p := session.Pos(0); err == nil && p <= m.leaf; {
		if err = halted(m.ctx, int(p)); err == nil {
			p, err = m.next(p)
		}
	}
	if err == nil {
		err = m.finish()
	}
	m.account()
	return err
}

// next takes the entry at p, with all messages that stand behind it without anything
// between, and answers where it goes on.
func (m *piMaker) next(p session.Pos) (session.Pos, error) {
	e := m.x.At(p)
	if e.Parent == session.None && p > 0 {
		if err := m.reset(); err != nil {
			return p, err
		}
	}
	if !spoken(e) {
		return p + 1, m.happened(p)
	}
	to := p + 1
	for to <= m.leaf && spoken(m.x.At(to)) && m.x.At(to).Parent != session.None {
		to++
	}
	return to, m.burst(p, to)
}

// spoken tells whether an entry is a message; the summary of a compaction is one.
func spoken(e *session.Entry) bool {
	return (e.Kind == session.KindMessage || e.Kind == session.KindCompaction) && !e.Has(session.Unreadable)
}

// reset begins the conversation anew.
func (m *piMaker) reset() error {
	if err := m.flush(); err != nil {
		return err
	}
	clear(m.open)
	m.spoken, m.fresh = m.spoken || !m.fresh, true
	m.leading, m.compacted, m.shortened, m.system = false, false, false, ""
	return nil
}

// burst takes messages that were written together.
func (m *piMaker) burst(from, to session.Pos) error {
	requests := 0
	for p := from; p < to; p++ {
		e := m.x.At(p)
		for _, part := range m.x.PartsOf(p) {
			if part.Kind == session.PartCall && !e.Has(session.Repeated) {
				requests++
			}
		}
	}
	m.round.known = m.round.begun && requests == m.round.calls()
	for p := from; p < to; p++ {
		said, err := m.read(p)
		if err == nil {
			err = m.say(said)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// at is an entry's time in Unix milliseconds; without one the latest that was known.
func (m *piMaker) at(p session.Pos) int64 {
	e := m.x.At(p)
	if e.AtMs != 0 {
		m.lastMs = max(m.lastMs, e.AtMs)
		return e.AtMs
	}
	if e.Flags&(session.Inherited|session.Repeated) == 0 {
		m.leave(sortNoTime, 1)
	}
	return m.lastMs
}

// got carries one of a sort, unless it is a copy behind a reset.
func (m *piMaker) got(h *heard, s sort) {
	if !m.x.At(h.p).Has(session.Repeated) {
		m.carry(s, 1)
	}
}
