package watch

import (
	"maps"
	"slices"
	"time"
)

// pending is what happened and has not been told.
type pending struct {
	files, folders map[string]bool
	first, last    time.Time
}

func (p *pending) file(path string) { p.add(&p.files, path) }

func (p *pending) folder(path string) { p.add(&p.folders, path) }

func (p *pending) add(to *map[string]bool, path string) {
	if *to == nil {
		*to = map[string]bool{}
	}
	(*to)[path] = true
	p.touch()
}

// touch has the change told, though perhaps nothing but its notice is new.
func (p *pending) touch() {
	p.last = time.Now()
	if p.first.IsZero() {
		p.first = p.last
	}
}

// settled is when the burst is told: after a rest, but never too late.
func (p *pending) settled(rest, longest time.Duration) (at time.Time, any bool) {
	if p.first.IsZero() {
		return time.Time{}, false
	}
	at = p.last.Add(rest)
	if end := p.first.Add(longest); end.Before(at) {
		at = end
	}
	return at, true
}

// with returns a change that was not received yet together with what came since.
func (p *pending) with(c Change) Change {
	return Change{Files: merged(c.Files, p.files), Folders: merged(c.Folders, p.folders)}
}

func merged(before []string, now map[string]bool) []string {
	all := append(before, slices.Collect(maps.Keys(now))...)
	slices.Sort(all)
	return slices.Compact(all)
}
