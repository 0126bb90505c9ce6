package secrets

import (
	"bytes"
	"sort"
	"unicode/utf16"
	"unicode/utf8"
)

// view is a text read as what it stands for, and where in the text it stands.
type view struct {
	text   []byte
	joints []joint
}

// joint is where the two part: from at in the view on, what stands there came from
// the text at from on, byte by byte, or is one character that an escape of so many
// bytes stands for.
type joint struct{ at, from, escape int }

// reset makes the view empty.
func (v *view) reset() { v.text, v.joints = v.text[:0], v.joints[:0] }

// plain adds text that stands for itself.
func (v *view) plain(text []byte, from, to int) {
	if from < to {
		v.joints = append(v.joints, joint{at: len(v.text), from: from})
		v.text = append(v.text, text[from:to]...)
	}
}

// char adds a character that an escape stands for.
func (v *view) char(r rune, from, to int) {
	v.joints = append(v.joints, joint{len(v.text), from, to - from})
	v.text = utf8.AppendRune(v.text, r)
}

// octet adds a byte that an escape stands for.
func (v *view) octet(c byte, from, to int) {
	v.joints = append(v.joints, joint{len(v.text), from, to - from})
	v.text = append(v.text, c)
}

// back is the part of the text that a part of the view came from.
func (v *view) back(s span) span {
	if s.from >= s.to {
		return span{}
	}
	from, to := v.joint(s.from), v.joint(s.to-1)
	out := span{from.from, to.from + to.escape}
	if from.escape == 0 {
		out.from += s.from - from.at
	}
	if to.escape == 0 {
		out.to = to.from + s.to - to.at
	}
	return out
}

func (v *view) joint(at int) joint {
	return v.joints[sort.Search(len(v.joints), func(i int) bool { return v.joints[i].at > at })-1]
}

// simpleEscapes are the escapes of one letter that JSON, most languages and shells have.
var simpleEscapes = [256]byte{'e': escape, 'E': escape, '"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', '\'': '\''}

// unescape reads text as it stands between quotes. What is no escape stands for
// itself. It answers false when there is no escape.
func (v *view) unescape(text []byte) bool {
	v.reset()
	from, escapes := 0, 0
	for {
		i := bytes.IndexByte(text[from:], '\\')
		if i < 0 || from+i+1 >= len(text) {
			v.plain(text, from, len(text))
			return escapes > 0
		}
		i += from
		switch c := text[i+1]; {
		case simpleEscapes[c] != 0:
			v.plain(text, from, i)
			from = i + 2
			escapes++
			v.octet(simpleEscapes[c], i, from)
		case c == 'u' || c == 'x':
			r, n := numbered(text[i:])
			if n == 0 {
				v.plain(text, from, i+2)
				from = i + 2
				continue
			}
			v.plain(text, from, i)
			from = i + n
			escapes++
			v.char(r, i, from)
		case c == '0' || c == '1':
			o, ok := octalNumber(text[i+1:])
			if !ok {
				v.plain(text, from, i+2)
				from = i + 2
				continue
			}
			v.plain(text, from, i)
			from = i + 4
			escapes++
			v.octet(o, i, from)
		default:
			v.plain(text, from, i+2)
			from = i + 2
		}
	}
}

// numbered reads an escape with the number of a character, or two that make one.
func numbered(text []byte) (r rune, n int) {
	if text[1] == 'x' {
		r, ok := hexNumber(text, 2, 2)
		if !ok {
			return bracedNumber(text)
		}
		return r, 4
	}
	r, ok := hexNumber(text, 2, 4)
	if !ok {
		return bracedNumber(text)
	}
	if utf16.IsSurrogate(r) && len(text) > 7 && text[6] == '\\' && text[7] == 'u' {
		if low, ok := hexNumber(text, 8, 4); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return pair, 12
			}
		}
	}
	return r, 6
}

// longestBraced is how many bytes an escape with braces has at most.
const longestBraced = len(`\u{10ffff}`)

// bracedNumber reads an escape with the number of a character in braces.
func bracedNumber(text []byte) (r rune, n int) {
	end := bytes.IndexByte(text[:min(len(text), longestBraced)], '}')
	if end < 4 || text[2] != '{' {
		return 0, 0
	}
	r, ok := hexNumber(text, 3, end-3)
	if !ok || !utf8.ValidRune(r) {
		return 0, 0
	}
	return r, end + 1
}

// octalNumber reads a byte of ASCII in three digits.
func octalNumber(text []byte) (c byte, ok bool) {
	if len(text) < 3 {
		return 0, false
	}
	for _, d := range text[:3] {
		if d < '0' || d > '7' {
			return 0, false
		}
		c = c<<3 | d - '0'
	}
	return c, true
}

func hexNumber(text []byte, at, n int) (r rune, ok bool) {
	if len(text) < at+n {
		return 0, false
	}
	for _, c := range text[at : at+n] {
		d := hexDigit(c)
		if d < 0 {
			return 0, false
		}
		r = r<<4 | rune(d)
	}
	return r, true
}

func hexDigit(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case isHex(c):
		return int(c|0x20-'a') + 10
	}
	return -1
}

// percent reads text in percent encoding, with plus signs for spaces as forms write
// them, or for themselves. It answers false when there is nothing to read so.
func (v *view) percent(text []byte, form bool) bool {
	v.reset()
	from, escapes, pluses := 0, 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '%':
			if c, ok := hexNumber(text, i+1, 2); ok {
				v.plain(text, from, i)
				from = i + 3
				v.octet(byte(c), i, from)
				escapes++
				i += 2
			}
		case '+':
			if form {
				v.plain(text, from, i)
				from = i + 1
				v.octet(' ', i, from)
				pluses++
			}
		}
	}
	if escapes == 0 || form && pluses == 0 {
		return false
	}
	v.plain(text, from, len(text))
	return true
}
