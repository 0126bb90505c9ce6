package export

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/changes"
	"branchline/backend/session/outcome"
	"branchline/backend/session/timeline"
)

// GitHub takes at most 65,536 characters in one text. What does not fit is counted.
const (
	maxDocument = 62_000
	maxDiffs    = 16_000
	maxFailures = 10_000

	// The longest text of each sort, in bytes.
	maxSaid   = 4000
	maxDiff   = 4000
	maxOutput = 1500
	maxPart   = 1500 // of a reply that is not the last of its turn
	maxStep   = 800  // of what a call gave back that did not fail
	// maxCell and maxName are the longest text and the longest name in a table, in
	// characters.
	maxCell = 400
	maxName = 160
	// mostChanged is how many files a table names.
	mostChanged = 60
)

// document is the Markdown of one branch while it is written.
type document struct {
	strings.Builder
	p    *Plan
	x    *session.Index
	zone *time.Location
	b    *timeline.Branch
	card outcome.Card
}

// writeMarkdown writes a branch for a pull request or an issue: how it ended, what it
// changed, what failed, and what was said.
func writeMarkdown(ctx context.Context, w io.Writer, p *Plan) error {
	d := &document{
		p: p, x: p.Session.Index(), zone: p.Now.Location(), b: timeline.Of(p.Session, p.Leaf),
		card: outcome.Of(p.Session, p.Leaf, p.Now.UnixMilli()),
	}
	d.outcome()
	if err := d.changes(); err != nil {
		return err
	}
	if err := d.failures(ctx); err != nil {
		return err
	}
	foot := d.foot()
	if err := d.turns(ctx, maxDocument-d.Len()-len(foot)-len(redirected)); err != nil {
		return err
	}
	d.WriteString(foot)
	if strings.Contains(d.String(), redirect) {
		d.WriteString(redirected)
	}
	_, err := io.WriteString(w, d.String())
	return err
}

func (d *document) line(format string, args ...any) { fmt.Fprintf(d, format+"\n", args...) }

// titleOf is what a reader calls what is exported: the session's name, a run's task,
// its first prompt.
func titleOf(p *Plan) string {
	x := p.Session.Index()
	task := strings.TrimSpace(x.Header.Task)
	task, _, _ = strings.Cut(task, "\n")
	for _, title := range []string{x.Name, task, firstPrompt(x, p.Branch)} {
		if title = oneLine(title, 100); title != "" {
			return title
		}
	}
	return visible(filepath.Base(p.Source))
}

func firstPrompt(x *session.Index, branch []session.Pos) string {
	for _, p := range branch {
		if x.At(p).Role == session.RoleUser {
			return x.At(p).Preview
		}
	}
	return ""
}

var stateMarks = map[string]string{
	"finished": "✅", "failed": "❌", "error": "❌", "limit": "⚠️", "stuck": "⚠️", "interrupted": "⚠️", "cancelled": "🚫", "running": "▶️",
}

// outcome says how the branch ended and what it took.
func (d *document) outcome() {
	c := &d.card
	d.line("## %s\n", inline(titleOf(d.p)))
	head := strings.TrimSpace(stateMarks[c.State] + " **" + inline(oneLine(c.Headline, maxName)) + "**")
	facts := append([]string{head}, session.Lasting(c.Totals.DurationMs), dollars(c.Totals.CostUSD))
	if len(c.Counters) == 0 {
		facts = append(facts, session.Counted(c.Turns, "turn", "turns"))
	}
	calls := session.Counted(c.Totals.ToolCalls, "tool call", "tool calls")
	if c.Totals.Errors > 0 {
		calls += fmt.Sprintf(", %d failed", c.Totals.Errors)
	}
	facts = append(append(facts, calls), c.Counters...)
	var said []string
	for i, fact := range facts {
		if fact != "" && i > 0 {
			fact = inline(oneLine(fact, maxName))
		}
		if fact != "" {
			said = append(said, fact)
		}
	}
	d.line("%s\n", strings.Join(said, " · "))
	for _, warning := range c.Warnings {
		d.line("⚠️ %s\n", inline(oneLine(warning, maxCell)))
	}
	if c.Message != "" {
		d.line("%s", quoted(d.short(c.Message, maxSaid)))
	}
	d.line("| | |\n|---|---|")
	d.row("Model", strings.Join(c.Models, ", "))
	if c.StartedMs > 0 {
		d.row("When", moment(c.StartedMs, d.zone)+" to "+moment(c.EndedMs, d.zone)+" "+d.p.Now.Format("MST"))
	}
	d.row("Engaged time", session.Lasting(c.Totals.EngagedMs))
	if in := c.Totals.InputTokens + c.Totals.CacheReadTokens + c.Totals.CacheWriteTokens; in+c.Totals.OutputTokens > 0 {
		d.row("Tokens", session.Short(in)+" in, "+session.Short(c.Totals.OutputTokens)+" out")
	}
	d.row("Tools", strings.Join(toolWords(c), " · "))
	if c.Error != "" {
		d.row("Error", c.Error)
	}
	if c.Next != "" {
		d.row("Next", c.Next)
	}
	d.line("")
}

func (d *document) row(name, value string) {
	if value != "" {
		d.line("| %s | %s |", name, inline(oneLine(value, maxCell)))
	}
}

// short is a text cut at its end, with a note of how much is missing.
func (d *document) short(text string, most int) string {
	text = strings.TrimSpace(text)
	if len(text) <= most {
		return text
	}
	head := session.CutText(text, most)
	if at := strings.LastIndexByte(head, '\n'); at > most/2 {
		head = head[:at]
	}
	if strings.Count(head, "```")%2 == 1 { // what is cut inside a block of code
		head += "\n```"
	}
	return head + fmt.Sprintf("\n\n… %s more", session.Sized(len(text)-len(head)))
}

// changes says what the branch did to files, how sure that is, and how.
func (d *document) changes() error {
	files, words, err := changed(d.p.Session, d.p.Leaf)
	if err != nil || len(files) == 0 {
		return err
	}
	d.line("### Changes\n\n%s\n", words)
	d.line("| File | Change | Lines | How sure |\n|---|---|--:|---|")
	for i := range files {
		f := &files[i]
		if i == mostChanged {
			d.line("| … and %d more | | | |", len(files)-i)
			break
		}
		name := cell(code(oneLine(f.Path, maxName)))
		switch {
		case f.Path == "":
			name = "any, by " + cell(code(oneLine(f.Command, 80)))
		case f.From != "":
			name = cell(code(oneLine(f.From, maxName))) + " → " + name
		}
		lines := ""
		if f.Added+f.Removed > 0 {
			lines = fmt.Sprintf("+%d −%d", f.Added, f.Removed)
		}
		d.line("| %s | %s | %s | %s |", name, f.Action, lines, sureWords[f.Certainty])
	}
	d.line("")
	d.diffs(files)
	return nil
}

// diffs are the changes of each file, folded, as far as there is room.
func (d *document) diffs(files []changes.File) {
	left, room := 0, maxDiffs
	for i := range files {
		f := &files[i]
		if f.Diff == "" || f.Certainty == changes.Failed {
			continue
		}
		diff := f.Diff
		if len(diff) > maxDiff {
			diff = session.CutText(diff, maxDiff)
			diff = diff[:strings.LastIndexByte(diff, '\n')+1] + fmt.Sprintf("… %s more\n", session.Sized(len(f.Diff)-len(diff)))
		}
		text := summary(codeHTML(oneLine(f.Path, maxName)), fmt.Sprintf("+%d −%d", f.Added, f.Removed)) + fenced("diff", diff) + "\n</details>\n\n"
		if len(text) > room {
			left++
			continue
		}
		room -= len(text)
		d.WriteString(text)
	}
	if left > 0 {
		d.line("The diffs of %s are left out here.\n", session.Counted(left, "more file", "more files"))
	}
}

// failures are the calls that failed, with the end of what they gave back folded.
func (d *document) failures(ctx context.Context) error {
	var texts []string
	for i := range d.b.Len() {
		it := d.b.Item(i)
		if !it.Error || it.Kind != session.ItemCall && it.Kind != session.ItemBash || d.p.leftOutOf(d.x, &it) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		r, body, err := d.b.Whole(i)
		if err != nil {
			return err
		}
		what := r.Target
		if it.Kind == session.ItemBash {
			what = body.Text
		}
		text := summary(plainHTML(oneLine(r.Tool, 40))+" "+codeHTML(oneLine(what, 100)), callState(&r).word) +
			fenced("text", tailOf(session.Printed(body.Result), maxOutput)) + "\n</details>\n\n"
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		return nil
	}
	d.line("### What failed\n")
	from, size := len(texts), 0
	for from > 0 && size+len(texts[from-1]) <= maxFailures {
		from--
		size += len(texts[from])
	}
	if from > 0 {
		d.line("The first %s are left out here.\n", session.Counted(from, "failed call", "failed calls"))
	}
	d.WriteString(strings.Join(texts[from:], ""))
	return nil
}

// tailOf is the end of a long text, from the beginning of a line.
func tailOf(text string, most int) string {
	text = strings.TrimRight(text, "\n")
	if len(text) <= most {
		return text
	}
	tail := strings.ToValidUTF8(text[len(text)-most:], "")
	if at := strings.IndexByte(tail, '\n'); at >= 0 && at < most/2 {
		tail = tail[at+1:]
	}
	return fmt.Sprintf("… %s before\n%s", session.Sized(len(text)-len(tail)), tail)
}

// withPictures says below a text how many pictures stood with it.
func withPictures(text string, pictures int) string {
	if pictures == 0 {
		return text
	}
	return strings.TrimSpace(text + "\n\n(" + session.Counted(pictures, "picture", "pictures") + ")")
}

func (d *document) speaker(it *session.Item) string {
	pi := d.x.Header.Format == "pi"
	switch {
	case it.Kind == session.ItemReply && pi:
		return "pi"
	case it.Kind == session.ItemReply:
		return "Agent"
	case pi:
		return "Prompt"
	}
	return "Input"
}

// foot says what the text was made from and what is not in it.
func (d *document) foot() string {
	var b strings.Builder
	b.WriteString("---\n\n<sub>Made by Branchline from " + code(oneLine(filepath.Base(d.p.Source), maxName)))
	if id := oneLine(d.x.Header.ID, 80); id != "" {
		b.WriteString(", session " + code(id))
	}
	b.WriteString(", up to " + code(oneLine(d.x.Key(d.p.Leaf), 40)) + ", on " + d.p.Now.Format("2 Jan 2006, 15:04 MST") + ".")
	if d.p.Mask != nil {
		b.WriteString(" Possible secrets are masked.")
	}
	notes := slices.Clone(d.p.Notes)
	for i := len(d.p.LeftOut) - 1; i >= 0; i-- {
		notes = slices.Insert(notes, 0, d.p.LeftOut[i].Text)
	}
	for _, note := range notes {
		b.WriteString(" " + inline(strings.ToUpper(note[:1])+note[1:]) + ".")
	}
	return b.String() + "</sub>\n"
}
