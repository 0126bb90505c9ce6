package session

import (
	"strings"
	"unicode/utf8"

	"branchline/backend/session/jsonl"
)

// Readable shows control characters and marks that turn the direction of text by
// their numbers, as in ⟨U+202E⟩; line ends and tabs stay.
func Readable(text string) string {
	at := acting(text)
	if at == len(text) {
		return text
	}
	var b strings.Builder
	for {
		b.WriteString(text[:at])
		text = text[at:]
		if text == "" {
			return b.String()
		}
		r, n := utf8.DecodeRuneInString(text)
		switch {
		case r == '\r' && strings.HasPrefix(text, "\r\n"):
		case r == utf8.RuneError && n == 1:
			b.WriteRune(utf8.RuneError)
		default:
			b.Write(jsonl.AppendSign(nil, r))
		}
		text = text[n:]
		at = acting(text)
	}
}

// Preview is the beginning of a text as an Entry has it.
func Preview(text string) string { return string(jsonl.AppendLine(nil, []byte(text), PreviewBytes)) }

// acting is where the first character stands that is not shown as it is.
func acting(text string) int {
	for i := 0; i < len(text); {
		c := text[i]
		if c >= ' ' && c < 0x7f || c == '\n' || c == '\t' {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			return i
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if r <= 0x9f || r == utf8.RuneError && n == 1 || turns(r) {
			return i
		}
		i += n
	}
	return len(text)
}
