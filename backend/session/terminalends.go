package session

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// TerminalEnds cuts terminal output that is longer than head and tail together to its first
// head bytes and its last tail bytes, or some fewer: both are cut between characters
// and between sequences. The tail is led by the colours that are in force where it
// begins; it is "" when nothing was cut.
func TerminalEnds(output string, head, tail int) (string, string) {
	if len(output) <= head+tail {
		return output, ""
	}
	to, _ := sequenceAround(output, len(CutText(output, head)))
	from := len(output) - max(tail-maxColours, 0)
	for from < len(output) && !utf8.RuneStart(output[from]) {
		from++
	}
	_, from = sequenceAround(output, from)
	return output[:to], coloursAt(output[:from]).sequence() + output[from:]
}

// maxSequence is how long a sequence is that is kept whole, in bytes.
const maxSequence = 4096

// sequenceAround is where the sequence that the place at stands in begins and ends;
// where it stands in none both are at.
func sequenceAround(output string, at int) (from, to int) {
	first := max(at-maxSequence, 0)
	near := output[first:min(at+maxSequence, len(output))]
	for _, sort := range terminalSequences {
		for _, found := range sort.FindAllStringIndex(near, -1) {
			if first+found[0] < at && at < first+found[1] {
				return first + found[0], first + found[1]
			}
		}
	}
	return at, at
}

// coloursAt are the colours in force at the end of output.
func coloursAt(output string) (c colours) {
	// Nothing before the last reset matters.
	last := max(strings.LastIndex(output, "\x1b[0m"), strings.LastIndex(output, "\x1b[m"), 0)
	for _, found := range Colours.FindAllStringSubmatchIndex(output[last:], -1) {
		c.set(output[last+found[2] : last+found[3]])
	}
	return c
}

// colours are what sequences of colours and weights have set: the numbers of the
// ground's and the text's own, and of each weight whether it is on.
type colours struct {
	text, ground string
	weights      [10]bool
}

// maxColours is how long a sequence of colours may be, in bytes.
const maxColours = 64

// set takes the numbers of one sequence.
func (c *colours) set(numbers string) {
	n := numbersOf(numbers)
	for i := 0; i < len(n); i++ {
		code, err := strconv.Atoi(n[i])
		switch {
		case err != nil && n[i] != "":
		case code == 0:
			*c = colours{}
		case code < len(c.weights):
			c.weights[code] = true
		case code == 22: // neither bold nor faint
			c.weights[1], c.weights[2] = false, false
		case code > 22 && code < 30:
			c.weights[code-20] = false
		case code == 38 || code == 48:
			given := n[i:min(i+colourNumbers(n[i+1:]), len(n))]
			i += len(given) - 1
			if code == 38 {
				c.text = strings.Join(given, ";")
			} else {
				c.ground = strings.Join(given, ";")
			}
		case code == 39:
			c.text = ""
		case code == 49:
			c.ground = ""
		case code >= 30 && code < 38, code >= 90 && code < 98:
			c.text = n[i]
		case code >= 40 && code < 48, code >= 100 && code < 108:
			c.ground = n[i]
		}
	}
}

// numbersOf are the numbers of a sequence. "38:2::1:2:3" is "38;2;1;2;3", and "4:3" is
// a kind of underline.
func numbersOf(sequence string) (n []string) {
	for word := range strings.SplitSeq(sequence, ";") {
		first, rest, parted := strings.Cut(word, ":")
		switch {
		case first == "4" && rest == "0":
			n = append(n, "24")
		case first == "4" || !parted:
			n = append(n, first)
		default:
			n = append(n, strings.Split(strings.ReplaceAll(word, "::", ":"), ":")...)
		}
	}
	return n
}

// colourNumbers is how many numbers a colour of the 256 or a true one takes with its
// 38 or 48, behind which n stand.
func colourNumbers(n []string) int {
	switch {
	case len(n) > 0 && n[0] == "5":
		return 3
	case len(n) > 0 && n[0] == "2":
		return 5
	}
	return 1
}

// sequence is what sets the colours, "" when there are none.
func (c colours) sequence() string {
	var n []string
	for code, on := range c.weights {
		if on {
			n = append(n, strconv.Itoa(code))
		}
	}
	for _, colour := range []string{c.text, c.ground} {
		if colour != "" && len(colour) <= len("38;2;255;255;255") {
			n = append(n, colour)
		}
	}
	if len(n) == 0 {
		return ""
	}
	return "\x1b[" + strings.Join(n, ";") + "m"
}
