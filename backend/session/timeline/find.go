package timeline

import (
	"strings"

	"branchline/backend/session"
)

// The most one part of a search reads, in bytes of the file, and finds.
const (
	findBytes = 8 << 20
	findHits  = 200
)

// Hit is a row that holds what was looked for.
type Hit struct {
	Row int `json:"row"`
	// Field is where: of a tool's call "call" for its name and target, "diff" for its
	// recorded change, "args" for its Arguments; else "text" or "result".
	Field string `json:"field"`
	// Line is the line of that text that has it first, from 0. A line longer than
	// LongLine counts as several.
	Line int `json:"line"`
}

// Search looks for text in the rows from one on, their whole bodies included. It
// reads a part of the branch and says where to go on, Len when all was read.
// comparable makes texts comparable, such as by taking case and accents away.
func (b *Branch) Search(text string, from int, comparable func(string) string) (hits []Hit, next int, err error) {
	hits = []Hit{}
	wanted := comparable(session.Plain(text))
	if wanted == "" {
		return hits, len(b.items), nil
	}
	read := int64(0)
	for next = max(from, 0); next < len(b.items) && read < findBytes && len(hits) < findHits; next++ {
		it := &b.items[next]
		read += b.weight(it)
		body, err := b.s.Body(*it)
		if err != nil {
			return hits, next, err
		}
		last := ""
		for _, f := range searched(it, &body) {
			if f.part == last {
				continue // it has been found
			}
			if line := lineOf(f.text(), wanted, comparable); line >= 0 {
				hits = append(hits, Hit{Row: next, Field: f.name, Line: line})
				last = f.part
			}
		}
	}
	return hits, next, nil
}

// searchedField is a text of a row. Of those of one part the first with a hit counts.
type searchedField struct {
	part, name string
	text       func() string
}

// searched are the texts of a row that a reader can come to see.
func searched(it *session.Item, body *session.Body) []searchedField {
	result := searchedField{"result", "result", func() string { return body.Result }}
	if it.Kind != session.ItemCall {
		return []searchedField{
			{"text", "text", func() string { return body.Text }},
			{"text", "text", func() string { return unmarked(body.Text) }},
			result,
		}
	}
	return []searchedField{
		{"call", "call", func() string { return it.Tool + " " + it.Target }},
		{"call", "diff", func() string { return body.Diff }},
		{"call", "args", func() string { return Arguments(body.Args) }},
		result,
	}
}

// unmarked is a text without the marks that would be set in type, "" when it has
// none: words may be bold in part.
func unmarked(text string) string {
	plain := strings.NewReplacer("**", "", "__", "", "`", "", "*", "").Replace(text)
	if plain == text {
		return ""
	}
	return plain
}

// lineOf is the line of the text that has what is wanted, -1 when none does. A
// line longer than longLine counts as several, as where a long text is shown.
func lineOf(text, wanted string, comparable func(string) string) int {
	no := 0
	for line := range strings.Lines(text) {
		if at := strings.Index(comparable(session.Plain(line)), wanted); at >= 0 {
			return no + min(at, len(line))/LongLine
		}
		no += max(1, (len(line)+LongLine-1)/LongLine)
	}
	return -1
}

// LongLine is where a line is cut in two where it is shown by lines, in bytes.
const LongLine = 16 << 10
