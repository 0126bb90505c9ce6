package secrets

// leastHex is how many letters of hexadecimal are read as text.
const leastHex = 2 * leastEncoded

// hexRuns gives the runs of hexadecimal in a text that are text.
func hexRuns(text []byte, give func(encoded)) {
	for i := 0; i < len(text); i++ {
		if !isHex(text[i]) {
			continue
		}
		from, to := around(text, i, isHex)
		i = to
		if n := to - from; n < leastHex || n%2 != 0 {
			continue
		}
		read := make([]byte, 0, (to-from)/2)
		for at := from; at < to; at += 2 {
			c, _ := hexNumber(text, at, 2)
			read = append(read, byte(c))
		}
		if readable(read) {
			give(encoded{span{from, to}, read})
		}
	}
}
