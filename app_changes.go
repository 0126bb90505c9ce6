package main

import (
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/changes"
)

const (
	// changedBytes bounds the texts of an answer about changes.
	changedBytes = 70_000
	// rowBytes is about how much a row takes beside its words.
	rowBytes = 160
	// changedPath is how much of a path or a command a row holds, in bytes.
	changedPath = 2000
	// stepsAtMost and partsAtMost bound the change of one file.
	stepsAtMost = 150
	partsAtMost = 150
	// commandShown is how much of a step's command an answer holds.
	commandShown = 300
	// notesAtMost bounds what is remarked or left out.
	notesAtMost = 100
	// patchPiece is how much of a patch an answer holds.
	patchPiece = 80_000
)

// changed is what a branch changed at one revision of its session.
type changed struct {
	revision int
	changes.Changes
}

// changes answers what a branch changed: as it was at a revision the page has it
// of, so that its rows stay in place, else as it is.
func (a *App) changes(o snapshot, key string, known int) (*changed, error) {
	leaf, err := leafOf(o.Index(), key)
	if err != nil {
		return nil, err
	}
	return a.ledgers.renew(leafKey{o.handle, leaf}, func(old *changed, ok bool) (*changed, error) {
		if ok && (old.revision == o.revision || old.revision == known) {
			return old, nil
		}
		if leaf == session.None {
			return &changed{revision: o.revision}, nil
		}
		c, err := changes.Of(o.Session, leaf)
		return &changed{o.revision, c}, err
	})
}

func (c *changed) part(name string) ([]changes.File, error) {
	switch name {
	case "files":
		return c.Files, nil
	case "undone":
		return c.Undone, nil
	case "outside":
		return c.Outside, nil
	case "elsewhere":
		return c.Elsewhere, nil
	}
	return nil, faultf(kindNotFound, "changes have no part %.40q", name)
}

// Changes answers what a branch changed.
func (a *App) Changes(r ChangesRequest) (answer ChangesAnswer, err error) {
	defer cross(&err)
	return reading(a, r.Session, func(o snapshot) (ChangesAnswer, error) {
		c, err := a.changes(o, r.Leaf, r.Known)
		if err != nil {
			return ChangesAnswer{}, err
		}
		files, err := c.part(r.Part)
		if err != nil {
			return ChangesAnswer{}, err
		}
		answer := c.summary()
		answer.fill(files, r)
		return answer, nil
	})
}

func (c *changed) summary() ChangesAnswer {
	answer := ChangesAnswer{
		Revision: c.revision, Leaf: c.Leaf, Undone: len(c.Undone), Outside: len(c.Outside),
		Elsewhere: len(c.Elsewhere), Notes: firstNotes(c.Notes), Rows: []ChangedRow{},
	}
	counts := map[string]*int{
		changes.Certain: &answer.Certain, changes.Likely: &answer.Likely,
		changes.Possible: &answer.Possible, changes.Failed: &answer.Failed, onlyCommands: &answer.Commands,
	}
	for i := range c.Files {
		f := &c.Files[i]
		*counts[sortOf(f)]++
		if f.Patchable() {
			answer.Patchable++
		}
		if f.Certainty != changes.Failed {
			answer.Added += f.Added
			answer.Removed += f.Removed
		}
	}
	return answer
}

const onlyCommands = "command"

// sortOf is the certainty of a file, or that it is a command without one.
func sortOf(f *changes.File) string {
	if f.Command != "" {
		return onlyCommands
	}
	return f.Certainty
}

// fill answers the rows that are asked for, as many as fit.
func (answer *ChangesAnswer) fill(files []changes.File, r ChangesRequest) {
	answer.From = max(r.From, 0)
	count, room := min(max(r.Count, 0), rowsAtMost), changedBytes
	for i := range files {
		f := &files[i]
		if r.Only != "" && sortOf(f) != r.Only {
			continue
		}
		if at := answer.Total - answer.From; at >= 0 && at < count && at == len(answer.Rows) {
			row := rowOf(f, i)
			size := rowBytes + len(row.Path) + len(row.From) + len(row.Command) + len(row.Entry) + len(row.Leaf) + len(row.Branch)
			if room -= size; room >= 0 || at == 0 {
				answer.Rows = append(answer.Rows, row)
			}
		}
		answer.Total++
	}
}

func rowOf(f *changes.File, place int) ChangedRow {
	row := ChangedRow{
		Place: place, Path: session.CutText(f.Path, changedPath), From: session.CutText(f.From, changedPath),
		Action: f.Action, Certainty: f.Certainty, Command: session.CutText(f.Command, changedPath),
		Added: f.Added, Removed: f.Removed, Hunks: len(f.Hunks), Doubts: len(f.Notes), Leaf: f.Leaf, Branch: f.Branch,
		Patchable: f.Patchable(),
	}
	if len(f.Entries) > 0 {
		row.Entry = f.Entries[0]
	}
	if len(f.Hunks) > 0 {
		row.AtMs = f.Hunks[0].AtMs
	}
	return row
}

func firstNotes(notes []string) []string {
	out := []string{}
	for _, note := range notes[:min(len(notes), notesAtMost)] {
		out = append(out, session.CutText(note, commandShown))
	}
	return out
}

// file is one file of the changes of a branch.
func (c *changed) file(part string, place int) (*changes.File, error) {
	files, err := c.part(part)
	if err != nil {
		return nil, err
	}
	if place < 0 || place >= len(files) {
		return nil, faultf(kindNotFound, "there is no file %d among those that were changed", place)
	}
	return &files[place], nil
}

// Change answers the change of one file.
func (a *App) Change(r ChangeRequest) (answer ChangeAnswer, err error) {
	defer cross(&err)
	return reading(a, r.Session, func(o snapshot) (ChangeAnswer, error) {
		c, err := a.changes(o, r.Leaf, r.Known)
		if err != nil {
			return ChangeAnswer{}, err
		}
		f, err := c.file(r.Part, r.Place)
		if err != nil {
			return ChangeAnswer{}, err
		}
		return changeOf(f, c.revision), nil
	})
}

// changeOf tells of a file; the final diff is given room before that of the steps.
func changeOf(f *changes.File, revision int) ChangeAnswer {
	answer := ChangeAnswer{
		Revision: revision, Whole: f.Whole, Notes: firstNotes(f.Notes), Parts: []ChangePart{}, Steps: []ChangeStep{},
	}
	room := changedBytes
	if f.Whole {
		for _, part := range f.Parts() {
			if len(answer.Parts) == partsAtMost || room <= 0 {
				answer.More++
				continue
			}
			diff, cut := cutLines(part.Diff, room)
			room -= len(diff)
			steps := append([]int{}, part.Steps[:min(len(part.Steps), stepsAtMost)]...)
			added, removed := changes.Count(part.Diff)
			answer.Parts = append(answer.Parts, ChangePart{Diff: diff, Cut: cut, Added: added, Removed: removed, Steps: steps})
		}
	}
	shown := f.Hunks[:min(len(f.Hunks), stepsAtMost)]
	answer.MoreSteps = len(f.Hunks) - len(shown)
	for _, h := range shown {
		step := ChangeStep{
			Entry: h.Entry, Tool: session.CutText(h.Tool, commandShown), Action: h.Action, Certainty: h.Certainty, AtMs: h.AtMs,
			Command: session.CutText(h.Command, commandShown), Note: session.CutText(h.Note, commandShown),
		}
		step.Added, step.Removed = changes.Count(h.Diff)
		step.Diff, step.Cut = cutLines(h.Diff, room)
		room -= len(step.Diff)
		answer.Steps = append(answer.Steps, step)
	}
	return answer
}

// cutLines is the whole lines of a text that fit, and how many do not. Of a line
// that is longer than all there is room for it keeps a beginning.
func cutLines(text string, room int) (shown string, cut int) {
	if len(text) <= room {
		return text, 0
	}
	room = max(room, 0)
	if at := strings.LastIndexByte(text[:room], '\n') + 1; at > 0 {
		return text[:at], strings.Count(text[at:], "\n")
	}
	line, rest, _ := strings.Cut(text, "\n")
	return session.CutText(line, room), strings.Count(rest, "\n")
}

// ChangesPatch answers what a branch changed as a patch, piece by piece.
func (a *App) ChangesPatch(r ChangesPatchRequest) (answer ChangesPatchAnswer, err error) {
	defer cross(&err)
	return reading(a, r.Session, func(o snapshot) (ChangesPatchAnswer, error) {
		c, err := a.changes(o, r.Leaf, r.Known)
		if err != nil {
			return ChangesPatchAnswer{}, err
		}
		wanted := &c.Changes
		if r.One {
			f, err := c.file("files", r.Place)
			if err != nil {
				return ChangesPatchAnswer{}, err
			}
			wanted = &changes.Changes{Files: []changes.File{*f}}
		}
		patch, left := wanted.Patch(r.One) // one that git apply refuses takes no other along
		answer := ChangesPatchAnswer{Revision: c.revision, Next: -1, Left: firstNotes(left), LeftTotal: len(left)}
		from := min(max(r.From, 0), len(patch))
		answer.Text = session.CutText(patch[from:], patchPiece)
		if end := from + len(answer.Text); end < len(patch) && answer.Text != "" {
			answer.Next = end
		}
		return answer, nil
	})
}
