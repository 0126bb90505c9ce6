package main

import (
	"branchline/backend/session/compare"
	"branchline/backend/session/contexts"
	"branchline/backend/session/graph"
	"branchline/backend/session/library"
	"branchline/backend/session/outcome"
	"branchline/backend/session/timeline"
)

// The types that cross to the page. Only plain types cross; slices are never
// null; times are Unix milliseconds; an entry is named by its key, a session by
// the handle Go gave out.

// StartAnswer is what the page needs to draw itself for the first time.
type StartAnswer struct {
	// Face is "window" or "browser".
	Face    string `json:"face"`
	Version string `json:"version"`
	// CanChoose: the face has a dialog to choose a file with.
	CanChoose bool `json:"canChoose"`
	// Opened are the sessions given at the start, in order.
	Opened []SessionAnswer `json:"opened"`
	// Failed are the files given at the start that could not be opened.
	Failed   []Failure      `json:"failed"`
	Settings SettingsAnswer `json:"settings"`
	// Steps are the acts of this run of the app that can be taken back or done again, the
	// last one at the end; Exports those that were begun and that no page was told the end of.
	Steps   []StepAnswer  `json:"steps"`
	Exports []ExportBegun `json:"exports"`
	// Theme is "dark" or "light" where the system tells, else "".
	Theme string `json:"theme"`
	// Shapes never crosses; it makes the generator write the types it names.
	Shapes Shapes `json:"-"`
}

// Shapes names the types that stand in embedded structs only: the generator of
// the bindings does not look into those.
type Shapes struct {
	GraphRow graph.Row
	Crumb    graph.Crumb
	Row      timeline.Row
	Turn     timeline.Turn
	Card     outcome.Card
	Files    []outcome.File
	Node     library.Node
	Work     library.Work
	Ended    EndedEvent
	Summary  contexts.Summary
	Part     compare.Part
	Detail   compare.Detail
	Delta    compare.Delta
	Parted   compare.Divergence
	Levels   []compare.Row
	Both     compare.Files
	BothFile compare.BothFile
	Compared CompareSides
}

// Failure is a file that could not be opened. Kind is one of the kinds of
// errors: notFound, notSession, unsupported, unreadable, stale, gone, internal.
type Failure struct {
	Path    string `json:"path"`
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

// SettingsAnswer is what the reader has set. The page sends it back whole.
type SettingsAnswer struct {
	// Theme is "system", "dark" or "light".
	Theme string `json:"theme"`
	// TextSize is a percentage, 90 to 150.
	TextSize int `json:"textSize"`
	// SingleKeys: shortcuts without a modifier are on.
	SingleKeys bool `json:"singleKeys"`
	// Folders are places added by the reader, by AddFolder; what the page sends
	// back for them is not looked at.
	Folders []string `json:"folders"`
	// SessionsWidth and GraphWidth are pane widths in pixels.
	SessionsWidth int `json:"sessionsWidth"`
	GraphWidth    int `json:"graphWidth"`
	// Notify: the desktop is told when a run ends while it is followed.
	Notify bool `json:"notify"`
	// Meta: rows of levels, usage, labels and custom entries are shown.
	Meta bool `json:"meta"`
	// RememberRecent: the files opened last are remembered.
	RememberRecent bool `json:"rememberRecent"`
	// KeepNotes: notes on entries are shown and kept.
	KeepNotes bool `json:"keepNotes"`
}
