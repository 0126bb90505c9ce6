package main

import "branchline/backend/session/library"

// SessionsRequest asks what changed in the list of sessions.
type SessionsRequest struct {
	// Rescan reads the folders again instead of answering what is known.
	Rescan bool `json:"rescan"`
	// Since is the Version of the last answer, 0 for the whole list.
	Since int `json:"since"`
}

// ListedSession is a session of the list with the handle that opens it.
type ListedSession struct {
	library.Row
	Handle string `json:"handle"`
	// ParentHandle is the listed session this one was made from, "" when it is not listed.
	ParentHandle string `json:"parentHandle"`
	// Group is the folder the session is listed under, as shown.
	Group string `json:"group"`
}

// SessionsAnswer is what changed in the list of sessions: at most 200 of them, in
// no order.
type SessionsAnswer struct {
	// Sessions are new or other than before, Gone the handles of those that are
	// not listed any more.
	Sessions []ListedSession `json:"sessions"`
	Gone     []string        `json:"gone"`
	// Version is to be sent with the next request; More says to send it at once.
	Version int               `json:"version"`
	More    bool              `json:"more"`
	Skipped []library.Skipped `json:"skipped"`
	// Places are the folders that were looked into, with what was found.
	Places []Place `json:"places"`
	// Scanning: folders are still being read; ask again when the event "sessions" comes.
	Scanning bool `json:"scanning"`
	// Notice says in words which folders are not watched for changes and why, ""
	// when all are.
	Notice string `json:"notice"`
}

// Place is a folder the list was made from.
type Place struct {
	Path  string `json:"path"`
	Label string `json:"label"`
	// State is "ok", "missing" or "unreadable".
	State string `json:"state"`
	// Added is the place among the folders the reader added, from 0; -1 for others.
	Added int `json:"added"`
}

// RemoveFolderRequest names a folder the reader added by its place among them.
type RemoveFolderRequest struct {
	Index int `json:"index"`
}

// OpenRequest opens a listed session by its handle.
type OpenRequest struct {
	Handle string `json:"handle"`
}

// RecentFile is a session that was opened lately, with the handle that opens it.
type RecentFile struct {
	Handle string `json:"handle"`
	Title  string `json:"title"`
	Path   string `json:"path"`
	// OpenedMs is when it was opened last.
	OpenedMs int64 `json:"openedMs"`
	Missing  bool  `json:"missing"`
}

// RecentAnswer are the files opened last, at most 30, the last one first.
type RecentAnswer struct {
	Files []RecentFile `json:"files"`
}

// ForgetRecentRequest names a file that is not to be remembered.
type ForgetRecentRequest struct {
	Handle string `json:"handle"`
}

// FamilyRequest asks what is tied to an open session.
type FamilyRequest struct {
	Session string `json:"session"`
}

// FamilyNode is a session of a family with the handle that opens it, "" for one
// that was not found.
type FamilyNode struct {
	library.Node
	Handle string `json:"handle"`
}

// FamilyAnswer is the family of a session, without nodes while it is not known.
// Of a large one it holds the chains nearest in time.
type FamilyAnswer struct {
	Nodes  []FamilyNode    `json:"nodes"`
	Chains []library.Chain `json:"chains"`
	// Self is the session's own place, -1 while it is not known.
	Self int `json:"self"`
	// Sessions and Attempts count the sessions and chains of the whole family,
	// Total is what all of them took, Before how many chains stand before the
	// first of Chains.
	Sessions int          `json:"sessions"`
	Attempts int          `json:"attempts"`
	Total    library.Work `json:"total"`
	Before   int          `json:"before"`
	// Scanning: folders are still being read; ask again when the event "sessions" comes.
	Scanning bool `json:"scanning"`
}
