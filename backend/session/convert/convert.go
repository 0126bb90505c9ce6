package convert

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/pi"
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

// ready settles the options and checks what every conversion asks for.
func (o Options) ready(s session.Session, from string, leaf session.Pos, to Place) (Options, error) {
	x := s.Index()
	switch {
	case x.Header.Format != from:
		return o, fmt.Errorf("convert: %w", ErrSameFormat)
	case leaf < 0 || int(leaf) >= len(x.Entries):
		return o, errors.New("convert: the session has no entry to end at")
	case to.Path == "" && to.Dir == "":
		return o, errors.New("convert: no place for the new file is given")
	}
	if to.Path != "" {
		if _, err := os.Lstat(to.Path); err == nil { // known before anything is written
			return o, fmt.Errorf("create %s: %w", to.Path, fs.ErrExist)
		}
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

// record reads one record of the source.
func record(f *jsonl.File, span session.Span) (pi.Record, error) {
	b, err := f.Read(span)
	if err != nil {
		return pi.Record{}, err
	}
	return pi.NewRecord(b)
}

// halted answers the error of a context that has ended, now and then.
func halted(ctx context.Context, n int) error {
	if n%1000 != 0 {
		return nil
	}
	return ctx.Err()
}
