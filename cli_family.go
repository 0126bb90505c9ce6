package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"branchline/backend/paths"
	"branchline/backend/session"
	"branchline/backend/session/library"
)

// familyShown is the document of family.
type familyShown struct {
	Sessions []library.Node  `json:"sessions"`
	Chains   []library.Chain `json:"chains"`
	Self     int             `json:"self"`
	Total    library.Work    `json:"total"`
}

const familyHelp = `
It is looked for in the folder of FILE and where list looks. Runs that go on from
one another are a chain; several chains with the same task in the same folder are
attempts at it. With --json: sessions (parent, depth and chain are places in the
lists; missing ones are named by another and were not found), chains (state is
the outcome of the newest run, total what all its sessions took), self, total.
`

// runFamily looks for the family of a file in its own folder and in the places
// of the list.
func runFamily(c *call) error {
	return c.read(context.Background(), "family", func(path string, _ session.Session, _ session.Pos) error {
		places := append([]paths.Place{{Path: filepath.Dir(path), Kind: paths.Flat}},
			c.env.Places(loadSettings(c.env.ConfigDir()).Folders...)...)
		found, err := library.Scan(context.Background(), places, time.Now().UnixMilli(), nil)
		if err != nil {
			return fmt.Errorf("family: %w", err)
		}
		at := library.Find(found.Rows, path)
		if at < 0 {
			return fmt.Errorf("family: %s: only files whose names end in .jsonl or .pisession have a family", path)
		}
		f, _ := library.FamilyOf(found.Rows, found.Rows[at].Path, c.env.Rules)
		if c.json() {
			return printJSON(c.out, familyShown{f.Nodes, f.Chains, f.Self, f.Total()})
		}
		return printFamily(c, f)
	})
}

func printFamily(c *call, f library.Family) error {
	w := &lines{w: c.out}
	w.line("%s", f.Nodes[f.Self].Title)
	w.line("%s", familyWords(f))
	for i, chain := range f.Chains {
		w.line("")
		if len(f.Chains) > 1 {
			w.line("attempt %d  %s %s · %s", i+1, signs[session.State(chain.State)], chain.State, workWords(chain.Total))
		}
		for at, n := range f.Nodes {
			if n.Chain == i {
				printNode(w, c, f.Nodes, at, at == f.Self)
			}
		}
	}
	return w.err
}

// familyWords sums a family up: "5 runs in 3 attempts · 17 tool calls · 20 min 3 s".
func familyWords(f library.Family) string {
	sessions, missing := 0, 0
	for _, chain := range f.Chains {
		sessions += chain.Sessions
		missing += chain.Missing
	}
	words := session.Counted(sessions, "session", "sessions")
	if f.Nodes[0].Format == "runlog" {
		words = session.Counted(sessions, "run", "runs")
	}
	if len(f.Chains) > 1 {
		words += " in " + session.Counted(len(f.Chains), "attempt", "attempts")
	}
	if missing > 0 {
		words += fmt.Sprintf(" · %d not found", missing)
	}
	return words + " · " + workWords(f.Total())
}

func workWords(w library.Work) string {
	words := []string{session.Counted(w.Calls, "tool call", "tool calls")}
	if w.DurationMs > 0 { // else unknown
		words = append(words, session.Lasting(w.DurationMs))
	}
	if w.Rounds > 0 {
		words = append([]string{session.Counted(w.Rounds, "round", "rounds")}, words...)
	}
	if w.CostUSD != 0 {
		words = append(words, dollars(w.CostUSD))
	}
	return strings.Join(words, " · ")
}

// links says what is odd about a link to the session before.
var links = map[string]string{
	library.LinkItself:    "it names itself as the one before",
	library.LinkLoop:      "the link to the one before closed a loop and was cut",
	library.LinkAmbiguous: "several files could be the one before",
}

func printNode(w *lines, c *call, nodes []library.Node, at int, self bool) {
	n := nodes[at]
	branch, indent := branches(nodes, at)
	if n.Missing {
		w.line("%s? %s, which was not found", branch, n.Title)
		return
	}
	here := ""
	if self {
		here = "  ← this one"
	}
	w.line("%s%s %-11s  %s  %s%s", branch, signs[session.State(n.Outcome)], n.Outcome, moment(n.StartedMs), workWords(n.Own), here)
	w.line("%s%s", indent, c.env.Short(n.Path))
	if words := links[n.Link]; words != "" {
		var names []string
		for _, path := range n.Candidates {
			names = append(names, filepath.Base(path))
		}
		words += suffix(strings.Join(names, ", "))
		w.line("%snote: %s", indent, words)
	}
}

// branches draws what leads to a node: on its first line and on those below it.
func branches(nodes []library.Node, at int) (first, below string) {
	for up := at; nodes[up].Parent >= 0; up = nodes[up].Parent {
		parent := nodes[up].Parent
		end, past := "└─ ", "   "
		if slices.ContainsFunc(nodes[up+1:], func(n library.Node) bool { return n.Parent == parent }) {
			end, past = "├─ ", "│  "
		}
		if up == at {
			first = end
		} else {
			first = past + first
		}
		below = past + below
	}
	if slices.ContainsFunc(nodes, func(n library.Node) bool { return n.Parent == at }) {
		below += "│ "
	} else {
		below += "  "
	}
	return "  " + first, "  " + below
}
