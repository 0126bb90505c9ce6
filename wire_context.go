package main

import (
	"branchline/backend/session/contexts"
	"branchline/backend/session/timeline"
)

// ContextRequest asks what the model saw at an entry, "" for the suggested leaf.
type ContextRequest struct {
	Session string `json:"session"`
	At      string `json:"at"`
}

// ContextAnswer is what a context is.
type ContextAnswer struct {
	Revision int `json:"revision"`
	contexts.Summary
}

// ContextLinesRequest asks for lines of the list of messages at an entry.
type ContextLinesRequest struct {
	Session string `json:"session"`
	At      string `json:"at"`
	// Base asks for what came in and what fell out since that entry instead; "" = not.
	Base string `json:"base"`
	// Left asks for the entries that were left out on that line instead; -1 = not.
	Left  int `json:"left"`
	From  int `json:"from"`
	Count int `json:"count"`
}

// ContextLinesAnswer is a page of the list, or of what was left out on one line.
type ContextLinesAnswer struct {
	Revision int             `json:"revision"`
	Total    int             `json:"total"`
	From     int             `json:"from"`
	Lines    []contexts.Line `json:"lines"`
}

// ContextMessageRequest asks what a message of the context at an entry says. Message
// is its place there, -1 for the system prompt in force.
type ContextMessageRequest struct {
	Session string `json:"session"`
	At      string `json:"at"`
	Message int    `json:"message"`
}

// ContextMessageAnswer is what a message says; More is how many blocks are left out.
type ContextMessageAnswer struct {
	Revision int         `json:"revision"`
	Blocks   []SaidBlock `json:"blocks"`
	More     int         `json:"more"`
}

// SaidBlock is a part of a message: "text", "thinking", "call" or "picture".
type SaidBlock struct {
	Kind string `json:"kind"`
	// Name is the tool of a call, or what a piece of a system prompt is called.
	Name string `json:"name"`
	// Text is its beginning, Bytes the size of the whole; of a call its arguments.
	Text  string `json:"text"`
	Bytes int    `json:"bytes"`
	// Picture is what a picture is and where it is read.
	Picture timeline.Image `json:"picture"`
}
