package sessiontest

import (
	"fmt"

	"pgregory.net/rapid"

	"branchline/backend/session"
)

// Records draws the records of a session with branches: chains that mostly go
// on, jump back now and then, and carry labels, calls with results, errors,
// compactions and settings. Times never run backwards along the file. With
// late set some parents come later in the file than their children, or never.
func Records(t *rapid.T, most int, late bool) []Record {
	n := rapid.IntRange(1, most).Draw(t, "entries")
	records := make([]Record, 0, n)
	at := int64(StartMs)
	var open []string // calls without a result on the chain being written
	for i := range n {
		at += int64(rapid.IntRange(0, 400).Draw(t, "seconds")) * 1000
		r := Record{ID: fmt.Sprintf("e%d", i), AtMs: at, Text: fmt.Sprintf("text %d", i)}
		if i > 0 {
			r.Parent = records[i-1].ID
			switch rapid.IntRange(0, 19).Draw(t, "jump") {
			case 0, 1, 2:
				r.Parent, open = records[rapid.IntRange(0, i-1).Draw(t, "parent")].ID, nil
			case 3:
				r.Parent, open = "", nil
			case 4:
				if late {
					r.Parent, open = fmt.Sprintf("e%d", rapid.IntRange(0, n+1).Draw(t, "parent")), nil
				}
			}
		}
		r.Kind = rapid.SampledFrom([]string{
			"user", "assistant", "assistant", "assistant", "assistant", "result", "result", "result", "label",
			"name", "model", "compaction", "summary", "message", "bash", "usage", "custom", "unknown",
		}).Draw(t, "kind")
		switch r.Kind {
		case "assistant":
			open = r.speak(t, i)
		case "result":
			if len(open) == 0 {
				r.Kind = "user"
				break
			}
			r.Of, open = open[0], open[1:]
			if rapid.IntRange(0, 4).Draw(t, "fails") == 0 {
				r.Flags |= session.Failed
			}
		case "label", "compaction", "summary":
			if i > 0 {
				r.Target = records[rapid.IntRange(0, i-1).Draw(t, "target")].ID
			}
		case "user":
			open = nil
		}
		records = append(records, r)
	}
	return records
}

// speak makes an assistant's record and returns the calls it leaves open.
func (r *Record) speak(t *rapid.T, i int) (open []string) {
	r.Usage = &session.Usage{Model: "acme/large", Input: float64(i), Output: 1, CostUSD: 0.25}
	r.Stop = session.StopStop
	calls := rapid.IntRange(0, 2).Draw(t, "calls")
	for c := range calls {
		id := fmt.Sprintf("c%d.%d", i, c)
		tool := rapid.SampledFrom([]string{"bash", "read", "edit"}).Draw(t, "tool")
		r.Calls = append(r.Calls, Call{ID: id, Tool: tool, Target: fmt.Sprintf("file%d.go", i%5)})
		open, r.Stop = append(open, id), session.StopToolUse
	}
	switch rapid.IntRange(0, 9).Draw(t, "shape") {
	case 0:
		r.Stop = session.StopError
	case 1, 2:
		r.Think = "hm"
	case 3, 4, 5:
		if calls > 0 {
			r.Text = ""
		}
	}
	return open
}
