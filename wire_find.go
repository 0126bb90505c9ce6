package main

import "branchline/backend/session/timeline"

// RecordsRequest asks for records of a branch, or for those around an entry: At
// wins over From when it is on the branch.
type RecordsRequest struct {
	Session string `json:"session"`
	Leaf    string `json:"leaf"`
	From    int    `json:"from"`
	Count   int    `json:"count"`
	At      string `json:"at"`
}

// RecordsAnswer is a run of records of a branch.
type RecordsAnswer struct {
	Revision int `json:"revision"`
	Total    int `json:"total"`
	// At is the place of the entry that was asked for, -1 when it is not on the branch.
	At      int               `json:"at"`
	Records []timeline.Record `json:"records"`
}

// FindRequest asks for the rows of a branch that hold a text, from one on.
type FindRequest struct {
	Session string `json:"session"`
	Leaf    string `json:"leaf"`
	Text    string `json:"text"`
	From    int    `json:"from"`
}

// FindAnswer is what was found in a part of a branch of Total rows: up to the row
// Next, from where to go on.
type FindAnswer struct {
	Revision int            `json:"revision"`
	Hits     []timeline.Hit `json:"hits"`
	Next     int            `json:"next"`
	Total    int            `json:"total"`
}
