package outcome

import (
	"cmp"

	"branchline/backend/session"
)

// MaxText is the longest text a card carries, in bytes.
const MaxText = 16 << 10

// maxFiles is how many files a card names: a page reads it on the thread that draws.
const maxFiles = 200

// Of says how the branch that ends at leaf came to its end and what it took.
// now is Unix milliseconds.
func Of(s session.Session, leaf session.Pos, now int64) Card { return AccountOf(s, leaf).Card(now) }

// Card says how the branch came to its end and what it took. now is Unix milliseconds.
func (a *Account) Card(now int64) Card {
	x, leaf, end := a.x, a.leaf, a.s.End(a.leaf, now)
	supersede(a.s, &end)
	c := Card{
		Verdict: verdict(&end),
		Leaf:    x.Key(leaf), Headline: headline(&end), Doing: text(end.Doing), StoppedAt: x.Key(end.Last),
		StartedMs: a.upto.first, EndedMs: a.upto.last, Turns: a.turns, Replies: a.replies,
		Entries: a.entries, Branches: a.endings.Len(), Totals: a.totals(), Faults: a.faults, FileTotals: a.whole.totals(x),
		Models: a.modelNames(), Task: text(x.Header.Task), Asked: a.question(), Tools: a.toolList(),
		Evidence: []Evidence{}, Counters: []string{}, Warnings: []string{}, Failed: a.failures(),
	}
	all := a.files.list()
	c.Files, c.FilesTotal = all[:min(len(all), maxFiles)], len(all)
	for _, f := range all {
		if f.Edits > 0 && !f.Failed {
			c.FilesEdited++
		}
	}
	for _, e := range end.Evidence {
		if e.Label == warning || e.Label == old {
			c.Warnings = append(c.Warnings, text(e.Text))
			continue
		}
		c.Evidence = append(c.Evidence, Evidence{Entry: x.Key(e.Entry), Label: e.Label, Text: text(e.Text)})
	}
	if counted, ok := a.s.(interface{ Counters(calls int) []string }); ok {
		c.Counters = append(c.Counters, counted.Counters(c.FileTotals.ToolCalls)...)
	}
	if x.Header.Closed { // a run begins and ends with records that are no entries
		c.StartedMs = cmp.Or(x.Header.CreatedMs, c.StartedMs)
		if leaf == x.Leaf {
			c.EndedMs = x.ModifiedMs
			c.Next = advice(&end)
		}
	}
	return c
}

// Ended says how the branch that ends at leaf came to its end, and that in words,
// without adding up what it took. now is Unix milliseconds.
func Ended(s session.Session, leaf session.Pos, now int64) (v Verdict, words string) {
	end := s.End(leaf, now)
	supersede(s, &end)
	return verdict(&end), headline(&end)
}

func verdict(end *session.End) Verdict {
	return Verdict{
		State: string(end.State), Reason: text(end.Reason), Message: text(end.Message), Code: end.Code,
		Error: text(end.Error), Status: end.Status,
	}
}

// supersede takes note of another run that goes on from this one: whatever its
// log looks like, it does not run any more.
func supersede(s session.Session, e *session.End) {
	run, ok := s.(interface{ ContinuedBy() string })
	if !ok || e.State != session.Running && e.State != session.Interrupted {
		return
	}
	if by := run.ContinuedBy(); by != "" {
		e.State = session.Interrupted
		e.Evidence = append(e.Evidence, session.Evidence{Entry: session.None, Label: continued, Text: by})
	}
}

func text(s string) string { return session.Plain(session.CutText(s, MaxText)) }

// file is a File while calls are read.
type file struct {
	File
	done bool
}

// files are those that calls worked on, in the order they were touched first.
type files struct {
	all []*file
	of  map[string]*file // by path
}

// touch notes the file a call works on.
func (fs *files) touch(x *session.Index, it *session.Item) {
	edits, reads := session.EditsFile(it.Tool), session.ReadsFile(it.Tool)
	path := text(it.Target)
	if path == "" || !edits && !reads {
		return
	}
	f := fs.of[path]
	if f == nil {
		f = &file{File: File{Path: path, Entry: x.Key(it.Entry)}}
		fs.all, fs.of[path] = append(fs.all, f), f
	}
	if reads {
		f.Reads++
	} else {
		f.Edits++
	}
}

// finish notes that an edit of a file succeeded.
func (fs *files) finish(it *session.Item) {
	if f := fs.of[text(it.Target)]; f != nil && session.EditsFile(it.Tool) && !session.ReadsFile(it.Tool) {
		f.done = f.done || it.Answer != session.None && !it.Error
		if it.Error {
			f.FailedEdits++
		}
	}
}

// list puts edited files first, each group in the order they were touched.
func (fs *files) list() []File {
	out := make([]File, 0, len(fs.all))
	for _, edited := range []bool{true, false} {
		for _, f := range fs.all {
			if edited == (f.Edits > 0) {
				out = append(out, f.File)
				out[len(out)-1].Failed = edited && !f.done
			}
		}
	}
	return out
}
