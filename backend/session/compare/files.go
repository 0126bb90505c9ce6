package compare

import (
	"slices"
	"strings"

	"branchline/backend/session/changes"
)

// Files reads what both parts did to files. It reads bodies of both sessions, so
// that it takes longer than all the rest.
func (c *Comparison) Files() (Files, error) {
	var a, b map[string]*changes.File
	var errA, errB error
	done := make(chan struct{})
	go func() {
		defer close(done)
		b, errB = c.b.touched()
	}()
	a, errA = c.a.touched()
	<-done
	for _, err := range []error{errA, errB} {
		if err != nil {
			return Files{}, err
		}
	}
	f := Files{OnlyA: []string{}, OnlyB: []string{}, Both: []BothFile{}}
	for path := range a {
		if b[path] == nil {
			f.OnlyA = append(f.OnlyA, path)
			continue
		}
		f.Both = append(f.Both, lastTexts(a[path], b[path]))
	}
	for path := range b {
		if a[path] == nil {
			f.OnlyB = append(f.OnlyB, path)
		}
	}
	slices.Sort(f.OnlyA)
	slices.Sort(f.OnlyB)
	slices.SortFunc(f.Both, func(x, y BothFile) int { return strings.Compare(x.Path, y.Path) })
	return f, nil
}

// touched are the files that the part behind what both share changed for certain
// or likely, and did not put back.
func (b *branch) touched() (map[string]*changes.File, error) {
	all, err := changes.OnBranch(b.Session, b.Leaf)
	if err != nil {
		return nil, err
	}
	out := map[string]*changes.File{}
	for i := range all {
		f := &all[i]
		if f.Path != "" && slices.ContainsFunc(f.Hunks, b.made) && !b.tookBack(f) {
			out[f.Path] = f
		}
	}
	return out, nil
}

// made tells whether a step on a file is of the part behind what both share.
func (b *branch) made(h changes.Hunk) bool {
	p, ok := b.x.Lookup(h.Entry)
	return ok && b.mine[p] && (h.Certainty == changes.Certain || h.Certainty == changes.Likely)
}

// tookBack tells whether nothing is left of a file's change, all of which is of the
// part behind what both share: what that took back of the shared past is a change.
func (b *branch) tookBack(f *changes.File) bool {
	return f.Undone && !slices.ContainsFunc(f.Hunks, func(h changes.Hunk) bool {
		return !b.made(h) && h.Certainty != changes.Failed
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
