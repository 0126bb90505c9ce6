package secrets

import "bytes"

// How much of its line is read on either side of a mark, and how long what a page does
// not show of a link or a tag may be, in bytes.
const mostBeside, mostHidden = 200, 300

// marking tells the bytes that marks begin with which a page does not show.
var marking = func() (m [256]bool) {
	for _, c := range []byte("\\*`~_<[]") {
		m[c] = true
	}
	return m
}()

// rendered reads text as a page shows it: without the escapes, the emphasis, the code
// marks and the links of Markdown and without tags of HTML. It reads only lines with
// such a mark inside a word, as without one nothing else is shown than what is written,
// and those not far from the mark. It answers false when there are none.
func (v *view) rendered(text []byte) bool {
	v.reset()
	for i, done := 0, 0; i < len(text); i++ {
		if !marking[text[i]] {
			continue
		}
		n := markLen(text, i)
		if n == 0 {
			continue
		}
		if !isInside(text, i, n) {
			i += n - 1
			continue
		}
		from := backOver(text, i, mostBeside, func(c byte) bool { return c != newline })
		to := i + len(run(text[i:min(len(text), i+mostBeside)], func(c byte) bool { return c != newline }))
		v.part()
		done = v.shown(text, max(from, done), to)
		i = done - 1
	}
	return len(v.text) > 0
}

// shown adds what a page shows of a part of a text, and answers where it ends.
func (v *view) shown(text []byte, from, to int) int {
	i := from
	for i < to {
		n := 0
		if marking[text[i]] {
			n = markLen(text, i)
		}
		if n == 0 {
			i++
			continue
		}
		v.plain(text, from, i)
		from = i + n
		if i = from; text[i-1] == '\\' { // what it escapes is no mark
			i++
		}
	}
	v.plain(text, from, i)
	return max(i, from)
}

// markLen is how many bytes of the mark at a place are not shown, 0 when there is none.
func markLen(text []byte, i int) int {
	rest := text[i:]
	switch c := rest[0]; c {
	case '\\':
		if len(rest) > 1 && bytes.IndexByte([]byte("_@-.+:/=~*`#&$!"), rest[1]) >= 0 {
			return 1
		}
	case '*', '`':
		return min(3, len(run(rest, func(b byte) bool { return b == c })))
	case '~':
		if len(rest) > 1 && rest[1] == '~' {
			return 2
		}
	case '_': // marks only where a word begins or ends
		n := min(2, len(run(rest, func(b byte) bool { return b == c })))
		if n < len(rest) && i > 0 && text[i-1] != '_' && isOfWord(text[i-1]) != isOfWord(rest[n]) && !isBlank(text[i-1]) && !isBlank(rest[n]) {
			return n
		}
	case '<':
		if isTag(rest) {
			return hiddenLen(rest, '>', func(byte) bool { return true })
		}
	case '[':
		if i > 0 && isOfWord(text[i-1]) && bytes.Contains(rest[:min(len(rest), mostHidden)], []byte("](")) {
			return 1
		}
	case ']':
		if len(rest) > 1 && rest[1] == '(' {
			if n := hiddenLen(rest[1:], ')', func(b byte) bool { return !isBlank(b) }); n > 0 {
				return n + 1
			}
		}
	}
	return 0
}

// longestTag is how many letters the name of a tag has at most.
const longestTag = 10

// isTag tells a tag of HTML from an address or anything else in angle brackets.
func isTag(text []byte) bool {
	text = bytes.TrimPrefix(text[1:], []byte("/"))
	name := run(text[:min(len(text), longestTag+1)], func(c byte) bool { return isDigit(c) || isLetter(rune(c)) })
	return len(name) > 0 && isLetter(rune(name[0])) && len(name) < len(text) && bytes.IndexByte([]byte(" \t/>"), text[len(name)]) >= 0
}

// hiddenLen is the length of what begins with an opening sign and goes to a closing one
// on the same line, 0 when it does not.
func hiddenLen(text []byte, closing byte, begins func(byte) bool) int {
	if len(text) < 3 || !begins(text[1]) {
		return 0
	}
	end := bytes.IndexByte(text[:min(len(text), mostHidden)], closing)
	if end < 0 || bytes.IndexByte(text[1:end], newline) >= 0 || bytes.IndexByte(text[1:end], text[0]) >= 0 {
		return 0
	}
	return end + 1
}

// isInside tells whether a mark stands inside a word, or behind what gives a value.
func isInside(text []byte, at, n int) bool {
	if at == 0 || at+n == len(text) {
		return false
	}
	before, behind := text[at-1], text[at+n]
	if before == ':' && isBlank(behind) {
		return text[at] == '*'
	}
	return isJoined(before) && (isJoined(behind) || text[at] == '\\')
}

// isJoined tells whether a word goes on over a character.
func isJoined(c byte) bool { return isOfWord(c) || bytes.IndexByte([]byte("/@:=.-_"), c) >= 0 }

func isOfWord(c byte) bool { return isDigit(c) || isLetter(rune(c)) || c >= 0x80 }

func isBlank(c byte) bool { return isSpace(c) || c == newline || c == '\r' }
