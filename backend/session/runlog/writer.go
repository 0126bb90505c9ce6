package runlog

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"
	"unicode/utf8"

	"branchline/backend/session/jsonl"
)

// ErrClosed is answered by a writer after Close or Result.
var ErrClosed = errors.New("session: log is closed")

// ErrTooLong is answered for a record that makes a line of 16 MiB or more. The
// agent could neither list nor resume a log with such a line, so it is not
// written. (The agent's own writer does write it.) A Recorder shortens instead.
var ErrTooLong = errors.New("session: the record is too long")

var maxLine = limit // less in tests

// Writer writes the log of one run. Each call writes one record as a whole line
// with one write and has it on the disk before it returns. A call that failed
// takes nothing from later ones: neither a value that cannot be encoded nor a
// full disk, after which the next record begins on a line of its own. (The
// agent's own writer answers the same error for ever after a failed write.)
//
// Records go to the end of the file as it is. One that something else shortened
// is carried on there; the agent's writer would leave a hole of zero bytes. When
// the path names another file or none, records answer an error that wraps
// jsonl.ErrStale and are written nowhere.
//
// A Writer is safe for concurrent use, and the times of its records follow the
// order of their lines as long as the clock does.
type Writer struct {
	id, path string
	now      func() time.Time

	mu   sync.Mutex
	file *jsonl.File // nil once it is closed
}

// ID is the run's id.
func (w *Writer) ID() string { return w.id }

// Path is the log's file.
func (w *Writer) Path() string { return w.path }

// Message writes one piece of the conversation. Of pictures only their
// description is written; see StoreImage.
func (w *Writer) Message(m Message) error { return w.write(Record{Kind: KindMessage, Message: &m}) }

// Event writes what happened.
func (w *Writer) Event(e Event) error { return w.write(Record{Kind: KindEvent, Event: &e}) }

// Reset empties the conversation. All of it has to be written again behind it.
func (w *Writer) Reset() error { return w.write(Record{Kind: KindReset}) }

// Result writes how the run ended and closes the log, both at once: of several
// calls one is written, and nothing stands behind it. When it cannot be written
// the log stays open, to try again.
func (w *Writer) Result(v Result) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.put(Record{Kind: KindResult, Result: &v}); err != nil {
		return err
	}
	return w.end()
}

// Close closes the log. A log that is closed without a result is that of a run
// that was interrupted. To close twice is no error.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.end()
}

// end is Close under the lock.
func (w *Writer) end() error {
	if w.file == nil {
		return nil
	}
	file := w.file
	w.file = nil
	return file.Close()
}

func (w *Writer) write(r Record) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.put(r)
}

// put is write under the lock.
func (w *Writer) put(r Record) error {
	if w.file == nil {
		return ErrClosed
	}
	r.At = w.now()
	line, err := encode(r)
	if err != nil {
		return err
	}
	return w.file.Append(line)
}

// encode makes a record's line, without its end: as encoding/json writes it,
// that is with < > & and the line separators of Unicode escaped.
func encode(r Record) ([]byte, error) {
	r.At = r.At.UTC()
	line, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("session: encode %s: %w", r.Kind, err)
	}
	line = wellFormed(line)
	if len(line)+1 > maxLine {
		return nil, fmt.Errorf("%w: a %s of %d bytes", ErrTooLong, r.Kind, len(line))
	}
	return line, nil
}

// wellFormed escapes what is no UTF-8 as U+FFFD. encoding/json does that itself
// but in JSON that it is handed raw.
func wellFormed(line []byte) []byte {
	if utf8.Valid(line) {
		return line
	}
	out := make([]byte, 0, len(line)+16)
	for len(line) > 0 {
		r, n := utf8.DecodeRune(line)
		if r == utf8.RuneError && n == 1 {
			out = append(out, `\ufffd`...)
		} else {
			out = append(out, line[:n]...)
		}
		line = line[n:]
	}
	return out
}
