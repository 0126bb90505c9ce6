package jsonl

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// AppendString appends s quoted as JSON.stringify quotes a string. Ill-formed
// UTF-8 becomes U+FFFD as in Text.
func AppendString(dst []byte, s string) []byte {
	text := []byte(s)
	wellFormed := utf8.Valid(text)
	dst = append(dst, '"')
	from := 0
	for i, c := range text {
		if c < ' ' || c == '"' || c == '\\' {
			dst = appendRun(dst, text[from:i], wellFormed)
			dst = appendASCII(dst, c)
			from = i + 1
		}
	}
	dst = appendRun(dst, text[from:], wellFormed)
	return append(dst, '"')
}

// appendRequoted is AppendString for text that is quoted already, in any way
// that JSON allows. raw is what stands between the quotes.
func appendRequoted(dst, raw []byte) []byte {
	wellFormed := utf8.Valid(raw)
	dst = append(dst, '"')
	from := 0
	for i := 0; ; {
		n := bytes.IndexByte(raw[i:], '\\')
		if n < 0 {
			break
		}
		i += n
		if c := raw[i+1]; c != 'u' && c != '/' {
			i += 2 // the short escapes are JSON.stringify's own
			continue
		}
		dst = appendRun(dst, raw[from:i], wellFormed)
		dst, i = appendReescaped(dst, raw, i+1)
		from = i
	}
	dst = appendRun(dst, raw[from:], wellFormed)
	return append(dst, '"')
}

// appendReescaped appends the character whose escape stands behind the
// backslash before raw[i], escaped only where JSON.stringify escapes it.
func appendReescaped(dst, raw []byte, i int) ([]byte, int) {
	if raw[i] != 'u' {
		return append(dst, raw[i]), i + 1
	}
	r := hex4(raw, i+1)
	i += 5
	if r < utf8.RuneSelf {
		return appendASCII(dst, byte(r)), i
	}
	if utf16.IsSurrogate(r) {
		if i+6 <= len(raw) && raw[i] == '\\' && raw[i+1] == 'u' {
			if pair := utf16.DecodeRune(r, hex4(raw, i+2)); pair != utf8.RuneError {
				return utf8.AppendRune(dst, pair), i + 6
			}
		}
		return append(dst, '\\', 'u', 'd', lowerHex[r>>8&15], lowerHex[r>>4&15], lowerHex[r&15]), i
	}
	return utf8.AppendRune(dst, r), i
}

const lowerHex = "0123456789abcdef"

// appendASCII appends a character of ASCII, escaped where it must be.
func appendASCII(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, `\b`...)
	case '\f':
		return append(dst, `\f`...)
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	case '\t':
		return append(dst, `\t`...)
	}
	if c < ' ' {
		return append(dst, '\\', 'u', '0', '0', lowerHex[c>>4], lowerHex[c&15])
	}
	return append(dst, c)
}

// appendRun appends text as it is, but for ill-formed UTF-8.
func appendRun(dst, text []byte, wellFormed bool) []byte {
	if wellFormed {
		return append(dst, text...)
	}
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if r == utf8.RuneError && n == 1 {
			n = illFormed(text)
		}
		dst, text = utf8.AppendRune(dst, r), text[n:]
	}
	return dst
}
