// Listsessions lists the pi sessions of one folder. For timing:
//
//	go run ./scripts/listsessions CWD FOLDER
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"branchline/backend/session/pi"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: listsessions CWD FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "listsessions:", err)
		os.Exit(1)
	}
}

func run(cwd, dir string) error {
	start := time.Now()
	list, err := pi.List(context.Background(), cwd, dir, nil)
	if err != nil {
		return err
	}
	ms := float64(time.Since(start).Microseconds()) / 1000
	messages := 0
	for _, info := range list {
		messages += info.MessageCount
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]any{"sessions": len(list), "messages": messages, "ms": ms})
}
