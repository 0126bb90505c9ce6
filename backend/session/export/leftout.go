package export

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"branchline/backend/session"
)

// leave counts what stays out, and notes what else to know. It quotes nothing of
// the session: its sentences go into files from which all secrets are masked.
func (p *Plan) leave() {
	x := p.Session.Index()
	in := p.chosen().in
	p.leaveOff(x)
	p.leaveDamage(x)
	beside := x.Header.Closed && (p.Mask != nil || p.becomes() == "runlog")
	if beside {
		n := pictured(x, in)
		p.out(LeftPictures, n, fmt.Sprintf("the pictures of %s stay out: they lie in a folder beside the log", session.Counted(n, "entry", "entries")))
	}
	if p.Format != JSONL {
		p.leaveUnseen(x, in, beside)
	}
	p.note(x, in)
}

func (p *Plan) out(kind string, n int, text string) {
	if n > 0 {
		p.LeftOut = append(p.LeftOut, LeftOut{kind, n, text})
	}
}

// leaveOff counts what is not on the branches.
func (p *Plan) leaveOff(x *session.Index) {
	off := x.Off(p.leaves()...)
	chosen := "the chosen entry"
	if len(p.Others) > 0 {
		chosen = "the chosen entries"
	}
	p.out(LeftAfter, off.After, fmt.Sprintf("%s after %s %s out", session.Counted(off.After, "entry", "entries"), chosen, verb(off.After, "stays", "stay")))
	p.out(LeftBranches, off.Beside, fmt.Sprintf("%s on %s %s out", session.Counted(off.Beside, "entry", "entries"),
		session.Counted(off.Branches, "other branch", "other branches"), verb(off.Beside, "stays", "stay")))
	p.out(LeftLabels, off.Labels, stay(off.Labels, "label", "labels")+verb(off.Labels, " with the entry it is on", " with the entries they are on"))
	switch off.Name {
	case session.After:
		p.out(LeftName, 1, "the session's name stays out: it was given after "+chosen)
	case session.Beside:
		p.out(LeftName, 1, "the session's name stays out: it was given on another branch")
	}
}

// leaveDamage counts what is no record.
func (p *Plan) leaveDamage(x *session.Index) {
	var lines []int
	for _, problem := range x.Problems {
		if problem.Kind == session.ProblemJSON || problem.Kind == session.ProblemNotObject {
			lines = append(lines, int(problem.Line))
		}
	}
	p.out(LeftUnreadable, len(lines), fmt.Sprintf("%s (%s)", stay(len(lines), "unreadable line", "unreadable lines"), lineNumbers(lines)))
	how := "it was never finished (%s)"
	if p.Now.UnixMilli()-x.WrittenMs < session.UnfinishedFor.Milliseconds() {
		how = "it is still being written (%s so far)"
	}
	p.out(LeftUnfinished, int(x.Tail.Len), fmt.Sprintf("the last line stays out: "+how, session.Counted(int(x.Tail.Len), "byte", "bytes")))
}

// leaveUnseen counts what a reader's copy leaves out. noPictures: that is said.
func (p *Plan) leaveUnseen(x *session.Index, in []bool, noPictures bool) {
	pictures, hidden := pictured(x, in), 0
	for i := range x.Entries {
		if e := &x.Entries[i]; in[i] && (e.Has(session.Hidden) || e.Kind == session.KindCustom) {
			hidden++
		}
	}
	if !noPictures && (!p.Pictures || p.Format == Markdown) {
		p.out(LeftPictures, pictures, fmt.Sprintf("the pictures of %s stay out", session.Counted(pictures, "entry", "entries")))
	}
	if !p.Hidden {
		p.out(LeftHidden, hidden, fmt.Sprintf("%s that the agent does not display", stay(hidden, "entry", "entries")))
	}
}

// note says what is easily taken for granted.
func (p *Plan) note(x *session.Index, in []bool) {
	edits, pictures := 0, pictured(x, in)
	for i := range x.Entries {
		if in[i] && x.Entries[i].Kind == session.KindEdit {
			edits++
		}
	}
	if edits > 0 {
		p.Notes = append(p.Notes, fmt.Sprintf("%s: text the model no longer sees is still in this file", session.Counted(edits, "context edit", "context edits")))
	}
	if pictures > 0 && !x.Header.Closed && (p.Format == JSONL || p.Format == HTML && p.Pictures) {
		p.Notes = append(p.Notes, fmt.Sprintf("%s pictures, which are not searched for secrets", carry(pictures, "entry", "entries")))
	}
}

// pictured counts the entries that leave and carry a picture.
func pictured(x *session.Index, in []bool) int {
	n := 0
	for i := range x.Entries {
		if in[i] && x.Entries[i].Has(session.HasImages) {
			n++
		}
	}
	return n
}

func stay(n int, one, many string) string {
	return session.Counted(n, one, many) + verb(n, " stays out", " stay out")
}

func carry(n int, one, many string) string {
	return session.Counted(n, one, many) + verb(n, " carries", " carry")
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// mostLines is how many lines a sentence names.
const mostLines = 8

// lineNumbers writes "line 4", "lines 4, 9 and 12".
func lineNumbers(lines []int) string {
	lines = slices.Compact(slices.Sorted(slices.Values(lines)))
	names := make([]string, 0, mostLines)
	for _, n := range lines[:min(len(lines), mostLines)] {
		names = append(names, strconv.Itoa(n))
	}
	switch last := len(names) - 1; {
	case last < 0:
		return ""
	case last == 0:
		return "line " + names[0]
	case len(lines) > mostLines:
		return fmt.Sprintf("lines %s and %d more", strings.Join(names, ", "), len(lines)-mostLines)
	default:
		return "lines " + strings.Join(names[:last], ", ") + " and " + names[last]
	}
}
