package main

import (
	"context"
	"path/filepath"
	"time"

	"branchline/backend/paths"
	"branchline/backend/session/library"
)

// familyAtMost bounds an answer as rowsAtMost does.
const familyAtMost = 300

// folderLimit is how long the folder of a file that is not listed is looked into.
const folderLimit = 10 * time.Second

// folderKey names a folder as one scan of the list found it.
type folderKey struct {
	dir  string
	scan int
}

// Family answers what is tied to an open session.
func (a *App) Family(r FamilyRequest) (answer FamilyAnswer, err error) {
	defer cross(&err)
	a.listing(false)
	var path string
	var size int64
	if err := a.use(r.Session, func(o snapshot) error {
		path, size = o.path, o.Index().Size
		return nil
	}); err != nil {
		return answer, err
	}
	return a.family(path, size)
}

// family looks for the file in the list, else in its own folder. size is what
// was read of it: a row of another size is read again, as is that of a run that ran.
func (a *App) family(path string, size int64) (FamilyAnswer, error) {
	answer := FamilyAnswer{Nodes: []FamilyNode{}, Chains: []library.Chain{}, Self: -1}
	rows, scan, scanning := a.list.rows()
	at := library.Find(rows, path)
	if answer.Scanning = scanning; at < 0 && !scanning {
		var err error
		if rows, err = a.beside(folderKey{filepath.Dir(path), scan}); err != nil {
			return answer, err
		}
		at = library.Find(rows, path)
	}
	if at < 0 {
		return answer, nil
	}
	if rows[at].Bytes != size || rows[at].Outcome == "running" {
		rows[at] = library.Again(context.Background(), rows[at], a.now().UnixMilli())
	}
	f, _ := library.FamilyOf(rows, rows[at].Path, a.env.Rules)
	answer.Attempts, answer.Total = len(f.Chains), f.Total()
	for _, c := range f.Chains {
		answer.Sessions += c.Sessions
	}
	f, answer.Before = f.Near(familyAtMost)
	answer.Chains, answer.Self = f.Chains, f.Self
	for _, n := range f.Nodes {
		answer.Nodes = append(answer.Nodes, FamilyNode{Node: n, Handle: a.list.handle(n.Path)})
	}
	return answer, nil
}

// beside lists the folder of a file that is not in the list.
func (a *App) beside(k folderKey) ([]library.Row, error) {
	rows, err := a.folders.get(k, func() ([]library.Row, error) {
		ctx, stop := context.WithTimeout(context.Background(), folderLimit)
		defer stop()
		found, _ := library.Scan(ctx, []paths.Place{{Path: k.dir, Kind: paths.Flat}}, a.now().UnixMilli(), nil)
		return found.Rows, nil // after the limit, what was found by then
	})
	return append([]library.Row{}, rows...), err
}
