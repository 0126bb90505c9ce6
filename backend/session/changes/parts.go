package changes

import (
	"slices"
	"strconv"
	"strings"
)

// Part is a hunk of a file's diff.
type Part struct {
	// Diff is one hunk of a unified diff.
	Diff string
	// Steps are the places in the file's Hunks of those that made it, in order; none
	// when that is not known.
	Steps []int
}

// Count counts the lines a diff adds and removes.
func Count(diff string) (added, removed int) { return count(diff) }

// Parts are the hunks of a file's diff. Of a file whose texts are known, and whose
// steps lead from the one to the other, they tell which step made which.
func (f *File) Parts() []Part {
	parts := split(f.Diff)
	if !f.Whole || f.node == nil || len(parts) == 0 {
		return parts
	}
	if b, ok := f.blame(); ok {
		b.share(parts)
	}
	return parts
}

// split takes a unified diff apart.
func split(diff string) []Part {
	var parts []Part
	start := 0
	for at := 0; at < len(diff); {
		end := at + strings.IndexByte(diff[at:], '\n') + 1
		if end == at {
			end = len(diff)
		}
		if at > start && strings.HasPrefix(diff[at:], "@@ ") {
			parts = append(parts, Part{Diff: diff[start:at]})
			start = at
		}
		at = end
	}
	if start < len(diff) {
		parts = append(parts, Part{Diff: diff[start:]})
	}
	return parts
}

// blamed is a line of a file: its number in the file as it was, 0 for one that was
// added, by the step by.
type blamed struct {
	text    string
	old, by int
}

// blame says which step added the lines of a file, and which removed those that
// were there before, by their numbers.
type blame struct {
	added   []blamed
	removed map[int]int
}

// mostBlamed bounds the lines that are moved while steps are followed.
const mostBlamed = 20_000_000

// blame follows the steps from the file as it was to the file as it is. It answers
// false when they do not lead there.
func (f *File) blame() (*blame, bool) {
	base, ok := patched(f.node.now.text, inverted(f.Diff), false)
	before, now := trimmedLines(base), trimmedLines(f.node.now.text)
	if !ok || (len(before)+len(now))*len(f.Hunks) > mostBlamed {
		return nil, false
	}
	b := &blame{removed: map[int]int{}}
	for i, text := range before {
		b.added = append(b.added, blamed{text: text, old: i + 1})
	}
	for i, h := range f.Hunks {
		if h.Certainty != Failed && h.Diff != "" && !b.follow(h.Diff, i) {
			return nil, false
		}
	}
	same := slices.EqualFunc(b.added, now, func(l blamed, text string) bool { return l.text == text })
	return b, same
}

// follow does a step: the lines its diff names must be there.
func (b *blame) follow(diff string, step int) bool {
	var out []blamed
	at := 0
	for _, part := range split(diff) {
		h, ok := hunkOf(part.Diff)
		if !ok || h.before < at || h.before > len(b.added) {
			return false
		}
		out = append(out, b.added[at:h.before]...)
		at = h.before
		for _, l := range h.lines {
			if l.sign == '+' {
				out = append(out, blamed{text: l.text, by: step})
				continue
			}
			if at >= len(b.added) || b.added[at].text != l.text {
				return false
			}
			if l.sign == ' ' {
				out = append(out, b.added[at])
			} else if b.added[at].old > 0 {
				b.removed[b.added[at].old] = step
			}
			at++
		}
	}
	b.added = append(out, b.added[at:]...)
	return true
}

// share says of each hunk which steps made it.
func (b *blame) share(parts []Part) {
	delta := 0
	for i := range parts {
		h, _ := hunkOf(parts[i].Diff)
		old, now := h.before, h.before+delta
		var steps []int
		for _, l := range h.lines {
			switch by, known := b.removed[old+1]; {
			case l.sign == '+' && b.added[now].old == 0:
				steps = append(steps, b.added[now].by)
			case l.sign == '-' && known:
				steps = append(steps, by)
			}
			if l.sign != '+' {
				old++
			}
			if l.sign != '-' {
				now++
			}
		}
		delta = now - old
		slices.Sort(steps)
		parts[i].Steps = slices.Compact(steps)
	}
}

// hunk is one hunk of a unified diff, before which so many lines stand in the text
// it leads from.
type hunk struct {
	before int
	lines  []signedLine
}

type signedLine struct {
	sign byte
	text string
}

func hunkOf(diff string) (h hunk, ok bool) {
	for line := range strings.Lines(diff) {
		switch m := hunkHead.FindStringSubmatch(line); {
		case m != nil:
			from, err := strconv.Atoi(m[1])
			if h.before, ok = from, err == nil; m[2] != "0" {
				h.before-- // a range of no lines is named by the line before it
			}
		case line[0] == ' ' || line[0] == '+' || line[0] == '-':
			h.lines = append(h.lines, signedLine{line[0], trimmed(line[1:])})
		}
	}
	return h, ok && h.before >= 0
}

func trimmedLines(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		out = append(out, trimmed(line))
	}
	return out
}
