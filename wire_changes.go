package main

// ChangesRequest asks for the files a branch changed; Leaf "" = the suggested leaf.
type ChangesRequest struct {
	Session string `json:"session"`
	Leaf    string `json:"leaf"`
	// Known is the revision of the answer the page has, which stays as it is while
	// rows of it are asked for; 0 asks anew.
	Known int `json:"known"`
	// Part is "files", "undone", "outside" or "elsewhere".
	Part string `json:"part"`
	// Only leaves out the files of another certainty, "command" all but the commands
	// that may have changed any file; "" = none.
	Only  string `json:"only"`
	From  int    `json:"from"`
	Count int    `json:"count"`
}

// ChangesAnswer is what a branch changed, with rows of one part of it: as many as
// fit into an answer.
type ChangesAnswer struct {
	// Revision is the one to name when more of the same is asked for.
	Revision int    `json:"revision"`
	Leaf     string `json:"leaf"`
	// Certain, Likely, Possible and Failed count the files of the project, Commands
	// the commands that may have changed any of them.
	Certain  int `json:"certain"`
	Likely   int `json:"likely"`
	Possible int `json:"possible"`
	Failed   int `json:"failed"`
	Commands int `json:"commands"`
	// Undone, Outside and Elsewhere count the files of the other parts.
	Undone    int `json:"undone"`
	Outside   int `json:"outside"`
	Elsewhere int `json:"elsewhere"`
	// Added and Removed count the lines of all that is known of the project's files.
	Added   int `json:"added"`
	Removed int `json:"removed"`
	// Patchable counts the files of the project whose change can be written as a patch.
	Patchable int `json:"patchable"`
	// Notes are what to know of the whole: one sentence each.
	Notes []string `json:"notes"`
	// Total is how many rows the part has, Rows those from From on.
	Total int          `json:"total"`
	From  int          `json:"from"`
	Rows  []ChangedRow `json:"rows"`
}

// ChangedRow is a file that was changed, or a command that may have changed any.
type ChangedRow struct {
	// Place names it in its part, whatever is left out.
	Place     int    `json:"place"`
	Path      string `json:"path"`
	From      string `json:"from"`
	Action    string `json:"action"`
	Certainty string `json:"certainty"`
	// Command is the beginning of the command of a row without a path.
	Command string `json:"command"`
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
	// Hunks is how many steps changed it, Doubts how many remarks there are.
	Hunks  int `json:"hunks"`
	Doubts int `json:"doubts"`
	// Entry and AtMs are of the first step.
	Entry string `json:"entry"`
	AtMs  int64  `json:"atMs"`
	// Leaf is the other branch it was changed on, Branch what names it to a reader.
	Leaf   string `json:"leaf"`
	Branch string `json:"branch"`
	// Patchable: it can be written as a patch.
	Patchable bool `json:"patchable"`
}

// ChangeRequest asks for the change of one file.
type ChangeRequest struct {
	Session string `json:"session"`
	Leaf    string `json:"leaf"`
	Known   int    `json:"known"`
	Part    string `json:"part"`
	Place   int    `json:"place"`
}

// ChangeAnswer is the change of one file.
type ChangeAnswer struct {
	Revision int `json:"revision"`
	// Whole: Parts lead from the file as it was to the file as it is. Else there are none.
	Whole bool     `json:"whole"`
	Notes []string `json:"notes"`
	// Parts are the hunks of the final diff, More how many are left out.
	Parts []ChangePart `json:"parts"`
	More  int          `json:"more"`
	// Steps are what changed the file, in order, MoreSteps how many are left out.
	Steps     []ChangeStep `json:"steps"`
	MoreSteps int          `json:"moreSteps"`
}

// ChangePart is a hunk of a final diff with the steps that made it, none when that
// is not known.
type ChangePart struct {
	Diff string `json:"diff"`
	// Cut is how many lines of it are left out.
	Cut int `json:"cut"`
	// Added and Removed count the lines of all of it.
	Added   int   `json:"added"`
	Removed int   `json:"removed"`
	Steps   []int `json:"steps"`
}

// ChangeStep is one call's change of a file.
type ChangeStep struct {
	Entry     string `json:"entry"`
	Tool      string `json:"tool"`
	Action    string `json:"action"`
	Certainty string `json:"certainty"`
	AtMs      int64  `json:"atMs"`
	Diff      string `json:"diff"`
	Cut       int    `json:"cut"`
	Added     int    `json:"added"`
	Removed   int    `json:"removed"`
	Command   string `json:"command"`
	Note      string `json:"note"`
}

// ChangesPatchRequest asks for what a branch changed as a patch; with One only for
// the file of the project at Place.
type ChangesPatchRequest struct {
	Session string `json:"session"`
	Leaf    string `json:"leaf"`
	Known   int    `json:"known"`
	One     bool   `json:"one"`
	Place   int    `json:"place"`
	// From is where in the patch to go on, in bytes.
	From int `json:"from"`
}

// ChangesPatchAnswer is a piece of a patch for git apply.
type ChangesPatchAnswer struct {
	Revision int    `json:"revision"`
	Text     string `json:"text"`
	// Next is where the next piece begins, -1 after the last.
	Next int `json:"next"`
	// Left says of files why they are not in the patch or what is doubtful there; it
	// holds the first of LeftTotal.
	Left      []string `json:"left"`
	LeftTotal int      `json:"leftTotal"`
}
