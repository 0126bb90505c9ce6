package runlog

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"branchline/backend/session/jsonl"
)

// attempts bounds the runs of one second.
const attempts = 100

// NewID is the id of a run that begins at t: the second in UTC, as in
// "20260304-235958".
func NewID(t time.Time) string { return t.UTC().Format("20060102-150405") }

// Create begins the log <dir>/<id>.jsonl, whose first record is meta with this
// id, whatever meta.ID says. The folder is made when it is missing (mode 0700,
// the log 0600). A log of this name answers an error that wraps fs.ErrExist and
// stays as it is; the new one is there with its meta record or not at all.
//
// An id has to be a plain file name: empty, dots alone, separators and control
// characters are refused. (The agent's own lets "../x" out of the folder.)
func Create(dir, id string, meta Meta) (*Writer, error) {
	if !plainName(id) {
		return nil, fmt.Errorf("session: %q is no id of a run", id)
	}
	path := filepath.Join(dir, id+extension)
	if _, err := os.Lstat(path); err == nil { // known before anything is written
		return nil, fmt.Errorf("session: create %s: %w", path, fs.ErrExist)
	}
	w := &Writer{id: id, path: path, now: time.Now}
	meta.ID = id
	line, err := encode(Record{Kind: KindMeta, At: w.now(), Meta: &meta})
	if err != nil {
		return nil, err
	}
	if err := jsonl.Create(path, append(line, '\n')); err != nil {
		return nil, fmt.Errorf("session: %w", err)
	}
	if w.file, err = jsonl.Open(path); err != nil {
		return nil, fmt.Errorf("session: %w", err)
	}
	// Nothing that was there is asked for again: whatever became of it, what comes
	// is written behind it.
	if err := w.file.Mark(0); err != nil {
		return nil, errors.Join(err, w.file.Close())
	}
	return w, nil
}

// plainName tells whether a log of this id is a file of the folder it is made in.
func plainName(id string) bool {
	return id != "" && id != "." && id != ".." &&
		!strings.ContainsFunc(id, func(r rune) bool { return r < ' ' || r == 0x7f || r == '/' || r == '\\' })
}

// Start is Create with the id of the time now and, when another run has it,
// with "-2" to "-100" behind it. Other errors than a taken name end the search.
func Start(dir string, now time.Time, meta Meta) (*Writer, error) {
	id := NewID(now)
	w, err := Create(dir, id, meta)
	for n := 2; n <= attempts && errors.Is(err, fs.ErrExist); n++ {
		w, err = Create(dir, fmt.Sprintf("%s-%d", id, n), meta)
	}
	return w, err
}

// Resume begins the log of a run that carries on another, as the agent does: a
// new log with the old one's task, ResumedFrom naming the old run, and all of
// its conversation written again, with new times and with those pictures that
// can still be read. A log is thus whole by itself, and the old one, which may
// have any end or none, is not touched. Of meta the other members count.
//
// What is left to the caller is to write one user message, the kickoff, before
// the first event: readers take it for the end of what was carried over. To the
// provider go neither responses without their request nor requests without
// their response.
//
// An error after the log was made is answered together with the writer, which
// may be used all the same.
func Resume(dir string, now time.Time, old *Session, meta Meta) (*Writer, error) {
	if old == nil {
		return nil, errors.New("session: there is no run to carry on")
	}
	meta.Task, meta.ResumedFrom = old.Meta.Task, old.Meta.ID
	w, err := Start(dir, now, meta)
	if err != nil {
		return nil, err
	}
	r := NewRecorder(w)
	var failed error
	for _, m := range old.AgentMessages() {
		failed = errors.Join(failed, r.RecordMessage(m))
	}
	return w, failed
}
