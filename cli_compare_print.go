package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/compare"
)

// printCompared says what a person would of two branches.
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
