package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/formats"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/outcome"
)

// read opens the session that the arguments name and finds the leaf.
func (c *call) read(ctx context.Context, command string, f func(path string, s session.Session, leaf session.Pos) error) error {
	return c.readFile(ctx, command, func(path string, s session.Session, _ *jsonl.File, leaf session.Pos) error { return f(path, s, leaf) })
}

// readFile is read for a command that needs the file's bytes too.
func (c *call) readFile(ctx context.Context, command string, f func(path string, s session.Session, file *jsonl.File, leaf session.Pos) error) (err error) {
	path, err := c.env.Resolve(c.args[0])
	if err != nil {
		return fmt.Errorf("%s %s: %w", command, c.args[0], err)
	}
	s, file, err := formats.Open(ctx, path)
	if err != nil {
		return fmt.Errorf("%s: %w", command, err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	leaf := continuing(s.Index())
	if key := c.flags["leaf"]; key != "" {
		if leaf, err = findKey(s.Index(), key); err != nil {
			return fmt.Errorf("%s %s: %w", command, path, err)
		}
	}
	return f(path, s, file, leaf)
}

// continuing is the leaf a command reads when none is named: where the agent
// continues.
func continuing(x *session.Index) session.Pos {
	if x.Leaf == session.None { // the agent would start anew; a reader wants to see what there is
		return x.Suggested
	}
	return x.Leaf
}

// shown is the document of show.
type shown struct {
	Path          string            `json:"path"`
	Format        string            `json:"format"`
	Version       int               `json:"version"`
	ID            string            `json:"id"`
	Cwd           string            `json:"cwd"`
	Name          string            `json:"name"`
	Task          string            `json:"task"`
	Parent        string            `json:"parent"`
	Model         string            `json:"model"`
	Provider      string            `json:"provider"`
	Driver        string            `json:"driver"`
	Entries       int               `json:"entries"`
	Messages      int               `json:"messages"`
	Leaf          string            `json:"leaf"`
	SuggestedLeaf string            `json:"suggestedLeaf"`
	Roots         []string          `json:"roots"`
	Leaves        []leafShown       `json:"leaves"`
	Labels        map[string]string `json:"labels"`
	Tail          tailShown         `json:"tail"`
	Notes         []string          `json:"notes"`
	Problems      []session.Problem `json:"problems"`
	Outcome       outcomeShown      `json:"outcome"`
	Totals        outcome.Totals    `json:"totals"`
	FileTotals    outcome.Totals    `json:"fileTotals"`
}

// outcomeShown is a verdict with the words a reader is told.
type outcomeShown struct {
	outcome.Verdict
	Headline string             `json:"headline"`
	Doing    string             `json:"doing"`
	Next     string             `json:"next"`
	Evidence []outcome.Evidence `json:"evidence"`
	Warnings []string           `json:"warnings"`
	Counters []string           `json:"counters"`
	Failed   []outcome.Call     `json:"failed"`
}

// tailShown is the unfinished last line; Bytes 0 = there is none.
type tailShown struct {
	Offset int64 `json:"offset"`
	Bytes  int32 `json:"bytes"`
}

// leafShown is an entry without children: Entries counts its branch, ModifiedMs
// is the newest prompt or reply on it, of a run the last record.
type leafShown struct {
	ID         string `json:"id"`
	Entries    int    `json:"entries"`
	ModifiedMs int64  `json:"modifiedMs"`
}

func runShow(c *call) error {
	return c.read(context.Background(), "show", func(path string, s session.Session, leaf session.Pos) error {
		x := s.Index()
		problems, err := problemsOf(s)
		if err != nil {
			return err
		}
		card := outcome.Of(s, leaf, time.Now().UnixMilli())
		doc := shown{
			Path: path, Format: x.Header.Format, Version: x.Header.Version, ID: x.Header.ID, Cwd: x.Header.Cwd, Name: x.Name,
			Parent: x.Header.Parent, Entries: len(x.Entries), Messages: x.Messages, Leaf: x.Key(x.Leaf),
			SuggestedLeaf: x.Key(x.Suggested), Roots: keys(x, starts(x)), Leaves: leavesShown(x), Labels: map[string]string{},
			Task: x.Header.Task, Tail: tailShown{x.Tail.Off, x.Tail.Len}, Notes: append([]string{}, x.Header.Notes...), Problems: problems,
			Model: x.Header.Model, Provider: x.Header.Provider, Driver: x.Header.Driver,
			Outcome: outcomeShown{card.Verdict, card.Headline, card.Doing, card.Next, card.Evidence, card.Warnings, card.Counters, card.Failed},
			Totals:  card.Totals, FileTotals: card.FileTotals,
		}
		for p, l := range x.Labels {
			doc.Labels[x.Key(p)] = l.Text
		}
		if c.json() {
			return printJSON(c.out, doc)
		}
		return printShown(c.out, doc, card, x)
	})
}

// starts are the roots but leaf entries, which only say where another entry is the leaf.
func starts(x *session.Index) []session.Pos {
	return slices.DeleteFunc(slices.Clone(x.Roots), func(p session.Pos) bool { return x.At(p).Kind == session.KindLeaf })
}

func keys(x *session.Index, all []session.Pos) []string {
	out := make([]string, 0, len(all))
	for _, p := range all {
		out = append(out, x.Key(p))
	}
	return out
}

// leavesShown walks every branch once, however many share a path.
func leavesShown(x *session.Index) []leafShown {
	type sum struct {
		entries int
		newest  int64
	}
	sums := make([]sum, len(x.Entries))
	stack := slices.Clone(x.Roots)
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		e, own := x.At(p), sum{entries: 1}
		if e.Parent != session.None {
			own = sums[e.Parent]
			own.entries++
		}
		switch {
		case x.Header.Closed && e.AtMs != 0: // of a run every record tells when it was on
			own.newest = e.AtMs
		case e.Role == session.RoleUser || e.Role == session.RoleAssistant:
			own.newest = max(own.newest, e.AtMs)
		}
		sums[p] = own
		stack = append(stack, x.Children(p)...)
	}
	out := []leafShown{}
	for _, p := range x.Leaves() {
		out = append(out, leafShown{ID: x.Key(p), Entries: sums[p].entries, ModifiedMs: sums[p].newest})
	}
	return out
}
