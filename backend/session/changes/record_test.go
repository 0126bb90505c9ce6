//go:build linux

package changes_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/runlog"
)

// runLog tells of the same calls as a run's log does.
func (s *sandbox) runLog() session.Session {
	s.t.Helper()
	w, err := runlog.Create(s.t.TempDir(), "20260301-090000", runlog.Meta{Task: "Do it.", Workdir: s.dir})
	if err != nil {
		s.t.Fatal(err)
	}
	r := runlog.NewRecorder(w)
	for i, c := range s.calls {
		tool, result := c.tool, c.result
		if tool == "bash" {
			tool = "shell"
		}
		if c.code != 0 {
			at := strings.LastIndex(result, "\n\nCommand exited")
			result = result[:at] + fmt.Sprintf("\n[exit: exit status %d]", c.code)
		}
		arguments, err := json.Marshal(c.arguments)
		if err != nil {
			s.t.Fatal(err)
		}
		call := runlog.Activity{Kind: "request", ID: fmt.Sprint(i), Name: tool, Arguments: string(arguments)}
		answer := call
		answer.Kind, answer.Result = "response", result
		s.t.Helper()
		if err := errors.Join(
			r.RecordMessage(runlog.Message{Type: "activity", Activity: &call}),
			r.RecordMessage(runlog.Message{Type: "activity", Text: result, Activity: &answer}),
		); err != nil {
			s.t.Fatal(err)
		}
	}
	if err := errors.Join(r.RecordResult(runlog.Result{Reason: "settled"}), w.Close()); err != nil {
		s.t.Fatal(err)
	}
	b, err := os.ReadFile(w.Path())
	if err != nil {
		s.t.Fatal(err)
	}
	return opened(s.t, b)
}

// display is the diff pi records of an edit: numbered lines with four unchanged
// ones around each change.
func display(before, after string) string {
	old, fresh := strings.Split(strings.TrimSuffix(before, "\n"), "\n"), strings.Split(strings.TrimSuffix(after, "\n"), "\n")
	common := make([][]int, len(old)+1)
	for i := range common {
		common[i] = make([]int, len(fresh)+1)
	}
	for i := len(old) - 1; i >= 0; i-- {
		for j := len(fresh) - 1; j >= 0; j-- {
			if common[i][j] = max(common[i+1][j], common[i][j+1]); old[i] == fresh[j] {
				common[i][j] = common[i+1][j+1] + 1
			}
		}
	}
	width := len(fmt.Sprint(max(strings.Count(before, "\n"), strings.Count(after, "\n")) + 1))
	type line struct {
		sign byte
		n    int
		text string
	}
	var all []line
	for i, j := 0, 0; i < len(old) || j < len(fresh); {
		switch {
		case i < len(old) && j < len(fresh) && old[i] == fresh[j]:
			all = append(all, line{' ', i + 1, old[i]})
			i, j = i+1, j+1
		case i < len(old) && (j == len(fresh) || common[i+1][j] >= common[i][j+1]):
			all = append(all, line{'-', i + 1, old[i]})
			i++
		default:
			all = append(all, line{'+', j + 1, fresh[j]})
			j++
		}
	}
	var out []string
	near := func(at int) bool {
		for k := max(at-4, 0); k <= min(at+4, len(all)-1); k++ {
			if all[k].sign != ' ' {
				return true
			}
		}
		return false
	}
	skipped := false
	for i, l := range all {
		if !near(i) {
			if !skipped {
				out = append(out, " "+strings.Repeat(" ", width)+" ...")
			}
			skipped = true
			continue
		}
		skipped = false
		out = append(out, fmt.Sprintf("%c%*d %s", l.sign, width, l.n, l.text))
	}
	return strings.Join(out, "\n")
}
