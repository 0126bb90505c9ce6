package changes

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// A command that ends well proves nothing of those before its last: what they
// printed is looked through for errors of theirs.

// complaints finds lines that say that something was not done: by whom, and what.
var complaints = regexp.MustCompile(`(?m)^(?:\S*/)?(?:(bash|sh|zsh|dash|fatal|error)|([\w.+-]+)): (.*(?:[Nn]o such|cannot |can't |[Cc]ould not |did not match|denied|not permitted|exists|[Ii]s a directory|[Nn]ot a directory|[Rr]ead-only|not found|missing |invalid |failed|does not |patch |pathspec|not a git|[Uu]sage).*)$`)

// complaint is an error that was printed; by is "shell" or "git" for theirs.
type complaint struct{ by, text string }

// output is what a whole command printed; it is looked through when somebody asks.
type output struct {
	text string
	all  []complaint
	done bool
}

// mostHeard is how much of an output is looked through, in bytes from its end.
const mostHeard = 64 << 10

// errors are those in the output.
func (o *output) errors() []complaint {
	if o.done {
		return o.all
	}
	o.done = true
	for _, m := range complaints.FindAllStringSubmatch(o.text[max(0, len(o.text)-mostHeard):], 200) {
		c := complaint{by: m[2], text: m[3]}
		switch m[1] {
		case "":
		case "fatal", "error":
			c.by = "git"
		default:
			c.by = "shell"
		}
		o.all = append(o.all, c)
	}
	return o.all
}

// mentions tells whether an error is about a word.
func (c *complaint) mentions(word string) bool {
	word = strings.TrimSuffix(word, "/")
	for rest, at := c.text, 0; word != ""; rest = rest[at+len(word):] {
		if at = strings.Index(rest, word); at < 0 {
			break
		}
		before, _ := utf8.DecodeLastRuneInString(rest[:at])
		after, _ := utf8.DecodeRuneInString(strings.TrimPrefix(rest[at+len(word):], "/"))
		if (at == 0 || strings.ContainsRune(" '\"`:=/‘“", before)) && strings.ContainsRune(" '\"`:,’”\uFFFD", after) {
			return true
		}
	}
	return false
}

// silent are commands that say nothing when they fail, or that fail for reasons
// that have nothing to do with files.
var silent = map[string]bool{"test": true, "[": true, "true": true, "false": true, "grep": true, "rg": true, "egrep": true, "diff": true, "cmp": true}

// doubt weighs what a simple command says of itself: its end is proved, or nobody
// saw whether it failed.
func (c *simple) doubt() {
	c.denied = nil
	if c.fate != likely || c.proved || silent[c.name] {
		return
	}
	by, _, _ := strings.Cut(c.name, " ")
	about := false
	for _, one := range c.heard.errors() {
		if one.by != by {
			continue
		}
		c.denied = append(c.denied, one)
		for _, a := range c.args {
			about = about || one.mentions(a.text)
		}
	}
	switch {
	case len(c.denied) > 0 && !about:
		c.fate = possible
	case c.muted && !c.safe():
		c.fate = possible
	}
}

// denies tells whether an error names a word of the command.
func (s *shell) denies(word string) bool {
	for i := range s.denied {
		if s.denied[i].mentions(word) {
			return true
		}
	}
	return false
}

// unheard are commands that hardly ever fail.
var unheard = map[string]bool{"echo": true, "printf": true, "cat": true, "cd": true, "mkdir": true, "touch": true, "tee": true, "true": true, ":": true}

// safe tells of commands that would hardly have failed: the files they name are there.
func (c *simple) safe() bool {
	if unheard[c.name] {
		return true
	}
	_, rest := c.split("")
	known := 0
	for i, a := range rest {
		abs := c.path(a)
		n := c.w.nodes[abs]
		switch {
		case n != nil && n.now.exists == yes:
			known++
		case i == len(rest)-1 && (c.name == "mv" || c.name == "cp" || c.name == "git"):
			_, inside := c.w.place.shown(abs)
			known += map[bool]int{true: 0, false: -1}[inside]
		case i == 0 && (c.name == "sed" || c.name == "chmod" || c.name == "perl" || c.name == "git"):
		default:
			return false
		}
	}
	return known > 0
}

// mutes tells of a statement whose errors nobody sees.
func mutes(all []*syntax.Redirect) bool {
	away := false // what it puts out goes elsewhere
	for _, r := range all {
		out := r.Op == syntax.RdrOut || r.Op == syntax.AppOut || r.Op == syntax.RdrClob
		switch {
		case r.Op == syntax.RdrAll || r.Op == syntax.AppAll || out && r.N != nil && r.N.Value == "2":
			return true
		case r.Op == syntax.DplOut && r.N != nil && r.N.Value == "2" && away:
			return true
		case out:
			away = true
		}
	}
	return false
}
