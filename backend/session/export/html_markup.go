package export

import (
	"bufio"
	"strconv"
	"strings"
	"unicode/utf8"

	"branchline/backend/session"
)

// markup is HTML that this package wrote itself: constants, and what was escaped.
type markup string

// sheet is the HTML page while it is written. An error of the writer is kept by it
// up to the last Flush.
type sheet struct{ w *bufio.Writer }

func (s *sheet) raw(parts ...markup) {
	for _, m := range parts {
		_, _ = s.w.WriteString(string(m)) // the writer keeps its error
	}
}

// text writes text of a session. Nothing in it is markup, also inside an attribute.
func (s *sheet) text(text string) { s.raw(escaped(text)) }

func (s *sheet) num(n int) { _, _ = s.w.WriteString(strconv.Itoa(n)) }

// element writes an element that holds text alone.
func (s *sheet) element(open markup, text string, end markup) {
	s.raw(open)
	s.text(text)
	s.raw(end)
}

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

func escaped(text string) markup { return markup(escapes.Replace(session.Readable(text))) }

// visible is a name or a title on one line: line ends are blanks, and what cannot be
// seen is shown by its number too.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, unseen.Replace(session.Readable(text)))
}

var unseen = strings.NewReplacer("\u061c", "⟨U+061C⟩", "\u200b", "⟨U+200B⟩", "\u200e", "⟨U+200E⟩", "\u200f", "⟨U+200F⟩", "\u2060", "⟨U+2060⟩", "\ufeff", "⟨U+FEFF⟩")

// oneLine is the beginning of a text on one line, at most n characters.
func oneLine(text string, n int) string {
	line := strings.Join(strings.Fields(visible(strings.ToValidUTF8(text[:min(len(text), 8*n)], ""))), " ")
	if utf8.RuneCountInString(line) <= n {
		return line
	}
	return strings.TrimRight(string([]rune(line)[:n-1]), " ") + "…"
}
