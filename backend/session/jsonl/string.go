package jsonl

import (
	"encoding/binary"
	"math/bits"
)

const (
	ones   = 0x0101010101010101
	highs  = 0x8080808080808080
	quotes = '"' * ones
	slants = '\\' * ones
	blanks = ' ' * ones
)

// block64 is how many bytes skipBlocks passes at a time.
const block64 = 64

// skipString passes a string whose opening quote stands before i.
func skipString(b []byte, i int) int {
	if inBlocks && len(b)-i >= block64 {
		next, done := skipBlocks(b, i)
		if done {
			return next
		}
		i = next
	}
	return skipPlainly(b, i)
}

// skipPlainly is skipString for any processor, eight bytes a step.
func skipPlainly(b []byte, i int) int {
	for len(b)-i >= 8 {
		m := marks(binary.LittleEndian.Uint64(b[i:]))
		if m == 0 {
			i += 8
			continue
		}
		i += bits.TrailingZeros64(m) >> 3
		if b[i] == '"' {
			return i + 1
		}
		if b[i] != '\\' {
			return -1
		}
		if i = skipEscape(b, i+1); i < 0 {
			return -1
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

// Plain returns the bytes between the quotes of the string that starts at b[at],
// if they mean what they say: there is no escape among them, nor anything but
// ASCII. b is known to be valid.
func Plain(b []byte, at int) ([]byte, bool) {
	i := at + 1
	for ; len(b)-i >= 8; i += 8 {
		x := binary.LittleEndian.Uint64(b[i:])
		if m := (marks(x) | x) & highs; m != 0 {
			i += bits.TrailingZeros64(m) >> 3
			return b[at+1 : i], b[i] == '"'
		}
	}
	for ; i < len(b); i++ {
		if c := b[i]; c == '"' || c == '\\' || c < ' ' || c >= 0x80 {
			return b[at+1 : i], c == '"'
		}
	}
	return nil, false
}

// marks sets the high bit of the quotes, backslashes and control characters
// among eight bytes. A borrow can only mark a byte above a marked one, so the
// lowest mark is always true.
func marks(x uint64) uint64 {
	q, s := x^quotes, x^slants
	return ((q-ones)&^q | (s-ones)&^s | (x-blanks)&^x) & highs
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
