package main

import (
	"branchline/backend/session"
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
	// Steps are the acts of this run of the app that can be taken back, the last one at
	// the end; Exports those that were begun and that no page was told the end of.
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

// RevealRequest names the file to show in the file manager: that of an open session,
// or without one the file that Handle opens.
type RevealRequest struct {
	Session string `json:"session"`
	Handle  string `json:"handle"`
}

// CommandLineRequest asks what to type into a terminal. Key is the entry to come
// back to, "" for none.
type CommandLineRequest struct {
	Session string `json:"session"`
	Key     string `json:"key"`
}

// CommandLineAnswer is what to type, quoted for the shell of the system: Resume
// lets the agent go on, Open opens the session in Branchline at the entry.
type CommandLineAnswer struct {
	Resume string `json:"resume"`
	Open   string `json:"open"`
}

// SessionAnswer describes an open session.
type SessionAnswer struct {
	// Session is the handle the other calls take.
	Session  string `json:"session"`
	Revision int    `json:"revision"`
	// Handle opens the session again once it was closed.
	Handle string `json:"handle"`
	// FileName and Path are shown, never sent back.
	FileName string `json:"fileName"`
	Path     string `json:"path"`
	Title    string `json:"title"`
	// ByFile: it was opened as a file of its own, and goes by its name where it has no
	// other.
	ByFile   bool   `json:"byFile"`
	Format   string `json:"format"`
	Version  int    `json:"version"`
	ID       string `json:"id"`
	Cwd      string `json:"cwd"`
	Name     string `json:"name"`
	Parent   string `json:"parent"`
	Sample   bool   `json:"sample"`
	Entries  int    `json:"entries"`
	Messages int    `json:"messages"`
	Branches int    `json:"branches"`
	Bytes    int64  `json:"bytes"`
	// Leaf is the active leaf, SuggestedLeaf the one to show first; "" = none.
	Leaf          string `json:"leaf"`
	SuggestedLeaf string `json:"suggestedLeaf"`
	// ReadOnly says why nothing can be appended to the file, "" when it can.
	ReadOnly string `json:"readOnly"`
	// Notes are what to know of the file although nothing is wrong with what was read.
	Notes []string `json:"notes"`
	// Tail: the last line is still being written.
	Tail          bool              `json:"tail"`
	Problems      []session.Problem `json:"problems"`
	ProblemsTotal int               `json:"problemsTotal"`
	// Entry is the entry to go to at once, "" when none was asked for.
	Entry string `json:"entry"`
	// Lost says why the file can no longer be followed, "" when it can. What was
	// read of it stays.
	Lost string `json:"lost"`
}

// FollowRequest asks how an open session stands now. Leaf is the last entry of the
// branch on screen, "" for none.
type FollowRequest struct {
	Session string `json:"session"`
	Leaf    string `json:"leaf"`
}

// FollowAnswer is how an open session stands now.
type FollowAnswer struct {
	Session SessionAnswer `json:"session"`
	// On: the branch on screen is still in the file; Leaf is where it ends now,
	// else the suggested leaf.
	On   bool   `json:"on"`
	Leaf string `json:"leaf"`
	// Elsewhere: the agent continues on another branch.
	Elsewhere bool `json:"elsewhere"`
	// Since is the revision since which the file only grew: what was read before
	// it is to be read again.
	Since int `json:"since"`
}

// EndedEvent tells that a run came to its end while it was followed. State and
// Headline are those of its outcome.
type EndedEvent struct {
	Session  string `json:"session"`
	Title    string `json:"title"`
	State    string `json:"state"`
	Headline string `json:"headline"`
}

// CloseRequest closes an open session.
type CloseRequest struct {
	Session string `json:"session"`
}

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
	Text    string `json:"text"`
	Bytes   int    `json:"bytes"`
	Picture int    `json:"picture"`
}

// CompareSide is one branch to compare: the path to an entry, "" for the suggested
// leaf. Follow: should the branch have gone on since, it is compared to its new end.
type CompareSide struct {
	Session string `json:"session"`
	Leaf    string `json:"leaf"`
	Follow  bool   `json:"follow"`
}

// CompareSides are the two branches to compare; both may be of one session.
type CompareSides struct {
	A CompareSide `json:"a"`
	B CompareSide `json:"b"`
}

// CompareRequest asks about two branches.
type CompareRequest struct {
	CompareSides
}

// ComparedSide is where one side of a comparison stands. Leaf is the entry it ends
// at, End the one its branch ends at.
type ComparedSide struct {
	Session  string `json:"session"`
	Revision int    `json:"revision"`
	Title    string `json:"title"`
	Format   string `json:"format"`
	Leaf     string `json:"leaf"`
	End      string `json:"end"`
}

// CompareAnswer is a comparison without its rows, its files and the keys of what
// both share.
type CompareAnswer struct {
	compare.Result
	SideA ComparedSide `json:"sideA"`
	SideB ComparedSide `json:"sideB"`
	Ruler CompareRuler `json:"ruler"`
}

// CompareRuler has the steps of both sides on one axis of engaged time: milliseconds
// since the side's part began, up to the engaged time of its figures.
type CompareRuler struct {
	TotalMs int64       `json:"totalMs"`
	EndAMs  int64       `json:"endAMs"`
	EndBMs  int64       `json:"endBMs"`
	A       []RulerTick `json:"a"`
	B       []RulerTick `json:"b"`
}

// RulerTick is one step of a ruler, or several that stand at one place; Row is that
// of the first.
type RulerTick struct {
	Row    int   `json:"row"`
	AtMs   int64 `json:"atMs"`
	Other  bool  `json:"other"`
	Error  bool  `json:"error"`
	Prompt bool  `json:"prompt"`
}

// CompareRowsRequest asks for rows from one on. AtA and AtB are entries of A and B
// whose row is to be found, "" for none; that of A wins.
type CompareRowsRequest struct {
	CompareSides
	From  int    `json:"from"`
	Count int    `json:"count"`
	AtA   string `json:"atA"`
	AtB   string `json:"atB"`
}

// CompareRow is two steps that stand level. MoreA and MoreB count what was said
// around a step and is left out.
type CompareRow struct {
	compare.Detail
	MoreA int `json:"moreA"`
	MoreB int `json:"moreB"`
}

// CompareRowsAnswer is a page of a comparison; it may hold fewer rows than asked for.
type CompareRowsAnswer struct {
	RevisionA int          `json:"revisionA"`
	RevisionB int          `json:"revisionB"`
	Total     int          `json:"total"`
	From      int          `json:"from"`
	At        int          `json:"at"`
	Rows      []CompareRow `json:"rows"`
}

// CompareMarksRequest asks for the marks of rows from one on.
type CompareMarksRequest struct {
	CompareSides
	From int `json:"from"`
}

// CompareMarksAnswer has a byte for each row, in base64: 1 not the same steps, 2 only
// A has one, 4 only B has one, 8 equal steps that differ, 16 and 32 the step of
// A or B failed, 64 a prompt.
type CompareMarksAnswer struct {
	RevisionA int    `json:"revisionA"`
	RevisionB int    `json:"revisionB"`
	Total     int    `json:"total"`
	From      int    `json:"from"`
	Marks     string `json:"marks"`
}

// CompareFilesAnswer is what two branches did to files, at most 200 of each sort.
// MayA and MayB are commands that may have changed any other file.
type CompareFilesAnswer struct {
	OnlyA      []string       `json:"onlyA"`
	OnlyATotal int            `json:"onlyATotal"`
	OnlyB      []string       `json:"onlyB"`
	OnlyBTotal int            `json:"onlyBTotal"`
	Both       []ComparedFile `json:"both"`
	BothTotal  int            `json:"bothTotal"`
	MayA       []string       `json:"mayA"`
	MayATotal  int            `json:"mayATotal"`
	MayB       []string       `json:"mayB"`
	MayBTotal  int            `json:"mayBTotal"`
}

// ComparedFile is a file that both branches changed. Diff leads from what A left to
// what B left, DiffBytes is the size of the whole.
type ComparedFile struct {
	Path      string `json:"path"`
	Same      bool   `json:"same"`
	Known     bool   `json:"known"`
	Diff      string `json:"diff"`
	DiffBytes int    `json:"diffBytes"`
}

// CompareMarkdownAnswer is a comparison as Markdown.
type CompareMarkdownAnswer struct {
	Text string `json:"text"`
}

// LeavesRequest asks for the branches of a session from one on.
type LeavesRequest struct {
	Session string `json:"session"`
	From    int    `json:"from"`
}

// LeavesAnswer are branches in the order of the file, at most 200.
type LeavesAnswer struct {
	Revision int            `json:"revision"`
	Total    int            `json:"total"`
	From     int            `json:"from"`
	Leaves   []compare.Leaf `json:"leaves"`
}
