package changes

import (
	"encoding/json"
	"strings"
)

// arguments are those of the calls that work on files: each tool's own words for
// them (pi 1.6.0 and before, openzot, and tools that agents were given elsewhere).
type arguments struct {
	path, command, content, patch string
	pattern                       string // of names
	hasContent                    bool
	edits                         []edit
	part                          bool // only some lines are asked for
}

// edit replaces a text that occurs once, or all of them.
type edit struct {
	old, new string
	all      bool
}

// readArguments takes what it understands of a call's arguments.
func readArguments(text string) arguments {
	var a arguments
	var m map[string]any
	if json.Unmarshal([]byte(text), &m) != nil {
		if strings.Contains(text, "*** Begin Patch") {
			a.patch = text
		}
		return a
	}
	a.path, _ = word(m, "path", "file_path", "filePath", "file", "filename")
	a.command = command(m)
	a.content, a.hasContent = word(m, "content", "file_text", "text", "contents")
	a.patch, _ = word(m, "patch", "input", "diff")
	a.pattern, _ = word(m, "pattern", "glob")
	a.edits = edits(m)
	a.part = beyond(m, "offset", "startLine", "start_line")
	if _, ends := m["endLine"]; ends { // a range says nothing of where the file ends
		a.part = true
	}
	return a
}

func word(m map[string]any, names ...string) (string, bool) {
	for _, name := range names {
		if s, ok := m[name].(string); ok {
			return s, true
		}
	}
	return "", false
}

// command is a shell's command: a text, or the words of one.
func command(m map[string]any) string {
	if s, ok := word(m, "command", "cmd", "script"); ok {
		return s
	}
	list, _ := m["command"].([]any)
	var words []string
	for _, v := range list {
		s, _ := v.(string)
		words = append(words, s)
	}
	if len(words) == 3 && strings.HasPrefix(words[1], "-") && strings.HasSuffix(words[1], "c") {
		return words[2]
	}
	return strings.Join(words, " ")
}

// edits reads a list of replacements, which some models send as a text, one
// alone, or one at the top (pi 1.6.0, prepareEditArguments).
func edits(m map[string]any) []edit {
	given := m["edits"]
	if text, ok := given.(string); ok {
		given = nil
		if json.Unmarshal([]byte(text), &given) != nil {
			given = nil
		}
	}
	all, ok := given.([]any)
	if !ok {
		all = []any{given}
	}
	var out []edit
	for _, v := range append(all, m) {
		one, _ := v.(map[string]any)
		old, has := word(one, "oldText", "old_string", "old_str", "oldString", "search")
		if has {
			e := edit{old: old, all: one["replace_all"] == true || one["replaceAll"] == true}
			e.new, _ = word(one, "newText", "new_string", "new_str", "newString", "replace")
			out = append(out, e)
		}
	}
	return out
}

// beyond tells whether a call asks for lines after the first.
func beyond(m map[string]any, names ...string) bool {
	for _, name := range names {
		switch v := m[name].(type) {
		case nil:
		case float64:
			if v > 1 {
				return true
			}
		default:
			return true
		}
	}
	return false
}
