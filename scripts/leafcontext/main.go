// Leafcontext opens a pi session and builds what the model is sent at its leaf.
// For timing:
//
//	go run ./scripts/leafcontext session.jsonl
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"branchline/backend/session/pi"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: leafcontext FILE")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "leafcontext:", err)
		os.Exit(1)
	}
}

func run(path string) error {
	start := time.Now()
	m, err := pi.Open(path, "")
	if err != nil {
		return err
	}
	defer m.Close()
	opened := time.Now()
	context, err := m.BuildSessionContext()
	if err != nil {
		return err
	}
	ended := time.Now()
	return json.NewEncoder(os.Stdout).Encode(map[string]any{
		"entries":  m.GetEntryCount(),
		"messages": len(context.Messages),
		"openMs":   milliseconds(opened.Sub(start)),
		"ms":       milliseconds(ended.Sub(opened)),
	})
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
