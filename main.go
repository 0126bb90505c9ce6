//go:build !bindings

// Branchline shows what coding agents did: it opens pi sessions and run logs,
// draws every branch, reads one, and says how it ended. One binary has three
// faces: the command line, the page in an ordinary browser, and, built with
// the tags desktop,production (on Linux webkit2_41 too), the page in a window.
package main

import (
	"os"

	"branchline/backend/paths"
)

func main() {
	os.Exit(runCommandLine(paths.System(), os.Args[1:], os.Stdout, os.Stderr))
}
