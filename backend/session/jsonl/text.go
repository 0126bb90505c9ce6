package jsonl

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// Text decodes the string that starts at b[at]. It answers false when the value
// is no string. Ill-formed UTF-8 and lone surrogates become U+FFFD, as a
// browser decodes them: one for each maximal ill-formed subsequence.
func Text(b []byte, at int) (string, bool) {
	raw, ok := Quoted(b, at)
	if !ok {
		return "", false
	}
	if len(raw) == 0 {
		return "", true
	}
	text := appendText(make([]byte, 0, len(raw)), raw, whole)
	// Texts can be hundreds of megabytes, and nothing else holds these bytes.
	return unsafe.String(unsafe.SliceData(text), len(text)), true
}

// AppendText appends what a quoted text means to dst, as Text decodes it. raw
// stands between quotes that are not part of it.
func AppendText(dst, raw []byte) []byte { return appendText(dst, raw, whole) }

// Quoted returns the bytes between the quotes of the string that starts at b[at].
func Quoted(b []byte, at int) ([]byte, bool) {
	if at < 0 || at >= len(b) || b[at] != '"' {
		return nil, false
	}
	end := skipString(b, at+1)
	if end < 0 {
		return nil, false
	}
	return b[at+1 : end-1], true
}

// Number decodes the number that starts at b[at]. It answers false when the
// value is no number or too large for a float64.
func Number(b []byte, at int) (float64, bool) {
	if at < 0 || at >= len(b) || b[at] != '-' && (b[at] < '0' || b[at] > '9') {
		return 0, false
	}
	end := skipNumber(b, at)
	if end < 0 {
		return 0, false
	}
	if f, ok := short(b[at:end]); ok {
		return f, true
	}
	f, err := strconv.ParseFloat(string(b[at:end]), 64)
	return f, err == nil && !math.IsInf(f, 0)
}

// short decodes a number of at most 15 digits without an exponent. Both the
// digits and the power of ten are exact then, so their quotient is the nearest
// float64, as strconv would find it.
func short(b []byte) (f float64, ok bool) {
	if len(b) > 16 {
		return 0, false
	}
	digits, point := 0, -1
	for i, c := range b {
		switch {
		case c >= '0' && c <= '9':
			digits = digits*10 + int(c-'0')
		case c == '.':
			point = i
		default: // a sign or an exponent
			return 0, false
		}
	}
	if point < 0 {
		return float64(digits), len(b) <= 15
	}
	return float64(digits) / tens[len(b)-point-1], true
}

var tens = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// AppendPreview appends the beginning of a quoted text to dst as one line: runs
// of white space and control characters become one space, none at the ends, at
// most limit bytes, cut between characters. raw begins behind the opening quote
// and ends with the text or anywhere behind its closing quote: no more of it is
// looked at than the line needs.
func AppendPreview(dst, raw []byte, limit int) []byte {
	l := oneLine{dst, len(dst) + limit, len(dst), false}
	for i := 0; i < len(raw); {
		if n := simple(raw[i:min(len(raw), i+l.room()+1)]); n > 0 {
			if !l.words(raw[i : i+n]) {
				return l.dst
			}
			i += n
			continue
		}
		c := raw[i]
		r, n := rune(c), 1
		switch {
		case c == '"':
			return l.dst
		case c == '\\':
			var room [utf8.UTFMax]byte
			b, next := appendEscape(room[:0], raw, i+1)
			if len(b) == 0 {
				return l.dst // cut inside the escape
			}
			r, _ = utf8.DecodeRune(b)
			n = next - i
		case c >= utf8.RuneSelf:
			if r, n = utf8.DecodeRune(raw[i:]); r == utf8.RuneError && n == 1 {
				n = illFormed(raw[i:])
			}
		}
		if !l.put(r) {
			return l.dst
		}
		i += n
	}
	return l.dst
}

// AppendLine is AppendPreview for text that is decoded already.
func AppendLine(dst, text []byte, limit int) []byte {
	l := oneLine{dst, len(dst) + limit, len(dst), false}
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		text = text[n:]
		if !l.put(r) {
			break
		}
	}
	return l.dst
}

// oneLine is a text of one line being made. end is the longest dst may become.
type oneLine struct {
	dst        []byte
	end, start int
	space      bool
}

// room is how many bytes may still be added.
func (l *oneLine) room() int { return max(l.end-len(l.dst), 0) }

// simple is the length of the characters of ASCII at the start of a quoted text
// that mean themselves and are shown as they stand: a space does behind a
// character that is none. A little less may be taken for simple.
func simple(raw []byte) int {
	if len(raw) == 0 || raw[0] == ' ' {
		return 0
	}
	i := 0
	for spaces := uint64(0); len(raw)-i >= 8; i += 8 {
		x := binary.LittleEndian.Uint64(raw[i:])
		blank := x ^ blanks
		here := (blank - ones) &^ blank                                    // high bits: of spaces, and perhaps of what follows one
		odd := (marks(x) | x | (x + ones) | here&(here<<8|spaces)) & highs // 0x7f carries into its high bit
		if odd != 0 {
			return i + bits.TrailingZeros64(odd)>>3
		}
		spaces = here >> 56
	}
	for i < len(raw) && raw[i] >= ' ' && raw[i] < 0x7f && raw[i] != '"' && raw[i] != '\\' && (raw[i] != ' ' || i > 0 && raw[i-1] != ' ') {
		i++
	}
	return i
}

// words adds simple text and tells whether there was room for all.
func (l *oneLine) words(w []byte) bool {
	if l.space {
		if l.room() < 2 {
			return false
		}
		l.dst, l.space = append(l.dst, ' '), false
	}
	n := min(len(w), l.room())
	l.dst = append(l.dst, w[:n]...)
	if n > 0 && w[n-1] == ' ' { // it counts when something follows
		l.dst, l.space = l.dst[:len(l.dst)-1], true
	}
	return n == len(w)
}

// put adds a character and tells whether there may be room for more.
func (l *oneLine) put(r rune) bool {
	if breaks(r) {
		l.space = len(l.dst) > l.start
		return true
	}
	var room [12]byte
	shown := utf8.AppendRune(room[:0], r)
	if acts(r) {
		shown = AppendSign(room[:0], r)
	}
	need := len(shown)
	if l.space {
		need++
	}
	if len(l.dst)+need > l.end {
		return false
	}
	if l.space {
		l.dst, l.space = append(l.dst, ' '), false
	}
	l.dst = append(l.dst, shown...)
	return true
}

// breaks tells whether a character becomes a space in a text of one line.
func breaks(r rune) bool {
	return r == ' ' || r >= '\t' && r <= '\r' || r == 0x85 || r == 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff
}

// acts tells whether a character that is no space acts instead of being seen.
func acts(r rune) bool { return r < ' ' || r >= 0x7f && r <= 0x9f }

// AppendSign appends a character that acts by its number: "⟨U+001B⟩".
func AppendSign(dst []byte, r rune) []byte { return fmt.Appendf(dst, "⟨U+%04X⟩", r) }

// whole is the limit of a text that is not cut.
const whole = math.MaxInt

// appendText decodes quoted text until dst has grown by about limit bytes.
func appendText(dst, raw []byte, limit int) []byte {
	start := len(dst)
	for i := 0; i < len(raw) && len(dst)-start < limit; {
		c := raw[i]
		switch {
		case c == '\\':
			dst, i = appendEscape(dst, raw, i+1)
		case c < utf8.RuneSelf:
			from := i
			for i < len(raw) && raw[i] != '\\' && raw[i] < utf8.RuneSelf {
				i++
			}
			dst = append(dst, raw[from:i]...)
		default:
			r, n := utf8.DecodeRune(raw[i:])
			if r == utf8.RuneError && n == 1 {
				n = illFormed(raw[i:])
			}
			dst, i = utf8.AppendRune(dst, r), i+n
		}
	}
	return dst
}

func appendEscape(dst, raw []byte, i int) ([]byte, int) {
	if i >= len(raw) {
		return dst, i
	}
	switch raw[i] {
	case 'b':
		return append(dst, '\b'), i + 1
	case 'f':
		return append(dst, '\f'), i + 1
	case 'n':
		return append(dst, '\n'), i + 1
	case 'r':
		return append(dst, '\r'), i + 1
	case 't':
		return append(dst, '\t'), i + 1
	case 'u':
		r := hex4(raw, i+1)
		if r < 0 {
			return dst, len(raw) // cut inside the escape
		}
		i += 5
		if utf16.IsSurrogate(r) {
			if i+6 <= len(raw) && raw[i] == '\\' && raw[i+1] == 'u' {
				if pair := utf16.DecodeRune(r, hex4(raw, i+2)); pair != utf8.RuneError {
					return utf8.AppendRune(dst, pair), i + 6
				}
			}
			r = utf8.RuneError
		}
		return utf8.AppendRune(dst, r), i
	}
	return append(dst, raw[i]), i + 1
}

func hex4(raw []byte, i int) rune {
	if len(raw)-i < 4 {
		return -1
	}
	var r rune
	for _, c := range raw[i : i+4] {
		d := hexDigit(c)
		if d < 0 {
			return -1
		}
		r = r<<4 | d
	}
	return r
}

// illFormed is the length of the maximal ill-formed subsequence at the start of
// b, which begins no well-formed character (Unicode 15, table 3-7).
func illFormed(b []byte) int {
	lo, hi, more := byte(0x80), byte(0xbf), 0
	switch c := b[0]; {
	case c >= 0xc2 && c <= 0xdf:
		more = 1
	case c >= 0xe0 && c <= 0xef:
		more = 2
		if c == 0xe0 {
			lo = 0xa0
		} else if c == 0xed {
			hi = 0x9f
		}
	case c >= 0xf0 && c <= 0xf4:
		more = 3
		if c == 0xf0 {
			lo = 0x90
		} else if c == 0xf4 {
			hi = 0x8f
		}
	}
	n := 1
	for n <= more && n < len(b) && b[n] >= lo && b[n] <= hi {
		lo, hi = 0x80, 0xbf
		n++
	}
	return n
}
