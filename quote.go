package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// shellWord writes a text so that the shells of Unix read it as one word. What a
// terminal or a line editor would act on while it is pasted is written as octal
// numbers, which bash, zsh, ksh and busybox read.
func shellWord(s string) string {
	switch {
	case s != "" && !strings.ContainsFunc(s, special):
		return s
	case utf8.ValidString(s) && !strings.ContainsFunc(s, acts):
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	var b strings.Builder
	b.WriteString("$'")
	for rest := s; rest != ""; {
		r, n := utf8.DecodeRuneInString(rest)
		switch {
		case r == utf8.RuneError && n == 1 || acts(r):
			for i := range n {
				fmt.Fprintf(&b, `\%03o`, rest[i])
			}
		case r == '\'' || r == '\\':
			b.WriteByte('\\')
			fallthrough
		default:
			b.WriteRune(r)
		}
		rest = rest[n:]
	}
	b.WriteString("'")
	return b.String()
}

func acts(r rune) bool { return unicode.IsControl(r) || invisible(r) }

// special tells characters that no shell reads as they stand, or not in every place.
func special(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("/._-+:@", r)
}

// powerShellWord writes a text so that PowerShell reads it as one word. It takes
// the typographic quotation marks for the plain one. What a terminal would act on
// is left out: no file of Windows has it in its name.
func powerShellWord(s string) string {
	var b strings.Builder
	b.WriteByte('\'')
	for _, r := range s {
		if unicode.IsControl(r) {
			continue
		}
		if strings.ContainsRune("'\u2018\u2019\u201a\u201b", r) {
			b.WriteRune(r)
		}
		b.WriteRune(r)
	}
	b.WriteByte('\'')
	return b.String()
}
