package session

import (
	"regexp"
	"strings"
)

// Colours finds the sequences that colour terminal output; its group is their numbers.
var Colours = regexp.MustCompile(`\x1b\[([\d;:]*)m`)

var (
	// Terminal strings run to BEL or ST, an unfinished one ends with its line.
	terminalStrings = regexp.MustCompile("(?:\x1b[\\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\x07\x1b\u009c\n]*(?:\x07|\x1b\\\\|\u009c|)")
	controlSequence = regexp.MustCompile("(?:\x1b\\[|\u009b)([<-?]*)([\\d;:]*)([ -/]*)([@-~])")
	shortSequence   = regexp.MustCompile(`\x1b(?:[ -/]+[0-~]|[0-Z\\^-~])`)
	loneEscape      = regexp.MustCompile(`\x1b(?:\[[\d;:]*m|\[)?`)
	lineEnds        = regexp.MustCompile(`\r+\n`)
	// terminalSequences are all sorts, those first that others may stand in.
	terminalSequences = []*regexp.Regexp{terminalStrings, controlSequence, shortSequence}
)

// Printed is terminal output as a reader sees it, without its colours.
func Printed(output string) string {
	return Readable(Colours.ReplaceAllString(Screen(output), ""))
}

// Screen is output as a terminal would leave it: of lines that were written again
// their last state. Of its sequences the colours remain.
func Screen(output string) string {
	if !strings.ContainsAny(output, "\x1b\r\b\x07\u0090\u0098\u009b\u009d\u009e\u009f") {
		return output
	}
	text := lineEnds.ReplaceAllString(output, "\n")
	text = terminalStrings.ReplaceAllString(text, "")
	text = controlSequence.ReplaceAllStringFunc(text, func(found string) string {
		m := controlSequence.FindStringSubmatch(found)
		switch {
		case m[4] == "m" && m[1] == "" && m[3] == "":
			return "\x1b[" + m[2] + "m"
		case m[4] == "G" && (m[2] == "" || m[2] == "1"): // moved to its start to be written again
			return "\r"
		}
		return ""
	})
	text = shortSequence.ReplaceAllString(text, "")
	text = loneEscape.ReplaceAllStringFunc(text, func(found string) string {
		if strings.HasSuffix(found, "m") {
			return found
		}
		return ""
	})
	if strings.ContainsAny(text, "\r\b") {
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			lines[i] = lastState(line)
		}
		text = strings.Join(lines, "\n")
	}
	return strings.ReplaceAll(text, "\x07", "")
}

// lastState is a line without what was written over.
func lastState(line string) string {
	if parts := strings.Split(line, "\r"); len(parts) > 1 {
		last := len(parts) - 1
		for last > 0 && Colours.ReplaceAllString(parts[last], "") == "" {
			last--
		}
		before := Colours.FindAllString(strings.Join(parts[:last], ""), -1)
		line = strings.Join(before, "") + parts[last] + strings.Join(parts[last+1:], "")
	}
	if !strings.Contains(line, "\b") {
		return line
	}
	var kept []rune
	for _, r := range Colours.ReplaceAllString(line, "") {
		switch {
		case r != '\b':
			kept = append(kept, r)
		case len(kept) > 0:
			kept = kept[:len(kept)-1]
		}
	}
	return string(kept)
}
