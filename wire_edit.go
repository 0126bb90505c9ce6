package main

// What is written into sessions crosses in two steps: a request answers a plan, in
// words and as exact lines, and Apply does what the plan says.

// LabelRequest plans to set the label of an entry; "" clears it.
type LabelRequest struct {
	Session string `json:"session"`
	Key     string `json:"key"`
	Label   string `json:"label"`
}

// RenameRequest plans to name a session; "" takes the name away.
type RenameRequest struct {
	Session string `json:"session"`
	Name    string `json:"name"`
}

// BranchRequest plans to have the agent continue at an entry, with a summary of the
// branch that is left: of a prompt before it, with After behind it.
type BranchRequest struct {
	Session string `json:"session"`
	Key     string `json:"key"`
	After   bool   `json:"after"`
	Summary string `json:"summary"`
}

// DraftRequest asks for a summary of the branch that would be left.
type DraftRequest struct {
	Session string `json:"session"`
	Key     string `json:"key"`
	After   bool   `json:"after"`
}

// DraftAnswer is a summary to go over, "" when nothing is left.
type DraftAnswer struct {
	Summary string `json:"summary"`
}

// ForkRequest plans to make a new session of the branch that ends at Leaf, "" for all
// branches. Cwd is the folder it is for, "" for that of the session.
type ForkRequest struct {
	Session string `json:"session"`
	Leaf    string `json:"leaf"`
	Cwd     string `json:"cwd"`
}

// TrashRequest plans to move the file of an open session to the trash, or without one
// the file that Handle opens.
type TrashRequest struct {
	Session string `json:"session"`
	Handle  string `json:"handle"`
}

// ApplyRequest does what a plan says. Plan is the name its answer gave it.
type ApplyRequest struct {
	Plan string `json:"plan"`
}

// UndoRequest takes an act back by the name its answer gave it, also the one that took
// another back: that is done again then.
type UndoRequest struct {
	Undo string `json:"undo"`
}

// PlanAnswer says what would be written; nothing is yet.
type PlanAnswer struct {
	// Plan names it for Apply, "" where there is nothing to apply.
	Plan string `json:"plan"`
	// Generation numbers the file it is planned for, 0 of one that is not open: with
	// another number it is another file at the same path.
	Generation int `json:"generation"`
	// Path is the file that is written or made, or that Moves go with to the trash.
	Path    string   `json:"path"`
	Creates bool     `json:"creates"`
	Moves   []string `json:"moves"`
	// Now is the label or the name in force, "" for none.
	Now string `json:"now"`
	// Says is what will be written, in words; Agent what that changes for the agent,
	// Back how it can be taken back; "" where there is nothing to say.
	Says  string `json:"says"`
	Agent string `json:"agent"`
	Back  string `json:"back"`
	// Lines are the lines that will be written, of a new file those that are not
	// copied as they stand. Changed counts all of these, Copied the others.
	Lines   []PlannedLine `json:"lines"`
	Changed int           `json:"changed"`
	Copied  int           `json:"copied"`
	// LeftOut is what of the source will not be in a new file: one sentence each.
	LeftOut []string `json:"leftOut"`
	// Warnings are what to know before.
	Warnings []PlannedWarning `json:"warnings"`
	// Same says that it is so already, "" when something would change.
	Same string `json:"same"`
	// Refused says why it cannot be done, "" when it can; Closed that nothing can be
	// added to this session at all. Offers are what can be done instead: "fork",
	// "convert", "note", "retry".
	Refused string   `json:"refused"`
	Closed  bool     `json:"closed"`
	Offers  []string `json:"offers"`
}

// PlannedWarning is a sentence to know before an act. Instead is an entry to choose
// instead, "" for none.
type PlannedWarning struct {
	Text    string `json:"text"`
	Instead string `json:"instead"`
}

// PlannedLine is a line as it will stand in the file, Cut where it is long; Bytes is
// the size of the whole. Why says why it is not copied as it stands, "" for a line
// that is added.
type PlannedLine struct {
	Text  string `json:"text"`
	Bytes int    `json:"bytes"`
	Cut   bool   `json:"cut"`
	Why   string `json:"why"`
}

// DoneAnswer is an act that was done.
type DoneAnswer struct {
	// Did says what, in the words of a status line.
	Did string `json:"did"`
	// Undo names the act for Undo, "" where it cannot be taken back; What is what that
	// takes back, in the few words of a button: "the label “two”".
	Undo string `json:"undo"`
	What string `json:"what"`
	// Path is the file that was written, made or restored, of a note that of its session;
	// Handle opens one that was made or restored, "" for none.
	Path   string `json:"path"`
	Handle string `json:"handle"`
	// Gone is the file that is in the trash now, "" for none.
	Gone string `json:"gone"`
}

// StepAnswer is an act that can be taken back, or was and can be done again, for a page
// that is loaded again.
type StepAnswer struct {
	Done DoneAnswer `json:"done"`
	// Session is the handle of the session it was done to, "" for none; Title what that
	// is called where it is not open.
	Session string `json:"session"`
	Title   string `json:"title"`
	// Undone: it took another one back.
	Undone bool `json:"undone"`
}
