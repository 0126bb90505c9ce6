package outcome

import (
	"fmt"

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

// headline says a state in words. A reason this app does not know is quoted.
func headline(e *session.End) string {
	reason := text(e.Reason)
	if words, ok := headlines[string(e.State)+" "+reason]; ok {
		if e.State == session.ErrorState && e.Status > 0 {
			return fmt.Sprintf("%s (HTTP %d)", words, e.Status)
		}
		return words
	}
	if e.State == session.Interrupted && reason == "" {
		for _, ev := range e.Evidence {
			if ev.Label == "log cut" {
				return "Did not finish: the log is cut off"
			}
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
	return fmt.Sprintf("%s (%s)", words, reason)
}

// plain are the states whose reason adds nothing to the word.
var plain = map[session.State]bool{session.Cancelled: true, session.Running: true}
