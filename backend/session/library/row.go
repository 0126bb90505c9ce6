// Package library finds all sessions and run logs and says in one row each what
// they are, without opening any for the reader. Listing never writes to a
// session or its folder.
package library

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
	// CwdGone: the folder the session worked in is not on this machine.
	CwdGone bool `json:"cwdGone"`
}

// Skipped is a file that lies among the sessions and is none.
type Skipped struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}
