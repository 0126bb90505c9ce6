// Package outcome says how a branch or a run ended, with its evidence, and adds
// up what it took: totals of the branch and of the whole file.
package outcome

import "branchline/backend/session"

// Totals are sums over a branch or a file. Token counts are those the provider
// reported; durations are milliseconds.
type Totals struct {
	InputTokens      float64 `json:"inputTokens"`
	OutputTokens     float64 `json:"outputTokens"`
	CacheReadTokens  float64 `json:"cacheReadTokens"`
	CacheWriteTokens float64 `json:"cacheWriteTokens"`
	CostUSD          float64 `json:"costUsd"`
	ToolCalls        int     `json:"toolCalls"`
	// Errors counts calls that failed.
	Errors     int   `json:"errors"`
	DurationMs int64 `json:"durationMs"`
	EngagedMs  int64 `json:"engagedMs"`
}

// Verdict is the outcome as the command line prints it.
type Verdict struct {
	State   string `json:"state"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
	Code    *int   `json:"code"`
	Error   string `json:"error"`
	Status  int    `json:"status"`
}

// Evidence is one fact behind a verdict with the entry that shows it ("" = none).
type Evidence struct {
	Entry string `json:"entry"`
	Label string `json:"label"`
	Text  string `json:"text"`
}

// File is a file the branch worked on.
type File struct {
	Path  string `json:"path"`
	Edits int    `json:"edits"`
	Reads int    `json:"reads"`
	// FailedEdits are those of Edits that failed; Failed: no edit of it succeeded.
	FailedEdits int  `json:"failedEdits"`
	Failed      bool `json:"failed"`
	// Entry is the first entry that touched it.
	Entry string `json:"entry"`
}

// Card is the outcome as the page shows it.
type Card struct {
	Verdict
	Leaf string `json:"leaf"`
	// Headline says the state in words: "Finished", "Stopped by a limit", …
	Headline string `json:"headline"`
	// Doing says what an unfinished run was doing last.
	Doing string `json:"doing"`
	// StoppedAt is the entry the judgement rests on.
	StoppedAt  string   `json:"stoppedAt"`
	StartedMs  int64    `json:"startedMs"`
	EndedMs    int64    `json:"endedMs"`
	Turns      int      `json:"turns"`
	Replies    int      `json:"replies"`
	Entries    int      `json:"entries"`
	Branches   int      `json:"branches"`
	Models     []string `json:"models"`
	Totals     Totals   `json:"totals"`
	FileTotals Totals   `json:"fileTotals"`
	// Files are those the branch's calls name, edited ones first, at most two
	// hundred; FilesTotal counts all of them and FilesEdited those an edit of which
	// succeeded.
	Files       []File `json:"files"`
	FilesTotal  int    `json:"filesTotal"`
	FilesEdited int    `json:"filesEdited"`

	Evidence []Evidence `json:"evidence"`
	// Tools counts the branch's calls by tool, most first.
	Tools []Tool `json:"tools"`
	// Task is a run log's brief.
	Task string `json:"task"`
	// Asked is the first prompt of the branch, "" where that has no words.
	Asked string `json:"asked"`
	// Counters are a run's own figures in words.
	Counters []string `json:"counters"`
	// Warnings are doubts about the verdict itself.
	Warnings []string `json:"warnings"`
	// Failed are the calls that failed, the last two hundred of them; Tools counts all.
	Failed []Call `json:"failed"`
	// Faults are all errors of the branch: the calls that failed, which Totals counts
	// too, and what else did.
	Faults session.Faults `json:"faults"`
	// Next says what to do after a run; "" where there is nothing to say.
	Next string `json:"next"`
}

// Call is a tool call with what it works on.
type Call struct {
	Entry  string `json:"entry"`
	Tool   string `json:"tool"`
	Target string `json:"target"`
}

// Tool counts the calls of one tool.
type Tool struct {
	Name   string `json:"name"`
	Calls  int    `json:"calls"`
	Errors int    `json:"errors"`
}
