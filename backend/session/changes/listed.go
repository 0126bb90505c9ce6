package changes

import (
	"path"
	"regexp"
	"strings"
)

// mostListed bounds how many names are taken from one listing.
const mostListed = 5000

// lists finds commands that print names of files, a line each, and nothing else.
var lists = regexp.MustCompile(`^\s*(ls|find|fd|git ls-files|rg --files|pwd)\b([^|;&<>$` + "`" + `\n]*)$`)

var (
	begins    = regexp.MustCompile(`^\s*(ls|find|fd|git ls-files|rg --files|pwd)\b`)
	listSplit = regexp.MustCompile(`;|&&|\n`)
	// filtered finds what comes behind a listing and lets names through as they are.
	filtered = regexp.MustCompile(`\s*(?:2>/dev/null|\|\s*(?:sort|head(?:\s+-n)?\s*-?\d*|grep -v [^|;&<>]+))\s*$`)
	headed   = regexp.MustCompile(`\|\s*head(?:\s+-n)?\s*-?(\d*)`)
)

// listing takes from what a command printed which files there are: a write to one
// of them replaces it. whole tells that nothing of the output is cut off.
func (w *world) listing(command, output string, whole bool) {
	if !begins.MatchString(command) {
		return
	}
	dir, all := "", []listCommand{}
	for _, one := range listSplit.Split(strings.TrimSpace(command), -1) {
		for end := filtered.FindString(one); end != ""; end = filtered.FindString(one) {
			one = strings.TrimSuffix(one, end)
			whole = whole && !strings.Contains(end, "grep")
			if m := headed.FindStringSubmatch(end); m != nil {
				most := 10
				if m[1] != "" {
					most = digits(m[1])
				}
				whole = whole && strings.Count(output, "\n") < most-1
			}
		}
		l, ok := w.listCommand(one)
		if !ok || dir != "" && l.dir != dir {
			return // whose names these are is not told
		}
		dir, all = l.dir, append(all, l)
	}
	if !w.listed(dir, output) || !whole {
		return
	}
	for _, l := range all {
		switch {
		case l.pattern != "":
			w.shows.named = append(w.shows.named, listCommand{dir: dir, pattern: l.pattern})
		case l.deep:
			w.shows.deep[dir] = w.shows.deep[dir] || l.dots
		case l.whole:
			w.shows.listed(dir, l.dots)
		}
	}
}

// findsAll finds a find that lists all files below, or all of a pattern.
var findsAll = regexp.MustCompile(`^\s*find(?:\s+\./?)?(?:\s+-type f)?(?:\s+-name ['"]?([\w.*-]+)['"]?)?\s*$`)

// listCommand is a command that lists what is in dir: all of it when it is whole,
// with all that is below when it is deep, with dots names that begin with one.
type listCommand struct {
	dir               string
	whole, deep, dots bool
	// pattern is that of the names it lists, at any depth.
	pattern string
}

func (w *world) listCommand(command string) (l listCommand, ok bool) {
	m := lists.FindStringSubmatch(command)
	if m == nil {
		return l, false
	}
	l.dir = w.place.cwd
	var flags, words []string
	for word := range strings.FieldsSeq(m[2]) {
		if strings.HasPrefix(word, "-") && word != "-" {
			flags = append(flags, word)
		} else {
			words = append(words, word)
		}
	}
	plain := !strings.ContainsAny(m[2], `*?['"\`)
	switch m[1] {
	case "ls":
		if len(words) > 1 {
			return l, false
		}
		if len(words) == 1 {
			l.dir = w.place.resolve(l.dir, words[0])
		}
		l.whole = plain && !has(flags, "R", "d", "I", "--ignore", "--recursive", "--directory")
		l.dots = has(flags, "a", "A", "--all", "--almost-all")
	case "find":
		m := findsAll.FindStringSubmatch(command)
		l.deep, l.dots = m != nil, true
		if m != nil {
			l.pattern = m[1]
		}
	case "git ls-files":
		l.deep, l.dots = len(flags)+len(words) == 0, true
	default:
		l.deep = m[1] != "pwd" && len(flags)+len(words) == 0
	}
	return l, true
}

// listed notes the names of a listing of dir; it answers false when there are too many.
func (w *world) listed(dir, output string) bool {
	n := 0
	for line := range strings.Lines(output) {
		if n++; n > mostListed {
			return false
		}
		name, folder := listedName(strings.TrimRight(line, "\r\n"))
		if name == "" {
			continue
		}
		abs := w.place.resolve(dir, name)
		for p := abs; p != dir && under(dir, p); p = path.Dir(p) {
			w.shows.all[p] = true
		}
		if folder || w.isFolder(abs) {
			continue
		}
		if w.shows.files[abs] = true; w.nodes[abs] != nil {
			w.nodes[abs].met()
		}
	}
	return true
}

// longLine finds a line of ls -l: its mode and its name.
var longLine = regexp.MustCompile(`^([-dlbcps])[-rwxsStT]{9}[.+@]?\s+(?:\S+\s+){7}(.+)$`)

// listedName is the name on a line of a listing, "" when there is none.
func listedName(line string) (name string, folder bool) {
	m := longLine.FindStringSubmatch(line)
	switch {
	case m != nil:
		name, _, _ = strings.Cut(m[2], " -> ")
		folder = m[1] == "d"
	case strings.HasPrefix(line, "total ") || strings.HasSuffix(line, ":") || strings.HasPrefix(line, "("):
		return "", false
	default:
		name = strings.TrimSpace(line)
	}
	if name == "." || name == ".." || name == "./" {
		return "", false
	}
	return strings.TrimSuffix(name, "/"), folder || strings.HasSuffix(name, "/")
}
