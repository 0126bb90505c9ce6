package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"branchline/backend/paths"
	"branchline/backend/session"
	"branchline/backend/session/compare"
	"branchline/backend/session/formats"
	"branchline/backend/session/jsonl"
)

const compareUsage = "branchline compare FILE A B | FILE_A FILE_B [--leaf-a KEY] [--leaf-b KEY] [--markdown] [--json]"

const compareHelp = `
A and B are two entries of FILE, or the active leaves of two files; --leaf-a and
--leaf-b name others. Steps are the same when the same tool was used on the same
path or command; what was said never counts. Where one of them failed, or they
wrote other text, they differ all the same. Figures are those of the part that is
not shared; a star marks the better side, of cost, tokens, time and errors only
where both sides finished. With --markdown: a text for a note. With --json the
keys of what both share are those of A's file; sharedB has those of B's. A row
names the entries of two steps that stand level, "" is a gap.
`

// runCompare puts two branches side by side.
func runCompare(c *call) (err error) {
	if c.json() && c.flags["markdown"] != "" {
		return &misuse{"--json and --markdown exclude each other", compareUsage}
	}
	files, keys := c.args, []string{c.flags["leaf-a"], c.flags["leaf-b"]}
	switch {
	case len(c.args) == 1:
		return &misuse{"compare needs two entries or a second file", compareUsage}
	case len(c.args) == 3 && keys[0]+keys[1] != "":
		return &misuse{"--leaf-a and --leaf-b go with two files", compareUsage}
	case len(c.args) == 3:
		files, keys = c.args[:1], c.args[1:]
	}
	sides := make([]compare.Side, 2)
	for i, key := range keys {
		from := min(i, len(files)-1)
		if from < i || i > 0 && sameFile(c.env, files[0], files[1]) {
			sides[i] = sides[0]
		} else {
			file, err := c.openSide(files[from], &sides[i])
			if i > 0 && errors.Is(err, fs.ErrNotExist) {
				if _, missing := findKey(sides[0].Session.Index(), files[1]); missing == nil {
					return &misuse{fmt.Sprintf("%q is an entry of %s: name one more, to compare it with", files[1], files[0]), compareUsage}
				}
			}
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, file.Close()) }()
		}
		if err := pickLeaf(&sides[i], key); err != nil {
			return err
		}
	}
	found := compare.Of(sides[0], sides[1], time.Now().UnixMilli())
	result := found.Result()
	if result.Files, err = found.Files(); err != nil {
		return fmt.Errorf("compare: %w", err)
	}
	switch {
	case c.json():
		return printJSON(c.out, result)
	case c.flags["markdown"] != "":
		w := &lines{w: c.out}
		for line := range strings.Lines(found.Markdown(result.Files)) {
			w.line("%s", strings.TrimSuffix(line, "\n"))
		}
		return w.err
	}
	return printCompared(c, found, &result)
}

// openSide opens the session a word names as one side.
func (c *call) openSide(word string, side *compare.Side) (*jsonl.File, error) {
	path, err := c.env.Resolve(word)
	if err != nil {
		return nil, fmt.Errorf("compare %s: %w", word, err)
	}
	s, file, err := formats.Open(context.Background(), path)
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	*side = compare.Side{Session: s, Path: path}
	return file, nil
}

// pickLeaf finds the leaf of a side: without a key where the agent continues.
func pickLeaf(side *compare.Side, key string) (err error) {
	x := side.Session.Index()
	if key == "" {
		side.Leaf = continuing(x)
		return nil
	}
	if side.Leaf, err = findKey(x, key); err != nil {
		return fmt.Errorf("compare %s: %w", side.Path, err)
	}
	return nil
}

// sameFile tells whether two words name one file.
func sameFile(env paths.Env, a, b string) bool {
	infoA, errA := stat(env, a)
	infoB, errB := stat(env, b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

func stat(env paths.Env, word string) (os.FileInfo, error) {
	path, err := env.Resolve(word)
	if err != nil {
		return nil, err
	}
	return os.Stat(path)
}

func printCompared(c *call, found *compare.Comparison, r *compare.Result) error {
	w := &lines{w: c.out}
	name := filepath.Base
	if r.A.Path != r.B.Path && name(r.A.Path) == name(r.B.Path) {
		name = c.env.Short
	}
	for _, side := range []struct {
		name string
		part *compare.Part
	}{{"A", &r.A}, {"B", &r.B}} {
		p := side.part
		words := []string{signs[session.State(p.Outcome.State)] + " " + or(p.Headline, p.Outcome.State)}
		if p.Label != "" {
			words = append(words, "“"+clip(oneLine(p.Label), 60)+"”")
		}
		if said := oneLine(p.Words); said != "" {
			words = append(words, clip(said, 80))
		}
		w.line("%s  %s  %s  %s", side.name, name(p.Path), or(p.Leaf, "(no entry)"), strings.Join(words, " · "))
	}
	w.line("")
	w.line("%s", r.Summary)
	w.line("%s", r.Divergence.Text)
	for _, note := range r.Notes {
		w.line("note: %s", note)
	}
	printDeltas(w, r)
	printPaths(w, "files only in A", r.Files.OnlyA)
	printPaths(w, "files only in B", r.Files.OnlyB)
	var same, other []string
	for _, f := range r.Files.Both {
		if f.Same {
			same = append(same, f.Path)
		} else {
			other = append(other, f.Path)
		}
	}
	printPaths(w, "files in both, left differently", other)
	printPaths(w, "files in both, left the same", same)
	printPaths(w, "commands of A that may have changed other files", r.Files.MayA)
	printPaths(w, "commands of B that may have changed other files", r.Files.MayB)
	printSteps(w, found)
	return w.err
}

// printDeltas prints the figures; the better side has a star.
func printDeltas(w *lines, r *compare.Result) {
	w.line("")
	t := w.table()
	fmt.Fprintf(t, "\tA\tB\n")
	star := map[bool]string{true: " *", false: ""}
	for _, d := range r.Deltas {
		if d.TextA != d.TextB || d.TextA != "—" && d.TextA != "0" {
			fmt.Fprintf(t, "%s\t%s\t%s\n", d.Label, d.TextA+star[d.Better == "a"], d.TextB+star[d.Better == "b"])
		}
	}
	for _, tool := range toolsOf(r) {
		fmt.Fprintf(t, "  %s\t%d\t%d\n", visible(tool.name), tool.a, tool.b)
	}
	w.flush(t)
}

type toolPair struct {
	name string
	a, b int
}

// toolsOf counts the calls of each tool on both sides.
func toolsOf(r *compare.Result) []toolPair {
	var out []toolPair
	at := map[string]int{}
	find := func(name string) *toolPair {
		if _, known := at[name]; !known {
			at[name] = len(out)
			out = append(out, toolPair{name: name})
		}
		return &out[at[name]]
	}
	for _, t := range r.A.Tools {
		find(t.Name).a = t.Calls
	}
	for _, t := range r.B.Tools {
		find(t.Name).b = t.Calls
	}
	return out
}

func printPaths(w *lines, title string, paths []string) {
	if len(paths) == 0 {
		return
	}
	w.line("")
	w.line("%s", title)
	for _, path := range paths {
		w.line("  %s", visible(path))
	}
}

// columnWidth is how wide the column of A's steps is, in characters.
const columnWidth = 56

// printSteps prints the steps of both sides level. Of equal steps in a row only the
// first and the last are printed.
func printSteps(w *lines, found *compare.Comparison) {
	var rows []compare.Detail
	for from := 0; from < found.Len(); from += compare.MaxRows {
		rows = append(rows, found.Page(from, compare.MaxRows)...)
	}
	if len(rows) == 0 {
		return
	}
	w.line("")
	w.line("steps (= the same, ! the same, but one failed or they wrote other text, ≠ not the same)")
	for i := 0; i < len(rows); i++ {
		row := &rows[i]
		to := i
		for to < len(rows) && rows[to].Same && !rows[to].Differs {
			to++
		}
		if to-i > 4 {
			w.line("= %s", cellWords(&row.A))
			w.line("  … %d steps that are the same", to-i-2)
			i = to - 1
			row = &rows[i]
		}
		mark := "≠"
		switch {
		case row.A.Kind == "" && row.B.Kind == "":
			mark = " " // no step
		case row.Differs:
			mark = "!"
		case row.Same:
			mark = "="
		}
		left := clip(cellWords(&row.A), columnWidth)
		w.line("%s", strings.TrimRight(fmt.Sprintf("%s %-*s  %s", mark, columnWidth, left, clip(cellWords(&row.B), columnWidth)), " "))
	}
}

// cellWords says on one line what a step did.
func cellWords(c *compare.Cell) string {
	switch {
	case c.Key == "" && c.Kind == "":
		return ""
	case c.Words == "":
		return firstSaid(c.Said)
	case c.IsError:
		return "✗ " + c.Words
	}
	return c.Words
}

// firstSaid are the first words of the agent; where there are none, what else stands
// there.
func firstSaid(said []compare.Said) string {
	words := "…"
	for _, s := range said {
		text := clip(oneLine(s.Text), columnWidth-2)
		switch s.Kind {
		case session.ItemReply.String(), session.ItemThinking.String():
			return "“" + text + "”"
		}
		if words == "…" && text != "" {
			words = text
		}
	}
	return words
}
