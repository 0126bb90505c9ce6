package changes

import (
	"cmp"
	"slices"
	"strings"
)

// replace applies edits to a text as pi's edit tool does (1.6.0, edit-diff): each
// is looked for in the text as it was, line ends do not matter, and new lines end
// as the line they begin in. ok is false where the text is not the one that was edited.
func replace(text string, edits []edit) (after string, ok bool) {
	type spot struct {
		at, end int
		text    string
	}
	var spots []spot
	plain, origin := lineFeeds(text)
	for _, e := range edits {
		old, replacement := toLineFeeds(e.old), toLineFeeds(e.new)
		n := strings.Count(plain, old)
		if old == "" || n == 0 || n > 1 && !e.all {
			return "", false
		}
		for from := 0; n > 0; n-- {
			at := from + strings.Index(plain[from:], old)
			from = at + len(old)
			s := spot{origin(at), origin(from), replacement}
			if endsInCRLF(text, s.at) {
				s.text = strings.ReplaceAll(replacement, "\n", "\r\n")
			}
			spots = append(spots, s)
		}
	}
	slices.SortFunc(spots, func(a, b spot) int { return cmp.Compare(a.at, b.at) })
	var b strings.Builder
	last := 0
	for _, s := range spots {
		if s.at < last {
			return "", false
		}
		b.WriteString(text[last:s.at])
		b.WriteString(s.text)
		last = s.end
	}
	b.WriteString(text[last:])
	return b.String(), len(spots) > 0
}

func toLineFeeds(s string) string {
	if !strings.Contains(s, "\r") {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

// lineFeeds is the text with plain line ends, and where an offset in it stands in
// the text itself.
func lineFeeds(text string) (plain string, origin func(int) int) {
	if !strings.Contains(text, "\r\n") {
		return text, func(at int) int { return at }
	}
	var cut []int // offsets in plain of the line ends that were two bytes
	var b strings.Builder
	rest := text
	for {
		at := strings.Index(rest, "\r\n")
		if at < 0 {
			break
		}
		b.WriteString(rest[:at])
		cut = append(cut, b.Len())
		b.WriteByte('\n')
		rest = rest[at+2:]
	}
	b.WriteString(rest)
	return b.String(), func(at int) int {
		n, _ := slices.BinarySearch(cut, at)
		return at + n
	}
}

// endsInCRLF tells how the line at an offset ends; an unfinished last line counts
// as the one before it.
func endsInCRLF(text string, at int) bool {
	end := strings.IndexByte(text[at:], '\n')
	if end >= 0 {
		end += at
	} else if end = strings.LastIndexByte(text[:at], '\n'); end < 0 {
		return false
	}
	return end > 0 && text[end-1] == '\r'
}
