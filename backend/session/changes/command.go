package changes

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// call reads a simple command: its assignments, then what it does to files.
func (s *shell) call(c *syntax.CallExpr, in stream) stream {
	if len(c.Args) == 0 {
		for _, a := range c.Assigns {
			s.assign(a)
		}
		return stream{known: true}
	}
	var args []arg
	for _, w := range c.Args {
		args = append(args, s.word(w)...)
	}
	if len(args) == 0 || !args[0].ok {
		return stream{}
	}
	return s.do(args, in)
}

// do reads a command from its words.
func (s *shell) do(args []arg, in stream) stream {
	if *s.left--; *s.left < 0 || len(args) == 0 {
		return stream{}
	}
	name := path.Base(strings.ReplaceAll(args[0].text, `\`, "/"))
	name = strings.TrimSuffix(name, ".exe")
	if f := s.funcs[args[0].text]; f != nil {
		return s.function(f, args[1:], in)
	}
	if rest, ok := wrapped(name, args[1:]); ok {
		return s.do(rest, in)
	}
	c := &simple{shell: s, name: name, args: args[1:], in: in, script: strings.Contains(args[0].text, "/")}
	fate := s.fate
	c.doubt()
	defer func() {
		if s.came = s.fate; s.came == likely && len(s.denied) > 0 {
			s.came = failed
		}
		s.fate, s.denied = fate, nil
		if s.perhaps {
			s.fate = max(fate, possible)
		}
	}()
	if out, ok := c.builtin(); ok {
		return out
	}
	if f := tools[name]; f != nil {
		return f(c)
	}
	if interpreters[name] || c.script {
		return c.run(args)
	}
	if c.mayChange(args) && !c.formats() {
		c.flag(args)
	}
	return stream{}
}

// formats notes a formatter's doubt on the files it was given, when it was given
// files alone.
func (c *simple) formats() bool {
	_, rest := c.split("")
	if !formatters[c.name] || len(rest) == 0 {
		return false
	}
	for _, a := range rest {
		if c.path(a) == "" || !fileLike(a.text) {
			return false
		}
	}
	if c.fate == failed {
		return true
	}
	for _, a := range rest {
		c.w.plan(c.w.at(c.path(a)), possible, Edit)
	}
	return true
}

// simple is one simple command with its words.
type simple struct {
	*shell
	name   string
	args   []arg
	in     stream
	script bool // it was called by a path
}

func (s *shell) function(body *syntax.Stmt, args []arg, in stream) stream {
	if s.nested > mostNested {
		return stream{}
	}
	s.nested++
	before := map[string][]arg{}
	names := []string{"@", "*", "1", "2", "3", "4", "5", "6", "7", "8", "9"}
	for i, name := range names {
		before[name] = s.vars[name]
		if s.vars[name] = args; i > 1 {
			if s.vars[name] = []arg{{ok: true}}; i-2 < len(args) {
				s.vars[name] = args[i-2 : i-1]
			}
		}
	}
	fate, perhaps := s.fate, s.perhaps
	out := s.stmt(body, in, false)
	s.fate, s.perhaps = fate, perhaps
	if s.ended == "return" {
		s.ended = ""
	}
	for name, v := range before {
		s.vars[name] = v
	}
	s.nested--
	return out
}

// flag notes the command as one that may have changed any file.
func (c *simple) flag(args []arg) {
	if c.fate == failed {
		return
	}
	var words []string
	for _, a := range args {
		word := a.raw
		if word == "" {
			word = a.text
		}
		words = append(words, word)
	}
	line := strings.Join(words, " ")
	c.w.flag(line, !installs(args))
}

// split tells a command's flags from its other words. withValue names the flags
// that take the next word.
func (c *simple) split(withValue string) (flags []string, rest []arg) {
	for i := 0; i < len(c.args); i++ {
		a := c.args[i]
		switch {
		case a.text == "--" && a.ok:
			return flags, append(rest, c.args[i+1:]...)
		case len(a.text) > 1 && a.text[0] == '-' && a.ok:
			flags = append(flags, a.text)
			if withValue != "" && among(a.text, withValue) {
				i++
			}
		default:
			rest = append(rest, a)
		}
	}
	return flags, rest
}

// among tells whether a word is one of a list's, which has blanks between them.
func among(word, list string) bool {
	for w := range strings.FieldsSeq(list) {
		if word == w {
			return true
		}
	}
	return false
}

// has tells whether a flag is there: a long one, or a letter among others.
func has(flags []string, names ...string) bool {
	for _, f := range flags {
		for _, name := range names {
			long := strings.HasPrefix(name, "--")
			switch {
			case long && (f == name || strings.HasPrefix(f, name+"=")):
				return true
			case !long && !strings.HasPrefix(f, "--") && strings.Contains(f[1:], name):
				return true
			}
		}
	}
	return false
}

// wrapped is the command another one runs as it stands.
func wrapped(name string, args []arg) (rest []arg, ok bool) {
	values := ""
	switch name {
	case "sudo", "doas":
		values = "-u -g -C -h -p"
	case "env":
		values = "-u -C"
	case "nice", "ionice":
		values = "-n -c"
	case "timeout", "gtimeout":
		values = "-s -k"
	case "time", "nohup", "command", "exec", "builtin", "setsid", "stdbuf", "caffeinate", "busybox", "unbuffer", "npx", "bunx", "pnpx", "uvx":
		values = "-a -o -p --package --from"
		if name == "command" && len(args) > 0 && (args[0].text == "-v" || args[0].text == "-V") {
			return nil, false
		}
	default:
		return nil, false
	}
	i := 0
	for i < len(args) && args[i].ok && (strings.HasPrefix(args[i].text, "-") || name == "env" && strings.Contains(args[i].text, "=")) {
		if among(args[i].text, values) {
			i++
		}
		i++
	}
	if name == "timeout" || name == "gtimeout" {
		i++
	}
	if i >= len(args) {
		return nil, false
	}
	return args[i:], true
}
