package changes

import (
	"cmp"
	"slices"
	"strings"
)

func sorted(all []*node) []*node {
	slices.SortFunc(all, func(a, b *node) int { return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.path, b.path)) })
	return all
}

// settle tells of every node that was touched what came of it.
func (w *world) settle() (files, outside []File) {
	files, outside = []File{}, []File{}
	var all []*node
	for _, n := range w.nodes {
		all = append(all, n)
	}
	for _, n := range w.flagged {
		all = append(all, n)
	}
	for _, n := range sorted(all) {
		if n.maybe && w.isFolder(n.path) {
			n.came, n.folder = n.now.from, true
		}
		if n.order == 0 || n.moved && n.now.exists == no && w.shownElsewhere(n) {
			continue
		}
		f := w.file(n)
		switch _, inside := w.place.shown(n.path); {
		case n.raw != "" || inside && !inRepository(f.Path):
			files = append(files, f)
		case !inside && !f.Undone && !strings.HasPrefix(n.path, temporaryName):
			outside = append(outside, f)
		}
	}
	return files, outside
}

// shownElsewhere tells whether a file that was moved away is told of under its new name.
func (w *world) shownElsewhere(n *node) bool {
	if n.base.exists != yes {
		return true
	}
	for _, other := range w.nodes {
		if w.renamed(other) == n {
			return true
		}
	}
	return false
}

// renamed is the node whose file a node is now, nil when it is no renamed one.
func (w *world) renamed(n *node) *node {
	if n.now.exists != yes || n.base.exists == yes || n.now.from == "" || n.now.from == n.path {
		return nil
	}
	from := w.nodes[n.now.from]
	if from == nil || from.now.exists == yes || from.base.exists != yes || !w.inside(from) || !w.inside(n) {
		return nil
	}
	return from
}

func (w *world) inside(n *node) bool {
	_, inside := w.place.shown(n.path)
	return inside
}

// inRepository tells of git's own files.
func inRepository(path string) bool {
	return path == ".git" || path == "." || len(path) > 5 && path[:5] == ".git/"
}

func (w *world) file(n *node) File {
	f := File{Certainty: rankNames[n.sure], Hunks: n.hunks, Notes: n.notes, Entries: []string{}, node: n}
	if f.Notes == nil {
		f.Notes = []string{}
	}
	f.Path, _ = w.place.shown(n.path)
	if n.folder {
		f.Path += "/"
	}
	if n.raw != "" {
		if f.Path = n.raw; w.flagged[n.raw] == n {
			f.Path, f.Command = "", n.raw
		}
	}
	for _, h := range n.hunks {
		if (h.Certainty != Failed || n.sure == failed) && !slices.Contains(f.Entries, h.Entry) {
			f.Entries = append(f.Entries, h.Entry)
		}
	}
	f.Action = n.hunks[0].Action
	switch {
	case n.sure >= possible:
	case n.came != "":
		f.Action, f.From = Rename, shownOnly(w.place, n.came)+"/"
		f.Notes = append(f.Notes, noteFolder)
	default:
		w.result(n, &f)
	}
	if f.Whole || f.tells() {
		f.Added, f.Removed = count(f.Diff)
	}
	return f
}

// tells tells whether the steps of a file say all that was done to it.
func (f *File) tells() bool {
	return f.Action != Delete && !slices.ContainsFunc(f.Hunks, func(h Hunk) bool {
		return h.Certainty != Failed && h.Diff == "" && h.Note == ""
	})
}

// result fills in what became of a file that was changed.
func (w *world) result(n *node, f *File) {
	base := n.base
	from := w.renamed(n)
	switch {
	case n.now.exists == no:
		f.Action, f.Undone = Delete, base.exists == no
	case from != nil:
		f.Action, base = Rename, from.base
		f.From, _ = w.place.shown(from.path)
	case base.exists == yes:
		f.Action = Edit
		f.Undone = n.now.version == 0 || base.known && n.now.known && base.text == n.now.text && n.now.exec == base.exec
	default:
		f.Action = Create
		if n.guessed {
			f.Action = Write
		}
	}
	steps := without(n.steps)
	if f.Action == Edit && !n.lost && len(n.steps) > 0 && len(steps) == 0 && n.now.exec == base.exec && from == nil {
		f.Undone = true
	}
	if n.now.exists == yes && n.now.shaky != "" {
		f.Notes = append(f.Notes, noteShaky(n.now.shaky))
		f.Certainty = rankNames[max(n.sure, likely)]
	}
	f.Whole = (base.known || base.exists == no) && (n.now.known || n.now.exists == no)
	switch {
	case f.Undone:
		f.Whole = true
	case f.Whole:
		f.Diff = between(base.text, n.now.text)
	case from != nil && !n.lost && !slices.ContainsFunc(steps, func(s step) bool { return s.from == "" }):
		f.Whole = true // nothing but a new name
	case !n.lost && len(steps) > 0:
		f.Notes = append(f.Notes, noteUnknown(base, n.now))
		for _, s := range steps {
			f.Diff += s.hunks
		}
	default:
		f.Notes = append(f.Notes, noteUnknown(base, n.now))
		for _, h := range n.hunks {
			if h.Certainty != Failed {
				f.Diff += h.Diff
			}
		}
	}
}
