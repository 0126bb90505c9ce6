package secrets

// How long a run of base64 must be to be read as text, and to be passed over as a
// picture or the like when it is none.
const (
	leastEncoded = 16
	leastBinary  = 1024
)

// alphabet tells the letters of both alphabets of base64: 1 a letter, 2 a line end
// that may stand between them.
var alphabet = func() (a [256]byte) {
	for c := range a {
		if isWord(byte(c)) || c == '+' || c == '/' || c == '-' {
			a[c] = 1
		}
	}
	a['\n'], a['\r'] = 2, 2
	return a
}()

func isEncoded(c byte) bool { return alphabet[c] == 1 }

// encoded is a run of base64, and what it stands for when that is text.
type encoded struct {
	span
	text []byte // nil: no text
}

// runs gives the runs of base64 in a text that are text, and those too long to be
// anything but data.
func runs(text []byte, give func(encoded)) {
	for i := 0; i+leastEncoded <= len(text); {
		from := i
		if i = lastOutside(text, from, from+leastEncoded, isEncoded) + 1; i > from { // no run begins before
			continue
		}
		i = from + leastEncoded
		i += len(run(text[i:], isEncoded))
		e := read(text, from, i)
		if e.text != nil {
			e = wrapped(text, e)
		}
		give(e)
		i = e.to
		for i < len(text) && text[i] == '=' {
			i++
		}
	}
}

// wrapped takes the lines of base64 that follow a line of it.
func wrapped(text []byte, e encoded) encoded {
	var ends []int
	for i := e.to; ; {
		for i < len(text) && alphabet[text[i]] == 2 {
			i++
		}
		from := i
		for i < len(text) && alphabet[text[i]] == 1 {
			i++
		}
		if i == from {
			break
		}
		ends = append(ends, i)
	}
	for back := range min(len(ends), mostWords) { // the last ones may be words of what follows
		to := ends[len(ends)-1-back]
		if all := decode(text[e.from:to]); all != nil {
			return encoded{span{e.from, to}, all}
		}
	}
	return e
}

// mostWords is how many words behind base64 may be taken for lines of it at first.
const mostWords = 4

// read decodes a run that begins at from, or soon behind.
func read(text []byte, from, to int) encoded {
	for skip := range min(mostSkipped, to-from-leastEncoded+1) {
		// A run can begin with what stands before it: the end of a path, a name.
		if skip > 0 && skip >= 4 && !separates(text[from+skip-1]) {
			continue
		}
		if isText(text[from+skip : to]) {
			if all := decode(text[from+skip : to]); all != nil {
				return encoded{span{from + skip, to}, all}
			}
		}
	}
	return encoded{span: span{from, to}}
}

// mostSkipped is how far into a run its beginning is looked for.
const mostSkipped = 32

func separates(c byte) bool { return c == '/' || c == '-' || c == '_' || c == '+' }

// sixBits are the values of the letters, from 0; 0xff stands for no letter.
var sixBits = func() (v [256]byte) {
	for c := range v {
		v[c] = 0xff
	}
	for i, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
		v[c] = byte(i)
	}
	v['-'], v['_'] = v['+'], v['/']
	return v
}()

// headLetters is by how many letters text is told from data, leastHead how many of
// them there must be.
const (
	headLetters = 24
	leastHead   = 12
)

// isText tells by its first letters whether base64 is of text.
func isText(b []byte) bool {
	var bits, letters uint
	wide := 0 // bytes of characters that are not ASCII
	for _, c := range b {
		if letters == headLetters {
			break
		}
		if c == '\n' || c == '\r' {
			continue
		}
		bits = bits<<6 | uint(sixBits[c])
		letters++
		if letters%4 == 1 {
			continue
		}
		switch octet := byte(bits >> ((8 - 2*(letters%4)) % 8)); {
		case octet == 0 && letters <= 4, octet >= 0xfe && letters == 2: // text in two bytes a character
			return decode(b[:min(len(b), headLetters)]) != nil
		case octet >= 0x80:
			wide++
		case octet < ' ' && octet != '\n' && octet != '\r' && octet != '\t', octet == 0x7f:
			return false
		}
	}
	return letters >= leastHead && (wide == 0 || decode(b[:min(len(b), headLetters+8)]) != nil)
}

// decode reads base64 of either alphabet, with line ends in it; nil when it is no
// text, in one byte a character or in two.
func decode(b []byte) []byte {
	out := make([]byte, 0, len(b)/4*3+3)
	var bits, letters uint
	for _, c := range b {
		if c == '\n' || c == '\r' {
			continue
		}
		bits = bits<<6 | uint(sixBits[c])
		if letters++; letters%4 != 1 {
			out = append(out, byte(bits>>((8-2*(letters%4))%8)))
		}
	}
	return textOf(out)
}
