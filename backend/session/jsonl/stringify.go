package jsonl

import (
	"bytes"
	"slices"
	"strconv"
)

// AppendStringified appends value as JavaScript's JSON.stringify(JSON.parse(value))
// writes it (ECMA-262, JSON.stringify): no white space, as few escapes as can
// be, numbers as the shortest text of the nearest double, what is too large for
// one as null. In objects array indices come first, ascending, and of members
// with one name there is one: the last value in the place of the first.
// Ill-formed UTF-8 becomes U+FFFD as in Text; lone surrogates stay what they
// are, escaped. Nothing is appended where value is not Valid.
func AppendStringified(dst, value []byte) []byte {
	start := len(dst)
	text, moves, end := inItsOrder(slices.Grow(dst, len(value)), value, Space(value, 0))
	if end < 0 || Space(value, end) != len(value) {
		return dst
	}
	if len(moves) > 0 {
		text = reorder(text, start, moves)
	}
	return text
}

// object is an object or array that is being written.
type object struct {
	start   int   // of its bracket in dst
	closing byte  // its other bracket
	strayed bool  // a name has come behind one of a higher rank
	last    int64 // rank of its last name
	names   int   // how many names of objects around it there are
}

// name is the place of a member's name in dst, with its quotes.
type name struct{ start, end int }

// inItsOrder writes the value that starts at b[i] with all members in the order
// of b, and answers the objects whose members have to move and the index
// behind the value. It is skipNested with output.
func inItsOrder(dst, b []byte, i int) ([]byte, []move, int) {
	var (
		openRoom  [16]object
		namesRoom [64]name
		moves     []move
	)
	open, names := openRoom[:0], namesRoom[:0] // names of all that is open
	for {
		// A value starts at i.
		if i >= len(b) {
			return dst, nil, -1
		}
		opened := b[i] == '{' || b[i] == '['
		if opened {
			open = append(open, object{start: len(dst), closing: b[i] + 2, last: -1, names: len(names)}) // ] and } stand two behind [ and { in ASCII
			dst = append(dst, b[i])
			i = Space(b, i+1)
		} else if dst, i = appendScalar(dst, b, i); i < 0 {
			return dst, nil, -1
		}
		// A value has ended at i, or what was opened goes on there.
		for len(open) > 0 {
			i = Space(b, i)
			if i >= len(b) {
				return dst, nil, -1
			}
			o := open[len(open)-1]
			if b[i] != o.closing {
				break
			}
			i++
			opened = false
			dst = append(dst, o.closing)
			if own := names[o.names:]; o.strayed || repeats(dst, own) {
				moves = append(moves, arrange(dst, o.start, own))
			}
			open, names = open[:len(open)-1], names[:o.names]
		}
		if len(open) == 0 {
			return dst, moves, i
		}
		if !opened {
			if b[i] != ',' {
				return dst, nil, -1
			}
			dst = append(dst, ',')
			i = Space(b, i+1)
		}
		if o := &open[len(open)-1]; o.closing == '}' {
			var n name
			if dst, n, i = appendName(dst, b, i); i < 0 {
				return dst, nil, -1
			}
			names = append(names, n)
			r := rank(dst[n.start:n.end])
			o.strayed = o.strayed || r < o.last
			o.last = r
		}
	}
}

// appendName appends the name that starts at b[i] with its colon, and answers
// where the value starts.
func appendName(dst, b []byte, i int) ([]byte, name, int) {
	raw, ok := Quoted(b, i)
	if !ok {
		return dst, name{}, -1
	}
	n := name{start: len(dst)}
	dst = appendRequoted(dst, raw)
	n.end = len(dst)
	return append(dst, ':'), n, skipColon(b, i+len(raw)+2)
}

func appendScalar(dst, b []byte, i int) ([]byte, int) {
	end := skipScalar(b, i)
	if end < 0 {
		return dst, -1
	}
	switch c := b[i]; {
	case c == '"':
		dst = appendRequoted(dst, b[i+1:end-1])
	case c == '-' || c >= '0' && c <= '9':
		dst = appendNumber(dst, b[i:end])
	default:
		dst = append(dst, b[i:end]...)
	}
	return dst, end
}

// appendNumber appends a number as Number.prototype.toString writes it.
func appendNumber(dst, text []byte) []byte {
	if shortest(text) {
		return append(dst, text...)
	}
	f, ok := Number(text, 0)
	switch {
	case !ok:
		return append(dst, "null"...)
	case f == 0: // -0 too
		return append(dst, '0')
	case -1e21 < f && f < 1e21 && (f >= 1e-6 || f <= -1e-6):
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	if n := len(dst); dst[n-2] == '0' && dst[n-3] == '-' { // e-07
		dst = append(dst[:n-2], dst[n-1])
	}
	return dst
}

// shortest tells, of the numbers one meets most, that they are written as
// JavaScript writes them: no two decimals of at most 15 digits are the same
// double, so there is no shorter text for either.
func shortest(text []byte) bool {
	digits := bytes.TrimPrefix(text, []byte("-"))
	point := -1
	for i, c := range digits {
		if c == '.' {
			point = i
		} else if c < '0' || c > '9' {
			return false
		}
	}
	if point < 0 {
		return len(digits) <= 15 && string(text) != "-0"
	}
	return len(digits) <= 16 && digits[len(digits)-1] != '0' && !bytes.HasPrefix(digits, []byte("0.000000"))
}
