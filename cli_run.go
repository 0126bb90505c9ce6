package main

import (
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/outcome"
	"branchline/backend/session/timeline"
)

// madeFrom says what the parent of a session is to it.
func madeFrom(format string) string {
	if format == "runlog" {
		return "resumed from"
	}
	return "made from"
}

// ranWith names the model of a run and what stood between, as its log does.
func ranWith(x *session.Index) string {
	var words []string
	for _, w := range [][2]string{{"model", x.Header.Model}, {"connection", x.Header.Provider}, {"driver", x.Header.Driver}} {
		if w[1] != "" {
			words = append(words, w[0]+" "+oneLine(w[1]))
		}
	}
	return strings.Join(words, " · ")
}

// printWork lists the files a run worked on and its calls that failed.
func printWork(w *lines, x *session.Index, card outcome.Card) {
	if !x.Header.Closed {
		return
	}
	var edited []string
	for _, f := range card.Files {
		if f.Edits > 0 && len(edited) < leavesPrinted {
			name := oneLine(f.Path)
			if f.Failed {
				name += " (failed)"
			}
			edited = append(edited, name)
		}
	}
	if len(edited) > 0 {
		w.line("files written: %s", strings.Join(edited, ", "))
	}
	for _, call := range card.Failed {
		w.line("failed: %s", clip(oneLine(strings.TrimSpace(call.Tool+" "+call.Target)), 200))
	}
}

// runWords tells the rows of a run as what they are there.
type runWords struct{ run, resumed, carried, begun bool }

// row puts a run's words on a row, and tells whether it is shown: what was
// carried over is told in one row.
func (w *runWords) row(r *timeline.Row, carried string) bool {
	switch {
	case r.Inherited:
		again := w.carried
		r.Kind, r.Tool, r.Text, r.Notes, w.carried = "carried over", "", carried, nil, true
		return !again
	case r.Kind == "system" && strings.HasPrefix(r.Text, "!NB:"):
		r.Kind = "nudge"
	case r.Kind == "prompt" && w.run && !w.begun: // written by the engine, not by a person
		w.begun = true
		if r.Kind = "start"; w.resumed {
			r.Kind = "resume"
		}
	}
	return true
}
