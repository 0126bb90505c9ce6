package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/changes"
)

const changesHelp = `
Certain is a write or an edit that succeeded, likely a shell command that
succeeded and names the file, possible what may have changed it, failed what
returned an error. With --patch: a unified patch for git apply, of the certain
changes and of the likely ones whose text is known; what is not in it is told on
standard error. With --json a file has a path or, for a command that may have
changed any file, a command. undone are files of which nothing that was done is
left, outside those outside the session's folder, elsewhere those touched on other
branches, which may still be on disk.
`

// runChanges tells of the files touched on a branch.
func runChanges(c *call) error {
	if c.json() && c.flags["patch"] != "" {
		return &misuse{"--json and --patch exclude each other", "branchline changes FILE [--leaf KEY] [--patch] [--json]"}
	}
	return c.read(context.Background(), "changes", func(path string, s session.Session, leaf session.Pos) error {
		found, err := changes.Of(s, leaf)
		if err != nil {
			return fmt.Errorf("changes %s: %w", path, err)
		}
		switch {
		case c.json():
			return printJSON(c.out, found)
		case c.flags["patch"] != "":
			patch, left := found.Patch()
			for _, sentence := range left {
				fmt.Fprintln(c.errOut, visible(sentence))
			}
			if terminal(c.out) { // a file that takes the patch must have it as it is, a terminal must not obey it
				patch = session.Plain(patch)
			}
			_, err := io.WriteString(c.out, patch)
			return err
		}
		return printChanges(c, &found)
	})
}

func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func printChanges(c *call, found *changes.Changes) error {
	w := &lines{w: c.out}
	if len(found.Files)+len(found.Undone)+len(found.Outside) == 0 {
		w.line("no file was touched on this branch")
	}
	for i := range found.Files {
		changedLines(w, &found.Files[i])
	}
	section(w, "taken back; nothing of it is left", found.Undone)
	section(w, "outside the session's folder", found.Outside)
	section(w, "made on an abandoned branch; may still be on disk", found.Elsewhere)
	for _, note := range found.Notes {
		w.line("%s", visible(note))
	}
	return w.err
}

func section(w *lines, title string, files []changes.File) {
	if len(files) == 0 {
		return
	}
	w.line("")
	w.line("%s", title)
	for i := range files {
		changedLines(w, &files[i])
	}
}

// changedLines prints a file on one line, and under it what is not known of it.
func changedLines(w *lines, f *changes.File) {
	name := f.Path
	switch {
	case f.Command != "":
		name = "any file: " + f.Command
	case f.From != "":
		name = f.From + " → " + f.Path
	}
	size := ""
	if f.Added+f.Removed > 0 {
		size = fmt.Sprintf("+%d −%d", f.Added, f.Removed)
	}
	w.line("%-8s  %-7s  %-9s  %s  [%s]", f.Certainty, f.Action, size, visible(name), visible(strings.Join(shortKeys(f), " ")))
	for _, note := range f.Notes {
		w.line("%s%s", strings.Repeat(" ", 30), visible(note))
	}
}

// mostKeys is how many entries a file's line names.
const mostKeys = 4

func shortKeys(f *changes.File) []string {
	var keys []string
	for i, key := range f.Entries {
		if i == mostKeys {
			return append(keys, "…")
		}
		keys = append(keys, clip(key, 10))
	}
	return keys
}
