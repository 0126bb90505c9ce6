package compare

import (
	"cmp"
	"encoding/json"
	"strings"
	"unicode"

	"branchline/backend/session"
)

// readArgs reads a call's arguments, nil where they are no JSON object.
func readArgs(args string) map[string]any {
	var m map[string]any
	d := json.NewDecoder(strings.NewReader(args))
	d.UseNumber()
	if d.Decode(&m) != nil {
		return nil
	}
	return m
}

// canonical writes a call's arguments in the one way in which they are compared:
// without what only says why, and with paths as a reader is told them.
func (n *namer) canonical(args string) string {
	m := readArgs(args)
	if m == nil {
		return fold(args)
	}
	for name, v := range m {
		text, is := v.(string)
		switch {
		case v == nil || aside(name):
			delete(m, name)
		case is && names(name):
			if m[name] = n.path(strings.TrimSpace(text)); m[name] == "." || m[name] == "" {
				delete(m, name) // where a search begins of its own accord
			}
		case is:
			m[name] = n.inside(text)
		}
	}
	out, err := json.Marshal(m)
	if err != nil { // it was read from JSON
		return fold(args)
	}
	return string(out)
}

// aside tells whether an argument does not say what is done.
func aside(name string) bool {
	switch name {
	case "description", "explanation", "rationale", "reason", "timeout":
		return true
	}
	return false
}

// names tells whether an argument is a path.
func names(argument string) bool {
	switch argument {
	case "path", "file_path", "filePath", "file", "filename", "dir", "directory":
		return true
	}
	return false
}

// word is the first of some arguments that is a text.
func word(m map[string]any, names ...string) string {
	for _, name := range names {
		if text, ok := m[name].(string); ok && text != "" {
			return text
		}
	}
	return ""
}

// commandOf is the command among a call's arguments, "" where there is none.
func commandOf(args string) string { return word(readArgs(args), "command", "cmd", "script") }

// searched says what was looked for, and where.
func (n *namer) searched(s *step, args string) string {
	m := readArgs(args)
	what := cmp.Or(word(m, "pattern", "query", "q", "regex", "search", "text", "name"), s.item.Target)
	if what == "" {
		return "searched"
	}
	words := "searched for " + code(what)
	path := word(m, "path", "file_path", "filePath", "dir", "directory")
	if where := n.path(strings.TrimSpace(path)); path != "" && where != "." && where != "" {
		words += " in " + code(where)
	}
	if glob := word(m, "glob", "include", "file_pattern"); glob != "" {
		words += " (" + code(glob) + ")"
	}
	return words
}

// handed says what a tool this app does not know was given.
func (n *namer) handed(s *step, args string) string {
	tool := "called " + plain(s.item.Tool)
	m := readArgs(args)
	if what := cmp.Or(s.what, word(m, "query", "url", "name", "prompt")); what != "" {
		return tool + " on " + code(what)
	}
	if given := n.canonical(args); m != nil && given != "{}" {
		return tool + " with " + code(given)
	}
	return tool
}

// otherText tells whether two equal steps that write into a file write other text:
// calls that write or edit it, and commands with a text in quotes or behind <<, in
// which white space counts.
func otherText(a, b *branch, s, o *step) bool {
	writes := s.kind == session.ItemCall && (session.EditsFile(s.tool) || s.tool == "write_file")
	spelled := (s.kind == session.ItemBash || runs(s.tool)) && spells(s.what)
	if !writes && !spelled {
		return false
	}
	x, errA := a.asked(s)
	y, errB := b.asked(o)
	if errA != nil || errB != nil {
		return false
	}
	if writes {
		return x.Args != y.Args && a.names.text(x.Args) != b.names.text(y.Args)
	}
	return a.names.exact(commandIn(s, x)) != b.names.exact(commandIn(o, y))
}

// spells tells whether a command may have a text in it that ends up in a file.
func spells(command string) bool {
	return strings.Contains(command, "<<") ||
		strings.ContainsAny(command, `"'`) && (strings.Contains(command, ">") || strings.Contains(command, "sed") || strings.Contains(command, " -c ") || strings.Contains(command, " -e "))
}

func commandIn(s *step, b session.Body) string {
	if s.kind == session.ItemCall {
		return commandOf(b.Args)
	}
	return b.Text
}

// text is what a call writes, without the file's name.
func (n *namer) text(args string) string {
	m := readArgs(args)
	for name := range m {
		if names(name) || aside(name) {
			delete(m, name)
		}
	}
	out, err := json.Marshal(m)
	if m == nil || err != nil {
		return args
	}
	return string(out)
}

// exact writes a command as command does, but with the white space that is text: in
// quotes, and behind <<.
func (n *namer) exact(s string) string {
	var b strings.Builder
	quote, space := rune(0), false
	s = strings.TrimSpace(s)
	for at, r := range s {
		switch {
		case quote == 0 && strings.HasPrefix(s[at:], "<<"):
			return n.inside(n.here(b.String() + s[at:]))
		case quote == 0 && unicode.IsSpace(r):
			space = true
			continue
		case r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote = r
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	return n.inside(n.here(b.String()))
}
