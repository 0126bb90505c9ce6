package secrets

import "bytes"

const escape, newline = 0x1b, '\n'

// dress tells the bytes that what a terminal does not show begins with.
var dress = func() (d [256]bool) {
	for c := 0x80; c < len(d); c++ {
		d[c] = true
	}
	d[0], d[escape], d['['] = true, true, true
	return d
}()

// drawn reads what a terminal shows: without colours, also where their escape
// characters are written out or were taken out, and without characters that take no
// room. What moves the cursor parts words. It answers false when there is nothing of
// the kind.
func (v *view) drawn(text []byte) bool {
	v.reset()
	from := 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		if !dress[c] {
			continue
		}
		begin, n, parts := i, 0, false
		if c == '[' {
			if n = colour(text[i:]); n > 0 {
				begin = max(from, i-spelled(text[:i]))
			}
		} else {
			n, parts = unseen(text[i:])
		}
		if n == 0 {
			continue
		}
		v.plain(text, from, begin)
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

// colour is the length of the colours a text begins with when they have no escape
// character before them: "[31m", "[01;31m[K". A single one needs a number.
func colour(text []byte) int {
	n, codes, numbers := 0, 0, false
	for at := 0; at < len(text) && text[at] == '['; {
		end := at + 1
		for end < len(text) && (isDigit(text[end]) || text[end] == ';' || text[end] == ':') {
			end++
		}
		if end == len(text) || text[end] != 'm' && text[end] != 'K' {
			break
		}
		numbers = numbers || end > at+1
		codes++
		n = end + 1
		// The next one may have its escape character written out.
		if next := bytes.IndexByte(text[n:min(len(text), n+longestSpelled)], '['); next >= 0 && spelled(text[n:n+next]) >= next {
			at = n + next
			continue
		}
		break
	}
	if !numbers && codes < 2 {
		return 0
	}
	return n
}

// writtenEscapes are how the escape character is written.
var writtenEscapes = [][]byte{[]byte(`\033`), []byte(`\33`), []byte(`\x1b`), []byte(`\u001b`), []byte(`\u{1b}`), []byte(`\x{1b}`), []byte(`\e`), []byte(`\27`), []byte("^["), []byte("`e"), []byte("<ESC>"), []byte("ESC"), []byte("␛")}

const longestSpelled = 8

// spelled is the length of the escape character that is written at the end of a text.
func spelled(text []byte) int {
	for _, s := range writtenEscapes {
		if end := len(text) - len(s); end >= 0 && bytes.EqualFold(text[end:], s) {
			for end > 0 && text[end-1] == '\\' {
				end--
			}
			return len(text) - end
		}
	}
	return 0
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
	case text[0] == 0: // a text in two bytes a character, read as one in one
		return 1
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
