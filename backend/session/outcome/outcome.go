package outcome

import (
	"cmp"
	"slices"

	"branchline/backend/session"
)

// MaxText is the longest text a card carries, in bytes.
const MaxText = 16 << 10

// Of says how the branch that ends at leaf came to its end and what it took.
// now is Unix milliseconds.
func Of(s session.Session, leaf session.Pos, now int64) Card {
	x, end := s.Index(), s.End(leaf, now)
	supersede(s, &end)
	past := x.Past(leaf)
	c := Card{
		Verdict: Verdict{
			State: string(end.State), Reason: text(end.Reason), Message: text(end.Message), Code: end.Code,
			Error: text(end.Error), Status: end.Status,
		},
		Leaf: x.Key(leaf), Headline: headline(&end), Doing: text(end.Doing), StoppedAt: x.Key(end.Last),
		Entries: len(past), Branches: len(x.Ends()), Totals: Upto(s, leaf), FileTotals: Whole(s),
		Models: models(x, past), Task: text(x.Header.Task),
		Evidence: []Evidence{}, Counters: []string{}, Warnings: []string{}, Failed: []Call{},
	}
	for _, e := range end.Evidence {
		if e.Label == warning || e.Label == old {
			c.Warnings = append(c.Warnings, text(e.Text))
			continue
		}
		c.Evidence = append(c.Evidence, Evidence{Entry: x.Key(e.Entry), Label: e.Label, Text: text(e.Text)})
	}
	if counted, ok := s.(interface{ Counters() []string }); ok {
		c.Counters = append(c.Counters, counted.Counters()...)
	}
	for _, p := range past {
		if at := x.At(p).AtMs; at != 0 {
			if c.StartedMs == 0 || at < c.StartedMs {
				c.StartedMs = at
			}
			c.EndedMs = max(c.EndedMs, at)
		}
	}
	if x.Header.Closed { // a run begins and ends with records that are no entries
		c.StartedMs = cmp.Or(x.Header.CreatedMs, c.StartedMs)
		if leaf == x.Leaf {
			c.EndedMs = x.ModifiedMs
		}
	}
	if x.Header.Closed && leaf == x.Leaf {
		c.Next = advice(&end)
	}
	c.read(x, s.Items(leaf))
	return c
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

// read takes what the branch's items tell: turns, replies, tools and files.
func (c *Card) read(x *session.Index, items []session.Item) {
	tools, files := map[string]*Tool{}, map[string]*file{}
	for i := range items {
		it := &items[i]
		if it.Inherited {
			continue
		}
		switch it.Kind {
		case session.ItemPrompt:
			c.Turns++
		case session.ItemReply:
			if !it.Error {
				c.Replies++
			}
		case session.ItemCall:
			if it.Answer == it.Entry { // the result of a call that is not there
				continue
			}
			name := text(it.Tool)
			t := tools[name]
			if t == nil {
				t = &Tool{Name: name}
				tools[name] = t
			}
			t.Calls++
			if it.Error {
				t.Errors++
				c.fail(x, it)
			}
			touch(files, x, it, i)
		}
	}
	c.Tools = make([]Tool, 0, len(tools))
	for _, t := range tools {
		c.Tools = append(c.Tools, *t)
	}
	slices.SortFunc(c.Tools, func(a, b Tool) int {
		return cmp.Or(cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.Name, b.Name))
	})
	c.Files = list(files)
}

// maxFailed bounds the failed calls of a card: the last of them.
const maxFailed = 20

// fail notes a call that failed.
func (c *Card) fail(x *session.Index, it *session.Item) {
	if len(c.Failed) == maxFailed {
		c.Failed = append(c.Failed[:0], c.Failed[1:]...)
	}
	c.Failed = append(c.Failed, Call{Entry: x.Key(it.Entry), Tool: text(it.Tool), Target: text(it.Target)})
}

// file is a File while calls are read.
type file struct {
	File
	first int // the item that touched it first
	done  bool
}

// touch notes the file a call works on.
func touch(files map[string]*file, x *session.Index, it *session.Item, at int) {
	edits, reads := session.EditsFile(it.Tool), session.ReadsFile(it.Tool)
	path := text(it.Target)
	if path == "" || !edits && !reads {
		return
	}
	f := files[path]
	if f == nil {
		f = &file{File: File{Path: path, Entry: x.Key(it.Entry)}, first: at}
		files[path] = f
	}
	if reads {
		f.Reads++
		return
	}
	f.Edits++
	f.done = f.done || it.Answer != session.None && !it.Error
}

// list puts edited files first, each group in the order they were touched.
func list(files map[string]*file) []File {
	all := make([]*file, 0, len(files))
	for _, f := range files {
		f.Failed = f.Edits > 0 && !f.done
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b *file) int {
		return cmp.Or(cmp.Compare(min(b.Edits, 1), min(a.Edits, 1)), cmp.Compare(a.first, b.first))
	})
	out := make([]File, 0, len(all))
	for _, f := range all {
		out = append(out, f.File)
	}
	return out
}

// models lists the models that worked on a branch, in the order they came.
func models(x *session.Index, past []session.Pos) []string {
	out := []string{}
	for _, p := range past {
		for _, u := range x.UsagesOf(p) {
			if name := text(u.Model); name != "" && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	if name := text(x.Header.Model); len(out) == 0 && name != "" {
		if x.Header.Provider != "" {
			name = text(x.Header.Provider) + "/" + name
		}
		out = append(out, name)
	}
	return out
}
