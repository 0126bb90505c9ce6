package convert

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/pi"
	"branchline/backend/session/runlog"
)

// attempts bounds the runs of one second.
const attempts = 100

// ToRunLog makes a run log of the branch of a pi session that ends at leaf; f is
// the session's file. Log and pictures are there whole or not at all. A taken
// name answers an error that wraps fs.ErrExist, but in a Place with a folder only,
// where the next free id of that second is taken.
func ToRunLog(ctx context.Context, s session.Session, f *jsonl.File, leaf session.Pos, to Place, o Options) (Made, error) {
	o, err := o.ready(s, "pi", leaf, to)
	if err != nil {
		return Made{}, err
	}
	if to.Path != "" {
		return toRunLog(ctx, s, f, leaf, to.Path, o)
	}
	id := runlog.NewID(o.Now())
	for n := 1; n <= attempts; n++ {
		path := filepath.Join(to.Dir, id+".jsonl")
		if n > 1 {
			path = filepath.Join(to.Dir, fmt.Sprintf("%s-%d.jsonl", id, n))
		}
		if _, err = os.Lstat(path); err == nil {
			err = fmt.Errorf("create %s: %w", path, fs.ErrExist)
			continue
		}
		var made Made
		if made, err = toRunLog(ctx, s, f, leaf, path, o); !errors.Is(err, fs.ErrExist) {
			return made, err
		}
	}
	return Made{}, err
}

func toRunLog(ctx context.Context, s session.Session, f *jsonl.File, leaf session.Pos, path string, o Options) (Made, error) {
	l := &logMaker{
		ctx: ctx, s: s, x: s.Index(), leaf: leaf, o: o, blobs: blobsOf(path),
		id: strings.TrimSuffix(filepath.Base(path), ".jsonl"), skip: session.None,
	}
	l.read = func(p session.Pos) (pi.Record, error) { return record(f, l.x.At(p).Span) }
	err := jsonl.CreateFrom(path, func(w io.Writer) error {
		l.lines.w = w
		return l.log()
	})
	if err != nil {
		return Made{}, fmt.Errorf("convert to a run log: %w", errors.Join(err, l.blobs.undo()))
	}
	return Made{Path: path, ID: l.id, Report: l.report(logSorts)}, nil
}

// logMaker makes a run log of a branch, one entry read after the other.
type logMaker struct {
	ctx   context.Context
	s     session.Session
	x     *session.Index
	read  func(session.Pos) (pi.Record, error)
	leaf  session.Pos
	o     Options
	id    string
	blobs *blobs
	lines
	tally

	path []session.Pos
	// place of an entry of the path, from 1.
	place map[session.Pos]int
	end   session.End
	// result is the one a run log had before it was converted to this session, skip the
	// reply that was made of it.
	result *runlog.Result
	skip   session.Pos
	// unended: the run log had none.
	unended bool
	task    string

	// turn is the reply whose results are being read, nil between replies.
	turn *turn
	// copied: what is written was written before, and is written again behind a reset
	// of this time.
	copied   bool
	copiedMs int64
	lastMs   int64
	// rounds and calls that were written, and what their tokens add up to.
	rounds, calls int
	in, out       float64
	pieces        int // that were read
}

// log writes all of it.
func (l *logMaker) log() error {
	l.path = l.x.Branch(l.leaf)
	l.place = make(map[session.Pos]int, len(l.path))
	for i, p := range l.path {
		l.place[p] = i + 1
	}
	now := l.o.Now().UnixMilli()
	l.end = l.s.End(l.leaf, now)
	l.lastMs = l.began(now)
	err := l.ended()
	if err == nil {
		err = l.meta()
	}
	if err == nil {
		err = l.segments()
	}
	if err == nil {
		err = l.finish()
	}
	l.account()
	return err
}

// began is when the branch began, in Unix milliseconds.
func (l *logMaker) began(now int64) int64 {
	first := l.x.Header.CreatedMs
	for _, p := range l.path {
		if ms := l.x.At(p).AtMs; ms != 0 {
			if first == 0 || ms < first {
				first = ms
			}
			break
		}
	}
	if first == 0 {
		return now
	}
	return first
}

// meta writes who ran, and what for.
func (l *logMaker) meta() error {
	m := runlog.Meta{ID: l.id, Workdir: l.x.Header.Cwd}
	if in, ok := l.s.(interface {
		Settings(session.Pos) (session.Settings, error)
	}); ok {
		settings, err := in.Settings(l.leaf)
		if err != nil {
			return err
		}
		m.Provider, m.Model = settings.Provider, settings.Model
	}
	for i := len(l.path) - 1; i >= 0; i-- {
		if l.x.At(l.path[i]).Role == session.RoleAssistant {
			r, err := l.read(l.path[i])
			if err != nil {
				return err
			}
			value, _ := r.Get("message")
			m.Driver = members(value).text("api")
			break
		}
	}
	task, prompt, err := l.findTask()
	if err != nil {
		return err
	}
	from := &origin{Entry: l.x.Key(l.leaf)}
	if prompt {
		from.Role = taskIsPrompt
	}
	l.task, m.Task = task, task
	return l.write(runlog.Record{Kind: runlog.KindMeta, Meta: &m}, l.lastMs, from)
}

// taskIsPrompt is the origin's role of a log whose task is part of the conversation.
const taskIsPrompt = "prompt"

// findTask finds the task of the run log the session was made of, else the first
// prompt.
func (l *logMaker) findTask() (task string, isPrompt bool, err error) {
	for _, p := range l.path {
		e := l.x.At(p)
		prompt := e.Role == session.RoleUser && e.Has(session.HasText)
		if !prompt && e.Kind != session.KindCustomMessage {
			continue
		}
		m, err := messageOf(l.read, e, session.Piece{Entry: p, Edit: session.None})
		if err != nil {
			return "", false, err
		}
		if prompt || m.text("customType") == customTask {
			return said(m.blocks), prompt, nil
		}
	}
	return "", true, nil
}

// ended looks for the result of a run log this session was made of.
func (l *logMaker) ended() error {
	reply := session.None
	for i := len(l.path) - 1; i >= 0; i-- {
		p := l.path[i]
		e := l.x.At(p)
		switch {
		case e.Kind == session.KindCustom:
			r, err := l.read(p)
			if err != nil {
				return err
			}
			if r.Text("customType") != customResult {
				continue
			}
			value, _ := r.Get("data")
			return l.restore(members(value), reply)
		case e.Role == session.RoleAssistant && reply == session.None:
			reply = p
		case !e.Kind.Meta():
			return nil
		}
	}
	return nil
}

// restore takes the result a session keeps of a run log, with the reply behind it,
// None for none. It counts only where the reply is what would be made of it.
func (l *logMaker) restore(data object, reply session.Pos) error {
	l.unended = string(data["result"]) == "null" && reply == session.None
	result := resultOf(data["result"])
	if result == nil || data.is("reply") != (reply != session.None) {
		return nil
	}
	if reply != session.None {
		m, err := messageOf(l.read, l.x.At(reply), session.Piece{Entry: reply, Edit: session.None})
		if err != nil {
			return err
		}
		_, text, _ := loosely(data["result"]).ending()
		other := slices.ContainsFunc(m.blocks, func(b block) bool { return b.kind != "text" })
		if other || text != said(m.blocks) {
			return nil
		}
	}
	l.result, l.skip = result, reply
	return nil
}

// pastCuts bounds the compactions that are told as the log's past, the last ones.
const pastCuts = 200

// segments writes the conversation, cut at each compaction.
func (l *logMaker) segments() error {
	var cuts []int // places of compactions in the path
	for i, p := range l.path {
		if l.x.At(p).Kind == session.KindCompaction {
			cuts = append(cuts, i)
		}
	}
	if n := len(cuts) - pastCuts; n > 0 {
		l.leave(sortOldCuts, n)
		cuts = cuts[n:]
	}
	budget := 10_000 + 2*len(l.path) // of messages that are written again
	begun := false
	for n := range len(cuts) + 1 {
		to, last := len(l.path), n == len(cuts)
		if !last {
			to = cuts[n]
		}
		if to == 0 {
			continue // a compaction begins the branch
		}
		pieces := l.s.Context(l.path[to-1])
		at := cutAt(cuts, n)
		if begun {
			if err := l.reset(l.path[at]); err != nil {
				return err
			}
		}
		most := budget
		if last {
			most = len(pieces)
		}
		copies, err := l.conversation(pieces, at, most)
		if err != nil {
			return err
		}
		begun, budget = true, max(budget-copies, 0)
	}
	return nil
}

// cutAt is the place of the compaction that begins the n-th segment, -1 for none.
func cutAt(cuts []int, n int) int {
	if n == 0 {
		return -1
	}
	return cuts[n-1]
}

// reset begins the conversation anew at a compaction.
func (l *logMaker) reset(compaction session.Pos) error {
	ms := l.time(compaction)
	if err := l.write(runlog.Record{Kind: runlog.KindEvent, Event: &runlog.Event{Kind: "compact", Text: "compacted earlier messages into a checkpoint"}}, ms, &origin{Entry: l.x.Key(compaction)}); err != nil {
		return err
	}
	l.carry(sortCompactions, 1)
	return l.write(runlog.Record{Kind: runlog.KindReset}, ms, nil)
}

// conversation writes pieces, those from before the compaction in the given place as
// copies, and answers how many these were. No more than most are copied.
func (l *logMaker) conversation(pieces []session.Piece, compaction, most int) (copies int, err error) {
	if compaction >= 0 {
		l.copiedMs = l.time(l.path[compaction])
	}
	for i, piece := range pieces {
		if err := halted(l.ctx, l.pieces); err != nil {
			return copies, err
		}
		l.pieces++
		l.copied = compaction >= 0 && l.place[piece.Entry]-1 <= compaction
		if l.copied && i > 0 {
			if copies++; copies > most {
				l.leave(sortCopies, 1)
				continue
			}
		}
		if piece.Entry == l.skip {
			continue
		}
		m, err := messageOf(l.read, l.x.At(piece.Entry), piece)
		if err == nil {
			err = l.message(m, piece)
		}
		if err != nil {
			return copies, err
		}
	}
	err = l.closeTurn()
	l.copied = false
	return copies, err
}

// time is an entry's time in Unix milliseconds; without one the last that was known.
func (l *logMaker) time(p session.Pos) int64 {
	if ms := l.x.At(p).AtMs; ms != 0 {
		l.lastMs = ms
	} else if !l.copied {
		l.leave(sortNoTime, 1)
	}
	return l.lastMs
}

// at is the time to write for an entry.
func (l *logMaker) at(p session.Pos) int64 {
	if l.copied {
		return l.copiedMs
	}
	return l.time(p)
}

// put writes one message of the conversation.
func (l *logMaker) put(m runlog.Message, ms int64, from *origin) error {
	return l.write(runlog.Record{Kind: runlog.KindMessage, Message: &m}, ms, from)
}

func (l *logMaker) event(e runlog.Event, ms int64) error {
	return l.write(runlog.Record{Kind: runlog.KindEvent, Event: &e}, ms, nil)
}

// count carries one of a sort, unless it is a copy.
func (l *logMaker) count(s sort) {
	if !l.copied {
		l.carry(s, 1)
	}
}

// miss leaves one of a sort, unless it is a copy.
func (l *logMaker) miss(s sort, n int) {
	if !l.copied {
		l.leave(s, n)
	}
}

// finish writes how it ended.
func (l *logMaker) finish() error {
	v := l.result
	if v == nil {
		if v = l.outcome(); v == nil || l.unended {
			return nil
		}
	}
	l.carry(sortResult, 1)
	return l.write(runlog.Record{Kind: runlog.KindResult, Result: v}, l.lastMs, nil)
}

// outcome is how the branch ended in the words of the log, nil when it did not.
func (l *logMaker) outcome() *runlog.Result {
	v := &runlog.Result{Iterations: l.rounds, Calls: l.calls, Code: 1}
	switch l.end.State {
	case session.Finished:
		v.Reason, v.Message, v.Code = "stop", l.end.Message, 0
	case session.Limit:
		v.Reason, v.Message = "continuations", "the answer was cut off at the output limit"
	case session.Cancelled:
		v.Reason, v.Message, v.Error = "aborted", "run cancelled", l.end.Error
	case session.ErrorState:
		v.Reason, v.Message, v.Error = "error", "the provider failed", l.end.Error
		if l.end.Status > 0 {
			v.Failure = &runlog.Failure{Status: l.end.Status}
		}
	default:
		return nil
	}
	return v
}

// stamp is when a message says it began, where that can be.
func stamp(m message, entry int64) int64 {
	if ms := int64(m.number("timestamp")); ms > 0 && ms <= entry && entry-ms < int64(24*time.Hour/time.Millisecond) {
		return ms
	}
	return entry
}
