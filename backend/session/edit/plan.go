package edit

import (
	"strings"
	"unicode/utf8"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// The acts.
const (
	ActLabel   = "label"
	ActRename  = "rename"
	ActBranch  = "branch"
	ActFork    = "fork"
	ActTrash   = "trash"
	ActRestore = "restore"
)

// Plan says what an act will do. Nothing is done until it is applied, which can be
// done once.
type Plan struct {
	// Act is one of the Act… constants, Undoes whether it takes another one back.
	Act    string `json:"act"`
	Undoes bool   `json:"undoes"`
	// Path is the session it is about, File the file that is written, Creates
	// whether that is a new one. An act of the trash writes no session: File is "".
	Path    string `json:"path"`
	File    string `json:"file"`
	Creates bool   `json:"creates"`
	// Says is what will be written, in words: one or more sentences.
	Says string `json:"says"`
	// Agent is what that changes for the agent, in words.
	Agent string `json:"agent"`
	// Back is how it can be taken back, in words.
	Back string `json:"back"`
	// Moves are the files that are moved, of an act of the trash.
	Moves []string `json:"moves"`
	// Lines are the lines that will be written: all of an addition; of a new file the
	// header and the lines that are not the same bytes as in the source.
	Lines []Line `json:"lines"`
	// Changed counts the lines of a new file that are not the same bytes as in the
	// source, of which Lines holds the first; Copied those that are.
	Changed int `json:"changed"`
	Copied  int `json:"copied"`
	// LeftOut is what of the source will not be in a new file: one sentence each.
	LeftOut []string `json:"leftOut"`
	// Warnings are what should be known before.
	Warnings []Warning `json:"warnings"`

	seal  jsonl.Seal
	size  int64 // of the file as the plan knows it
	alone bool  // it needs no session to be applied
	renew func(*Source) (*Plan, error)
	write func(*Source) (*Done, error)
}

// Line is a line that will be written, without its LF.
type Line struct {
	// Text is the line, cut where it is long: Bytes is its whole length, Cut whether
	// it is cut.
	Text  string `json:"text"`
	Bytes int    `json:"bytes"`
	Cut   bool   `json:"cut"`
	// Why says in words why the line is not the source's: "its parent is written anew".
	Why string `json:"why"`
}

// Warning is something to know before an act.
type Warning struct {
	// Kind is one of the Warn… constants.
	Kind string `json:"kind"`
	// Text is one sentence.
	Text string `json:"text"`
	// Entry is the key of the entry it is about, Instead that of one to choose
	// instead; "" for none.
	Entry   string `json:"entry"`
	Instead string `json:"instead"`
}

// The kinds of warnings.
const (
	// WarnWriting: the file was written in the last seconds.
	WarnWriting = "writing"
	// WarnBroken: an unfinished line stays behind in the file.
	WarnBroken = "broken"
	// WarnMoves: the agent will continue on another branch than before.
	WarnMoves = "moves"
	// WarnOpenCall: a call has no result on this branch.
	WarnOpenCall = "openCall"
	// WarnNoFolder: the working folder is not on this machine.
	WarnNoFolder = "noFolder"
	// WarnNotOpened: pi itself does not open the file.
	WarnNotOpened = "notOpened"
	// WarnLater: entries were added since what is taken back.
	WarnLater = "later"
)

// mostLine is how much of a line a plan shows, in bytes.
const mostLine = 4 << 10

func line(b []byte, why string) Line {
	l := Line{Text: string(b), Bytes: len(b), Why: why}
	if len(b) > mostLine {
		l.Text, l.Cut = session.CutText(l.Text, mostLine), true
	}
	if !utf8.ValidString(l.Text) {
		l.Text = strings.ToValidUTF8(l.Text, "�")
	}
	return l
}

// Done is an act that was done, and what is needed to take it back.
type Done struct {
	Act    string `json:"act"`
	Undoes bool   `json:"undoes"`
	// Path is the session it was about, File the file that was written or moved,
	// Made whether that is new.
	Path string `json:"path"`
	File string `json:"file"`
	Made bool   `json:"made"`
	// Entry is the id of the entry that was added, "" for none.
	Entry string `json:"entry"`
	// Says is what was done, in the words of a status line.
	Says string `json:"says"`
	// Note is what else to know: where pi continues when somebody else wrote in the
	// same moment. A sentence without its full stop, "" for nothing.
	Note string `json:"note"`
	// What is what undo takes back, in the few words of a button: "the label “two”".
	What string `json:"-"`

	undo func(*Source) (*Plan, error)
	// alone: undo needs no session.
	alone bool
}

// CanUndo tells whether the act can be taken back.
func (d *Done) CanUndo() bool { return d != nil && d.undo != nil }
