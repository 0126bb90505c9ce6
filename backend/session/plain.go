package session

import (
	"strings"
	"unicode/utf8"

	"branchline/backend/session/jsonl"
)

// Plain makes text safe to print in one place: terminal sequences and control
// characters other than line feed and tab are taken out, a lone carriage return
// becomes a line feed, and characters that turn the direction of the text around
// are shown by their number, as in ⟨U+202E⟩. Everything else stays.
func Plain(s string) string {
	at := odd(s)
	if at == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for {
		b.WriteString(s[:at])
		s = s[at:]
		if s == "" {
			return b.String()
		}
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == '\r':
			if len(s) == 1 || s[1] != '\n' {
				b.WriteByte('\n')
			}
		case r == 0x1b || r == 0x9b || r == 0x9d || r == 0x90:
			n = sequence(s)
		case turns(r):
			b.Write(jsonl.AppendSign(nil, r))
		}
		s = s[n:]
		at = odd(s)
	}
}

// odd is the index of the first character that Plain does not copy.
func odd(s string) int {
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c < 0x7f || c == '\n' || c == '\t' {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			return i
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r <= 0x9f || turns(r) {
			return i
		}
		i += n
	}
	return len(s)
}

// turns tells whether a character embeds, overrides or isolates a direction.
func turns(r rune) bool { return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 }

// sequence is the length of the terminal sequence at the start of s. One that
// has no end is only its introducer, so that no text is lost.
func sequence(s string) int {
	intro, n := utf8.DecodeRuneInString(s)
	if intro == 0x1b {
		if len(s) < 2 {
			return 1
		}
		n = 2
		switch s[1] {
		case '[':
			intro = 0x9b
		case ']', 'P', 'X', '^', '_':
			intro = 0x9d
		default:
			return escape(s)
		}
	}
	if intro == 0x9b {
		i := span(s, n, 0x30, 0x3f)
		if i = span(s, i, 0x20, 0x2f); i < len(s) && s[i] >= 0x40 && s[i] <= 0x7e {
			return i + 1
		}
		return n
	}
	for i := n; i < len(s); i++ {
		switch {
		case s[i] == 0x07:
			return i + 1
		case s[i] == 0x1b && i+1 < len(s) && s[i+1] == '\\', s[i] == 0xc2 && i+1 < len(s) && s[i+1] == 0x9c:
			return i + 2
		}
	}
	return n
}

// escape is the length of a short sequence: ESC, bytes in between, a final one.
func escape(s string) int {
	i := span(s, 1, 0x20, 0x2f)
	if i < len(s) && s[i] >= 0x30 && s[i] <= 0x7e {
		return i + 1
	}
	return 1
}

func span(s string, i int, lo, hi byte) int {
	for i < len(s) && s[i] >= lo && s[i] <= hi {
		i++
	}
	return i
}

// CutText returns at most n bytes of s from its start, cut between characters.
func CutText(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
