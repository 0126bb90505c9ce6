package main

import "branchline/backend/session/secrets"

// An export is planned, searched for secrets and written. What takes long is begun by
// one call and asked for by others; each of these answers within a second.

// ExportRequest says what of an open session becomes a file of its own.
type ExportRequest struct {
	Session string `json:"session"`
	// Generation is that of the file as it was planned for, 0 where nothing was yet.
	Generation int `json:"generation"`
	// As is "pi", "runlog", "html" or "markdown".
	As string `json:"as"`
	// Leaf ends the branch, "" for the suggested leaf; Others end more branches, for
	// a page.
	Leaf   string   `json:"leaf"`
	Others []string `json:"others"`
	// Pictures and Hidden take in pictures, and what the agent itself does not
	// display; sessions have both.
	Pictures bool `json:"pictures"`
	Hidden   bool `json:"hidden"`
	// Keep are ids and kinds of secrets that stay as they are; all others are masked.
	Keep []string `json:"keep"`
}

// ExportPlanAnswer says what an export would be.
type ExportPlanAnswer struct {
	// Generation is that of the file it is planned for. Of another one, that took its
	// place, nothing is told and nothing written before it was planned anew with 0.
	Generation int `json:"generation"`
	// Path is where it goes when it goes beside the session, or among the agent's.
	Path string `json:"path"`
	// Download is what it is called that a browser gets.
	Download string `json:"download"`
	// Format is that of the session, "pi" or "runlog".
	Format  string    `json:"format"`
	Entries int       `json:"entries"`
	LeftOut []LeftOut `json:"leftOut"`
	Notes   []string  `json:"notes"`
	// Refused says why it cannot be exported like that, "" when it can.
	Refused string `json:"refused"`
}

// LeftOut is one sort of thing that stays out of an export, and how many of it do.
// Kind is one of package export's.
type LeftOut struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
	Text  string `json:"text"`
}

// JobAnswer names what was begun.
type JobAnswer struct {
	Job string `json:"job"`
}

// JobRequest asks how far something is that was begun.
type JobRequest struct {
	Job string `json:"job"`
}

// SecretsRequest asks for secrets that were found, from one on, or with ID for one of
// them alone, with all its places that are known.
type SecretsRequest struct {
	Job  string `json:"job"`
	From int    `json:"from"`
	ID   string `json:"id"`
	// Keep are ids and kinds of secrets that stay as they are in the contexts of places.
	Keep []string `json:"keep"`
}

// SecretsAnswer is what was found, or that the search still runs.
type SecretsAnswer struct {
	Running bool `json:"running"`
	// Kinds are the kinds of what was found; Total counts the secrets, Places where
	// they stand, Records what was searched, More the places that are only counted.
	Kinds   []SecretKind `json:"kinds"`
	Total   int          `json:"total"`
	Places  int          `json:"places"`
	Records int          `json:"records"`
	More    int          `json:"more"`
	// Lost is what the other format has no place for, a sentence each.
	Lost []string `json:"lost"`
	// Secrets are at most 100 of them, those of one kind together, each with its first
	// places.
	From    int            `json:"from"`
	Secrets []secrets.Told `json:"secrets"`
}

// SecretKind is a kind of secrets: how many there are of it, at how many places.
type SecretKind struct {
	Kind   string `json:"kind"`
	What   string `json:"what"`
	Count  int    `json:"count"`
	Places int    `json:"places"`
}

// ExportStartRequest begins an export. Where is "beside" the session or among the
// agent's, "choose" for a dialog of the system, or "download" for a browser's.
type ExportStartRequest struct {
	ExportRequest
	Where string `json:"where"`
}

// ExportedAnswer is how far an export is.
type ExportedAnswer struct {
	Running bool `json:"running"`
	// Share is how much of it is done while it runs, from 0 to 1, or -1 as long as that
	// is not known.
	Share float64 `json:"share"`
	// Cancelled: nothing was written.
	Cancelled bool       `json:"cancelled"`
	Done      DoneAnswer `json:"done"`
	// Changed is what another format has no place for, a sentence each.
	Changed []string `json:"changed"`
	// Records is how many records were searched for secrets as the file was made, Masked
	// how many secrets are masked in it, at how many Places: more than a search found
	// before when the session has grown since.
	Records int `json:"records"`
	Masked  int `json:"masked"`
	Places  int `json:"places"`
	// Download is the address a browser gets it from, "" for none, and Name what the
	// file is called.
	Download string `json:"download"`
	Name     string `json:"name"`
}

// ExportBegun is an export that was begun, by its job and the handle of its session.
type ExportBegun struct {
	Job     string `json:"job"`
	Session string `json:"session"`
}
