// Package library finds all sessions and run logs and says in one row each what
// they are, without opening any for the reader. Listing never writes to a
// session or its folder.
package library

import "branchline/backend/session"

// Row is one session of the list. Times are Unix milliseconds, 0 when unknown.
type Row struct {
	Path   string `json:"path"`
	Format string `json:"format"`
	ID     string `json:"id"`
	Cwd    string `json:"cwd"`
	// Name is the name given in the session, "" when there is none.
	Name string `json:"name"`
	// FirstMessage is the first prompt, verbatim, at most 16 KiB of it; for a run log its task.
	FirstMessage string `json:"firstMessage"`
	// Messages counts the message entries on all branches.
	Messages  int   `json:"messages"`
	CreatedMs int64 `json:"createdMs"`
	// ModifiedMs is the time of the last prompt or reply, not of the file.
	ModifiedMs int64 `json:"modifiedMs"`
	// Parent is the path of the session this one was made from, as the list
	// spells it where it is listed; "" when there is none.
	Parent string `json:"parent"`
	// MadeFrom is what the session itself names as that one: the path of a pi
	// session, the id of a run; "" when it names none.
	MadeFrom string `json:"madeFrom"`
	// Link is one of the Link constants, "" when nothing is odd about the link;
	// Candidates are the files that could be meant where it is ambiguous.
	Link       string   `json:"link"`
	Candidates []string `json:"candidates"`
	// ContinuedBy are the paths of the sessions made from this one.
	ContinuedBy []string `json:"continuedBy"`
	// Place is the session's place on its way from the first, from 1; Length how
	// many sessions the longest way over it has. A session alone is 1 of 1.
	Place  int `json:"place"`
	Length int `json:"length"`
	// Outcome is the state of the suggested leaf.
	Outcome string `json:"outcome"`
	// Problems counts the problems of the file.
	Problems int `json:"problems"`
	// CostUSD is the cost of the whole file, Branches the number of its ends
	// (labels and names are none), Errors its failed calls.
	CostUSD  float64 `json:"costUsd"`
	Branches int     `json:"branches"`
	Errors   int     `json:"errors"`
	// Title is Name, else the first line of FirstMessage, else the file name;
	// one line, control characters and line separators as single spaces.
	Title string `json:"title"`
	// Sample marks the sessions that come with the app.
	Sample bool `json:"sample"`
	// Bytes is the file's size.
	Bytes int64 `json:"bytes"`
	// Own is what was done in the session itself.
	Own Work `json:"own"`
	// Closing is the first line of the last words, "" when there are none.
	Closing string `json:"closing"`
	// CwdGone: the folder the session worked in is not on this machine.
	CwdGone bool `json:"cwdGone"`

	// task is equal for run logs with the same task, "" for all else.
	task string
}

// Work is what a session took by itself: a fork begins with copies of its
// parent's entries and a resumed run with its messages, which are not counted.
type Work struct {
	// Rounds are those of a run log, 0 for a pi session.
	Rounds int `json:"rounds"`
	Calls  int `json:"calls"`
	// InputTokens is all that was sent to the model, from its cache or not.
	InputTokens  float64 `json:"inputTokens"`
	OutputTokens float64 `json:"outputTokens"`
	CostUSD      float64 `json:"costUsd"`
	// DurationMs is from the first to the last record, EngagedMs without long gaps.
	DurationMs int64 `json:"durationMs"`
	EngagedMs  int64 `json:"engagedMs"`
}

func (w *Work) add(o Work) {
	w.Rounds += o.Rounds
	w.Calls += o.Calls
	w.InputTokens += o.InputTokens
	w.OutputTokens += o.OutputTokens
	w.CostUSD += o.CostUSD
	w.DurationMs += o.DurationMs
	w.EngagedMs += o.EngagedMs
}

// FinishedWell tells whether the session came to the end it was begun for.
func (r *Row) FinishedWell() bool { return r.Outcome == string(session.Finished) }

// Skipped is a file that lies among the sessions and is none.
type Skipped struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}
