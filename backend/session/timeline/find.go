package timeline

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	// Field is where: "call" for the name, target and arguments of a tool's call,
	// else "text" or "result".
	Field string `json:"field"`
	// Line is the line of a text or a result that has it first, from 0.
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
			if f.name == last {
				continue // it has been found
			}
			if line := lineOf(f.text, wanted, comparable); line >= 0 {
				if f.name == "call" {
					line = 0 // it is shown in parts that have no lines in common
				}
				hits = append(hits, Hit{Row: next, Field: f.name, Line: line})
				last = f.name
			}
		}
	}
	return hits, next, nil
}

type searchedField struct{ name, text string }

// searched are the texts of a row that a reader can come to see.
func searched(it *session.Item, body *session.Body) []searchedField {
	if it.Kind != session.ItemCall {
		return []searchedField{{"text", body.Text}, {"text", unmarked(body.Text)}, {"result", body.Result}}
	}
	call := it.Tool + "\n" + it.Target + "\n" + wordsOf(body.Args) + "\n" + body.Diff
	return []searchedField{{"call", call}, {"result", body.Result}}
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

// wordsOf are the names and texts of JSON as a reader sees them, each on lines of
// its own; text that is no JSON is left as it is.
func wordsOf(args string) string {
	var out strings.Builder
	d := json.NewDecoder(strings.NewReader(args))
	d.UseNumber()
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out.String()
		}
		if err != nil {
			return args
		}
		if _, bracket := token.(json.Delim); !bracket {
			fmt.Fprintln(&out, token)
		}
	}
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
