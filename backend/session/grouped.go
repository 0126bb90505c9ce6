package session

import (
	"strconv"
	"strings"
)

// Grouped writes a count for a reader: 12,345.
func Grouped(n float64) string {
	s := strconv.FormatFloat(n, 'f', 0, 64)
	digits := strings.TrimPrefix(s, "-")
	var b strings.Builder
	b.WriteString(s[:len(s)-len(digits)])
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}
