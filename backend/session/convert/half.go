package convert

import (
	"bytes"
	"strconv"
)

// halved tells whether a record has half a pair of surrogates, which pi keeps and no
// program reads from a run log.
func halved(record []byte) bool {
	for {
		at := bytes.IndexByte(record, '\\')
		if at < 0 || at+2 > len(record) {
			return false
		}
		record = record[at:]
		switch unit := escape(record); {
		case record[1] != 'u':
			record = record[2:]
		case unit>>10 == 0xd800>>10 && escape(record[6:])>>10 == 0xdc00>>10:
			record = record[12:]
		case unit>>11 == 0xd800>>11:
			return true
		default:
			record = record[min(6, len(record)):]
		}
	}
}

// escape is the number in an escape that a text begins with, 0 for none.
func escape(text []byte) uint64 {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0
	}
	n, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	if err != nil {
		return 0
	}
	return n
}
