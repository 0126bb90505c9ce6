package changes

import "strings"

// Asked is what the arguments of an edit call ask for, as lines with " ", "-" and
// "+" without a place in the file; "⋯" stands between replacements. It is "" where
// they ask for no replacement.
func Asked(args string) string {
	var parts []string
	for _, e := range readArguments(args).edits {
		var b strings.Builder
		for line := range strings.Lines(between(ended(e.old), ended(e.new))) {
			if !strings.HasPrefix(line, "@@ ") {
				b.WriteString(line)
			}
		}
		if b.Len() > 0 {
			parts = append(parts, b.String())
		}
	}
	return strings.Join(parts, "⋯\n")
}

// ended gives the last line of a text its end.
func ended(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}
