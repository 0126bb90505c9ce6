package changes

import (
	"regexp"
	"strconv"
	"strings"
)

var hunkHead = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@`)

// patched applies the hunks of a unified diff to a text. ok is false where the
// text is not the one the diff was made from. loose is for diffs that do not tell
// how lines end: new lines end as the first one of the text, and the last line as
// the last one did.
func patched(text, hunks string, loose bool) (after string, ok bool) {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	ending := "\n"
	if len(lines) > 0 && strings.HasSuffix(lines[0], "\r\n") {
		ending = "\r\n"
	}
	var out []string
	at, last := 0, byte(0)
	for line := range strings.Lines(hunks) {
		if m := hunkHead.FindStringSubmatch(line); m != nil {
			from, err := strconv.Atoi(m[1])
			if m[2] != "0" {
				from--
			}
			if err != nil || from < at || from > len(lines) {
				return "", false
			}
			out = append(out, lines[at:from]...)
			at = from
			continue
		}
		switch line[0] {
		case ' ', '-':
			if at == len(lines) || trimmed(lines[at]) != trimmed(line[1:]) {
				return "", false
			}
			if line[0] == ' ' {
				out = append(out, lines[at])
			}
			at++
		case '+':
			added := line[1:]
			if loose {
				added = trimmed(added) + ending
			}
			out = append(out, added)
		case '\\':
			if last == '+' {
				out[len(out)-1] = strings.TrimSuffix(out[len(out)-1], "\n")
			}
		default:
			return "", false
		}
		last = line[0]
	}
	if n := len(out); loose && at == len(lines) && at > 0 && n > 0 && !strings.HasSuffix(text, "\n") {
		out[n-1] = strings.TrimSuffix(out[n-1], ending)
	}
	return strings.Join(append(out, lines[at:]...), ""), true
}

// inverted are hunks that lead back.
func inverted(hunks string) string {
	var b strings.Builder
	for line := range strings.Lines(hunks) {
		switch line[0] {
		case '@':
			if f := strings.Fields(line); len(f) > 3 {
				line = "@@ -" + f[2][1:] + " +" + f[1][1:] + " @@\n"
			}
		case '+':
			line = "-" + line[1:]
		case '-':
			line = "+" + line[1:]
		}
		b.WriteString(line)
	}
	return b.String()
}

// lookBack finds what a file held at the beginning from what it holds after steps
// that are all known.
func (w *world) lookBack(n *node, text string) {
	from := w.nodes[n.now.from]
	if n.lost || len(n.steps) == 0 || from == nil || from.base.known || from.base.exists != yes {
		return
	}
	for i := len(n.steps) - 1; i >= 0; i-- {
		if n.steps[i].from != "" {
			continue
		}
		before, ok := patched(text, inverted(n.steps[i].hunks), true)
		if !ok {
			return
		}
		text = before
	}
	from.was(text)
}

func trimmed(line string) string { return strings.TrimRight(line, "\r\n") }
