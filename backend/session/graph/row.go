// Package graph lays out all branches of a session as rows with lanes: one row
// an entry or a run of folded steps, in file order, no child before its parent.
// Growth adds rows at the bottom; nothing above them moves.
package graph

// Row is one line of the branch graph. Lanes count from 0, the branch that was
// active when the session was opened.
type Row struct {
	Index int `json:"index"`
	// Key is the row's entry; for folded steps the first of them.
	Key string `json:"key"`
	// Last is the last entry the row stands for: of folded steps, and of settings and
	// marks behind the end of a branch. Else it is the same as Key.
	Last string `json:"last"`
	// Parent is the key of the row this one hangs under, "" for a root.
	Parent string `json:"parent"`
	// Kind is an item kind of package session, or "steps".
	Kind  string `json:"kind"`
	Text  string `json:"text"`
	Label string `json:"label"`
	Lane  int    `json:"lane"`
	// Up and Down: the line of the row's own lane goes on above, below.
	Up   bool `json:"up"`
	Down bool `json:"down"`
	// Forks are the lanes that leave this row downwards beside its own.
	Forks []int `json:"forks"`
	// Pass are the lanes that run through the row without touching it.
	Pass []int `json:"pass"`
	// More counts the lines in lanes from MaxLanes on that leave or pass the row;
	// Forks and Pass name the others. It is left out when it is 0.
	More int `json:"more,omitempty"`
	// Link says on the first row of a segment of a run log what led to it: the
	// reset that cut the conversation, "" elsewhere.
	Link string `json:"link,omitempty"`
	// From is the key of the row of the leaf that was left when a branch summary
	// was written, "" when unknown.
	From string `json:"from"`
	// OnActive: on the branch where the agent would continue.
	OnActive bool `json:"onActive"`
	// OnPath: on the branch that was asked for.
	OnPath bool `json:"onPath"`
	// PathBelow is one more than the lane the asked branch runs in at this row's
	// lower edge, on the branch's own rows and on rows it only passes; 0 above
	// its root, below its leaf, and when no branch was asked for. A branch runs
	// in the lane of its next row below.
	PathBelow int `json:"pathBelow"`
	// Active: the agent continues here.
	Active bool `json:"active"`
	// Leaf: a branch ends here.
	Leaf bool `json:"leaf"`
	// Steps is the number of folded items, 0 for an ordinary row; Open says that
	// the row is the head of steps the reader has unfolded.
	Steps int `json:"steps"`
	// Round is the number of the round of a run whose steps these are.
	Round string `json:"round,omitempty"`
	// Step: the row is one of those that the head above it was opened to.
	Step   bool    `json:"step,omitempty"`
	Open   bool    `json:"open"`
	Counts []Count `json:"counts"`
	Errors int     `json:"errors"`
	// Error: the entry or one of its calls failed; of steps, one of them did.
	Error bool `json:"error"`
	// Context: the filter leaves the row only because it holds others together.
	Context bool  `json:"context,omitempty"`
	AtMs    int64 `json:"atMs"`
	// Level, SetSize and PosInSet describe the row to a screen reader: how deep it
	// stands, from 1, and its place among the rows that are as deep below the same
	// row: those of a straight branch one after another, the ways on from a branch
	// point beside one another. Below a branch point, below a row that can be folded
	// and below the head of open steps it is one deeper.
	Level    int `json:"level"`
	SetSize  int `json:"setSize"`
	PosInSet int `json:"posInSet"`
	// Orphan: the history before this row is missing from the file.
	Orphan bool `json:"orphan"`
	// Duplicate: a later entry has the same id.
	Duplicate bool `json:"duplicate"`
	// Foldable: the row begins a branch that has more rows. Folded: they are put
	// away. Hides is then how many entries there are, and Ends how many branches
	// end among them or here; Errors counts theirs as well.
	Foldable bool `json:"foldable,omitempty"`
	Folded   bool `json:"folded,omitempty"`
	Hides    int  `json:"hides,omitempty"`
	Ends     int  `json:"ends,omitempty"`
	// Turn is the number of a prompt among those of its branch, from 1, and CostUSD
	// what was paid for all answers to it.
	Turn    int     `json:"turn,omitempty"`
	CostUSD float64 `json:"costUsd,omitempty"`
	// Hits is how many entries the row stands for hold the words looked for.
	Hits int `json:"hits,omitempty"`
	// Notes is how many entries the row stands for have a note of the reader's own,
	// Note the text of the last one; whoever keeps the notes puts them in.
	Notes int    `json:"notes,omitempty"`
	Note  string `json:"note,omitempty"`
}

// Count says how often a tool was called in folded steps.
type Count struct {
	Name string `json:"name"`
	N    int    `json:"n"`
}

// Page is a run of rows.
type Page struct {
	Total int `json:"total"`
	From  int `json:"from"`
	// Lanes is the number of lanes the whole graph uses.
	Lanes int `json:"lanes"`
	// Branches is the number of leaves; 1 means the page shows an outline.
	Branches int `json:"branches"`
	// At is the index of the row of the key that was asked for, -1 when it is not shown.
	At   int   `json:"at"`
	Rows []Row `json:"rows"`
	// Crumbs name the way down to the hoisted entry, which is the last; empty when
	// none is.
	Crumbs []Crumb `json:"crumbs,omitempty"`
	// Hits is how many entries hold the words looked for.
	Hits int `json:"hits,omitempty"`
}

// The filters of the graph.
const (
	FilterAll     = "all"
	FilterPrompts = "prompts"
	FilterNoTools = "noTools"
	FilterLabels  = "labels"
	FilterErrors  = "errors"
)
