package main

import (
	"context"
	"fmt"
	"path/filepath"
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
}

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
		})
	}
	return printJSON(c.out, doc)
}

func tellList(c *call, found library.Result) error {
	w := &lines{w: c.out}
	groups := library.Groups(found.Rows, c.env.Rules)
	for i, r := range found.Rows {
		w.line("%s  %s %-11s  %6s  %s", moment(r.ModifiedMs), signs[session.State(r.Outcome)], r.Outcome, session.Grouped(float64(r.Messages)), clip(r.Title, 80))
		w.line("    %s  ·  %s", c.env.Short(groups[i]), c.env.Short(r.Path))
		if r.Problems > 0 {
			w.line("    %s", counted(r.Problems, "problem", "problems"))
		}
	}
	if len(found.Rows) == 0 {
		w.line("no sessions found")
		for _, p := range found.Places {
			w.line("    looked in %s (%s)%s", or(c.env.Short(p.Path), "—"), p.State, suffix(p.Text))
		}
	}
	if len(found.Skipped) > 0 {
		w.line("%s skipped:", counted(len(found.Skipped), "file", "files"))
		for _, s := range found.Skipped {
			w.line("    %s: %s", filepath.Base(s.Path), s.Reason)
		}
	}
	return w.err
}

func suffix(text string) string {
	if text == "" {
		return ""
	}
	return ": " + text
}
