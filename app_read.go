package main

import (
	"path/filepath"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/outcome"
	"branchline/backend/session/timeline"
)

type branchKey struct {
	session  string
	revision int
	leaf     session.Pos
}

// rowsAtMost bounds one answer: it is read on the thread that draws.
const rowsAtMost = 500

func (a *App) branch(o snapshot, leaf session.Pos) (*timeline.Branch, error) {
	return onBranch(&a.made.branches, o, leaf, timeline.Of)
}

// branchAt is the branch to the entry of a key, "" for the suggested leaf, and that entry.
func (a *App) branchAt(o snapshot, key string) (*timeline.Branch, session.Pos, error) {
	leaf, err := leafOf(o.Index(), key)
	if err != nil {
		return nil, leaf, err
	}
	b, err := a.branch(o, leaf)
	return b, leaf, err
}

// branches counts the branches of a session.
func (a *App) branches(o snapshot) int {
	g, _ := a.made.endings.renew(o.handle, func(old grown[*session.Endings], _ bool) (grown[*session.Endings], error) {
		return old.at(o, func(e *session.Endings) bool {
			e.Grow(func(session.Pos, bool) {})
			return true
		}, func() *session.Endings {
			e, _ := session.EndingsOf(o.Index())
			return e
		}), nil // so there is no error
	})
	return g.value.Len()
}

// Rows answers rows of one branch.
func (a *App) Rows(r RowsRequest) (answer RowsAnswer, err error) {
	defer cross(&err)
	return reading(a, r.Session, func(o snapshot) (RowsAnswer, error) { return a.rows(o, r) })
}

func (a *App) rows(o snapshot, r RowsRequest) (RowsAnswer, error) {
	b, _, err := a.branchAt(o, r.Leaf)
	if err != nil {
		return RowsAnswer{}, err
	}
	from, count, at := max(r.From, 0), min(max(r.Count, 0), rowsAtMost), -1
	if p, ok := o.Index().Lookup(r.At); ok && r.At != "" {
		at = b.Find(p)
	}
	if at >= 0 {
		from = max(at-count/2, 0)
	}
	page, err := b.Page(from, count)
	if err == nil && at >= from+len(page.Rows) { // large rows before it filled the answer
		page, err = b.Page(at, count)
	}
	page.At = at
	return RowsAnswer{Revision: o.revision, Page: page}, err
}

// Outcome answers how a branch ended.
func (a *App) Outcome(r OutcomeRequest) (answer OutcomeAnswer, err error) {
	defer cross(&err)
	return reading(a, r.Session, func(o snapshot) (OutcomeAnswer, error) {
		leaf, err := leafOf(o.Index(), r.Leaf)
		if err != nil {
			return OutcomeAnswer{}, err
		}
		account, err := onBranch(&a.made.accounts, o, leaf, outcome.AccountOf)
		if err != nil {
			return OutcomeAnswer{}, err
		}
		return OutcomeAnswer{Revision: o.revision, Card: account.Card(a.now().UnixMilli())}, nil
	})
}

// problemsShown is how many problems an answer lists.
const problemsShown = 200

// describe tells the page what an open session is.
func (a *App) describe(o snapshot, entry string) SessionAnswer {
	x := o.Index()
	return SessionAnswer{
		Session: o.handle, Revision: o.revision, Handle: a.list.handle(o.path), Path: o.path, FileName: filepath.Base(o.path), Title: titleOf(x, o.path),
		Format: x.Header.Format, Version: x.Header.Version, ID: x.Header.ID, Cwd: x.Header.Cwd, Name: x.Name,
		Parent: x.Header.Parent, Sample: a.list.isSample(o.path), Entries: len(x.Entries), Messages: x.Messages,
		Branches: a.branches(o), Bytes: x.Size, Leaf: x.Key(x.Leaf), SuggestedLeaf: x.Key(x.Suggested),
		ReadOnly: x.Header.ReadOnly, Notes: append([]string{}, x.Header.Notes...), Tail: x.Tail.Len > 0, ProblemsTotal: len(x.Problems),
		Problems: append([]session.Problem{}, x.Problems[:min(len(x.Problems), problemsShown)]...), Entry: entry,
		ByFile: a.goesByFile(o.path), Lost: a.tab(o.handle).lost,
	}
}

// titleOf is the session's name, else its task or first prompt, else its file name.
func titleOf(x *session.Index, path string) string {
	if name := strings.TrimSpace(x.Name); name != "" {
		return oneLine(session.Plain(name))
	}
	if x.Header.Task != "" {
		return clip(oneLine(session.Plain(x.Header.Task)), session.PreviewBytes)
	}
	if x.FirstPrompt != session.None && x.At(x.FirstPrompt).Preview != "" {
		return oneLine(session.Plain(x.At(x.FirstPrompt).Preview))
	}
	return filepath.Base(path)
}
