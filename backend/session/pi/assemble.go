package pi

import (
	"math"
	"slices"

	"branchline/backend/session"
)

// assemble makes the index of a whole file from the sheets of its chunks.
// writtenMs is the file's own time of change.
func assemble(sheets []*sheet, writtenMs int64) *session.Index {
	whole, fragments := merge(sheets)
	head, problems := choose(whole.headers)
	generation := generation(head.version)
	if generation == 1 {
		forget(fragments)
	}
	x, parents := session.Join(head.Header, fragments)
	x.Problems = append(x.Problems, problems...)
	if generation == 1 {
		chain(x, whole)
	} else {
		x.Resolve(parents)
		nameless(x, parents)
	}
	if generation < 3 {
		for _, p := range whole.hooks {
			x.Entries[p].Role = session.RoleCustom // pi's migration from version 2 to 3
		}
	}
	if len(whole.headers) > 0 {
		reportEarly(x, whole)
	}
	x.Link()
	x.Leaf = activeLeaf(x)
	x.Suggested = suggestedLeaf(x)
	count(x)
	switch {
	case whole.modifiedMs > 0:
		x.ModifiedMs = whole.modifiedMs
	case head.stampMs > 0:
		x.ModifiedMs = head.stampMs
	default:
		x.ModifiedMs = writtenMs
	}
	return x
}

// merge gathers what the sheets hold beside their fragments, with lines counted
// from 1 and entries from 0 over the whole file.
func merge(sheets []*sheet) (whole sheet, fragments []session.Fragment) {
	fragments = make([]session.Fragment, len(sheets))
	line, entry := int32(1), session.Pos(0)
	for i, s := range sheets {
		for _, h := range s.headers {
			h.line += line
			whole.headers = append(whole.headers, h)
		}
		for _, p := range s.hooks {
			whole.hooks = append(whole.hooks, p+entry)
		}
		for _, k := range s.kept {
			whole.kept = append(whole.kept, keptFrom{k.entry + entry, k.index})
		}
		whole.loose = append(whole.loose, s.loose...)
		whole.modifiedMs = max(whole.modifiedMs, s.modifiedMs)
		line += int32(s.Lines)
		entry += session.Pos(len(s.Entries))
		fragments[i] = s.Fragment
		s.Fragment = session.Fragment{}
	}
	return whole, fragments
}

// forget drops the ids of a version 1 file, which pi overwrites, what marks
// name by them, and with that the sense of leaf entries.
func forget(fragments []session.Fragment) {
	for i := range fragments {
		f := &fragments[i]
		for j := range f.Entries {
			e := &f.Entries[j]
			if e.Key = ""; e.Kind == session.KindLeaf {
				e.Kind = session.KindUnknown
			}
		}
		f.Marks = slices.DeleteFunc(f.Marks, func(m session.Mark) bool { return m.Target != "" || m.Kind == session.MarkLeaf })
	}
}

// chain gives the entries of a version 1 file the tree pi's migration would: one
// chain in the order of the file, and compactions that keep from an entry on
// instead of from a number.
func chain(x *session.Index, whole sheet) {
	for i := range x.Entries {
		x.Entries[i].Parent = session.Pos(i) - 1
		x.Entries[i].Flags &^= session.NoID | session.Orphan
	}
	if len(whole.kept) == 0 {
		return
	}
	values := slices.Clone(whole.loose)
	for _, h := range whole.headers {
		values = append(values, h.span.Off)
	}
	for i := range x.Entries {
		values = append(values, x.Entries[i].Span.Off)
	}
	slices.Sort(values)
	for _, k := range whole.kept {
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

// reportEarly reports records that stand before the header: pi opens a file
// only when the first value it keeps is the header.
func reportEarly(x *session.Index, whole sheet) {
	h := whole.headers[0]
	if len(x.Entries) > 0 && x.Entries[0].Span.Off < h.span.Off || len(whole.loose) > 0 && whole.loose[0] < h.span.Off {
		x.Problems = append(x.Problems, session.Problem{
			Line: h.line, Offset: h.span.Off, Bytes: int64(h.span.Len), Kind: session.ProblemHeader,
			Text: "records stand before the session header; they are shown, but pi does not open such a file",
		})
	}
}

// count counts messages of any role on all branches and finds the first prompt
// with text, wherever it stands (pi 1.6.0, buildSessionInfo).
func count(x *session.Index) {
	for i := range x.Entries {
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
