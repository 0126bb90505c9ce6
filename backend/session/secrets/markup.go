package secrets

import (
	"bytes"
	"html"
	"unicode/utf8"
)

// longestEntity is how long a character is at most that HTML writes by its name.
const longestEntity = 10

// markup reads text as HTML writes it: &quot; is a quotation mark. It answers false
// when there is nothing to read so.
func (v *view) markup(text []byte) bool {
	v.reset()
	from := 0
	for i := 0; i < len(text); i++ {
		next := bytes.IndexByte(text[i:], '&')
		if next < 0 {
			break
		}
		i += next
		end := bytes.IndexByte(text[i:min(len(text), i+longestEntity)], ';')
		if end < 0 {
			continue
		}
		read := html.UnescapeString(string(text[i : i+end+1]))
		r, n := utf8.DecodeRuneInString(read)
		if n < len(read) || r == utf8.RuneError {
			continue
		}
		v.plain(text, from, i)
		from = i + end + 1
		v.char(r, i, from)
		i = from - 1
	}
	if from == 0 {
		return false
	}
	v.plain(text, from, len(text))
	return true
}
