package runlog

import (
	"bytes"
	"encoding/json"
	"time"
)

// Record is one line of a log. Of the payloads exactly the one its kind names is
// set; a reset has none.
type Record struct {
	Kind Kind `json:"kind"`
	// At is when the record was written, in UTC: for a message the end of the
	// round it was said in. The zero time when a record that was read has none.
	At      time.Time `json:"at"`
	Meta    *Meta     `json:"meta,omitempty"`
	Message *Message  `json:"message,omitempty"`
	Event   *Event    `json:"event,omitempty"`
	Result  *Result   `json:"result,omitempty"`
}

// Meta is what a run says of itself when it begins. All but Backend and
// ResumedFrom are written even when they are empty.
type Meta struct {
	ID    string `json:"id"`    // names the run, and its log at the time it was made
	Task  string `json:"task"`  // the whole brief; since 0.13 with its numbered acceptance list and constraints
	Model string `json:"model"` // the model's name as it was sent
	// Provider is the name of the configured connection; until 0.10 that of the
	// implementation behind it.
	Provider string `json:"provider"`
	// Backend is the name of the connection until 0.10. No later version writes
	// it, and their readers pass over it.
	Backend     string `json:"backend,omitempty"`
	Driver      string `json:"driver"`                // the implementation behind the connection; since 0.11
	Workdir     string `json:"workdir"`               // where the tools worked
	ResumedFrom string `json:"resumedFrom,omitempty"` // Meta.ID of the run this one carries on
}

// UnmarshalJSON decodes a meta over what is there already. A Backend that is no
// text is passed over: readers since 0.11 do not look at it.
func (m *Meta) UnmarshalJSON(b []byte) error {
	type plain Meta
	var v struct {
		*plain
		Backend json.RawMessage `json:"backend"`
	}
	v.plain = (*plain)(m)
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	if bytes.HasPrefix(v.Backend, []byte(`"`)) {
		return json.Unmarshal(v.Backend, &m.Backend)
	}
	return nil
}

// Message is one piece of the conversation.
//
// Types are user (the opening, and what the engine puts in, which begins with
// "!NB:"), bot, reasoning (never sent back to a provider), activity (half of a
// tool call), checkpoint (the summary of a compaction, 0.8), attachment (the
// pictures of a turn's tools, 0.17), instructions (0.8), and in 0.7 backstory
// and context. A message of any other type is kept, and goes to the provider as
// the user's when the run is resumed.
type Message struct {
	Type     string    `json:"type"`
	Text     string    `json:"text"`
	Activity *Activity `json:"activity,omitempty"` // of an activity only
	Images   []Image   `json:"images,omitempty"`   // of an attachment only; 0.17
}

// Activity is one half of a tool call: its request, or its response, which says
// again what was asked. Halves belong together by ID, and where one has none by
// Name and Arguments; ids may come again. Either half may be missing after a
// compaction.
type Activity struct {
	Kind string `json:"kind"`           // request or response; "trigger" is tolerated
	ID   string `json:"id,omitempty"`   // the provider's id of the call, may be ""
	Name string `json:"name,omitempty"` // the tool
	// Arguments are the JSON the model wrote, exactly as it did; it may be none.
	Arguments string `json:"arguments,omitempty"`
	// Result is what the tool gave back: any value that encodes as JSON, nil for
	// nothing. One that was read is a json.RawMessage, so that numbers and the
	// order of members stay as they were written, or nil for null. (The agent's
	// own reader decodes it and rounds numbers beyond 2^53.)
	Result any `json:"result,omitempty"`
	// Failure is why the call could not run, and stands instead of Result. A
	// command that ran and failed is no failure: its output ends in [exit: ...].
	Failure string `json:"failure,omitempty"`
	// ReasoningItems and ReasoningDetails are what a provider wants back with the
	// first call of a turn; 0.15.
	ReasoningItems   []ReasoningItem `json:"reasoning_items,omitempty"`
	ReasoningDetails json.RawMessage `json:"reasoning_details,omitempty"` // opaque
}

// UnmarshalJSON decodes an activity over what is there already, as the
// standard library does, and leaves Result undecoded.
func (a *Activity) UnmarshalJSON(b []byte) error {
	type plain Activity
	var v struct {
		*plain
		Result json.RawMessage `json:"result"`
	}
	v.plain = (*plain)(a)
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	switch {
	case bytes.Equal(v.Result, []byte("null")):
		a.Result = nil
	case v.Result != nil:
		a.Result = v.Result
	}
	return nil
}

// ReasoningItem is one reasoning item of OpenAI's Responses API; 0.15.
type ReasoningItem struct {
	ID               string            `json:"id,omitempty"`
	Summary          []json.RawMessage `json:"summary,omitempty"`
	EncryptedContent string            `json:"encrypted_content,omitempty"`
}

// Event is something that happened. It carries no call id and no output: those
// are in the message records that are written at the end of the round.
//
// Kinds are iteration (a round begins), message (Text is a whole answer or
// thought), toolCallStart (Text is the arguments), toolCallEnd, toolCallError
// (Text is the error), retry, runaway, compact (0.8), usage (0.9; since 0.15
// Text is "input N output M", of the run so far) and notice (0.15).
type Event struct {
	Kind      string `json:"kind"`
	Tool      string `json:"tool,omitempty"`
	Text      string `json:"text,omitempty"`
	Iteration int    `json:"iteration,omitempty"` // the round's number, from 1; comes again after a retry
}

// Result is how a run ended. The counters are written even when they are 0.
//
// Reasons are settled and stop (code 0) and, all with code 1, failed (0.12),
// iterations, calls, time (0.8), continuations, cycle, empty, unsettled, aborted
// and error. Before 0.12 a declared failure is settled with code 0.
type Result struct {
	Reason  string `json:"reason"`
	Message string `json:"message,omitempty"` // the agent's own words, or the engine's
	// Error and Failure are what the provider said, since 0.15: of an aborted run
	// the last time it failed, however long before.
	Error         string   `json:"error,omitempty"`
	Failure       *Failure `json:"failure,omitempty"`
	Code          int      `json:"code"`
	Iterations    int      `json:"iterations"`    // rounds that got an answer
	Calls         int      `json:"calls"`         // tool calls, those included that could not run
	Continuations int      `json:"continuations"` // recoveries over the whole run
	Cycles        int      `json:"cycles"`        // repetitions in a row when the run ended
	Settles       int      `json:"settles"`       // times it was asked to record an outcome
}

// Failure is the answer of a provider that refused a request; 0.15.
type Failure struct {
	Status       int    `json:"status"`                  // of HTTP
	ResponseBody string `json:"response_body,omitempty"` // at most 64 KiB
	RequestBytes int    `json:"request_bytes,omitempty"` // size of the request's body
	// RequestBody holds the whole prompt. It is never written into the log: see
	// Recorder.RecordFailure.
	RequestBody string `json:"-"`
}
