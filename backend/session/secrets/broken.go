package secrets

import (
	"bytes"
	"slices"
)

// How many characters a token has on the line where it begins, and on the next, to
// be taken for one that was broken, and how much around the break is looked at.
const (
	leastBegun, leastRest = 6, 4

	mostBroken = 256
)

// joined reads lines that were broken in the middle of something like a token as one:
// all there is around a break, and nothing else. It answers false when there are none.
func (v *view) joined(text []byte) bool {
	v.reset()
	open, done := -1, 0 // where what follows a break begins, and what is read already
	for i := 0; ; i++ {
		next := bytes.IndexByte(text[i:], newline)
		if next < 0 {
			break
		}
		line := i
		i += next
		end, begin := lineEnd(text, i), behindMargin(text, i+1)
		switch broken := isBroken(text[line:end], text[begin:]); {
		case broken && open < 0:
			v.part()
			v.plain(text, max(line, done, end-mostBroken), end)
			open = begin
		case broken:
			v.plain(text, open, end)
			open = begin
		case open >= 0:
			done = min(i, open+mostBroken)
			v.plain(text, open, done)
			open = -1
		}
	}
	if open >= 0 {
		v.plain(text, open, min(len(text), open+mostBroken))
	}
	return len(v.text) > 0
}

// part parts what is read next from what was read before.
func (v *view) part() {
	if len(v.text) > 0 {
		last := v.back(span{len(v.text) - 1, len(v.text)})
		v.octet(newline, last.from, last.to)
	}
}

// lineEnd is where a line ends before its newline: before what says that it goes on.
func lineEnd(text []byte, newline int) int {
	end := newline
	if end > 0 && text[end-1] == '\r' {
		end--
	}
	if end > 0 && (text[end-1] == '\\' || text[end-1] == '=') {
		end--
	}
	return end
}

// mostMargin is how many signs may stand before a line.
const mostMargin = 3

// behindMargin is where a line begins behind its number, its indentation and what
// marks a line of a diff, a quotation, a comment or a table.
func behindMargin(text []byte, at int) int {
	for range mostMargin {
		for at < len(text) && isSpace(text[at]) {
			at++
		}
		end := at
		for end < len(text) && isDigit(text[end]) {
			end++
		}
		switch behind := text[end:]; {
		case end > at && len(behind) > 0 && behind[0] == '\t':
			at = end + 1
		case end > at && bytes.HasPrefix(behind, []byte("→")):
			at = end + len("→")
		case end == at && len(behind) > 0 && bytes.IndexByte([]byte("+->|#*"), behind[0]) >= 0:
			at++
		default:
			return at
		}
	}
	return at
}

// isBroken tells whether a token may go on behind the end of a line. A name that is
// given something does not.
func isBroken(before, behind []byte) bool {
	for n := 1; n <= leastBegun; n++ {
		if n > len(before) || !isOfToken(before[len(before)-n]) && before[len(before)-n] != '/' {
			return false
		}
	}
	_, n := around(behind, 0, isOfToken)
	if n < len(behind) && bytes.IndexByte([]byte(":=(["), behind[n]) >= 0 {
		return false
	}
	rest := behind[:n]
	return n >= leastRest && (hasDigit(rest) && bytes.ContainsFunc(rest, isLetter) || isCased(rest[1:]) ||
		inCapitals(rest) && inCapitals(before[len(before)-leastBegun:]) && n <= mostCapitals)
}

// mostCapitals is how many characters of a token of capitals are left for the next line:
// those have 20 of them.
const mostCapitals = 20 - leastBegun

// inCapitals tells whether there are only capitals and digits.
func inCapitals(b []byte) bool {
	return len(run(b, func(c byte) bool { return c >= 'A' && c <= 'Z' || isDigit(c) })) == len(b)
}

func isOfToken(c byte) bool { return isWord(c) || c == '-' || c == '.' }

// broken gives the tokens of known makers that go over an end of a line, or of a text
// that is put together with another one. One that is whole at that end does not,
// whatever follows.
func (l *layers) broken(v *view, as string, give func(found)) {
	l.crossed = l.crossed[:0]
	l.find(v.text, func(m match) {
		if m.rule.maker && v.joint(m.from) != v.joint(m.to-1) && bytes.IndexByte(v.text[m.from:m.to], newline) < 0 {
			l.crossed = append(l.crossed, m)
		}
	})
	crossed := slices.Clone(l.crossed)
	for _, m := range crossed {
		if !l.endsWhole(v, m) {
			give(found{span: v.back(span{m.from, m.to}), rule: m.rule, secret: v.text[m.from:m.to], inside: as})
		}
	}
}

// endsWhole tells whether what stands of a token before the end of its line is a token
// by a rule that knows better.
func (l *layers) endsWhole(v *view, m match) bool {
	first := v.joint(m.from)
	end := m.from
	for end < m.to && v.joint(end) == first {
		end++
	}
	whole := false
	l.find(v.text[m.from:end], func(o match) {
		whole = whole || o.from == 0 && o.to == end-m.from && o.rule.maker && o.rule.order < m.rule.order
	})
	return whole
}
