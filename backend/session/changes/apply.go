package changes

import (
	"regexp"
	"strconv"
	"strings"
)

var hunkHead = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@`)

// patched applies the hunks of a unified diff to a text. ok is false where the
// text is not the one the diff was made from. Lines ending in CR LF match a diff
// that was made from plain ones.
func patched(text, hunks string) (after string, ok bool) {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	var b strings.Builder
	at, ending := 0, "\n"
	if strings.HasSuffix(strings.SplitAfter(text, "\n")[0], "\r\n") {
		ending = "\r\n"
	}
	for line := range strings.Lines(hunks) {
		if m := hunkHead.FindStringSubmatch(line); m != nil {
			from, _ := strconv.Atoi(m[1])
			if m[2] != "0" {
				from--
			}
			if from < at || from > len(lines) {
				return "", false
			}
			b.WriteString(strings.Join(lines[at:from], ""))
			at = from
			continue
		}
		body := strings.TrimRight(line[1:], "\r\n")
		switch line[0] {
		case ' ', '-':
			if at == len(lines) || strings.TrimRight(lines[at], "\r\n") != body {
				return "", false
			}
			if line[0] == ' ' {
				b.WriteString(lines[at])
			}
			at++
		case '+':
			b.WriteString(body + ending)
		case '\\':
		default:
			return "", false
		}
	}
	b.WriteString(strings.Join(lines[at:], ""))
	after = b.String()
	if at == len(lines) && text != "" && !strings.HasSuffix(text, "\n") { // the diff does not tell of the last line's end
		after = strings.TrimSuffix(after, ending)
	}
	return after, b.Len() > 0 || text != ""
}
