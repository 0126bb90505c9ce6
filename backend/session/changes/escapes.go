package changes

import "strings"

// unescape reads an unquoted piece of a word; glob tells that a pattern is in it.
func unescape(s string) (text string, glob bool) {
	if !strings.ContainsAny(s, `\*?[`) {
		return s, false
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			if i++; i < len(s) && s[i] != '\n' {
				b.WriteByte(s[i])
			}
			continue
		case '*', '?', '[':
			glob = true
		}
		b.WriteByte(s[i])
	}
	return b.String(), glob
}

// halfEscaped reads a piece between double quotes or, without marks, in a
// here-document: a backslash stands only before what would mean something there.
func halfEscaped(s string, marks bool) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (strings.IndexByte("$`\\\n", s[i+1]) >= 0 || marks && s[i+1] == '"') {
			if i++; s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

var controls = map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', 'a': '\a', 'b': '\b', 'f': '\f', 'v': '\v', 'e': 0x1b, '\\': '\\', '\'': '\'', '"': '"'}

// escapes reads backslashes as printf, echo -e and $'…' do; ok is false for those
// with numbers.
func escapes(s string) (text string, ok bool) {
	if !strings.Contains(s, `\`) {
		return s, true
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		c, simple := controls[s[i]]
		switch {
		case simple:
			b.WriteByte(c)
		case strings.IndexByte("01234567xuUc", s[i]) >= 0:
			return "", false
		default:
			b.WriteByte('\\')
			b.WriteByte(s[i])
		}
	}
	return b.String(), true
}

// printed is what printf writes; ok is false for formats other than %s and %d.
func printed(format string, args []string) (text string, ok bool) {
	var b strings.Builder
	for first := true; first || len(args) > 0; first = false {
		before := len(args)
		for i := 0; i < len(format); i++ {
			if format[i] != '%' {
				b.WriteByte(format[i])
				continue
			}
			if i++; i == len(format) {
				return "", false
			}
			switch format[i] {
			case '%':
				b.WriteByte('%')
			case 's', 'd':
				if len(args) > 0 {
					b.WriteString(args[0])
					args = args[1:]
				} else if format[i] == 'd' {
					b.WriteByte('0')
				}
			default:
				return "", false
			}
		}
		if len(args) == before {
			break
		}
	}
	return b.String(), true
}
