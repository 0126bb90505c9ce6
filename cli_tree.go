package main

import (
	"context"

	"branchline/backend/session"
	"branchline/backend/session/graph"
)

func runTree(c *call) error {
	return c.read(context.Background(), "tree", func(_ string, s session.Session, _ session.Pos) error {
		if !c.json() {
			return graph.Of(s, graph.Options{}).Draw(c.out)
		}
		return printJSON(c.out, struct {
			Entries []graph.Entry `json:"entries"`
		}{graph.Of(s, graph.Options{Unfolded: true}).Entries()})
	})
}
