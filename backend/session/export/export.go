// Package export writes branches of a session as a file of its own: a session
// the agent can go on with, one HTML file that needs nothing else, or Markdown.
//
// A Request says what is asked for. Prepare answers a Plan: where the file goes,
// what will be in it and what stays out, in words, and nothing is written yet.
// Write makes the file, which must not exist: whole or not at all.
package export

import (
	"context"
	"errors"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/secrets"
)

// Format is what a file is written as.
type Format string

// The formats of an export.
const (
	// JSONL is one branch as a session of the source's own format: of a pi session
	// what pi's createBranchedSession makes, of a run log a run log.
	JSONL Format = "jsonl"
	// HTML is one file to read, with all its branches asked for.
	HTML Format = "html"
	// Markdown is one branch for a pull request or an issue.
	Markdown Format = "markdown"
)

// Errors a caller can tell apart.
var (
	// ErrTaken means that there is a file of that name; Plan.Free offers another.
	ErrTaken = errors.New("the name is taken")
	// ErrSource means that the file would take the place of the session itself.
	ErrSource = errors.New("the session itself is never written over")
	// ErrNoFolder means that the folder the file would go to is not there.
	ErrNoFolder = errors.New("the folder is not there")
	// ErrSecrets means that something would be left that was to be masked.
	ErrSecrets = errors.New("not all secrets can be masked")
)

// Request says what is to be exported.
type Request struct {
	// Session is the source, File its bytes. Neither is changed or closed.
	Session session.Session
	File    *jsonl.File
	// Leaf ends the branch; None exports nothing.
	Leaf session.Pos
	// Others end more branches, for HTML; Leaf is the one shown first.
	Others []session.Pos
	Format Format
	// As, for JSONL, is the format the new session gets, "pi" or "runlog"; "" is the
	// source's own.
	As string
	// Mask, when not nil, has all possible secrets masked but those it keeps.
	Mask *secrets.Choice
	// Pictures: HTML carries the pictures; sessions always do, Markdown never.
	Pictures bool
	// Hidden: HTML and Markdown carry what the agent itself does not display too.
	// Sessions always do.
	Hidden bool
	// Path is where the file goes; "" is a new name in Dir, and of a folder one in it.
	Path string
	// Dir is the folder that a new name is for, which need not be there yet; "" is the
	// source's.
	Dir string
	// ID is the id of a new pi session; "" makes one.
	ID string
	// Now is the time of the export; it names the file and stands in its header.
	Now time.Time
	// Open opens a session file, as formats.Open does. What is masked is made from a
	// masked copy.
	Open func(ctx context.Context, path string) (session.Session, *jsonl.File, error)
	// Progress, when not nil, is told how far the export is.
	Progress *Progress
}

// Plan is an export that can be written.
type Plan struct {
	Request
	// Path is where the file goes, absolute where the source's path is.
	Path string
	// Source is the real path of the source, as it may be told in the file.
	Source string
	// ID is the id of the new session, "" where none is made or the source's is kept.
	ID string
	// Branch is the path to Leaf, root first.
	Branch []session.Pos
	// LeftOut is what stays out, Notes what else to know before it leaves: that
	// context edits do not take text out of a file, that pictures are not searched.
	LeftOut []LeftOut
	Notes   []string

	people []string // names of users that the source tells, nil before they are known
}

// Done is an export that was made.
type Done struct {
	Path string `json:"path"`
	// ID is the id of the new session, "" where none was made.
	ID string `json:"id"`
	// Changed is what another format has no place for, or has it in another form: a
	// sentence each.
	Changed []string `json:"changed"`
	// Found is what was masked, nil where nothing was to be.
	Found *secrets.Report `json:"-"`
}

// LeftOut is one sort of thing that stays out of an export.
type LeftOut struct {
	// Kind is one of the constants below.
	Kind string `json:"kind"`
	// Count is how many of them there are, never 0.
	Count int `json:"count"`
	// Text says it in a sentence without its full stop: "2 unreadable lines stay out (lines 4 and 9)".
	Text string `json:"text"`
}

// The kinds of things that stay out.
const (
	LeftAfter      = "after"      // entries after the leaf
	LeftBranches   = "branches"   // entries on other branches
	LeftLabels     = "labels"     // labels on entries that stay out
	LeftUnreadable = "unreadable" // lines that are no records
	LeftUnfinished = "unfinished" // bytes of the unfinished last line
	LeftPictures   = "pictures"
	LeftHidden     = "hidden" // entries the agent does not display
	LeftName       = "name"   // the session's name, given after the leaf or on another branch
)
