package outcome

import (
	"fmt"
	"slices"

	"branchline/backend/session"
)

// headlines are the words for a state and its reason; those for a state alone
// stand under its name. The reasons are pi's stop reasons and the run log's.
var headlines = map[string]string{
	"finished":         "Finished",
	"finished settled": "Finished: the agent says the task is done",
	"finished stop":    "Finished",

	"failed":        "Failed",
	"failed failed": "Failed: the agent says it cannot be done",

	"limit":            "Stopped by a limit",
	"limit length":     "Stopped by a limit: the answer was cut off",
	"limit iterations": "Stopped by a limit: out of rounds",
	"limit calls":      "Stopped by a limit: out of tool calls",
	"limit time":       "Stopped by a limit: out of time",

	"stuck":               "Stuck",
	"stuck continuations": "Stuck: answers were cut off again and again",
	"stuck cycle":         "Stuck: it repeated itself",
	"stuck empty":         "Stuck: it produced nothing",
	"stuck unsettled":     "Stuck: it stopped without recording an outcome",

	"cancelled": "Cancelled",

	"error":       "Stopped by an error",
	"error error": "Stopped by an error of the provider",

	"running":     "Running",
	"interrupted": "Interrupted",

	"interrupted prompt":     "Interrupted: the prompt has no reply",
	"interrupted toolUse":    "Interrupted: a tool call has no result",
	"interrupted toolResult": "Interrupted: the result has no reply",

	"unknown": "No outcome",
}

// The labels of evidence that a headline is made of.
const (
	warning   = "warning"      // doubts the verdict itself
	old       = "old log"      // may record a failure as settled
	cutOff    = "log cut"      // the last record is damaged
	quiet     = "no result"    // none, and the log does not grow
	continued = "continued by" // another run goes on from this one
)

// has tells whether there is evidence with a label.
func has(e *session.End, label string) bool {
	return slices.ContainsFunc(e.Evidence, func(ev session.Evidence) bool { return ev.Label == label })
}

// headline says a state in words. A reason this app does not know is quoted.
func headline(e *session.End) string {
	reason := text(e.Reason)
	if e.State == session.Finished && has(e, old) {
		return "Finished (older logs could not record a failure)"
	}
	switch {
	case e.State == session.Finished && e.Code != nil && reason == "":
		return "Ended (no reason given)"
	case e.State == session.Finished && e.Code != nil && reason == "stop": // a run, not a branch of a session
		return "Finished: the model stopped talking"
	case e.State == session.FailedState && reason == "":
		return "Did not finish (no reason given)"
	}
	if words, ok := headlines[string(e.State)+" "+reason]; ok {
		if e.State == session.ErrorState && e.Status > 0 {
			return fmt.Sprintf("%s (HTTP %d)", words, e.Status)
		}
		return words
	}
	if e.State == session.Interrupted && reason == "" {
		switch {
		case has(e, continued):
			return "Interrupted: another run goes on from it"
		case has(e, cutOff):
			return "Did not finish: the log is cut off"
		case e.QuietMs > 0:
			return "Running or interrupted (quiet for " + lasting(e.QuietMs) + ")"
		case has(e, quiet): // the file's time is in the future
			return "Running or interrupted"
		}
	}
	words, ok := headlines[string(e.State)]
	if !ok {
		words = headlines["unknown"]
	}
	if reason == "" || plain[e.State] {
		return words
	}
	switch e.State {
	case session.Finished:
		words = "Ended"
	case session.FailedState, session.Unknown:
		words = "Did not finish"
	}
	if short := session.CutText(reason, maxReason); short != reason {
		reason = short + "…"
	}
	return fmt.Sprintf("%s (%s)", words, reason)
}

// maxReason is how much of an unknown reason a headline tells, in bytes.
const maxReason = 120

// lasting words a length of time.
func lasting(ms int64) string {
	minutes := ms / 60000
	switch {
	case minutes < 120:
		return fmt.Sprintf("%d minutes", minutes)
	case minutes < 48*60:
		return fmt.Sprintf("%d hours", minutes/60)
	}
	return fmt.Sprintf("%d days", minutes/60/24)
}

// plain are the states whose reason adds nothing to the word.
var plain = map[session.State]bool{session.Cancelled: true, session.Running: true}
