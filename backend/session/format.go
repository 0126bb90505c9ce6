package session

import (
	"context"

	"branchline/backend/session/jsonl"
)

// Match says how sure a format is that a file is its own.
type Match uint8

// The answers of a format to the beginning of a file.
const (
	// NoMatch: not this format.
	NoMatch Match = iota
	// Unsupported: a known relative of this format that is not read; the reason says which.
	Unsupported
	// Matches: this format.
	Matches
)

// Format is one way to write sessions. Package formats holds the list of them.
type Format struct {
	// Name is "pi" or "runlog".
	Name string
	// Sniff looks at the beginning of a file: whole lines where possible, without
	// a byte order mark. reason says in words why the answer is Unsupported, or
	// what was found instead.
	Sniff func(head []byte) (m Match, reason string)
	// Scan reads the file once and indexes it. The session reads bodies from f
	// later; closing f ends that.
	Scan func(ctx context.Context, f *jsonl.File) (Session, error)
}
