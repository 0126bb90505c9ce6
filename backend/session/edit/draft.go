package edit

import (
	"fmt"
	"slices"
	"strings"

	"branchline/backend/session"
)

// How much of what is left a draft tells of.
const (
	mostPrompts  = 12
	mostFailures = 12
	mostFiles    = 40
	mostPrompt   = 400  // bytes of one prompt
	mostReply    = 1500 // bytes of the last reply
)

// Draft writes a summary of what is left when a branch begins at at, for a person to
// go over: what was asked, which files were read and changed, which commands failed,
// how it ended, and the last reply. All of it stands in the session; no model is
// asked. "" means that nothing is left.
func (e *Editor) Draft(src *Source, at BranchAt) (string, error) {
	parent, err := src.start(at)
	if err != nil {
		return "", err
	}
	x := src.index()
	left := leaving(x, parent)
	if !spoken(x, left) {
		return "", nil
	}
	files, err := filesOf(src.Session, left)
	if err != nil {
		return "", explained(ActBranch, src.Path, err)
	}
	d := draft{s: src.Session, on: map[session.Pos]bool{}}
	for _, p := range left {
		d.on[p] = true
	}
	if err := d.read(left[len(left)-1]); err != nil {
		return "", explained(ActBranch, src.Path, err)
	}
	d.section("What was asked on the branch that was left", d.prompts, mostPrompts)
	d.section("Files changed", files.ModifiedFiles, mostFiles)
	d.section("Files only read", files.ReadFiles, mostFiles)
	d.section("What failed", d.failures, mostFailures)
	if words := endWords[src.Session.End(x.Leaf, e.Now().UnixMilli()).State]; words != "" {
		d.section("How it ended", []string{words}, 1)
	}
	if d.reply != "" {
		d.section("The last reply", []string{d.reply}, 1)
	}
	return strings.TrimSpace(d.text.String()), nil
}

// spoken tells whether something was said or done on what is left: settings, labels and
// names are no attempt.
func spoken(x *session.Index, left []session.Pos) bool {
	return slices.ContainsFunc(left, func(p session.Pos) bool { return speaks(x.At(p)) })
}

// speaks tells whether an entry is something that was said or done.
func speaks(e *session.Entry) bool {
	switch e.Kind {
	case session.KindMessage, session.KindCustomMessage, session.KindCompaction, session.KindBranchSummary:
		return true
	}
	return false
}

var endWords = map[session.State]string{
	session.Finished: "The agent finished its turn.", session.Limit: "The reply reached the model's limit of length.",
	session.ErrorState: "The provider answered with an error.", session.Cancelled: "It was cancelled.",
	session.Running: "It was still running.", session.Interrupted: "It was interrupted.",
}

// draft is a summary being written.
type draft struct {
	s                 session.Session
	on                map[session.Pos]bool // the entries that are left
	prompts, failures []string
	reply             string
	text              strings.Builder
}

// read collects what was asked, what failed and the last reply.
func (d *draft) read(leaf session.Pos) error {
	last := session.Item{Entry: session.None}
	for _, it := range d.s.Items(leaf) {
		if !d.on[it.Entry] {
			continue
		}
		switch {
		case it.Kind == session.ItemPrompt:
			text, err := d.said(it, mostPrompt)
			if err != nil {
				return err
			}
			if text != "" {
				d.prompts = append(d.prompts, text)
			}
		case it.Kind == session.ItemReply:
			last = it
		case it.Error && (it.Kind == session.ItemCall || it.Kind == session.ItemBash):
			what := strings.TrimSpace(it.Tool + " " + it.Target)
			if it.Kind == session.ItemBash {
				what = it.Text
			}
			if what = shortly(what); !slices.Contains(d.failures, what) {
				d.failures = append(d.failures, what)
			}
		}
	}
	if last.Entry == session.None {
		return nil
	}
	var err error
	d.reply, err = d.said(last, mostReply)
	return err
}

// said is the text of an item on lines that go on below its beginning.
func (d *draft) said(it session.Item, most int) (string, error) {
	b, err := d.s.Body(it)
	if err != nil {
		return "", err
	}
	text := strings.TrimSpace(session.Plain(b.Text))
	if len(text) > most {
		text = strings.TrimSpace(session.CutText(text, most)) + " …"
	}
	return strings.ReplaceAll(text, "\n", "\n  "), nil
}

// section writes a heading with points below it, at most so many.
func (d *draft) section(heading string, points []string, most int) {
	if len(points) == 0 {
		return
	}
	fmt.Fprintf(&d.text, "%s:\n", heading)
	for _, point := range points[:min(len(points), most)] {
		fmt.Fprintf(&d.text, "- %s\n", point)
	}
	if more := len(points) - most; more > 0 {
		fmt.Fprintf(&d.text, "- and %s\n", session.Counted(more, "more", "more"))
	}
	d.text.WriteByte('\n')
}
