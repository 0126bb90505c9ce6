package pi

import (
	"math"
	"slices"

	"branchline/backend/session"
)

// gathering is the whole file being put together from its sheets. Lines are
// counted from 1 and entries from 0 over the whole file.
type gathering struct {
	joiner     session.Joiner
	headers    []header
	hooks      []session.Pos
	kept       []keptFrom
	loose      []int64
	modifiedMs int64
	marked     bool
}

// add takes the next sheet; read is the share of the file read with it.
func (g *gathering) add(s *sheet, read float64) {
	line, entry := int32(g.joiner.Index.Lines)+1, session.Pos(len(g.joiner.Index.Entries))
	for _, h := range s.headers {
		h.line += line
		g.headers = append(g.headers, h)
	}
	for _, p := range s.hooks {
		g.hooks = append(g.hooks, p+entry)
	}
	for _, k := range s.kept {
		g.kept = append(g.kept, keptFrom{k.entry + entry, k.index})
	}
	g.loose = append(g.loose, s.loose...)
	g.modifiedMs = max(g.modifiedMs, s.modifiedMs)
	g.marked = g.marked || s.marked
	g.joiner.Add(s.Fragment, read)
}

// assemble makes the index. writtenMs is the file's own time of change.
func (g *gathering) assemble(writtenMs int64) *session.Index {
	head, problems := choose(g.headers)
	generation := generation(head.version)
	if generation == 1 {
		forget(&g.joiner.Index)
	}
	x, parents := g.joiner.Done(head.Header)
	if g.marked { // seen with pi 1.6.0, which takes a mark on a blank line of its own
		x.Header.Notes = append(x.Header.Notes, "the file begins with a byte order mark; it is read here, but pi itself does not open it")
	}
	x.Problems = append(x.Problems, problems...)
	switch {
	case generation == 1:
		g.chain(x)
	case untied(x, parents):
		for i := range x.Entries {
			x.Entries[i].Parent = session.Pos(i) - 1
		}
		x.Header.Notes = append(x.Header.Notes, "no entry has an id, as in a fork of a version 1 session; the entries are read in the order of the file, and pi itself continues at none of them")
	default:
		x.Resolve(parents)
		nameless(x, parents)
	}
	if generation < 3 {
		for _, p := range g.hooks {
			x.Entries[p].Role = session.RoleCustom // pi's migration from version 2 to 3
		}
	}
	g.reportEarly(x)
	x.Link()
	x.Leaf = activeLeaf(x)
	x.SortProblems()
	x.Suggested = suggestedLeaf(x)
	count(x, 0)
	switch {
	case g.modifiedMs > 0:
		x.ModifiedMs = g.modifiedMs
	case head.stampMs > 0:
		x.ModifiedMs = head.stampMs
	default:
		x.ModifiedMs = writtenMs
	}
	return x
}

// untied tells whether no entry has an id or names a parent. pi's fork of a
// version 1 session is such a file: a new header above entries it did not migrate.
func untied(x *session.Index, parents []string) bool {
	for i := range x.Entries {
		if !x.Entries[i].Has(session.NoID) || parents[i] != "" {
			return false
		}
	}
	return len(x.Entries) > 1
}

// forget drops the ids of a version 1 file, which pi overwrites, what marks
// name by them, and with that the sense of leaf entries.
func forget(x *session.Index) {
	for i := range x.Entries {
		e := &x.Entries[i]
		if e.Key = ""; e.Kind == session.KindLeaf {
			e.Kind = session.KindUnknown
		}
	}
	x.Marks = slices.DeleteFunc(x.Marks, func(m session.Mark) bool { return m.Target != "" || m.Kind == session.MarkLeaf })
}

// chain gives the entries of a version 1 file the tree pi's migration would: one
// chain in the order of the file, and compactions that keep from an entry on
// instead of from a number.
func (g *gathering) chain(x *session.Index) {
	for i := range x.Entries {
		x.Entries[i].Parent = session.Pos(i) - 1
		x.Entries[i].Flags &^= session.NoID | session.Orphan
	}
	if len(g.kept) == 0 {
		return
	}
	values := slices.Clone(g.loose)
	for _, h := range g.headers {
		values = append(values, h.span.Off)
	}
	for i := range x.Entries {
		values = append(values, x.Entries[i].Span.Off)
	}
	slices.Sort(values)
	for _, k := range g.kept {
		if k.index != math.Trunc(k.index) || k.index < 0 || k.index >= float64(len(values)) {
			continue
		}
		at, found := slices.BinarySearchFunc(x.Entries, values[int(k.index)], func(e session.Entry, off int64) int {
			return int(min(1, max(-1, e.Span.Off-off)))
		})
		// What comes later has no id yet while pi migrates, so it cannot be named.
		if found && session.Pos(at) <= k.entry {
			x.Marks = append(x.Marks, session.Mark{Entry: k.entry, Kind: session.MarkKept, Target: x.Entries[at].Key})
		}
	}
	slices.SortStableFunc(x.Marks, func(a, b session.Mark) int { return int(a.Entry - b.Entry) })
}

// nameless reports entries that name no parent and do not say null either, as a
// start does. pi shows them as starts; what came before them may be lost.
func nameless(x *session.Index, parents []string) {
	for i := range x.Entries {
		if e := &x.Entries[i]; e.Has(session.Orphan) && parents[i] == "" {
			if i == 0 {
				e.Flags &^= session.Orphan // nothing can be missing before the first entry
				continue
			}
			x.Report(e, session.ProblemOrphan, "the entry names no parent; the history before it may be missing")
		}
	}
}

// early tells whether records stand before the header.
func (g *gathering) early(entries []session.Entry) bool {
	off := g.headers[0].span.Off
	return len(entries) > 0 && entries[0].Span.Off < off || len(g.loose) > 0 && g.loose[0] < off
}

// reportEarly reports records that stand before the header: pi opens a file
// only when the first value it keeps is the header.
func (g *gathering) reportEarly(x *session.Index) {
	if len(g.headers) == 0 || !g.early(x.Entries) {
		return
	}
	h := g.headers[0]
	x.Problems = append(x.Problems, session.Problem{
		Line: h.line, Offset: h.span.Off, Bytes: int64(h.span.Len), Kind: session.ProblemHeader,
		Text: "records stand before the session header; they are shown, but pi does not open such a file",
	})
}

// legal tells whether pi opens a file with these entries.
func (g *gathering) legal(entries []session.Entry) bool {
	return len(g.headers) > 0 && g.headers[0].hasID && !g.marked && !g.early(entries)
}

// count counts messages of any role on all branches and finds the first prompt
// with text, wherever it stands (pi 1.6.0, buildSessionInfo), among the entries
// from one on.
func count(x *session.Index, from int) {
	for i := from; i < len(x.Entries); i++ {
		e := &x.Entries[i]
		if e.Kind != session.KindMessage {
			continue
		}
		x.Messages++
		if x.FirstPrompt == session.None && e.Role == session.RoleUser && e.Has(session.HasText) {
			x.FirstPrompt = session.Pos(i)
		}
	}
}
