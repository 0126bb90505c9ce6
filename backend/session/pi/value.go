package pi

import (
	"strings"

	"branchline/backend/session/jsonl"
)

// The functions of this file look at the value that starts at line[at]. at 0
// stands for an absent member.

func isText(line []byte, at int) bool   { return at > 0 && line[at] == '"' }
func isNumber(line []byte, at int) bool { return at > 0 && (line[at] == '-' || line[at]-'0' < 10) }
func isNull(line []byte, at int) bool   { return at > 0 && line[at] == 'n' }
func isTrue(line []byte, at int) bool   { return at > 0 && line[at] == 't' }

// hasText tells whether the value is a string with at least one character.
func hasText(line []byte, at int) bool { return isText(line, at) && line[at+1] != '"' }

// text decodes a string, "" when the value is none.
func text(line []byte, at int) string {
	if !isText(line, at) {
		return ""
	}
	s, _ := jsonl.Text(line, at)
	return s
}

// raw returns the bytes of the value, nil when it is absent.
func raw(line []byte, at int) []byte {
	if at == 0 {
		return nil
	}
	end := jsonl.Skip(line, at)
	if end < 0 {
		return nil
	}
	return line[at:end]
}

// well makes bytes of the file well-formed UTF-8 as they stand.
func well(b []byte) string { return strings.ToValidUTF8(string(b), "\uFFFD") }

// blank tells whether nothing is left of b once the white space that
// JavaScript's trim removes is gone.
func blank(b []byte) bool { return len(strings.TrimFunc(string(b), space)) == 0 }

// trim removes white space at both ends as JavaScript's trim does: U+FEFF
// counts, U+0085 and U+200B do not.
func trim(s string) string { return strings.TrimFunc(s, space) }

func space(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', ' ', 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff:
		return true
	}
	return r >= 0x2000 && r <= 0x200a
}
