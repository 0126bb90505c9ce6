package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"branchline/backend/session"
	"branchline/backend/session/outcome"
)

func printShown(out io.Writer, d shown, card outcome.Card, x *session.Index) error {
	w := &lines{w: out}
	w.line("%s", titleOf(x, d.Path))
	w.line("%s", d.Path)
	kind := "pi session, version " + fmt.Sprint(d.Version)
	if d.Format == "runlog" {
		kind = "run log"
	}
	w.line("%s · id %s · in %s", kind, or(d.ID, "—"), or(d.Cwd, "an unknown folder"))
	if ran := ranWith(x); ran != "" {
		w.line("%s", ran)
	}
	if d.Parent != "" {
		w.line("%s %s", madeFrom(d.Format), d.Parent)
	}
	w.line("%s · %s · %s · %s · %s", session.Counted(d.Entries, "entry", "entries"), session.Counted(d.Messages, "message", "messages"),
		session.Counted(len(d.Roots), "root", "roots"), session.Counted(len(d.Leaves), "leaf", "leaves"), session.Sized(x.Size))
	if x.Header.ReadOnly != "" {
		w.line("read only: %s", x.Header.ReadOnly)
	}
	for _, note := range x.Header.Notes {
		w.line("note: %s", note)
	}
	if x.Tail.Len > 0 {
		w.line("the last line is not finished (%s); it may still be being written", session.Sized(int64(x.Tail.Len)))
	}
	w.line("")
	printVerdict(w, card)
	w.line("")
	printTotals(w, x, card)
	printWork(w, x, card)
	printLeaves(w, d)
	printLabels(w, d)
	printProblems(w, d.Problems)
	return w.err
}

// signs tell an outcome without words or colour.
var signs = map[session.State]string{
	session.Finished: "✓", session.FailedState: "✗", session.ErrorState: "✗", session.Limit: "◔", session.Stuck: "↻",
	session.Cancelled: "⊘", session.Running: "●", session.Interrupted: "◌", session.Unknown: "?",
}

func printVerdict(w *lines, card outcome.Card) {
	head := signs[session.State(card.State)] + " " + or(card.Headline, card.State)
	if card.Reason != "" {
		head += " · reason " + clip(oneLine(card.Reason), 80)
	}
	if card.Code != nil {
		head += fmt.Sprintf(" · code %d", *card.Code)
	}
	w.line("%s", head)
	doing := card.Doing
	if doing != "" && card.EndedMs > 0 {
		doing += " since " + moment(card.EndedMs)
	}
	if doing != "" && card.State != string(session.Running) {
		doing = "it was " + doing
	}
	for _, text := range []string{card.Error, doing, card.Message} {
		if text != "" {
			w.line("  %s", clip(oneLine(text), 400))
		}
	}
	for _, e := range card.Evidence {
		if e.Text != card.Error && e.Text != card.Reason {
			w.line("  %s: %s", e.Label, clip(oneLine(e.Text), 200))
		}
	}
	for _, text := range card.Warnings {
		w.line("  note: %s", text)
	}
	if len(card.Counters) > 0 {
		w.line("  %s", strings.Join(card.Counters, ", "))
	}
	if card.Next != "" {
		w.line("  next: %s", card.Next)
	}
}

func printTotals(w *lines, x *session.Index, card outcome.Card) {
	branch, file := card.Totals, card.FileTotals
	rows := [][3]string{{"", "this branch", "whole file"}}
	add := func(name string, of func(outcome.Totals) string) {
		rows = append(rows, [3]string{name, of(branch), of(file)})
	}
	// A run log never tells of costs, and of tokens not always.
	tokens, costs := len(x.Usages) > 0 || !x.Header.Closed, !x.Header.Closed
	unless := func(known bool, words string) string {
		if !known {
			return "unknown"
		}
		return words
	}
	add("input tokens", func(t outcome.Totals) string { return unless(tokens, session.Grouped(t.InputTokens)) })
	add("output tokens", func(t outcome.Totals) string { return unless(tokens, session.Grouped(t.OutputTokens)) })
	if costs {
		add("cache read", func(t outcome.Totals) string { return session.Grouped(t.CacheReadTokens) })
		add("cache written", func(t outcome.Totals) string { return session.Grouped(t.CacheWriteTokens) })
		add("cost", func(t outcome.Totals) string { return dollars(t.CostUSD) })
	}
	add("tool calls", func(t outcome.Totals) string { return session.Grouped(float64(t.ToolCalls)) })
	add("errors", func(t outcome.Totals) string { return session.Grouped(float64(t.Errors)) })
	// A run is never over at once; of it the times are missing.
	times := func(t outcome.Totals) bool { return t.DurationMs > 0 || card.StartedMs > 0 && !x.Header.Closed }
	add("first to last", func(t outcome.Totals) string { return unless(times(t), lasted(t.DurationMs)) })
	add("engaged", func(t outcome.Totals) string { return unless(times(t), lasted(t.EngagedMs)) })
	for _, r := range rows {
		w.line("%-14s %16s %16s", r[0], r[1], r[2])
	}
}

func lasted(ms int64) string { return cmp.Or(session.Lasting(ms), "0 s") }

// leavesPrinted is how many leaves and problems a reader is shown; --json has all.
const leavesPrinted = 40

func printLeaves(w *lines, d shown) {
	if len(d.Leaves) == 0 {
		return
	}
	w.line("")
	w.line("leaves")
	here := "the agent continues here"
	if d.Format == "runlog" {
		here = "the record ends here"
	}
	t := w.table()
	for _, l := range d.Leaves[:min(len(d.Leaves), leavesPrinted)] {
		var marks []string
		if l.ID == d.Leaf {
			marks = append(marks, here)
		}
		if l.ID == d.SuggestedLeaf && d.Leaf != d.SuggestedLeaf {
			marks = append(marks, "shown first")
		}
		end := ""
		if len(marks) > 0 {
			end = "  " + strings.Join(marks, ", ")
		}
		fmt.Fprintf(t, "  %s\t%s\t%s%s\n", visible(l.ID), session.Counted(l.Entries, "entry", "entries"), moment(l.ModifiedMs), end)
	}
	w.flush(t)
	if more := len(d.Leaves) - leavesPrinted; more > 0 {
		w.line("  … and %s", session.Counted(more, "leaf more", "leaves more"))
	}
	if d.Leaf != "" && !slices.ContainsFunc(d.Leaves, func(l leafShown) bool { return l.ID == d.Leaf }) {
		w.line("  the agent continues at %s", d.Leaf)
	}
}

func printLabels(w *lines, d shown) {
	if len(d.Labels) == 0 {
		return
	}
	w.line("")
	w.line("labels")
	t := w.table()
	for _, key := range sortedKeys(d.Labels) {
		fmt.Fprintf(t, "  %s\t%s\n", visible(key), visible(oneLine(d.Labels[key])))
	}
	w.flush(t)
}

func printProblems(w *lines, problems []session.Problem) {
	if len(problems) == 0 {
		return
	}
	w.line("")
	w.line("%s", session.Counted(len(problems), "problem", "problems"))
	t := w.table()
	for _, p := range problems[:min(len(problems), leavesPrinted)] {
		fmt.Fprintf(t, "  line %d\t%s\t%s\n", p.Line, p.Kind, visible(p.Text))
	}
	w.flush(t)
	if more := len(problems) - leavesPrinted; more > 0 {
		w.line("  … and %s", session.Counted(more, "problem more; branchline check lists all", "problems more; branchline check lists all"))
	}
}

func or(s, instead string) string {
	if s == "" {
		return instead
	}
	return s
}

// lines prints lines made safe for a terminal and keeps the first error.
type lines struct {
	w   io.Writer
	err error
}

func (l *lines) line(format string, args ...any) {
	if l.err == nil {
		_, l.err = fmt.Fprintln(l.w, visible(fmt.Sprintf(format, args...)))
	}
}

func (l *lines) table() *tabwriter.Writer { return tabwriter.NewWriter(l.w, 0, 0, 2, ' ', 0) }

func (l *lines) flush(t *tabwriter.Writer) {
	if l.err == nil {
		l.err = t.Flush()
	}
}
