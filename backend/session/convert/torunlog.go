package convert

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

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
	o, err := o.ready(s, "pi", leaf)
	if err = errors.Join(err, to.free()); err != nil {
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
	l := newLogMaker(ctx, s, f, leaf, path, o)
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
	// replied is the last reply, words what it said last, as the model was sent it.
	replied session.Pos
	words   string
	// rounds and calls that were written, and what their tokens add up to.
	rounds, calls int
	in, out       float64
	pieces        int // that were read
	halved        map[session.Pos]bool
}

func newLogMaker(ctx context.Context, s session.Session, f *jsonl.File, leaf session.Pos, path string, o Options) *logMaker {
	l := &logMaker{
		ctx: ctx, s: s, x: s.Index(), leaf: leaf, o: o, blobs: blobsOf(path),
		id: strings.TrimSuffix(filepath.Base(path), ".jsonl"), skip: session.None, replied: session.None, halved: map[session.Pos]bool{},
	}
	l.read = func(p session.Pos) (pi.Record, error) {
		b, err := f.Read(l.x.At(p).Span)
		if err != nil {
			return pi.Record{}, err
		}
		if halved(b) {
			l.halved[p] = true
		}
		return pi.NewRecord(b)
	}
	return l
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
