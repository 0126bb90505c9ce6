package secrets

import "bytes"

// How many characters of a token stand at least in a text that code puts together with
// the next one, and how many in that; how far apart the two may be.
const (
	leastSpliced, leastNext = 2, 4

	mostApart = 120
)

// spliced reads texts that code puts together as one: all there is around a place where
// two of them meet, and nothing else. It answers false when there are none.
func (v *view) spliced(text []byte) bool {
	v.reset()
	open, done := -1, 0 // where what follows such a place begins, and what is read already
	for i := 0; i < len(text); i++ {
		if !isQuote(text[i]) {
			continue
		}
		begin := splicedTo(text, i)
		switch {
		case begin > 0 && open < 0:
			v.part()
			v.plain(text, max(done, i-mostBroken), i)
		case begin > 0:
			v.plain(text, open, i)
		case open >= 0:
			done = min(i, open+mostBroken)
			v.plain(text, open, done)
			open = -1
		}
		if begin > 0 {
			open = begin
			i = begin - 1
		}
	}
	if open >= 0 {
		v.plain(text, open, min(len(text), open+mostBroken))
	}
	return len(v.text) > 0
}

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

// splicers are the signs by which languages put texts together, the longer ones first;
// some need none.
var splicers = [][]byte{[]byte("||"), []byte(".."), []byte("<>"), []byte("++"), []byte("+"), []byte("."), []byte("&"), []byte("~"), nil}

// splicedTo is where the text begins that is put together with the one whose quotation
// mark is at a place, 0 when none is.
func splicedTo(text []byte, quote int) (begin int) {
	for n := 1; n <= leastSpliced; n++ {
		if n > quote || !isOfToken(text[quote-n]) {
			return 0
		}
	}
	at := overGap(text, quote+1)
	for _, sign := range splicers {
		if bytes.HasPrefix(text[at:], sign) {
			at = overGap(text, at+len(sign))
			break
		}
	}
	if at >= len(text) || at > quote+mostApart || !isQuote(text[at]) || len(run(text[at+1:min(len(text), at+1+leastNext)], isOfToken)) < leastNext {
		return 0
	}
	return at + 1
}

// overGap is where something stands again behind white space, ends of lines and what
// stands before lines.
func overGap(text []byte, at int) int {
	for at < len(text) {
		switch {
		case isBlank(text[at]):
			at++
		case text[at] == '\\' && at+1 < len(text) && (text[at+1] == '\n' || text[at+1] == '\r'):
			at++
		default:
			return at
		}
	}
	return at
}
