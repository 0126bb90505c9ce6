package jsonl

import (
	"encoding/binary"
	"math/bits"
)

// The walk functions take JSON text and an index and answer the index just
// behind what they passed, or -1 where JSON.parse would refuse. They do not
// recurse, so nesting is limited by memory alone.

// Space returns the index of the first byte at or after i that is no JSON white space.
func Space(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t') {
		i++
	}
	return i
}

// Valid tells whether b is one JSON value with white space around it.
func Valid(b []byte) bool {
	end := Skip(b, Space(b, 0))
	return end >= 0 && Space(b, end) == len(b)
}

// Skip passes the value that starts at i.
func Skip(b []byte, i int) int {
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '{', '[':
		return skipNested(b, i)
	default:
		return skipScalar(b, i)
	}
}

func skipScalar(b []byte, i int) int {
	switch c := b[i]; {
	case c == '"':
		return skipString(b, i+1)
	case c == '-' || c >= '0' && c <= '9':
		return skipNumber(b, i)
	case c == 't':
		return skipWord(b, i, "true")
	case c == 'f':
		return skipWord(b, i, "false")
	case c == 'n':
		return skipWord(b, i, "null")
	}
	return -1
}

func skipWord(b []byte, i int, word string) int {
	if len(b)-i < len(word) || string(b[i:i+len(word)]) != word {
		return -1
	}
	return i + len(word)
}

// skipNested passes an object or array with an explicit stack of what is open.
func skipNested(b []byte, i int) int {
	var room [64]byte
	open := room[:0]
	for {
		// A value starts at i.
		if i >= len(b) {
			return -1
		}
		switch b[i] {
		case '{':
			i = Space(b, i+1)
			if i < len(b) && b[i] == '}' {
				i++
				break
			}
			open = append(open, '}')
			if i = skipName(b, i); i < 0 {
				return -1
			}
			continue
		case '[':
			i = Space(b, i+1)
			if i < len(b) && b[i] == ']' {
				i++
				break
			}
			open = append(open, ']')
			continue
		default:
			if i = skipScalar(b, i); i < 0 {
				return -1
			}
		}
		// A value has ended at i.
		for {
			if len(open) == 0 {
				return i
			}
			i = Space(b, i)
			if i >= len(b) {
				return -1
			}
			if b[i] != open[len(open)-1] {
				break
			}
			open = open[:len(open)-1]
			i++
		}
		if b[i] != ',' {
			return -1
		}
		i = Space(b, i+1)
		if open[len(open)-1] == '}' {
			if i = skipName(b, i); i < 0 {
				return -1
			}
		}
	}
}

// skipName passes a member's name, the colon and the space around it.
func skipName(b []byte, i int) int {
	if i >= len(b) || b[i] != '"' {
		return -1
	}
	if i = skipString(b, i+1); i < 0 {
		return -1
	}
	return skipColon(b, i)
}

func skipColon(b []byte, i int) int {
	i = Space(b, i)
	if i >= len(b) || b[i] != ':' {
		return -1
	}
	return Space(b, i+1)
}

const (
	ones   = 0x0101010101010101
	highs  = 0x8080808080808080
	quotes = '"' * ones
	slants = '\\' * ones
	blanks = ' ' * ones
)

// simple marks what may follow a backslash and stands for one character.
var simple = [256]bool{'"': true, '\\': true, '/': true, 'b': true, 'f': true, 'n': true, 'r': true, 't': true}

// skipString passes a string whose opening quote stands before i. Eight bytes
// are looked at in a step: a quote, a backslash or a control character marks
// its place. A borrow can only mark a byte above a marked one, so the lowest
// mark is always true.
func skipString(b []byte, i int) int {
	for len(b)-i >= 8 {
		x := binary.LittleEndian.Uint64(b[i:])
		q, s := x^quotes, x^slants
		m := ((q-ones)&^q | (s-ones)&^s | (x-blanks)&^x) & highs
		if m == 0 {
			i += 8
			continue
		}
		i += bits.TrailingZeros64(m) >> 3
		switch {
		case b[i] == '"':
			return i + 1
		case b[i] != '\\':
			return -1
		case i+1 < len(b) && simple[b[i+1]]:
			i += 2
		default:
			if i = skipEscape(b, i+1); i < 0 {
				return -1
			}
		}
	}
	for i < len(b) {
		switch c := b[i]; {
		case c == '"':
			return i + 1
		case c == '\\':
			if i = skipEscape(b, i+1); i < 0 {
				return -1
			}
		case c < ' ':
			return -1
		default:
			i++
		}
	}
	return -1
}

// skipEscape passes what follows a backslash.
func skipEscape(b []byte, i int) int {
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 1
	case 'u':
		if len(b)-i < 5 {
			return -1
		}
		for _, c := range b[i+1 : i+5] {
			if hexDigit(c) < 0 {
				return -1
			}
		}
		return i + 5
	}
	return -1
}

func hexDigit(c byte) rune {
	switch {
	case c >= '0' && c <= '9':
		return rune(c - '0')
	case c >= 'a' && c <= 'f':
		return rune(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return rune(c-'A') + 10
	}
	return -1
}

func skipDigits(b []byte, i int) int {
	start := i
	for i < len(b) && b[i] >= '0' && b[i] <= '9' {
		i++
	}
	if i == start {
		return -1
	}
	return i
}

func skipNumber(b []byte, i int) int {
	if b[i] == '-' {
		i++
	}
	if i < len(b) && b[i] == '0' {
		i++
	} else if i = skipDigits(b, i); i < 0 {
		return -1
	}
	if i < len(b) && b[i] == '.' {
		if i = skipDigits(b, i+1); i < 0 {
			return -1
		}
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		if i = skipDigits(b, i); i < 0 {
			return -1
		}
	}
	return i
}

// Members walks the object that starts at i. For each member it calls visit
// with the unescaped name and the index of the value; visit answers the index
// behind the value (Skip does) or -1. Of members with the same name the last
// counts: visit is called for each and must let the later one win.
func Members(b []byte, i int, visit func(name []byte, at int) int) int {
	if i >= len(b) || b[i] != '{' {
		return -1
	}
	i = Space(b, i+1)
	if i < len(b) && b[i] == '}' {
		return i + 1
	}
	for {
		start := i
		if i >= len(b) || b[i] != '"' {
			return -1
		}
		if i = skipString(b, i+1); i < 0 {
			return -1
		}
		name := b[start+1 : i-1]
		for _, c := range name {
			if c == '\\' {
				name = appendText(nil, name, whole)
				break
			}
		}
		if i = skipColon(b, i); i < 0 || i == len(b) {
			return -1
		}
		if i = visit(name, i); i < 0 {
			return -1
		}
		i = Space(b, i)
		if i >= len(b) {
			return -1
		}
		if b[i] == '}' {
			return i + 1
		}
		if b[i] != ',' {
			return -1
		}
		i = Space(b, i+1)
	}
}

// Elements walks the array that starts at i as Members walks an object.
func Elements(b []byte, i int, visit func(at int) int) int {
	if i >= len(b) || b[i] != '[' {
		return -1
	}
	i = Space(b, i+1)
	if i < len(b) && b[i] == ']' {
		return i + 1
	}
	for {
		if i >= len(b) {
			return -1
		}
		if i = visit(i); i < 0 {
			return -1
		}
		i = Space(b, i)
		if i >= len(b) {
			return -1
		}
		if b[i] == ']' {
			return i + 1
		}
		if b[i] != ',' {
			return -1
		}
		i = Space(b, i+1)
	}
}
