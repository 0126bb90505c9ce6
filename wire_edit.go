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

// ApplyRequest does what a plan says. Plan is the name its answer gave it.
type ApplyRequest struct {
	Plan string `json:"plan"`
}

// UndoRequest takes an act back by the name the answer of Apply gave it.
type UndoRequest struct {
	Undo string `json:"undo"`
}

// PlanAnswer says what would be written; nothing is yet.
type PlanAnswer struct {
	// Plan names it for Apply, "" where there is nothing to apply.
	Plan string `json:"plan"`
	// Path is the file that is written or made.
	Path    string `json:"path"`
	Creates bool   `json:"creates"`
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
	// Warnings are what to know before, one sentence each.
	Warnings []string `json:"warnings"`
	// Same says that it is so already, "" when something would change.
	Same string `json:"same"`
	// Refused says why it cannot be done, "" when it can; Offers are what can be done
	// instead: "fork", "convert", "note", "retry".
	Refused string   `json:"refused"`
	Offers  []string `json:"offers"`
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
	// Undo names the act for Undo, "" where it cannot be taken back.
	Undo string `json:"undo"`
	// Path is the file that was written or moved; Handle opens one that was made, ""
	// where none was.
	Path   string `json:"path"`
	Handle string `json:"handle"`
}
