package main

import "branchline/backend/session/graph"

// GraphRequest asks for rows of the branch graph.
type GraphRequest struct {
	Session string `json:"session"`
	Filter  string `json:"filter"`
	// Leaf is the branch to light; "" = none.
	Leaf string `json:"leaf"`
	// Open are the keys of the steps the reader has unfolded.
	Open []string `json:"open"`
	// Folded are the keys of the rows whose branches the reader has folded, Root is
	// the entry that is shown with what stands below it alone; "" = all.
	Folded []string `json:"folded"`
	Root   string   `json:"root"`
	// Find are words to mark, "" = none.
	Find  string `json:"find"`
	From  int    `json:"from"`
	Count int    `json:"count"`
	// At is an entry whose row is to be found.
	At string `json:"at"`
}

// GraphAnswer is a page of the branch graph.
type GraphAnswer struct {
	Revision int `json:"revision"`
	graph.Page
}

// wayHere is the way to the entry itself when it holds the words, else to the next
// that does.
const wayHere = "here"

// GraphMoveRequest asks where a way leads from an entry in the graph that is shown.
type GraphMoveRequest struct {
	Session string   `json:"session"`
	Filter  string   `json:"filter"`
	Leaf    string   `json:"leaf"`
	Open    []string `json:"open"`
	Folded  []string `json:"folded"`
	Root    string   `json:"root"`
	From    string   `json:"from"`
	// Way is a graph.Way, or with Find "here" or "". Back is the other direction.
	Way  string `json:"way"`
	Back bool   `json:"back"`
	// Find looks for the next entry that holds these words.
	Find string `json:"find"`
}

// GraphMoveAnswer names the entry, "" when the way leads nowhere. Place counts it
// among the Of entries with the words, from 1.
type GraphMoveAnswer struct {
	Revision int    `json:"revision"`
	Key      string `json:"key"`
	Place    int    `json:"place"`
	Of       int    `json:"of"`
}

// GraphMapRequest asks for the picture of the whole tree, or of what stands below
// an entry.
type GraphMapRequest struct {
	Session string `json:"session"`
	Root    string `json:"root"`
	// Leaf and At are the branch and the entry to place.
	Leaf string `json:"leaf"`
	At   string `json:"at"`
	// Known is the revision of the picture the page has, -1 for none.
	Known int `json:"known"`
}

// GraphMapAnswer is that picture. Same: the page has it already, and Map is empty.
type GraphMapAnswer struct {
	Revision int            `json:"revision"`
	Same     bool           `json:"same"`
	Map      graph.Map      `json:"map"`
	Leaf     graph.MapPlace `json:"leaf"`
	At       graph.MapPlace `json:"at"`
}
