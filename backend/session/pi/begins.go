package pi

import (
	"cmp"
	"fmt"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// Begins reads how messages of a context begin, each on one line of at most limit bytes.
func (o *opened) Begins(pieces []session.Piece, limit int) ([]string, error) {
	out := make([]string, len(pieces))
	err := o.each(pieces, func(i int, m Message) {
		out[i] = m.begins(cmp.Or(pieces[i].Role, m.Role()), limit)
	})
	if err != nil {
		return nil, fmt.Errorf("read how messages begin: %w", err)
	}
	return out, nil
}

// begins is what is said first, else the first call, else the first thought.
func (m Message) begins(role string, limit int) string {
	said := map[session.PartKind]string{}
	m.visit(role, func(kind session.PartKind, name string, value []byte) {
		switch {
		case said[kind] != "":
		case kind == session.PartCall:
			said[kind] = name + " " + target(value, limit)
		case len(value) > 0 && value[0] == '"':
			said[kind] = firstWords(value, limit)
		}
	})
	return cmp.Or(said[session.PartText], said[session.PartCall], said[session.PartThinking])
}

// firstWords is the beginning of a JSON string on one line.
func firstWords(value []byte, limit int) string {
	return string(jsonl.AppendPreview(nil, value[1:], limit))
}

// targets are the arguments that say what a call works on, the first that is a text.
var targets = [...]string{"path", "file_path", "command", "pattern"}

// target is what the arguments of a call say it works on.
func target(arguments []byte, limit int) string {
	var found [len(targets)]string
	if len(arguments) == 0 || arguments[0] != '{' {
		return ""
	}
	jsonl.Members(arguments, 0, func(member []byte, at int) int {
		for i, name := range targets {
			if string(member) == name && arguments[at] == '"' {
				found[i] = firstWords(arguments[at:], limit)
			}
		}
		return jsonl.Skip(arguments, at)
	})
	return cmp.Or(found[:]...)
}
