package compare

import (
	"slices"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/changes"
)

// Files reads what both parts did to files. It reads bodies of both sessions, so
// that it takes longer than all the rest.
func (c *Comparison) Files() (Files, error) {
	var a, b touched
	var errA, errB error
	done := make(chan struct{})
	go func() {
		defer close(done)
		b, errB = c.b.touches()
	}()
	a, errA = c.a.touches()
	<-done
	for _, err := range []error{errA, errB} {
		if err != nil {
			return Files{}, err
		}
	}
	f := Files{OnlyA: []string{}, OnlyB: []string{}, Both: []BothFile{}, MayA: a.may, MayB: b.may}
	for path := range a.files {
		if b.files[path] == nil {
			f.OnlyA = append(f.OnlyA, path)
			continue
		}
		f.Both = append(f.Both, lastTexts(a.files[path], b.files[path]))
	}
	for path := range b.files {
		if a.files[path] == nil {
			f.OnlyB = append(f.OnlyB, path)
		}
	}
	slices.Sort(f.OnlyA)
	slices.Sort(f.OnlyB)
	slices.SortFunc(f.Both, func(x, y BothFile) int { return strings.Compare(x.Path, y.Path) })
	return f, nil
}

// touched are the files that a part changed for certain or likely, and did not put
// back, by their paths; and the commands that may have changed any other.
type touched struct {
	files map[string]*changes.File
	may   []string
}

// touches reads what the part behind what both share did to files.
func (b *branch) touches() (touched, error) {
	t := touched{files: map[string]*changes.File{}, may: []string{}}
	all, err := changes.OnBranch(carrying{b.Session}, b.Leaf)
	if err != nil {
		return t, err
	}
	for i := range all {
		switch f := &all[i]; {
		case f.Path == "":
			if slices.ContainsFunc(f.Hunks, func(h changes.Hunk) bool { return b.own(h) && h.Certainty != changes.Failed }) {
				t.may = append(t.may, fold(session.Plain(f.Command)))
			}
		case slices.ContainsFunc(f.Hunks, b.wrote) && !b.tookBack(f):
			t.files[f.Path] = f
		}
	}
	return t, nil
}

// carrying is a session whose run did itself what it took over from an earlier one.
type carrying struct{ session.Session }

func (c carrying) Items(leaf session.Pos) []session.Item {
	items := c.Session.Items(leaf)
	for i := range items {
		items[i].Inherited = false
	}
	return items
}

// own tells whether a step on a file is of the part behind what both share.
func (b *branch) own(h changes.Hunk) bool {
	p, ok := b.x.Lookup(h.Entry)
	return ok && b.mine[p]
}

// wrote tells whether such a step has changed its file, for certain or likely.
func (b *branch) wrote(h changes.Hunk) bool {
	return b.own(h) && (h.Certainty == changes.Certain || h.Certainty == changes.Likely)
}

// tookBack tells whether nothing is left of a file's change, all of which is of the
// part behind what both share: what that took back of the shared past is a change.
func (b *branch) tookBack(f *changes.File) bool {
	return f.Undone && !slices.ContainsFunc(f.Hunks, func(h changes.Hunk) bool {
		return !b.wrote(h) && h.Certainty != changes.Failed
	})
}

func lastTexts(a, b *changes.File) BothFile {
	f := BothFile{Path: a.Path}
	textA, goneA, knownA := a.Last()
	textB, goneB, knownB := b.Last()
	if f.Known = knownA && knownB; !f.Known {
		f.Same = a.Diff != "" && a.Diff == b.Diff && goneA == goneB
		return f
	}
	if f.Same = goneA == goneB && textA == textB; !f.Same {
		f.Diff = changes.Between(textA, textB)
	}
	return f
}
