// Package timeline turns one branch of a session into rows to read: prompts,
// replies, tool calls with their results, grouped in turns. It opens nothing
// and asks no clock; bodies are read for the rows asked for and no others.
package timeline

import (
	"strconv"

	"branchline/backend/session"
)

// Row is one item of a branch as a reader sees it. Times are Unix
// milliseconds, 0 when unknown.
type Row struct {
	// Index is the row's place on the branch, from 0.
	Index int `json:"index"`
	// Entry is the key of the entry the row stands at: for a call the message that made it.
	Entry string `json:"entry"`
	// Main: of the rows of its entry this one stands for it: what was said, else
	// what was done, else what was thought.
	Main bool `json:"main"`
	// Kind is one of the item kinds of package session.
	Kind string `json:"kind"`
	Role string `json:"role"`
	// Text is what a reader sees, clean of control codes and at most 2,000
	// characters: for a call its target, then its result.
	Text    string `json:"text"`
	Tool    string `json:"tool"`
	IsError bool   `json:"isError"`
	AtMs    int64  `json:"atMs"`
	// EndMs is when the answer came; the row's own time when there is none.
	EndMs int64 `json:"endMs"`
	// Turn is the index of the turn the row belongs to.
	Turn int `json:"turn"`
	// GapMs is the idle time before this row when it is over five minutes, else 0.
	GapMs int64 `json:"gapMs"`
	// Target is what a call works on, one line.
	Target string `json:"target"`
	// Body is the row's text as it stands in the file, at most BodyBytes bytes;
	// BodyBytes is its whole size, so a larger one was cut.
	Body      string `json:"body"`
	BodyBytes int    `json:"bodyBytes"`
	// Args is a call's arguments as JSON text, cut in the same way.
	Args      string `json:"args"`
	ArgsBytes int    `json:"argsBytes"`
	// Result is what the tool gave back, cut in the same way: head and tail. Neither
	// begins or ends in a terminal's sequence, and the tail is led by the colours in
	// force where it begins.
	Result      string `json:"result"`
	ResultTail  string `json:"resultTail"`
	ResultBytes int    `json:"resultBytes"`
	HasResult   bool   `json:"hasResult"`
	// Waits: a call has no result, and nothing came behind it that tells it gets none.
	Waits bool `json:"waits,omitempty"`
	// Diff is an edit's change as numbered or unified lines, cut in the same way.
	Diff string `json:"diff"`
	// DiffBytes is the whole size of Diff, so a larger one was cut.
	DiffBytes int      `json:"diffBytes"`
	ExitCode  *int     `json:"exitCode"`
	Images    []Image  `json:"images"`
	Notes     []string `json:"notes"`
	// Label is the label on the row's entry, "" when it has none.
	Label string `json:"label"`
	// Model says what the row's context edit or compaction did to it for the
	// model: "" (sent as it stands), "edited", "removed", "compacted" (not sent
	// any more) or "unsent" (never sent).
	Context string `json:"context"`
	// ModelName is "provider/model" of the entry, CostUSD what it cost: on the row
	// that stands for it, its reply where it has one.
	ModelName    string  `json:"modelName"`
	CostUSD      float64 `json:"costUsd"`
	InputTokens  float64 `json:"inputTokens"`
	OutputTokens float64 `json:"outputTokens"`
	// Branches is the number of ways on from the row's entry when it is a branch point, else 0.
	Branches int `json:"branches"`
	// Orphan: the history before this row is missing from the file.
	Orphan    bool `json:"orphan"`
	Inherited bool `json:"inherited"`
	Replaced  bool `json:"replaced"`
	// ReplacedMs is when the row was replaced, 0 when that is unknown.
	ReplacedMs  int64 `json:"replacedMs"`
	Provisional bool  `json:"provisional"`
	// Line is the physical line, from 1.
	Line int `json:"line"`
}

// Image is a picture of a row. The page shows it from
// /blob/<session>/<revision>/<key>/<n>.
type Image struct {
	Key     string `json:"key"`
	N       int    `json:"n"`
	Mime    string `json:"mime"`
	Bytes   int64  `json:"bytes"`
	Missing string `json:"missing"`
}

// Turn is a prompt and everything up to the next prompt, or to the first round of
// a run; each round is a turn as well. A branch that begins without a prompt begins
// with a turn that has none.
type Turn struct {
	// Index counts turns from 0; Number is what the reader sees, from 1, and 0
	// for the part before the first prompt. A round has that of the prompt before it.
	Index  int `json:"index"`
	Number int `json:"number"`
	// Round is the number of the round, "" for other turns.
	Round string `json:"round,omitempty"`
	// First is the index of the turn's first row, Rows how many it has.
	First int   `json:"first"`
	Rows  int   `json:"rows"`
	AtMs  int64 `json:"atMs"`
	// NewDay: the turn is the first of its local day, as given by the caller's zone.
	EngagedMs int64   `json:"engagedMs"`
	CostUSD   float64 `json:"costUsd"`
	Calls     int     `json:"calls"`
	Errors    int     `json:"errors"`
	// Title is the beginning of the prompt, one line.
	Title string `json:"title"`
}

// Name is what the turn is called.
func (t *Turn) Name() string {
	switch {
	case t.Round != "":
		return "Round " + t.Round
	case t.Number > 0:
		return "Turn " + strconv.Itoa(t.Number)
	}
	return "Before the first prompt"
}

// Page is a run of rows with the turns they belong to.
type Page struct {
	// Leaf is the key of the branch's last entry.
	Leaf  string `json:"leaf"`
	Total int    `json:"total"`
	From  int    `json:"from"`
	// At is the index of the row that was asked for by key, -1 when there was
	// none or it is not on this branch.
	At int `json:"at"`
	// Carried says how many messages a resumed run took over, and from which:
	// "5 messages carried over from 20260201-090000"; "" when none are on the branch.
	Carried string `json:"carried"`
	// CarriedRows is how many rows at the beginning of the branch those messages
	// stand in, 0 when there are none.
	CarriedRows int `json:"carriedRows"`
	// Faults say what the rows of the branch that are errors are.
	Faults session.Faults `json:"faults"`
	Rows   []Row          `json:"rows"`
	Turns  []Turn         `json:"turns"`
}

// The bits of a row's second byte in Outline.
const (
	MarkPrompt = 1 << iota
	MarkError
	MarkEdit
	MarkLabel
	MarkCompaction
	MarkRound // a round of a run begins
	MarkCall  // a tool's call, or the reader's own command
	MarkMeta  // rows a reader sees on request only: levels, usage, custom entries, labels, begins of rounds
)
