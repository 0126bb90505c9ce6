package demo

import (
	"embed"
	"strings"
)

//go:embed texts
var texts embed.FS

// text is a file of the story's code or output, without its last line end.
func text(name string) string {
	data, err := texts.ReadFile("texts/" + name)
	if err != nil {
		panic(err) // it is part of the program
	}
	return strings.TrimSuffix(string(data), "\n")
}

// replacement is one edit as pi's tool takes it.
type replacement struct {
	OldText string `json:"oldText"`
	NewText string `json:"newText"`
}

// replacements are what a unified patch of one file does, one a hunk.
func replacements(patch string) (path string, edits []replacement) {
	for line := range strings.Lines(patch) {
		switch {
		case strings.HasPrefix(line, "--- "):
			path = strings.TrimSpace(line[4:])
		case strings.HasPrefix(line, "+++ "):
		case strings.HasPrefix(line, "@@"):
			edits = append(edits, replacement{})
		default:
			e := &edits[len(edits)-1]
			if line[0] != '+' {
				e.OldText += line[1:]
			}
			if line[0] != '-' {
				e.NewText += line[1:]
			}
		}
	}
	return path, edits
}
