package export

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"branchline/backend/session"
)

// maxLooks is how often the look of one text changes; what follows keeps its words
// and loses its session.Colours.
const maxLooks = 4000

// look is how a piece of terminal output is shown. Colours are numbers of the 256,
// from 1; 0 is none.
type look struct {
	fg, bg                                       int
	bold, dim, italic, underline, strike, invert bool
}

// terminal writes output as a terminal would leave it: colours and weights, and of
// lines that were written again their last state. Nothing is hidden.
func (s *sheet) terminal(output string) {
	text := session.Screen(output)
	var now look
	changes := 0
	for text != "" {
		at := session.Colours.FindStringSubmatchIndex(text)
		if at == nil || changes >= maxLooks {
			s.looking(now, session.Colours.ReplaceAllString(text, ""))
			return
		}
		s.looking(now, text[:at[0]])
		now.set(text[at[2]:at[3]])
		text = text[at[1]:]
		changes++
	}
}

// set takes the numbers of one sequence.
func (l *look) set(numbers string) {
	if strings.Contains(numbers, ":") { // "38:2::1:2:3" is "38;2;1;2;3"
		numbers = strings.NewReplacer("::", ";", ":", ";").Replace(numbers)
	}
	var n []int
	for word := range strings.SplitSeq(numbers, ";") {
		value, err := strconv.Atoi(word)
		if err != nil && word != "" {
			value = -1
		}
		n = append(n, value)
	}
	for i := 0; i < len(n); i++ {
		switch c := n[i]; {
		case c == 0:
			*l = look{}
		case c == 1:
			l.bold = true
		case c == 2:
			l.dim = true
		case c == 3:
			l.italic = true
		case c == 4:
			l.underline = true
		case c == 7:
			l.invert = true
		case c == 9:
			l.strike = true
		case c == 22:
			l.bold, l.dim = false, false
		case c == 23:
			l.italic = false
		case c == 24:
			l.underline = false
		case c == 27:
			l.invert = false
		case c == 29:
			l.strike = false
		case c >= 30 && c <= 37 || c >= 90 && c <= 97:
			l.fg = basic(c)
		case c == 39:
			l.fg = 0
		case c >= 40 && c <= 47 || c >= 100 && c <= 107:
			l.bg = basic(c - 10)
		case c == 49:
			l.bg = 0
		case c == 38:
			i += palette(n[i+1:], &l.fg)
		case c == 48:
			i += palette(n[i+1:], &l.bg)
		}
	}
}

func basic(c int) int {
	if c >= 90 {
		return c - 90 + 9
	}
	return c - 30 + 1
}

// palette reads the colour behind a 38 or 48 and answers how many numbers it took.
// A true colour is shown by the nearest of the 216.
func palette(n []int, to *int) int {
	switch {
	case len(n) >= 2 && n[0] == 5 && n[1] >= 0 && n[1] < 256:
		*to = n[1] + 1
		return 2
	case len(n) >= 4 && n[0] == 2:
		step := func(v int) int { return (min(max(v, 0), 255)*5 + 127) / 255 }
		*to = 16 + 36*step(n[1]) + 6*step(n[2]) + step(n[3]) + 1
		return 4
	}
	return 0
}

func (s *sheet) looking(l look, text string) {
	if text == "" {
		return
	}
	class := l.class()
	if class == "" {
		s.text(text)
		return
	}
	s.raw(`<span class="`, class, `">`)
	s.text(text)
	s.raw(`</span>`)
}

func (l look) class() markup {
	var words []string
	fg, bg := l.fg, l.bg
	if l.invert { // keeps its colour and gets a ground of it: that can be read in both themes
		fg, bg = cmp.Or(l.bg, l.fg), 0
		words = append(words, "ai", "bx")
	}
	if bg > 0 {
		words = append(words, "bx")
	}
	if fg > 16 {
		words = append(words, "fx")
	}
	for _, c := range []struct {
		n     int
		shade string
	}{{fg, "f"}, {bg, "b"}} {
		if c.n > 0 {
			words = append(words, fmt.Sprintf("%s%d", c.shade, c.n-1))
		}
	}
	for _, f := range []struct {
		on   bool
		name string
	}{{l.bold, "ab"}, {l.dim, "ad"}, {l.italic, "ae"}, {l.underline, "au"}, {l.strike, "as"}} {
		if f.on {
			words = append(words, f.name)
		}
	}
	return markup(strings.Join(words, " "))
}

var basics = []string{"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"}

// paletteStyle gives the 256 colours to their classes: the first sixteen are the
// page's own.
func paletteStyle() string {
	levels := []int{0, 95, 135, 175, 215, 255}
	var b strings.Builder
	for i, name := range basics {
		for k, bright := range []string{"", "bright-"} {
			n := i + 8*k
			fmt.Fprintf(&b, ".f%[1]d{--f:var(--ansi-%[2]s%[3]s)}.b%[1]d{--b:var(--ansi-%[2]s%[3]s)}\n", n, bright, name)
		}
	}
	for n := 16; n < 256; n++ {
		red, green, blue := 8+(n-232)*10, 8+(n-232)*10, 8+(n-232)*10
		if n < 232 {
			red, green, blue = levels[(n-16)/36], levels[(n-16)/6%6], levels[(n-16)%6]
		}
		fmt.Fprintf(&b, ".f%d{--f:#%02x%02x%02x}.b%d{--b:#%02x%02x%02x}\n", n, red, green, blue, n, red, green, blue)
	}
	return b.String()
}
