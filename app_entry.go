package main

import (
	"slices"

	"branchline/backend/session"
)

// rawShown is how many bytes of a record an answer holds.
const rawShown = 100_000

// endsShown is how many of the branches that hold an entry are named.
const endsShown = 100

// Entry answers where an entry stands.
func (a *App) Entry(r EntryRequest) (answer EntryAnswer, err error) {
	defer cross(&err)
	return reading(a, r.Session, func(o snapshot) (EntryAnswer, error) { return a.entry(o, r) })
}

func (a *App) entry(o snapshot, r EntryRequest) (EntryAnswer, error) {
	x := o.Index()
	p, ok := x.Lookup(r.Key)
	if !ok {
		return EntryAnswer{}, faultf(kindNotFound, "the session has no entry %q", r.Key)
	}
	shown, err := leafOf(x, r.Leaf)
	if err != nil {
		shown = x.Suggested
	}
	stands, err := a.standing(o, p)
	if err != nil {
		return EntryAnswer{}, err
	}
	e, leaves := x.At(p), stands.leaves
	if len(leaves) == 0 {
		leaves = []session.Pos{p} // nothing but settings and marks from here on
	}
	leaf, holds := shown, shown != session.None && stands.holds[shown]
	if !holds && !(x.Header.Closed && p <= shown) { // a run is one course over all its resets
		leaf = newest(x, leaves)
	}
	answer := EntryAnswer{
		Revision: o.revision, Key: e.Key, Kind: stands.kind, Text: e.Preview, Line: int(e.Line), AtMs: e.AtMs,
		Leaf: x.Key(x.Tip(leaf)), Last: x.Key(x.Tip(p)), Leaves: len(leaves), Ends: []EntryEnd{},
		Upto: stands.upto, Parent: x.Key(e.Parent), RawBytes: int(e.Span.Len),
	}
	for _, leaf := range leaves[:min(len(leaves), endsShown)] {
		answer.Ends = append(answer.Ends, EntryEnd{x.Key(leaf), lastWords(x, leaf)})
	}
	if child := step(x, p, shown, holds); child != session.None {
		answer.Child = x.Key(child)
	}
	answer.Previous, answer.Next = siblings(x, p)
	if r.Raw {
		body, err := o.Body(session.Item{Entry: p, Part: -1, Answer: session.None, Line: e.Line, Span: e.Span})
		if err != nil {
			return answer, err
		}
		answer.Raw = string(body.Raw[:min(len(body.Raw), rawShown)])
	}
	return answer, nil
}

// newest is the last of some leaves by time.
func newest(x *session.Index, leaves []session.Pos) session.Pos {
	last := leaves[0]
	for _, leaf := range leaves {
		if x.At(leaf).AtMs >= x.At(last).AtMs {
			last = leaf
		}
	}
	return last
}

// step is the entry below p: on the branch on screen when that holds p, else the
// first child.
func step(x *session.Index, p, shown session.Pos, holds bool) session.Pos {
	kids := x.Children(p)
	if holds && len(kids) > 1 {
		for q := shown; q != p; q = x.At(q).Parent {
			if x.At(q).Parent == p {
				return q
			}
		}
	}
	if len(kids) > 0 {
		return kids[0]
	}
	return session.None
}

// siblings are the entries that begin the branches beside the one p stands on,
// counted from the nearest branch point above it.
func siblings(x *session.Index, p session.Pos) (previous, next string) {
	for q := p; q != session.None; q = x.At(q).Parent {
		all := x.Roots
		if parent := x.At(q).Parent; parent != session.None {
			all = x.Children(parent)
		}
		if len(all) < 2 {
			continue
		}
		all = seen(x, all)
		at := slices.Index(all, q)
		if len(all) < 2 || at < 0 {
			continue
		}
		if at > 0 {
			previous = x.Key(all[at-1])
		}
		if at+1 < len(all) {
			next = x.Key(all[at+1])
		}
		return previous, next
	}
	return "", ""
}

// seen leaves out the entries under which a reader sees nothing but settings
// and marks: a label never looks like a branch.
func seen(x *session.Index, kids []session.Pos) []session.Pos {
	out := make([]session.Pos, 0, len(kids))
	for _, p := range kids {
		if !onlyMeta(x, p) {
			out = append(out, p)
		}
	}
	slices.Sort(out) // as the graph draws them, not by time
	return out
}

func onlyMeta(x *session.Index, p session.Pos) bool {
	for stack := []session.Pos{p}; len(stack) > 0; {
		q := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !x.At(q).Kind.Meta() {
			return false
		}
		stack = append(stack, x.Children(q)...)
	}
	return true
}

// lastWords names a branch by the last thing a reader sees on it.
func lastWords(x *session.Index, leaf session.Pos) string {
	for p := leaf; p != session.None; p = x.At(p).Parent {
		if e := x.At(p); e.Kind == session.KindMessage && e.Preview != "" {
			return e.Preview
		}
	}
	return x.Key(leaf)
}
