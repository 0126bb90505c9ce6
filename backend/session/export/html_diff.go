package export

import (
	"regexp"
	"strconv"
	"strings"

	"branchline/backend/session"
)

// maxLine is the longest line of a change that is shown, in bytes.
const maxLine = 2000

var (
	hunkHead = regexp.MustCompile(`^@@ -(\d+)(?:,\d+)? \+(\d+)`)
	// A line as pi's edit tool records it: a sign, its number, its text.
	numberedLine = regexp.MustCompile(`(?s)^([+\- ])( *\d+)(?: (.*))?$`)
	fileHead     = regexp.MustCompile(`^(---|\+\+\+|Index:|=+$|diff |index )`)
)

// diff writes a change, unified or with numbered lines. name says what was changed.
func (s *sheet) diff(change, name, remark string) {
	lines := strings.Split(strings.TrimSuffix(change, "\n"), "\n")
	var d differ
	for _, line := range lines {
		d.numbered = d.numbered || numberedLine.MatchString(line)
		d.unified = d.unified || strings.HasPrefix(line, "@@ ")
	}
	var rows strings.Builder
	for _, line := range lines {
		d.line(&rows, strings.TrimSuffix(line, "\r"))
	}
	s.raw(`<figure class="diff"><figcaption><span class="name">`)
	s.text(name)
	s.raw(`</span>`)
	if remark != "" {
		s.element(`<span class="remark">`, remark, `</span>`)
	}
	s.raw(`<span class="plus">+`)
	s.num(d.added)
	s.raw(`</span> <span class="minus">−`)
	s.num(d.removed)
	s.raw(`</span></figcaption><pre>`, markup(rows.String()), `</pre></figure>`)
}

type differ struct {
	unified, numbered      bool
	inside                 bool
	before, after, removed int
	added                  int
}

// line writes one line: its number, its sign, its text.
func (d *differ) line(b *strings.Builder, line string) {
	if m := hunkHead.FindStringSubmatch(line); m != nil {
		d.before, _ = strconv.Atoi(m[1]) // digits
		d.after, _ = strconv.Atoi(m[2])
		d.inside = true
		d.put(b, "b", 0, "", line)
		return
	}
	if d.unified && !d.inside && fileHead.MatchString(line) {
		return
	}
	number, text := 0, line
	sign := byte(' ')
	switch m := numberedLine.FindStringSubmatch(line); {
	case !d.unified && d.numbered && m != nil:
		number, _ = strconv.Atoi(strings.TrimSpace(m[2]))
		sign, text = m[1][0], m[3]
	case strings.TrimSpace(line) == "...", line == "⋯", d.unified && (!d.inside || strings.HasPrefix(line, `\`)):
		d.put(b, "b", 0, "", line)
		return
	case line != "":
		if sign = line[0]; sign == '+' || sign == '-' || sign == ' ' {
			text = line[1:]
		} else {
			sign = ' '
		}
	}
	switch sign {
	case '+':
		if d.added++; d.unified {
			number = d.after
		}
		d.after++
		d.put(b, "ins", number, "+", text)
	case '-':
		if d.removed++; d.unified {
			number = d.before
		}
		d.before++
		d.put(b, "del", number, "−", text)
	default:
		if d.unified {
			number = d.after
		}
		d.before, d.after = d.before+1, d.after+1
		d.put(b, "span", number, " ", text)
	}
}

// put writes a line as one element: a page may hold a hundred thousand of them.
func (d *differ) put(b *strings.Builder, element markup, number int, sign, text string) {
	b.WriteString("<" + string(element))
	if number > 0 {
		b.WriteString(` data-n="` + strconv.Itoa(number) + `"`)
	}
	b.WriteString(`>` + sign)
	head := session.CutText(text, maxLine)
	b.WriteString(string(escaped(head)))
	if len(head) < len(text) {
		b.WriteString(`<em>… ` + session.Sized(len(text)-len(head)) + ` more on this line</em>`)
	}
	b.WriteString("\n</" + string(element) + ">")
}
