package timeline

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// deepest is how far what stands in one another is told apart by its indentation.
const deepest = 12

// Arguments are the arguments of a call as they are read line by line: each name with
// its value, and texts of several lines as they stand, below their name. What is no
// JSON is left as it is.
func Arguments(args string) string {
	d := json.NewDecoder(strings.NewReader(args))
	d.UseNumber()
	var l listed
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return l.out.String()
		}
		if err != nil {
			return args
		}
		l.take(token)
	}
}

// listed is JSON being written line by line.
type listed struct {
	out strings.Builder
	// in are the objects and arrays that are open.
	in []opened
}

// opened is an object, with the name of the value that comes next once it is known, or
// an array.
type opened struct {
	object, named bool
	name          string
}

func (l *listed) take(token json.Token) {
	switch value := token.(type) {
	case json.Delim:
		if value == '}' || value == ']' {
			l.in = l.in[:len(l.in)-1]
			return
		}
		if len(l.in) > 0 {
			l.value("")
		}
		l.in = append(l.in, opened{object: value == '{'})
	case string:
		if n := len(l.in); n > 0 && l.in[n-1].object && !l.in[n-1].named {
			l.in[n-1].named, l.in[n-1].name = true, value
			return
		}
		l.value(value)
	case nil:
		l.value("null")
	default:
		l.value(fmt.Sprint(value))
	}
}

// value writes a value behind its name, or behind a dash in an array.
func (l *listed) value(text string) {
	lead := ""
	if n := len(l.in); n > 0 {
		here := &l.in[n-1]
		l.out.WriteString(strings.Repeat("  ", min(n-1, deepest)))
		if lead = "-"; here.object {
			lead = here.name + ":"
		}
		here.named = false
	}
	between := ""
	switch {
	case lead == "" || text == "":
	case strings.Contains(text, "\n"):
		between = "\n"
	default:
		between = " "
	}
	fmt.Fprintf(&l.out, "%s%s%s\n", lead, between, strings.TrimSuffix(text, "\n"))
}
