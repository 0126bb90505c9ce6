package main

// NotesRequest asks for the notes of an open session.
type NotesRequest struct {
	Session string `json:"session"`
}

// NotesAnswer are the reader's own notes on a session, at most 200; none while notes
// are switched off.
type NotesAnswer struct {
	Notes []Note `json:"notes"`
}

// Note is what a reader wrote down about an entry, at most 500 characters. It stands in
// our own file, never in the session.
type Note struct {
	Key  string `json:"key"`
	Text string `json:"text"`
	AtMs int64  `json:"atMs"`
}

// NoteRequest plans to keep a note on an entry; "" removes it.
type NoteRequest struct {
	Session string `json:"session"`
	Key     string `json:"key"`
	Text    string `json:"text"`
}
