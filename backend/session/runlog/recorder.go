package runlog

import (
	"encoding/json"
	"errors"
	"slices"
)

// Recorder is what an engine calls while it runs. Without a log, that is a nil
// Recorder or one over a nil Writer, every method does nothing and answers nil,
// so that logging can be left out without asking. Nor should an error of it end
// a run.
type Recorder struct {
	w *Writer
	// KeepFailures makes RecordFailure and RecordResult keep refused requests.
	// Developer builds of the agent do; its releases do not, since they hold the
	// whole prompt.
	KeepFailures bool
}

// NewRecorder records to w, which may be nil.
func NewRecorder(w *Writer) *Recorder { return &Recorder{w: w} }

// off tells that nothing is recorded.
func (r *Recorder) off() bool { return r == nil || r.w == nil }

// RecordEvent records an event, unless it is one of the narration token by
// token (token, reasoningToken), which a log never holds.
func (r *Recorder) RecordEvent(kind, tool, text string, iteration int) error {
	if r.off() || kind == "token" || kind == "reasoningToken" {
		return nil
	}
	e := Event{Kind: kind, Tool: tool, Text: text, Iteration: iteration}
	err := r.w.Event(e)
	if errors.Is(err, ErrTooLong) {
		err = r.w.Event(e.shortened())
	}
	return err
}

// RecordMessage records a message and stores its pictures. A picture that cannot
// be stored is recorded without its bytes, and its error answered. A message too
// long for a line is recorded with its texts cut to 1 MiB each and the mark
// "[truncated: N bytes total]" behind them, its inline pictures stored too, and
// without what only a provider can read when that is longer.
func (r *Recorder) RecordMessage(m Message) error {
	if r.off() {
		return nil
	}
	var failed error
	m.Images = slices.Clone(m.Images)
	for i := range m.Images {
		stored, err := r.w.StoreImage(m.Images[i])
		stored.Bytes = nil
		m.Images[i] = stored
		failed = errors.Join(failed, err)
	}
	err := r.w.Message(m)
	if errors.Is(err, ErrTooLong) {
		for i := range m.Images {
			stored, err := r.w.outOfLine(m.Images[i])
			m.Images[i] = stored
			failed = errors.Join(failed, err)
		}
		err = r.w.Message(m.shortened())
	}
	return errors.Join(failed, err)
}

// RecordReset records that the conversation is written again from here.
func (r *Recorder) RecordReset() error {
	if r.off() {
		return nil
	}
	return r.w.Reset()
}

// RecordResult records how the run ended, and the failure of a provider that
// ended it as RecordFailure does, and closes the log.
func (r *Recorder) RecordResult(v Result) error {
	if r.off() {
		return nil
	}
	failed := r.RecordFailure(v.Failure)
	err := r.w.Result(v)
	if errors.Is(err, ErrTooLong) {
		err = r.w.Result(v.shortened())
	}
	return errors.Join(failed, err)
}

// RecordFailure writes what a provider refused, with the request and the answer,
// to <id>.failure.json beside the log (mode 0600, bodies cut at 1 MiB), over the
// one before, when KeepFailures is set and there is a body. The log says nothing
// of it. Links are not followed.
func (r *Recorder) RecordFailure(f *Failure) error {
	if r.off() || !r.KeepFailures || f == nil || f.RequestBody == "" && f.ResponseBody == "" {
		return nil
	}
	b, err := json.MarshalIndent(struct {
		Status       int    `json:"status"`
		RequestBytes int    `json:"request_bytes"`
		RequestBody  string `json:"request_body"`
		ResponseBody string `json:"response_body"`
	}{f.Status, f.RequestBytes, cut(f.RequestBody), cut(f.ResponseBody)}, "", "  ")
	if err != nil {
		return err
	}
	return r.w.putBeside(r.w.id+".failure.json", b)
}
