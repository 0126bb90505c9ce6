package main

import (
	"encoding/base64"

	"branchline/backend/session"
	"branchline/backend/session/compare"
)

const (
	// comparedBytes is how much text an answer about two branches holds.
	comparedBytes = 100_000
	// saidLines is how much of what was said around one step an answer holds.
	saidLines = 12
	// marksAtMost is how many rows one answer has marks of.
	marksAtMost = 90_000
	// leavesAtMost bounds an answer as rowsAtMost does: a leaf has its last words.
	leavesAtMost = 200
	// commandsAtMost bounds the commands that may have changed any file.
	commandsAtMost = 50
)

// Compare answers what two branches come to and where they first differ.
func (a *App) Compare(r CompareRequest) (answer CompareAnswer, err error) {
	defer cross(&err)
	return comparing(a, r.CompareSides, func(c compared) (CompareAnswer, error) {
		head := c.Head()
		head.Notes = append(append([]string{}, c.notes...), head.Notes...)
		for _, words := range []*string{&head.A.Outcome.Message, &head.B.Outcome.Message, &head.A.Outcome.Error, &head.B.Outcome.Error} {
			*words = session.CutText(*words, saidShown)
		}
		return CompareAnswer{
			Result: head, SideA: c.side(c.a, c.sides[0].Leaf), SideB: c.side(c.b, c.sides[1].Leaf), Ruler: rulerOf(c.Comparison),
		}, nil
	})
}

// CompareRows answers rows of two branches that stand level.
func (a *App) CompareRows(r CompareRowsRequest) (answer CompareRowsAnswer, err error) {
	defer cross(&err)
	return comparing(a, r.CompareSides, func(c compared) (CompareRowsAnswer, error) {
		answer := CompareRowsAnswer{RevisionA: c.a.revision, RevisionB: c.b.revision, Total: c.Len(), From: max(r.From, 0), At: -1, Rows: []CompareRow{}}
		if r.AtA != "" || r.AtB != "" {
			answer.At = c.find(r.AtA, r.AtB)
		}
		left := comparedBytes
		for _, d := range c.Page(answer.From, min(r.Count, rowsAtMost)) {
			row := CompareRow{Detail: d}
			left -= cutCell(&row.A, &row.MoreA) + cutCell(&row.B, &row.MoreB)
			if left < 0 && len(answer.Rows) > 0 {
				break
			}
			answer.Rows = append(answer.Rows, row)
		}
		return answer, nil
	})
}

// find is the row of an entry of A, else of one of B, -1 when there is none.
func (c compared) find(keyA, keyB string) int {
	at := -1
	for i, row := range c.Result().Rows {
		if keyA != "" && row.A == keyA {
			return i
		}
		if keyB != "" && row.B == keyB {
			at = i
		}
	}
	return at
}

// cutCell leaves what an answer may hold of a cell, and answers about how many
// bytes it takes.
func cutCell(cell *compare.Cell, more *int) int {
	if *more = len(cell.Said) - saidLines; *more > 0 {
		cell.Said = cell.Said[:saidLines]
	} else {
		*more = 0
	}
	size := 250 + len(cell.Words) + len(cell.Target) + len(cell.Text) + len(cell.Tool)
	for _, s := range cell.Said {
		size += 120 + len(s.Text)
	}
	return size
}

// CompareMarks answers a byte of marks for each row, as package compare has them.
func (a *App) CompareMarks(r CompareMarksRequest) (answer CompareMarksAnswer, err error) {
	defer cross(&err)
	return comparing(a, r.CompareSides, func(c compared) (CompareMarksAnswer, error) {
		marks := c.Outline()
		from := min(max(r.From, 0), len(marks))
		return CompareMarksAnswer{
			RevisionA: c.a.revision, RevisionB: c.b.revision, Total: len(marks), From: from,
			Marks: base64.StdEncoding.EncodeToString(marks[from:min(from+marksAtMost, len(marks))]),
		}, nil
	})
}

// CompareFiles answers what both branches did to files. It reads bodies.
func (a *App) CompareFiles(r CompareRequest) (answer CompareFilesAnswer, err error) {
	defer cross(&err)
	return comparing(a, r.CompareSides, func(c compared) (CompareFilesAnswer, error) {
		files, err := c.Files()
		if err != nil {
			return CompareFilesAnswer{}, err
		}
		return filesAnswer(files), nil
	})
}

func filesAnswer(f compare.Files) CompareFilesAnswer {
	answer := CompareFilesAnswer{
		OnlyA: append([]string{}, f.OnlyA[:min(len(f.OnlyA), leavesAtMost)]...), OnlyATotal: len(f.OnlyA),
		OnlyB: append([]string{}, f.OnlyB[:min(len(f.OnlyB), leavesAtMost)]...), OnlyBTotal: len(f.OnlyB),
		Both: []ComparedFile{}, BothTotal: len(f.Both),
		MayA: firstOf(f.MayA), MayATotal: len(f.MayA), MayB: firstOf(f.MayB), MayBTotal: len(f.MayB),
	}
	left := comparedBytes
	for _, file := range f.Both[:min(len(f.Both), leavesAtMost)] {
		diff := session.CutText(file.Diff, min(saidShown, left))
		left -= len(diff)
		answer.Both = append(answer.Both, ComparedFile{Path: file.Path, Same: file.Same, Known: file.Known, Diff: diff, DiffBytes: len(file.Diff)})
	}
	return answer
}

// firstOf are the first commands, each as long as a step's command is shown.
func firstOf(all []string) []string {
	out := []string{}
	for _, c := range all[:min(len(all), commandsAtMost)] {
		out = append(out, session.CutText(c, commandShown))
	}
	return out
}

// CompareMarkdown writes the comparison for a note or a review.
func (a *App) CompareMarkdown(r CompareRequest) (answer CompareMarkdownAnswer, err error) {
	defer cross(&err)
	return comparing(a, r.CompareSides, func(c compared) (answer CompareMarkdownAnswer, err error) {
		files, err := c.Files()
		if err != nil {
			return answer, err
		}
		return CompareMarkdownAnswer{Text: c.Markdown(files)}, nil
	})
}

// Leaves answers the branches of a session in the order of the file.
func (a *App) Leaves(r LeavesRequest) (answer LeavesAnswer, err error) {
	defer cross(&err)
	return reading(a, r.Session, func(o snapshot) (LeavesAnswer, error) {
		all, err := a.made.leaves.get(revisionKey{o.handle, o.revision}, func() ([]compare.Leaf, error) {
			return compare.Leaves(o.Session, a.now().UnixMilli()), nil
		})
		if err != nil {
			return LeavesAnswer{}, err
		}
		answer := LeavesAnswer{Revision: o.revision, Total: len(all), From: min(max(r.From, 0), len(all)), Leaves: []compare.Leaf{}}
		for _, leaf := range all[answer.From:min(answer.From+leavesAtMost, len(all))] {
			leaf.LastWords = session.CutText(oneLine(leaf.LastWords), session.PreviewBytes)
			answer.Leaves = append(answer.Leaves, leaf)
		}
		return answer, nil
	})
}
