package secrets

import "bytes"

// How many bytes the first line of a dump shows at least, and a line of it at most.
const leastDumped, mostDumped = 8, 64

// dumped reads what dumps of bytes show, as xxd, hexdump and od write them: lines of
// hexadecimal with the place before it and the text behind it. Each of its bytes comes
// from a whole line, which tells it twice. It answers false when there are none.
func (v *view) dumped(text []byte) bool {
	v.reset()
	var room [mostDumped]byte
	open := false // a dump goes on
	for at := 0; at < len(text); {
		end := len(text)
		if next := bytes.IndexByte(text[at:], newline); next >= 0 {
			end = at + next
		}
		begin := behindMargin(text, at)
		at = end + 1
		if begin >= end || !isHex(text[begin]) {
			open = open && bytes.Equal(bytes.TrimSpace(text[begin:max(begin, end)]), []byte("*")) // the same again
			continue
		}
		read := dumpLine(room[:0], text[begin:end])
		if len(read) == 0 || !open && len(read) < leastDumped {
			open = false
			continue
		}
		if !open {
			v.part()
			open = true
		}
		for _, c := range read {
			v.octet(c, begin, end)
		}
	}
	return len(v.text) > 0
}

// dumpLine appends the bytes that a line of a dump shows; none when it is no such line.
func dumpLine(b, line []byte) []byte {
	place, rest := field(line)
	colon := bytes.HasSuffix(place, []byte(":"))
	first, _ := field(rest)
	switch {
	case colon && len(place) > 4 && areHex(place[:len(place)-1]):
	case len(place) > 5 && len(first) > 0 && len(first) != len(place) && areHex(place):
	default: // no place
		rest, first = line, place
	}
	wide := len(digitsOf(first))
	if wide > 8 && len(rest) > len(first) {
		return nil
	}
	for {
		group, behind := field(rest)
		digits := digitsOf(group)
		if len(digits) == 0 || len(digits)%2 != 0 || len(digits) > wide || len(b)+len(digits)/2 > cap(b) || !areHex(digits) {
			return b
		}
		from := len(b)
		for i := 0; i < len(digits); i += 2 {
			c, _ := hexNumber(digits, i, 2)
			b = append(b, byte(c))
		}
		if !colon && wide == 4 && len(digits) == 4 { // words, as the machine keeps them
			b[from], b[from+1] = b[from+1], b[from]
		}
		if colon && bytes.HasPrefix(behind, []byte("  ")) { // the text
			return b
		}
		rest = behind
	}
}

// field is the first field of a line, and what stands behind it.
func field(line []byte) (first, rest []byte) {
	line = bytes.TrimLeft(line, " \t,")
	first = run(line, func(c byte) bool { return !isSpace(c) && c != ',' && c != '\r' })
	return first, line[len(first):]
}

// digitsOf are the digits of a group.
func digitsOf(group []byte) []byte { return bytes.TrimPrefix(group, []byte("0x")) }

func areHex(b []byte) bool {
	b = digitsOf(b)
	return len(b) > 0 && len(run(b, isHex)) == len(b)
}
