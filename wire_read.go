package main

import (
	"branchline/backend/session/outcome"
	"branchline/backend/session/timeline"
)

// RowsRequest asks for rows of one branch.
type RowsRequest struct {
	Session string `json:"session"`
	// Leaf is the branch's last entry; "" = the suggested leaf.
	Leaf string `json:"leaf"`
	// From and Count name the rows. At, when set, is an entry whose row the
	// answer must contain; From then counts only when At is not on the branch.
	From  int    `json:"from"`
	Count int    `json:"count"`
	At    string `json:"at"`
}

// RowsAnswer is a page of the timeline.
type RowsAnswer struct {
	Revision int `json:"revision"`
	timeline.Page
}

// OutcomeRequest asks how a branch ended; Leaf "" = the suggested leaf.
type OutcomeRequest struct {
	Session string `json:"session"`
	Leaf    string `json:"leaf"`
}

// OutcomeAnswer is the outcome card.
type OutcomeAnswer struct {
	Revision int `json:"revision"`
	outcome.Card
}

// EntryRequest asks about one entry. Leaf is the branch on screen.
type EntryRequest struct {
	Session string `json:"session"`
	Key     string `json:"key"`
	Leaf    string `json:"leaf"`
	// Raw asks for the record as it stands in the file.
	Raw bool `json:"raw"`
}

// EntryAnswer says where an entry stands.
type EntryAnswer struct {
	Revision int `json:"revision"`

	Key  string `json:"key"`
	Kind string `json:"kind"`
	Text string `json:"text"`
	Line int    `json:"line"`
	AtMs int64  `json:"atMs"`
	// Leaf is the branch to show: the one on screen when it holds the entry,
	// else the newest one that does.
	Leaf string `json:"leaf"`
	// Last is the end of the branch when nothing but settings and marks follow the
	// entry, whose row stands for them; else the entry itself.
	Last string `json:"last"`
	// Leaves is how many branches hold the entry, Ends the first 100 of them.
	Leaves int        `json:"leaves"`
	Ends   []EntryEnd `json:"ends"`
	// Upto are the totals from the root to this entry.
	Upto outcome.Totals `json:"upto"`
	// Parent, Child, Previous and Next are the entries to step to: up, down the
	// branch on screen, and to the sibling branches; "" = none.
	Parent   string `json:"parent"`
	Child    string `json:"child"`
	Previous string `json:"previous"`
	Next     string `json:"next"`
	// Raw is the record, at most 100,000 bytes; RawBytes its size.
	Raw      string `json:"raw"`
	RawBytes int    `json:"rawBytes"`
}

// EntryEnd is the end of a branch and the last words said on it.
type EntryEnd struct {
	Key  string `json:"key"`
	Text string `json:"text"`
}
