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
}

// add takes the next chunk; read is the share of the log that was read with it.
func (g *gathering) add(k *chunk, read float64) {
	x := &g.joiner.Index
	line, entry := int32(x.Lines)+1, len(x.Entries)
	for _, h := range k.heads {
		g.heads = append(g.heads, h.behind(line, session.Pos(entry)))
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
	g.newer = g.newer || k.newer
	if k.last != lastNothing {
		g.last = k.last
	}
}

// log makes the log of what was gathered.
func (g *gathering) log() *Log {
	l := &Log{facts: g.facts, last: g.last, newer: g.newer}
	l.x, _ = g.joiner.Done(session.Header{Format: name})
	for _, h := range g.heads {
		l.head(h)
	}
	l.x.Header.Closed = true
	l.x.Header.ReadOnly = "a run log is the record of one run; the agent never adds to it"
	if l.identity == nil && len(l.facts)+len(g.heads) > 0 {
		l.x.Problems = slices.Insert(l.x.Problems, 0, session.Problem{
			Line: 1, Kind: session.ProblemHeader, Text: "the log has no meta record: the run's id, task, model and folder are not known",
		})
	}
	l.repeat()
	for n := range len(l.resets) + 1 {
		s := l.segment(n)
		if s.from < s.to {
			l.x.Entries[s.from].Parent = session.None
		}
		l.begin(n > 0)
		for p := s.from; p < s.to; p++ {
			l.take(p)
		}
	}
	l.spend()
	l.x.Link()
	return l
}

// head takes a record that is no entry. The first meta is the log's identity and
// the last result its end: the agent writes one of each.
func (l *Log) head(h head) {
	switch {
	case h.kind == KindReset:
		l.resets = append(l.resets, h)
	case h.meta != nil && l.identity == nil:
		l.identity, l.x.Header = h.meta, h.meta.header(h.atMs)
	case h.meta != nil:
		l.report(h, session.ProblemHeader, fmt.Sprintf("another meta record, of run %q; this log is still read as %q, the agent would take the last one", h.meta.ID, l.identity.ID))
	case h.result != nil:
		if l.result.result != nil {
			l.report(h, session.ProblemDuplicate, fmt.Sprintf("another result, %q; it counts instead of %q on line %d", h.result.reason, l.result.result.reason, l.result.line))
		}
		l.result = h
	}
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
