package changes

import (
	"regexp"
	"strings"
)

// mostListed bounds how many names are taken from one listing.
const mostListed = 5000

// lists finds commands that print names of files, a line each, and nothing else.
var lists = regexp.MustCompile(`^\s*(ls|find|fd|git ls-files|rg --files)\b([^|;&<>$` + "`" + `\n]*)$`)

// listing takes from what a command printed which files there are: a write to one
// of them replaces it.
func (w *world) listing(command, output string) {
	m := lists.FindStringSubmatch(command)
	if m == nil {
		return
	}
	dir := w.place.cwd
	if m[1] == "ls" {
		for word := range strings.FieldsSeq(m[2]) {
			if !strings.HasPrefix(word, "-") {
				if dir != w.place.cwd {
					return // several folders: whose names these are is not told
				}
				dir = w.place.resolve(dir, word)
			}
		}
	}
	w.listed(dir, output)
}

// listed notes the names of a listing of dir.
func (w *world) listed(dir, output string) {
	n := 0
	for line := range strings.Lines(output) {
		if n++; n > mostListed {
			return
		}
		line = strings.TrimSpace(line)
		if at := strings.LastIndexByte(line, ' '); at >= 0 && strings.HasPrefix(strings.TrimLeft(line, "d"), "-rw") {
			line = line[at+1:] // ls -l
		}
		if line == "" || strings.HasSuffix(line, "/") || strings.HasSuffix(line, ":") {
			continue
		}
		abs := w.place.resolve(dir, line)
		if w.seen[abs] = true; w.nodes[abs] != nil {
			w.nodes[abs].met()
		}
	}
}
