package secrets

// leastHex is how many letters of hexadecimal are read as text.
const leastHex = 2 * leastEncoded

// hexRuns gives the runs of hexadecimal in a text that are text.
func hexRuns(text []byte, give func(encoded)) {
	for i := 0; i+leastHex <= len(text); {
		from, to := i, i+leastHex
		if i = lastOutside(text, from, to, isHex) + 1; i > from { // no run begins before
			continue
		}
		to += len(run(text[to:], isHex))
		i = to
		if (to-from)%2 != 0 {
			continue
		}
		read := make([]byte, 0, (to-from)/2)
		for at := from; at < to; at += 2 {
			c, _ := hexNumber(text, at, 2)
			read = append(read, byte(c))
		}
		if text := textOf(read); text != nil {
			give(encoded{span{from, to}, text})
		}
	}
}

// lastOutside is where the last byte of a part of a text is that is not of a kind, and
// right before the part when all are.
func lastOutside(text []byte, from, to int, in func(byte) bool) int {
	for to > from && in(text[to-1]) {
		to--
	}
	return to - 1
}
