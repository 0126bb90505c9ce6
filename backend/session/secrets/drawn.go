package secrets

import "bytes"

const escape, newline = 0x1b, '\n'

// drawn reads what a terminal shows: without colours and without characters that
// take no room. What moves the cursor parts words. It answers false when there is
// nothing of the kind.
func (v *view) drawn(text []byte) bool {
	v.reset()
	from := 0
	for i := 0; i < len(text); i++ {
		if c := text[i]; c != escape && c < 0x80 {
			continue
		}
		n, parts := unseen(text[i:])
		if n == 0 {
			continue
		}
		v.plain(text, from, i)
		if from = i + n; parts {
			v.octet(' ', i, from)
		}
		i = from - 1
	}
	if from == 0 {
		return false
	}
	v.plain(text, from, len(text))
	return true
}

// unseen is how many bytes at the beginning of a text are not seen, and whether
// they part what is before from what is behind.
func unseen(text []byte) (n int, parts bool) {
	if text[0] != escape {
		if bytes.HasPrefix(text, []byte("\u009b")) {
			return controls(text, 2)
		}
		return roomless(text), false
	}
	if len(text) == 1 {
		return 1, false
	}
	switch c := text[1]; {
	case c == '[':
		return controls(text, 2)
	case bytes.IndexByte([]byte(`]PX^_\`), c) >= 0: // a string begins or ends: it is read like other text
		return 2, true
	}
	n = 1
	for n < len(text) && text[n] >= ' ' && text[n] <= '/' {
		n++
	}
	if n < len(text) && text[n] >= '0' && text[n] <= '~' {
		return n + 1, false
	}
	return 1, false
}

// controls is the length of a control sequence whose introducer has so many bytes.
func controls(text []byte, introducer int) (n int, parts bool) {
	n = introducer
	for n < len(text) && text[n] >= '0' && text[n] <= '?' {
		n++
	}
	for n < len(text) && text[n] >= ' ' && text[n] <= '/' {
		n++
	}
	if n == len(text) || text[n] < '@' || text[n] > '~' {
		return introducer, true
	}
	return n + 1, text[n] != 'm' && text[n] != 'K'
}

// roomless is the length of the character a text begins with when it takes no room,
// else 0.
func roomless(text []byte) int {
	switch {
	case len(text) < 2:
	case text[0] == 0xc2 && text[1] == 0xad: // a soft hyphen
		return 2
	case len(text) < 3:
	case text[0] == 0xe2 && text[1] == 0x80 && (text[2] >= 0x8b && text[2] <= 0x8f || text[2] >= 0xaa && text[2] <= 0xae),
		text[0] == 0xe2 && text[1] == 0x81 && text[2] >= 0xa0 && text[2] <= 0xaf,
		text[0] == 0xef && text[1] == 0xbb && text[2] == 0xbf:
		return 3
	}
	return 0
}

// How many characters a token has on the line where it begins, and on the next, to
// be taken for one that was broken.
const leastBegun, leastRest = 10, 4

// joined reads lines that were broken in the middle of something like a token as one.
// It answers false when there are none.
func (v *view) joined(text []byte) bool {
	v.reset()
	from, joins := 0, 0
	for i := 0; ; i++ {
		next := bytes.IndexByte(text[i:], newline)
		if next < 0 {
			break
		}
		i += next
		end := i
		if end > 0 && text[end-1] == '\r' {
			end--
		}
		if isBroken(text[:end], text[i+1:]) {
			v.plain(text, from, end)
			from = i + 1
			joins++
		}
	}
	v.plain(text, from, len(text))
	return joins > 0
}

// isBroken tells whether a token may go on behind the end of a line.
func isBroken(before, behind []byte) bool {
	for n := 1; n <= leastBegun; n++ {
		if n > len(before) || !isOfToken(before[len(before)-n]) {
			return false
		}
	}
	_, n := around(behind, 0, isOfToken)
	rest := behind[:n]
	return n >= leastRest && (hasDigit(rest) && bytes.ContainsFunc(rest, isLetter) || isCased(rest[1:]))
}

func isOfToken(c byte) bool { return isWord(c) || c == '-' || c == '.' }
