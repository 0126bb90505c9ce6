package runlog

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"branchline/backend/session"
)

// gathering is a log being put together from its chunks.
type gathering struct {
	joiner session.Joiner
	words  // of the keys
	facts  []fact
	heads  []head
	last   last
	newer  bool
	failed bool
}

// add takes the next chunk; read is the share of the log that was read with it.
func (g *gathering) add(k *chunk, read float64) {
	x := &g.joiner.Index
	line, entry := int32(x.Lines)+1, len(x.Entries)
	for _, h := range k.heads {
		h.line, h.before = h.line+line, h.before+session.Pos(entry)
		g.heads = append(g.heads, h)
	}
	g.joiner.Lined = true
	g.joiner.Add(k.fragment, read)
	for i := range x.Entries[entry:] {
		e := &x.Entries[entry+i]
		g.scratch = strconv.AppendInt(append(g.scratch[:0], 'L'), int64(e.Line), 10)
		e.Key = g.keep(g.scratch)
		e.Flags |= session.NoID
		e.Parent = session.Pos(entry+i) - 1 // but for the first of a segment
	}
	if need := len(x.Entries); cap(g.facts) < need {
		g.facts = append(session.Large[fact](max(need, cap(x.Entries)))[:0], g.facts...)
	}
	g.facts = append(g.facts, k.facts...)
	g.newer, g.failed = g.newer || k.newer, g.failed || k.failed
	if k.last != lastNothing {
		g.last = k.last
	}
}

// log makes the log of what was gathered.
func (g *gathering) log() *Log {
	l := &Log{facts: g.facts, last: g.last, newer: g.newer}
	l.x, _ = g.joiner.Done(session.Header{})
	identity := l.heads(g.heads)
	l.cut()
	l.spend()
	inherited := l.inherit()
	l.older = !g.newer && (identity != nil && identity.Backend != "" || l.flushedAtEnd(inherited))
	l.repeat()
	l.flag()
	if g.failed {
		l.blame()
	}
	l.x.Link()
	l.sum()
	return l
}

// heads takes the records that are no entries. The first meta is the log's
// identity and the last result its end: the agent writes one of each.
func (l *Log) heads(heads []head) (identity *Meta) {
	l.x.Header = session.Header{Format: name}
	for _, h := range heads {
		switch {
		case h.kind == KindReset:
			l.resets = append(l.resets, h)
		case h.meta != nil && identity == nil:
			identity, l.x.Header = h.meta, h.meta.header(h.atMs)
		case h.meta != nil:
			l.report(h, session.ProblemHeader, fmt.Sprintf("another meta record, of run %q; this log is still read as %q, the agent would take the last one", h.meta.ID, identity.ID))
		case h.result != nil:
			if l.result.result != nil {
				l.report(h, session.ProblemDuplicate, fmt.Sprintf("another result, %q; it counts instead of %q on line %d", h.result.reason, l.result.result.reason, l.result.line))
			}
			l.result = h
		}
	}
	if identity == nil && len(l.facts)+len(heads) > 0 {
		l.x.Problems = slices.Insert(l.x.Problems, 0, session.Problem{
			Line: 1, Kind: session.ProblemHeader, Text: "the log has no meta record: the run's id, task, model and folder are not known",
		})
	}
	l.x.Header.Closed = true
	l.x.Header.ReadOnly = "a run log is the record of one run; the agent never adds to it"
	return identity
}

// compareName notes that a log was given another name than its run has: the
// agent lists and resumes it by that one, and its successors name the run.
func (l *Log) compareName(path string) {
	stem := strings.TrimSuffix(filepath.Base(path), extension)
	if id := l.x.Header.ID; id != "" && id != stem {
		l.x.Header.Notes = append(l.x.Header.Notes, fmt.Sprintf("the run calls itself %q; the agent lists it by the name of its file, %q", id, stem))
	}
}

func (l *Log) report(h head, kind, text string) {
	l.x.Problems = append(l.x.Problems, session.Problem{
		Line: h.line, Offset: h.span.Off, Bytes: int64(h.span.Len), Kind: kind, Text: text,
	})
}

// cut makes the first entry of each segment a root; every other follows the one
// before it.
func (l *Log) cut() {
	for n := range len(l.resets) + 1 {
		if s := l.segment(n); s.from < s.to {
			l.x.Entries[s.from].Parent = session.None
		}
	}
}

// spend turns the running totals of usage events into what each added. A total
// that falls begins anew.
func (l *Log) spend() {
	model := l.x.Header.Model
	if p := l.x.Header.Provider; p != "" && model != "" {
		model = p + "/" + model
	}
	var input, output float64
	for i := range l.x.Usages {
		u := &l.x.Usages[i]
		if u.Input < input || u.Output < output {
			input, output = 0, 0
		}
		u.Model = model
		u.Input, input = u.Input-input, u.Input
		u.Output, output = u.Output-output, u.Output
	}
}

// sum sets what the index says of the whole log.
func (l *Log) sum() {
	x := l.x
	for i := range x.Entries {
		e, f := &x.Entries[i], l.facts[i].form
		if f.message() {
			x.Messages++
		}
		if f == formUser && x.FirstPrompt == session.None && e.Has(session.HasText) {
			x.FirstPrompt = session.Pos(i)
		}
		if f != formUnknown {
			x.ModifiedMs = max(x.ModifiedMs, e.AtMs)
		}
	}
	if l.result.result != nil {
		x.ModifiedMs = max(x.ModifiedMs, l.result.atMs)
	}
	if n := len(x.Entries); n > 0 {
		x.Leaf = session.Pos(n - 1)
	}
	x.Suggested = x.Leaf
}
