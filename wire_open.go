package main

import "branchline/backend/session"

// SessionAnswer describes an open session.
type SessionAnswer struct {
	// Session is the handle the other calls take.
	Session  string `json:"session"`
	Revision int    `json:"revision"`
	// Handle opens the session again once it was closed.
	Handle string `json:"handle"`
	// FileName and Path are shown, never sent back.
	FileName string `json:"fileName"`
	Path     string `json:"path"`
	Title    string `json:"title"`
	// ByFile: it was opened as a file of its own, and goes by its name where it has no
	// other.
	ByFile   bool   `json:"byFile"`
	Format   string `json:"format"`
	Version  int    `json:"version"`
	ID       string `json:"id"`
	Cwd      string `json:"cwd"`
	Name     string `json:"name"`
	Parent   string `json:"parent"`
	Sample   bool   `json:"sample"`
	Entries  int    `json:"entries"`
	Messages int    `json:"messages"`
	Branches int    `json:"branches"`
	Bytes    int64  `json:"bytes"`
	// Leaf is the active leaf, SuggestedLeaf the one to show first; "" = none.
	Leaf          string `json:"leaf"`
	SuggestedLeaf string `json:"suggestedLeaf"`
	// ReadOnly says why nothing can be appended to the file, "" when it can.
	ReadOnly string `json:"readOnly"`
	// Notes are what to know of the file although nothing is wrong with what was read.
	Notes []string `json:"notes"`
	// Tail: the last line is still being written.
	Tail          bool              `json:"tail"`
	Problems      []session.Problem `json:"problems"`
	ProblemsTotal int               `json:"problemsTotal"`
	// Entry is the entry to go to at once, "" when none was asked for.
	Entry string `json:"entry"`
	// Lost says why the file can no longer be followed, "" when it can. What was
	// read of it stays.
	Lost string `json:"lost"`
}

// FollowRequest asks how an open session stands now. Leaf is the last entry of the
// branch on screen, "" for none.
type FollowRequest struct {
	Session string `json:"session"`
	Leaf    string `json:"leaf"`
}

// FollowAnswer is how an open session stands now.
type FollowAnswer struct {
	Session SessionAnswer `json:"session"`
	// On: the branch on screen is still in the file; Leaf is where it ends now,
	// else the suggested leaf.
	On   bool   `json:"on"`
	Leaf string `json:"leaf"`
	// Elsewhere: the agent continues on another branch.
	Elsewhere bool `json:"elsewhere"`
	// Since is the revision since which the file only grew: what was read before
	// it is to be read again.
	Since int `json:"since"`
}

// EndedEvent tells that a run came to its end while it was followed. State and
// Headline are those of its outcome.
type EndedEvent struct {
	Session  string `json:"session"`
	Title    string `json:"title"`
	State    string `json:"state"`
	Headline string `json:"headline"`
}

// CloseRequest closes an open session.
type CloseRequest struct {
	Session string `json:"session"`
}

// RevealRequest names the file to show in the file manager: that of an open session,
// or without one the file that Handle opens.
type RevealRequest struct {
	Session string `json:"session"`
	Handle  string `json:"handle"`
}

// CommandLineRequest asks what to type into a terminal. Key is the entry to come
// back to, "" for none.
type CommandLineRequest struct {
	Session string `json:"session"`
	Key     string `json:"key"`
}

// CommandLineAnswer is what to type, quoted for the shell of the system: Resume
// lets the agent go on, Open opens the session in Branchline at the entry.
type CommandLineAnswer struct {
	Resume string `json:"resume"`
	Open   string `json:"open"`
}
