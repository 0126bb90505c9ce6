package runlog_test

import (
	"errors"
	"fmt"
	"os"
	"time"

	"branchline/backend/session/runlog"
)

// A run records itself, is cut off, and another one carries it on.
func Example() {
	dir, err := os.MkdirTemp("", "runs-*")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	w, err := runlog.Start(dir, time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), runlog.Meta{Task: "Make it build", Model: "m"})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := runlog.NewRecorder(w)
	request := runlog.Activity{Kind: "request", ID: "1", Name: "shell", Arguments: `{"command":"make"}`}
	response := request
	response.Kind, response.Result = "response", "ok"
	err = errors.Join(
		r.RecordMessage(runlog.Message{Type: "user", Text: "Begin."}),
		r.RecordEvent("iteration", "", "", 1),
		r.RecordEvent("toolCallStart", "shell", `{"command":"make"}`, 0),
		r.RecordEvent("toolCallEnd", "shell", "", 0),
		r.RecordMessage(runlog.Message{Type: "activity", Activity: &request}),
		r.RecordMessage(runlog.Message{Type: "activity", Text: "ok", Activity: &response}),
		w.Close(), // no result: the run was cut off
	)
	if err != nil {
		fmt.Println(err)
		return
	}

	path, err := runlog.Resolve(dir, "last")
	if err != nil {
		fmt.Println(err)
		return
	}
	old, err := runlog.Load(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	w, err = runlog.Resume(dir, time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC), old, runlog.Meta{Model: "m"})
	if err != nil {
		fmt.Println(err)
		return
	}
	r = runlog.NewRecorder(w)
	err = errors.Join(
		r.RecordMessage(runlog.Message{Type: "user", Text: "Carry on."}),
		r.RecordEvent("iteration", "", "", 1),
		r.RecordResult(runlog.Result{Reason: "settled", Message: "It builds.", Iterations: 1}),
	)
	if err != nil {
		fmt.Println(err)
		return
	}

	logs, err := runlog.List(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range logs {
		s, err := runlog.Load(e.Path)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s %q from %q: %q, %d messages\n", e.ID, e.Task, e.ResumedFrom, e.Reason, len(s.Messages))
	}
	// Output:
	// 20260301-100000 "Make it build" from "20260301-090000": "settled", 4 messages
	// 20260301-090000 "Make it build" from "": "", 3 messages
}
