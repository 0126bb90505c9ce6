// Firstrows does what the app does until the first rows of a session are on
// screen: index, tree, and the first page of the suggested branch. For timing:
//
//	go run ./scripts/firstrows session.jsonl
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"branchline/backend/session/formats"
	"branchline/backend/session/timeline"
)

// firstPage is how many rows the page of the app asks for at a time.
const firstPage = 200

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: firstrows FILE")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "firstrows:", err)
		os.Exit(1)
	}
}

func run(path string) error {
	start := time.Now()
	s, file, err := formats.Open(context.Background(), path)
	if err != nil {
		return err
	}
	defer file.Close()
	opened := time.Since(start)
	index := s.Index()
	page, err := timeline.Of(s, index.Suggested).Page(0, firstPage)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]any{
		"entries": len(index.Entries),
		"rows":    len(page.Rows),
		"openMs":  milliseconds(opened),
		"ms":      milliseconds(time.Since(start)),
	})
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
