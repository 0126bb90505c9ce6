package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"branchline/backend/paths"
	"branchline/backend/session"
	"branchline/backend/session/library"
)

// listShownRow is a session of list's document.
type listShownRow struct {
	Path         string `json:"path"`
	Format       string `json:"format"`
	ID           string `json:"id"`
	Cwd          string `json:"cwd"`
	Name         string `json:"name"`
	FirstMessage string `json:"firstMessage"`
	Messages     int    `json:"messages"`
	CreatedMs    int64  `json:"createdMs"`
	ModifiedMs   int64  `json:"modifiedMs"`
	Parent       string `json:"parent"`
	Outcome      string `json:"outcome"`
	Problems     int    `json:"problems"`
	// MadeFrom is what the session itself names as its parent, Link what is odd about that.
	MadeFrom    string   `json:"madeFrom"`
	Link        string   `json:"link"`
	ContinuedBy []string `json:"continuedBy"`
	// Place of Length in its chain, from 1.
	Place        int  `json:"place"`
	Length       int  `json:"length"`
	FinishedWell bool `json:"finishedWell"`
	// What was done in the session itself.
	DurationMs int64   `json:"durationMs"`
	Rounds     int     `json:"rounds"`
	Calls      int     `json:"calls"`
	CostUSD    float64 `json:"costUsd"`
}

const listHelp = `
Problems are those of the file itself: pictures that lie beside it and are lost or
damaged are left to show and check, since a list does not read them.

With --json every session has, beside what it is:
  finishedWell               whether its outcome is "finished"
  madeFrom, parent, link     what it names as the session before it: a path, of a run
                             an id; the file that is; and what is odd about that:
                             missing, itself, loop or ambiguous
  continuedBy                the files that go on from it
  place, length              its place in that chain, from 1, and the chain's length
  durationMs, rounds, calls, costUsd
                             what it took by itself; what a fork or a resumed run
                             took over is not counted
`

func runList(c *call) error {
	places := c.env.Places(loadSettings(c.env.ConfigDir()).Folders...)
	if dir, ok := c.flags["dir"]; ok {
		places = []paths.Place{c.env.Folder(dir)}
	}
	found, err := library.Scan(context.Background(), places, time.Now().UnixMilli(), nil)
	if err != nil {
		return fmt.Errorf("list: %w", err)
	}
	if _, ok := c.flags["dir"]; ok && found.Places[0].State != library.PlaceOK {
		p := found.Places[0]
		return fmt.Errorf("list: %s: %s", or(p.Path, c.flags["dir"]), or(p.Text, "the folder is "+p.State))
	}
	if cwd, ok := c.flags["cwd"]; ok {
		if cwd, err = c.env.ResolveCwd(cwd); err != nil {
			return fmt.Errorf("list: %w", err)
		}
		found.Rows = library.In(found.Rows, cwd, c.env.Rules)
	}
	for _, p := range found.Places {
		if p.State == library.PlaceUnreadable {
			found.Skipped = append(found.Skipped, library.Skipped{Path: p.Path, Reason: or(p.Text, "the folder cannot be read")})
		}
	}
	if c.json() {
		return printList(c, found)
	}
	return tellList(c, found)
}

func printList(c *call, found library.Result) error {
	doc := struct {
		Sessions []listShownRow    `json:"sessions"`
		Skipped  []library.Skipped `json:"skipped"`
	}{[]listShownRow{}, append([]library.Skipped{}, found.Skipped...)}
	for _, r := range found.Rows {
		doc.Sessions = append(doc.Sessions, listShownRow{
			r.Path, r.Format, r.ID, r.Cwd, r.Name, r.FirstMessage, r.Messages, r.CreatedMs, r.ModifiedMs, r.Parent, r.Outcome, r.Problems,
			r.MadeFrom, r.Link, r.ContinuedBy, r.Place, r.Length, r.FinishedWell(), r.Own.DurationMs, r.Own.Rounds, r.Own.Calls, r.Own.CostUSD,
		})
	}
	return printJSON(c.out, doc)
}

func tellList(c *call, found library.Result) error {
	w := &lines{w: c.out}
	groups := library.Groups(found.Rows, c.env.Rules)
	for i, r := range found.Rows {
		w.line("%s  %s %-11s  %6s  %s", moment(r.ModifiedMs), signs[session.State(r.Outcome)], r.Outcome, session.Grouped(float64(r.Messages)), clip(r.Title, 80))
		if words := took(&r); words != "" {
			w.line("    %s", words)
		}
		w.line("    %s  ·  %s", c.env.Short(groups[i]), c.env.Short(r.Path))
		if r.Problems > 0 {
			w.line("    %s", session.Counted(r.Problems, "problem", "problems"))
		}
	}
	if len(found.Rows) == 0 {
		w.line("no sessions found")
		for _, p := range found.Places {
			w.line("    looked in %s (%s)%s", or(c.env.Short(p.Path), "—"), p.State, suffix(p.Text))
		}
	}
	if len(found.Skipped) > 0 {
		w.line("%s skipped:", session.Counted(len(found.Skipped), "file", "files"))
		for _, s := range found.Skipped {
			w.line("    %s: %s", filepath.Base(s.Path), s.Reason)
		}
	}
	return w.err
}

// took says what a run took and where in its chain it stands, and that a pi
// session was made from another.
func took(r *library.Row) string {
	var words []string
	if r.Format == "runlog" {
		words = append(words, workWords(r.Own))
		if r.Length > 1 {
			words = append(words, fmt.Sprintf("run %d of %d", r.Place, r.Length))
		}
		if len(r.ContinuedBy) > 0 {
			words = append(words, "resumed by "+strings.Join(stems(r.ContinuedBy), ", "))
		}
	} else if r.MadeFrom != "" {
		words = append(words, "made from another session")
	}
	return strings.Join(words, " · ")
}

func stems(paths []string) []string {
	out := make([]string, 0, len(paths))
	for _, p := range paths {
		out = append(out, library.Stem(p))
	}
	return out
}

func suffix(text string) string {
	if text == "" {
		return ""
	}
	return ": " + text
}
