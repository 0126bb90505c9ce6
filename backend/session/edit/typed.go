package edit

import (
	"fmt"
	"strings"
	"unicode"
)

// typed is a plan that writes what somebody typed, or why that is refused: pi keeps
// control characters as they are, and no plan could show them. What stands in a file
// already, and is put back, may hold them.
func typed(p *Plan, err error, what, text string) (*Plan, error) {
	i := strings.IndexFunc(text, func(r rune) bool { return unicode.IsControl(r) && r != '\t' })
	if err != nil || i < 0 {
		return p, err
	}
	r := []rune(text[i:])[0]
	return nil, fail(p.Act, p.Path, Refused, fmt.Sprintf("the %s holds the control character U+%04X, which cannot be seen and which the terminals that pi shows it in obey", what, r), "leave it out")
}
