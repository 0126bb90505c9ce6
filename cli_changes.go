package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/changes"
)

const changesUsage = "branchline changes FILE [--leaf KEY] [--patch] [--doubtful] [--json]"

const changesHelp = `
Certain is a write or an edit that succeeded, likely a shell command that
succeeded and names the file, possible what may have changed it, failed what
returned an error. write is a file that was created or replaced: the session does
not show which; create is one that it shows is new.

With --patch: a unified patch for git apply at the top of the tree the session
started from, of the certain changes and of the likely ones whose text is known.
As git apply takes a patch as a whole or not at all, what it might refuse is left
out; --doubtful puts in what it may take as well. If the session worked in a
subfolder of the repository, git apply needs --directory=SUBFOLDER. What is not in
the patch, and why, is told on standard error.

With --json a file has a path or, for a command that may have changed any file, a
command; mayReplace marks a create of a file that may have been there before. undone are files of which nothing that was done is left, outside those
outside the session's folder, elsewhere those touched on other branches, which may
still be on disk; branch names the branch.
`

// runChanges tells of the files touched on a branch.
func runChanges(c *call) error {
	if c.json() && c.flags["patch"] != "" {
		return &misuse{"--json and --patch exclude each other", changesUsage}
	}
	if c.flags["doubtful"] != "" && c.flags["patch"] == "" {
		return &misuse{"--doubtful needs --patch", changesUsage}
	}
	return c.read(context.Background(), "changes", func(path string, s session.Session, leaf session.Pos) error {
		found, err := changes.Of(s, leaf)
		if err != nil {
			return fmt.Errorf("changes %s: %w", path, err)
		}
		switch {
		case c.json():
			return printJSON(c.out, changesOf(found))
		case c.flags["patch"] != "":
			patch, left := found.Patch(c.flags["doubtful"] != "")
			for _, sentence := range left {
				fmt.Fprintln(c.errOut, visible(sentence))
			}
			if n := found.Doubtful(); n > 0 && c.flags["doubtful"] == "" {
				fmt.Fprintf(c.errOut, "%d of these git apply may take all the same: --doubtful puts them in\n", n)
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

// changesJSON are changes as --json prints them.
type changesJSON struct {
	Leaf      string        `json:"leaf"`
	Files     []changedJSON `json:"files"`
	Undone    []changedJSON `json:"undone"`
	Outside   []changedJSON `json:"outside"`
	Elsewhere []changedJSON `json:"elsewhere"`
	Notes     []string      `json:"notes"`
}

// changedJSON is a file whose action is one of those that are promised.
type changedJSON struct {
	changes.File
	// MayReplace: a create of a file that may have been there before.
	MayReplace bool `json:"mayReplace"`
}

func changesOf(c changes.Changes) changesJSON {
	files := func(all []changes.File) []changedJSON {
		out := make([]changedJSON, 0, len(all))
		for _, f := range all {
			may := f.Action == changes.Write
			if may {
				f.Action = changes.Create
			}
			out = append(out, changedJSON{f, may})
		}
		return out
	}
	return changesJSON{c.Leaf, files(c.Files), files(c.Undone), files(c.Outside), files(c.Elsewhere), c.Notes}
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
	elsewhere(w, found.Elsewhere)
	if slices.ContainsFunc(slices.Concat(found.Files, found.Outside, found.Elsewhere), func(f changes.File) bool { return f.Action == changes.Write }) {
		w.line("")
		w.line("write: created or replaced; the session does not show which")
	}
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

// elsewhere prints the files of other branches, branch by branch.
func elsewhere(w *lines, files []changes.File) {
	for from := 0; from < len(files); {
		to := from + 1
		for to < len(files) && files[to].Leaf == files[from].Leaf {
			to++
		}
		title, f := "made on the branch that ends at "+visible(clip(files[from].Leaf, 10)), &files[from]
		if f.Branch != f.Leaf {
			title += fmt.Sprintf(" (“%s”)", visible(f.Branch))
		}
		section(w, title+"; may still be on disk", files[from:to])
		from = to
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
