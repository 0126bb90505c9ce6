package changes

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// temporaryName begins the names that stand for those of mktemp, which nobody knows.
const temporaryName = "/tmp/mktemp."

// builtin does what the shell itself and the plainest tools do; their output is
// known where their words are.
func (c *simple) builtin() (stream, bool) {
	switch c.name {
	case "cd", "pushd":
		here := c.path(arg{text: ".", ok: true})
		c.enter()
		if c.name == "pushd" {
			c.shell.dirs = append(slices.Clip(c.shell.dirs), here)
		}
		return stream{known: true}, true
	case "popd":
		last := len(c.shell.dirs) - 1
		if c.shell.known = last >= 0 && c.shell.dirs[last] != ""; c.shell.known {
			c.shell.dir = c.shell.dirs[last]
		}
		c.shell.dirs = c.shell.dirs[:max(last, 0)]
		return stream{}, true
	case "echo":
		return c.echo(), true
	case "printf":
		return c.printf(), true
	case "cat":
		return c.cat(), true
	case "pwd":
		return stream{text: c.dir + "\n", known: c.shell.known}, true
	case "basename", "dirname":
		return c.half(), true
	case "mktemp":
		c.w.temporary++
		return stream{text: fmt.Sprintf("%s%d\n", temporaryName, c.w.temporary), known: !strings.Contains(c.joined(), "-p")}, true
	case "true", ":", "mkdir", "rmdir", "set", "unset", "shopt", "trap", "wait", "sleep", "exit", "return":
		switch c.name {
		case "mkdir":
			c.folders()
		case "exit", "return":
			switch {
			case c.fate == likely:
				c.shell.ended = c.name
			case c.fate == possible && strings.Trim(c.joined(), "0") == "": // with another status the whole would have failed
				c.perhaps = true
			}
		}
		return stream{known: true}, true
	case "read", "mapfile", "readarray":
		_, rest := c.split("-p -d -n -t -u -a")
		for _, a := range rest {
			c.vars[a.text] = []arg{{}}
		}
		return stream{known: true}, true
	case "eval":
		return c.eval(c.joined()), true
	case "source", ".":
		if len(c.args) == 0 {
			return stream{}, true
		}
		return c.file(c.args[0]), true
	}
	return stream{}, false
}

// joined are the words with blanks between, "" when one is open.
func (c *simple) joined() string {
	var words []string
	for _, a := range c.args {
		if !a.ok {
			return ""
		}
		words = append(words, a.text)
	}
	return strings.Join(words, " ")
}

func (c *simple) enter() {
	_, rest := c.split("")
	to := arg{text: "~", ok: true}
	if len(rest) > 0 {
		to = rest[0]
	}
	back := c.shell.previous
	if c.shell.previous = ""; c.shell.known {
		c.shell.previous = c.dir
	}
	abs := c.path(to)
	if to.text == "-" {
		abs = back
	}
	if c.shell.known = abs != ""; c.shell.known {
		c.shell.dir = abs
	}
}

func (c *simple) echo() stream {
	args, end, backslashes := c.args, "\n", false
	for len(args) > 0 && len(args[0].text) > 1 && args[0].text[0] == '-' && strings.Trim(args[0].text[1:], "neE") == "" {
		for _, f := range args[0].text[1:] {
			switch f {
			case 'n':
				end = ""
			case 'e':
				backslashes = true
			}
		}
		args = args[1:]
	}
	var words []string
	for _, a := range args {
		if !a.known() {
			return stream{}
		}
		words = append(words, a.text)
	}
	text, ok := strings.Join(words, " "), true
	if backslashes {
		text, ok = escapes(text)
	}
	return stream{text: text + end, known: ok}
}

func (c *simple) printf() stream {
	var words []string
	for _, a := range c.args {
		if !a.known() {
			return stream{}
		}
		words = append(words, a.text)
	}
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	if len(words) == 0 || strings.HasPrefix(words[0], "-") {
		return stream{}
	}
	format, ok := escapes(words[0])
	if !ok {
		return stream{}
	}
	text, ok := printed(format, words[1:])
	return stream{text: text, known: ok}
}

func (c *simple) cat() stream {
	flags, rest := c.split("")
	if len(rest) == 0 {
		return stream{text: c.in.text, known: c.in.known && len(flags) == 0}
	}
	out := stream{known: len(flags) == 0}
	for _, a := range rest {
		if a.text == "-" {
			out = out.then(c.in)
			continue
		}
		abs := c.path(a)
		if abs == "" {
			out = stream{}
			continue
		}
		c.saw(abs, a)
		c.showed(abs)
		text, known := c.w.text(abs)
		out = out.then(stream{text: text, known: known})
	}
	return out
}

func (c *simple) half() stream {
	if len(c.args) == 0 || !c.args[0].known() {
		return stream{}
	}
	if c.name == "dirname" {
		return stream{text: path.Dir(c.args[0].text) + "\n", known: true}
	}
	name := path.Base(c.args[0].text)
	if len(c.args) > 1 {
		name = strings.TrimSuffix(name, c.args[1].text)
	}
	return stream{text: name + "\n", known: true}
}

// folders notes the folders that were made.
func (c *simple) folders() {
	flags, rest := c.split("-m --mode")
	for _, a := range rest {
		abs := c.path(a)
		if abs == "" || c.fate != likely || c.denies(a.text) {
			continue
		}
		if !has(flags, "p", "--parents") || !c.w.folders[abs] && !c.w.shows.all[abs] { // who makes a folder in any case, hardly has one full of files
			c.w.shows.fresh[abs] = true
		}
		c.w.fresh(abs)
		c.w.folders[abs] = true
	}
}

// eval reads a text as commands.
func (s *shell) eval(script string) stream {
	if script == "" || s.nested > mostNested {
		return stream{}
	}
	file, ok := parse(script)
	if !ok {
		return stream{}
	}
	s.nested++
	defer func() { s.nested-- }()
	return s.run(file.Stmts, stream{}, false)
}

// file reads a script that the session itself has shown.
func (c *simple) file(a arg) stream {
	if text, ok := c.w.text(c.path(a)); ok {
		return c.eval(text)
	}
	return stream{}
}
