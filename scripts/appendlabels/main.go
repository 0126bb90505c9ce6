// Appendlabels opens a pi session and appends labels to its first entry, one after
// another, and says how long each took. It writes to the file. For timing:
//
//	go run ./scripts/appendlabels copy.jsonl
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"branchline/backend/session/pi"
)

// times is how many labels are appended.
const times = 21

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: appendlabels FILE")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "appendlabels:", err)
		os.Exit(1)
	}
}

func run(path string) (err error) {
	start := time.Now()
	m, err := pi.Open(path, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	opened := time.Since(start)
	roots, err := m.GetChildren(nil)
	if err != nil {
		return err
	}
	if len(roots) == 0 {
		return errors.New("the session is empty")
	}
	root, label := roots[0].ID(), "mark"
	took := make([]float64, times)
	for i := range took {
		start := time.Now()
		if _, err := m.AppendLabelChange(root, &label); err != nil {
			return err
		}
		took[i] = milliseconds(time.Since(start))
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]any{
		"entries": m.GetEntryCount(),
		"openMs":  milliseconds(opened),
		"ms":      took,
	})
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
