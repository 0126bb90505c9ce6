//go:build unix

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// awaitCommand waits until a file matches a regular expression; the file is named
// by a pattern: await tmp/*/*.jsonl '"kind":"result"'
func awaitCommand(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 || neg {
		ts.Fatalf("usage: await PATTERN REGEXP")
	}
	want, err := regexp.Compile(args[1])
	ts.Check(err)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		files, err := filepath.Glob(ts.MkAbs(args[0]))
		ts.Check(err)
		for _, file := range files {
			if data, err := os.ReadFile(file); err == nil && want.Match(data) {
				return
			}
		}
		if time.Now().After(deadline) {
			ts.Fatalf("%s: none of %q matches %s", args[0], files, args[1])
		}
	}
}
