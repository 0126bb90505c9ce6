package pi

import (
	"regexp"
	"strconv"
)

// statusForms are the ways an HTTP status of a refusal stands in a provider's
// error text, surest first. A bare number can be anything and does not count.
var statusForms = []*regexp.Regexp{
	regexp.MustCompile(`(?i)\b(?:http(?:/[0-9.]+)?|status(?:[ _]?code)?|error(?:[ _]?code)?|code)["']?[\s:=(]{1,3}([45]\d\d)\b`),
	regexp.MustCompile(`^\s*[("']?([45]\d\d)(?:[\s:,.)"'{]|$)`),
	regexp.MustCompile(`[([]([45]\d\d)[)\]]`),
	regexp.MustCompile(`(?:^|[\s:])([45]\d\d) (?:[A-Z][a-z]|\{)`),
}

// status finds the HTTP status in an error message, 0 when there is none.
func status(message string) int {
	for _, form := range statusForms {
		if m := form.FindStringSubmatch(message); m != nil {
			n, _ := strconv.Atoi(m[1]) // three digits
			return n
		}
	}
	return 0
}
