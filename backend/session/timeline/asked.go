package timeline

import (
	"encoding/json"
	"fmt"
	"strings"

	"branchline/backend/session"
)

// asked tells a call in words: what it works on, and under their names the other
// arguments; of an edit the change instead, which edits reads out of its arguments
// where none is recorded.
func asked(it *session.Item, body *session.Body, edits func(args string) string) (what, rest, diff string) {
	if diff = body.Diff; diff == "" && session.EditsFile(it.Tool) {
		diff = edits(body.Args)
	}
	all := members(body.Args)
	if len(all) == 0 && body.Args != "{}" {
		rest = body.Args
	}
	var others strings.Builder
	for _, m := range all {
		text, isText := m.text()
		switch {
		case what == "" && isText && it.Target != "" && session.Preview(text) == it.Target:
			what = text
		case diff != "" && (isText || strings.ContainsAny(string(m.value[:1]), "[{")): // the change says it
		case strings.Contains(text, "\n"):
			fmt.Fprintf(&others, "%s:\n%s\n", m.name, strings.TrimSuffix(text, "\n"))
		default:
			fmt.Fprintf(&others, "%s: %s\n", m.name, text)
		}
	}
	if what == "" {
		what = it.Target
	}
	return what, rest + others.String(), diff
}

// member is an argument as it stands in the record.
type member struct {
	name  string
	value json.RawMessage
}

// text is the member's text, of any other value how it is written.
func (m *member) text() (text string, isText bool) {
	if json.Unmarshal(m.value, &text) == nil && m.value[0] == '"' {
		return text, true
	}
	return string(m.value), false
}

// members are those of a JSON object in their order; none of any other text.
func members(args string) (all []member) {
	d := json.NewDecoder(strings.NewReader(args))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	for d.More() {
		name, err := d.Token()
		m := member{}
		if err == nil {
			err = d.Decode(&m.value)
		}
		if m.name, _ = name.(string); err != nil {
			return nil
		}
		all = append(all, m)
	}
	return all
}
