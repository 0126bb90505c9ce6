//go:build !bindings

// Branchline shows what coding agents did: it opens pi sessions and run logs,
// draws every branch, reads one, and says how it ended. One binary has three
// faces: the command line, the page in an ordinary browser, and, built with
// the tags desktop,production (on Linux webkit2_41 too), the page in a window.
package main

import (
	"os"
	"runtime/debug"

	"branchline/backend/paths"
)

// collectAt is how much garbage, in percent of what is in use, is let stand. The
// index of a large session is most of what is in use: with the usual 100 the
// peak would be twice its size, with 40 opening takes as long as before.
const collectAt = 40

func main() {
	debug.SetGCPercent(collectAt)
	os.Exit(runCommandLine(paths.System(), os.Args[1:], os.Stdout, os.Stderr))
}
