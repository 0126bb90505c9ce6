package secrets

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// textOf is the text that bytes are, in UTF-8 also where they are UTF-16; nil when they
// are none.
func textOf(b []byte) []byte {
	if readable(b) {
		return b
	}
	switch {
	case len(b) < 4:
	case b[1] == 0 && b[3] == 0, b[0] == 0xff && b[1] == 0xfe:
		return fromWide(b, binary.LittleEndian)
	case b[0] == 0 && b[2] == 0, b[0] == 0xfe && b[1] == 0xff:
		return fromWide(b, binary.BigEndian)
	}
	return nil
}

// leastASCII is how many of a hundred characters of UTF-16 are ASCII at least. Chance
// makes text of other characters of nearly all bytes.
const leastASCII = 75

// fromWide reads UTF-16; nil when it is none. The last character may be cut.
func fromWide(b []byte, order binary.ByteOrder) []byte {
	var units []uint16
	ascii := 0
	for ; len(b) > 1; b = b[2:] {
		u := order.Uint16(b)
		if u < utf8.RuneSelf {
			ascii++
		}
		units = append(units, u)
	}
	if 100*ascii < leastASCII*len(units) || ascii == 0 {
		return nil
	}
	read := bytes.TrimPrefix([]byte(string(utf16.Decode(units))), []byte("\ufeff"))
	if !readable(read) {
		return nil
	}
	return read
}
