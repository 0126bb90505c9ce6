package convert

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// Place says where the new file goes. It must not exist.
type Place struct {
	// Path is the file to make. A run log is named by its file: Path should end in
	// .jsonl, and what is before that is the run's id.
	Path string
	// Dir is the folder to make it in, under a name as the agent gives it, when Path
	// is "".
	Dir string
}

// Options are what a conversion would otherwise take from the world. Members that
// are nil ask the clock, or make random ids as pi does.
type Options struct {
	Now func() time.Time
	// EntryID makes the ids of a pi session's entries. One that is taken is asked for
	// again.
	EntryID func() string
	// SessionID makes the id of a pi session; see pi.AssertValidSessionID.
	SessionID func(now time.Time) string
	// Source is the path a pi session names as the one it was made from; "" is where
	// the source lies.
	Source string
}

// Made is a file that was made.
type Made struct {
	// Path is the new file, ID the id of the session or run in it.
	Path, ID string
	Report   Report
}

// ErrSameFormat is answered for a session that is of the wanted format already.
var ErrSameFormat = errors.New("the session is of that format already")

// pictures is what a session answers whose pictures can be read.
type pictures interface {
	Image(p session.Pos, n int) (mime string, data []byte, err error)
}

// Preview says what a conversion to the other format would carry over and what it
// would leave. It reads all that the conversion would, and writes nothing.
func Preview(ctx context.Context, s session.Session, f *jsonl.File, leaf session.Pos, o Options) (Report, error) {
	from := s.Index().Header.Format
	o, err := o.ready(s, from, leaf)
	if err != nil {
		return Report{}, err
	}
	if from == "pi" {
		l := newLogMaker(ctx, s, f, leaf, "", o)
		l.lines.w, l.blobs.dry = io.Discard, true
		err = l.log()
		return l.report(logSorts), err
	}
	m := newPiMaker(ctx, s, f, leaf, o)
	m.w = io.Discard
	err = m.session(o.Now().UnixMilli())
	return m.report(piSorts), err
}

// free checks a place before anything is read or written.
func (to Place) free() error {
	if to.Path == "" && to.Dir == "" {
		return errors.New("convert: no place for the new file is given")
	}
	if to.Path == "" {
		return nil
	}
	if _, err := os.Lstat(to.Path); err == nil {
		return fmt.Errorf("create %s: %w", to.Path, fs.ErrExist)
	}
	return nil
}

// ready settles the options and checks what every conversion asks for.
func (o Options) ready(s session.Session, from string, leaf session.Pos) (Options, error) {
	x := s.Index()
	switch {
	case x.Header.Format != from:
		return o, fmt.Errorf("convert: %w", ErrSameFormat)
	case leaf < 0 || int(leaf) >= len(x.Entries):
		return o, errors.New("convert: the session has no entry to end at")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.EntryID == nil {
		o.EntryID = randomID
	}
	return o, nil
}

func randomID() string {
	var b [4]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// halted answers the error of a context that has ended, now and then.
func halted(ctx context.Context, n int) error {
	if n%1000 != 0 {
		return nil
	}
	return ctx.Err()
}
