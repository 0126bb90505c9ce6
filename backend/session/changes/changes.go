// Package changes says what a branch did to the files of its project: every file
// it touched, how sure that is, and as much of the difference as the session
// tells. It knows only what calls were asked to do and what they answered; it
// runs nothing and looks at no disk.
package changes

import (
	"fmt"
	"slices"

	"branchline/backend/session"
)

// The actions on a file.
const (
	// Create: a file that the session shows was not there before.
	Create = "create"
	// Write: a file that may have been there before: created or replaced.
	Write   = "write"
	Edit    = "edit"
	Delete  = "delete"
	Rename  = "rename"
	Unknown = "unknown"
)

// How sure it is that a file was changed.
const (
	// Certain: a write or edit call that succeeded.
	Certain = "certain"
	// Likely: a shell command that succeeded names the file.
	Likely = "likely"
	// Possible: a command may have changed the file or, without a path, the tree.
	Possible = "possible"
	// Failed: the call returned an error and was not applied.
	Failed = "failed"
)

// Changes are the files touched on one branch, in the order of the first touch.
type Changes struct {
	// Leaf is the key of the branch's last entry.
	Leaf string `json:"leaf"`
	// Files are those of the project, and a line with a Command instead of a Path
	// for each command that may have changed any of them.
	Files []File `json:"files"`
	// Undone are files of the project of which nothing that was done is left: made
	// and deleted again, changed and restored.
	Undone []File `json:"undone"`
	// Outside are files outside the session's working directory; their paths are absolute.
	Outside []File `json:"outside"`
	// Elsewhere are files touched on other branches of the session.
	Elsewhere []File `json:"elsewhere"`
	// Notes are what a reader should know of the whole: one sentence each.
	Notes []string `json:"notes"`
}

// File is what a branch did to one file.
type File struct {
	// Path is relative to the session's working directory, with slashes. It is the
	// word as written where a variable or a pattern leaves it open, ends in a slash
	// for a whole folder, and is "" for a command that may have changed any file.
	Path string `json:"path"`
	// From is the former path of a renamed file.
	From      string `json:"from"`
	Action    string `json:"action"`
	Certainty string `json:"certainty"`
	// Entries are the keys of the entries that changed the file or, when all of
	// them failed, that tried to.
	Entries []string `json:"entries"`
	// Command is the command of a line without a path.
	Command string `json:"command"`
	// Undone: what was done was taken back; nothing of it is left.
	Undone bool `json:"undone"`
	// Whole: Diff leads from the file as it was to the file as it is. Else Diff is
	// what is known of the steps, one after the other, or "".
	Whole bool `json:"whole"`
	// Diff is a unified diff without file names.
	Diff string `json:"diff"`
	// Added and Removed count the lines of Diff; both are 0 where it does not tell
	// all that was done.
	Added   int `json:"added"`
	Removed int `json:"removed"`
	// Hunks are the steps, in order; failed ones among them.
	Hunks []Hunk `json:"hunks"`
	// Notes are what is not known, or doubtful: one sentence each.
	Notes []string `json:"notes"`
	// Leaf is the key of the leaf of the other branch the file was touched on, Branch
	// names it: its label, else the beginning of what was said last on it.
	Leaf   string `json:"leaf"`
	Branch string `json:"branch"`

	node *node
	also bool // it was changed on another branch too
}

// Hunk is one step of a file's change.
type Hunk struct {
	// Entry is the key of the entry that made it.
	Entry     string `json:"entry"`
	Tool      string `json:"tool"`
	Action    string `json:"action"`
	Certainty string `json:"certainty"`
	// AtMs is when, in Unix milliseconds; 0 when unknown.
	AtMs int64 `json:"atMs"`
	// Diff is what changed, as far as it is known: unified where the place is known,
	// else lines with - and + alone.
	Diff string `json:"diff"`
	// Command is the shell command, "" for an edit or a write.
	Command string `json:"command"`
	// Note says what is special about the step.
	Note string `json:"note"`
}

// Of says what the branch that ends at leaf changed.
func Of(s session.Session, leaf session.Pos) (Changes, error) {
	x := s.Index()
	w, branch := newWorld(placeOf(x.Header.Cwd)), x.Past(leaf)
	others := sides(x, branch)
	finish := w.elsewhere(s, branch, others)
	if err := w.follow(s, s.Items(leaf)); err != nil {
		return Changes{}, fmt.Errorf("changes of the branch that ends at %q: %w", x.Key(leaf), err)
	}
	if err := finish(); err != nil {
		return Changes{}, fmt.Errorf("changes of the other branches: %w", err)
	}
	c := Changes{Leaf: x.Key(leaf)}
	files, outside := w.settle()
	c.Files, c.Undone, c.Outside = []File{}, []File{}, outside
	for _, f := range files {
		if f.Undone {
			c.Undone = append(c.Undone, f)
		} else {
			c.Files = append(c.Files, f)
		}
	}
	c.Elsewhere, c.Notes = gathered(others)
	for i := range c.Files {
		f := &c.Files[i]
		f.also = slices.ContainsFunc(c.Elsewhere, func(o File) bool { return o.Path == f.Path || f.From != "" && o.Path == f.From })
		if f.also {
			f.Notes = append(f.Notes, noteAlso)
		}
	}
	return c, nil
}
