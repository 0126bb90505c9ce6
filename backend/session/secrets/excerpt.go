package secrets

import (
	"bytes"
	"cmp"
	"slices"

	"branchline/backend/session/jsonl"
)

// excerpt is what stands around a secret as it is written, and what was found there.
type excerpt struct {
	text       []byte
	begun, cut bool              // more stands before the text, and behind it
	found      []found           // by where they are in the text
	masks      map[string]string // what takes the place of secrets, by their IDs
}

// How much of what stands around a secret is told, how much of it on a line, and how
// much of it is kept with a secret that is long, in bytes.
const (
	mostAround     = 48
	longestContext = 300
	mostWritten    = 4 << 10
)

// excerptOf is what stands around the secret at i among those of a text, in their order.
func excerptOf(text []byte, all []secret, i int) *excerpt {
	of := all[i].inText
	cut := wholeCharacters(text, span{max(0, of.from-mostAround), min(len(text), of.to+mostAround)})
	e := &excerpt{begun: cut.from > 0, cut: cut.to < len(text), masks: map[string]string{}}
	if cut.to > cut.from+mostWritten {
		cut.to, e.cut = cut.from+mostWritten, true
	}
	e.text = bytes.Clone(text[cut.from:cut.to])
	first, behind := i, i+1
	for first > 0 && all[first-1].inText.to > cut.from {
		first--
	}
	for behind < len(all) && all[behind].inText.from < cut.to {
		behind++
	}
	for _, s := range all[first:behind] {
		e.masks[s.id] = s.mask
		for _, f := range s.made {
			at := wholeCharacters(text, f.span)
			f.span = span{at.from - cut.from, at.to - cut.from}
			e.found = append(e.found, f)
		}
	}
	return e
}

// madeOf parts what was found in a text by what it was merged to, both in their order.
func madeOf(all []found, merged []secret) {
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(a.from, b.from) })
	for i := range merged {
		n := 0
		for n < len(all) && all[n].from < merged[i].inText.to {
			n++
		}
		merged[i].made, all = all[:n:n], all[n:]
	}
}

// Written is the Context as it will stand when what a choice keeps stays as it is: that
// with its text, all else with a mask in its place.
func (p *Place) Written(keep *Choice) string {
	a := p.excerpt
	if a == nil {
		return p.Context
	}
	left := without(slices.Clone(a.found), func(f found) bool { return keep.Keeps(f.rule.Kind, f.id) })
	var masked []secret
	for _, f := range merge(left) {
		mask, told := a.masks[f.id]
		if !told {
			mask = Mask(f.rule.Kind)
		}
		masked = append(masked, secret{inText: f.span, mask: mask})
	}
	var b []byte
	if a.begun {
		b = append(b, "…"...)
	}
	b = masking(b, a.text, masked, span{0, len(a.text)})
	if a.cut {
		b = append(b, "…"...)
	}
	return string(jsonl.AppendLine(nil, b, longestContext))
}
