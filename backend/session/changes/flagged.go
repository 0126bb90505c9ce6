package changes

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// interpreters run a script of their own language.
var interpreters = map[string]bool{
	"bash": true, "sh": true, "zsh": true, "dash": true, "ksh": true,
	"python": true, "python3": true, "python2": true, "node": true, "deno": true, "tsx": true, "ts-node": true, "php": true, "lua": true,
	"osascript": true, "Rscript": true, "julia": true,
}

// speaksOfChange finds names of scripts and targets that say they change files;
// others are taken at their word to only look, build or test.
var speaksOfChange = regexp.MustCompile(`(?i)(^|[-_./:])(fmt|format|formatter|prettify|fix|autofix|gen|generate|codegen|install|setup|bootstrap|migrate|makemigrations|update|upgrade|build|sync|rename|convert|patch|clean|release|bump|scaffold|init|rewrite|replace|refactor|vendor|tidy|deps|docs|compile|bundle|prebuild|postinstall|apply|edit|write|create|add|remove|move|snapshot)($|[-_./:0-9])`)

// looks finds names of scripts and targets that only look.
var looks = regexp.MustCompile(`(?i)check|test|spec|verify|dry-?run|lint`)

// writesFiles finds what changes files in a script of another language.
var writesFiles = regexp.MustCompile(`open\([^)]*['"][rbt]*[wax+][bt+]*['"]|\bmode\s*=\s*['"][wax]|write_(text|bytes)\(|writeFile|appendFile|createWriteStream|File\.(write|open)|file_put_contents|os\.(remove|unlink|rename|replace|truncate|makedirs|mkdir|rmdir)|shutil\.|\.unlink\(|\.rename\(|\.touch\(|rmSync|unlinkSync|renameSync|cpSync|copyFile|Deno\.(write|remove|rename)|subprocess|os\.system|child_process|execSync|FileUtils|fileinput|to_csv\(|json\.dump\(|savefig\(`)

// run reads an interpreter's or a script's call.
func (c *simple) run(args []arg) stream {
	if c.script && !interpreters[c.name] {
		return c.named(args[0], args)
	}
	posix := strings.HasSuffix(c.name, "sh")
	for i := 0; i < len(c.args); i++ {
		a := c.args[i]
		flag := a.ok && len(a.text) > 1 && a.text[0] == '-'
		switch {
		case posix && flag && strings.HasSuffix(a.text, "c") && a.text[1] != '-' && i+1 < len(c.args):
			if script := c.args[i+1]; script.ok {
				return c.inline(script.text)
			}
			c.unknown()
			return stream{}
		case flag && (a.text == "-c" || a.text == "-e" || a.text == "-p" || a.text == "--eval") && i+1 < len(c.args):
			return c.interpret(c.args[i+1].text)
		case a.text == "-m":
			return c.module(c.args[i+1:])
		case flag || a.text == "run" && c.name == "deno":
		case a.text == "-" && a.ok:
			return c.interpret(c.in.text)
		default:
			return c.named(a, args)
		}
	}
	switch {
	case posix && c.in.given && !c.in.known:
		c.unknown()
		return stream{}
	case posix && c.in.given:
		return c.inline(c.in.text)
	}
	return c.interpret(c.in.text)
}

// unknown flags the whole command: what a shell is told in it nobody knows.
func (c *simple) unknown() {
	if c.fate != failed {
		c.w.flag(c.w.by.command, true)
	}
}

// inline reads the commands given to another shell.
func (c *simple) inline(script string) stream {
	if _, ok := parse(script); !ok {
		c.flag(append([]arg{{text: c.name}}, c.args...))
		return stream{}
	}
	return c.sub().eval(script)
}

// interpret looks through a script that is not for a shell.
func (c *simple) interpret(script string) stream {
	if writesFiles.MatchString(script) {
		c.flag(append([]arg{{text: c.name}}, c.args...))
	}
	return stream{}
}

// module is what python -m runs.
func (c *simple) module(args []arg) stream {
	if len(args) == 0 {
		return stream{}
	}
	return c.do(args, c.in)
}

// named reads a script by its path: by its text where the session has shown it,
// else by its name.
func (c *simple) named(script arg, args []arg) stream {
	abs := c.path(script)
	text, known := c.w.text(abs)
	ending := path.Ext(script.text)
	switch {
	case known && (ending == ".sh" || ending == ".bash" || strings.HasPrefix(text, "#!") && strings.Contains(firstLine(text), "sh")):
		if _, ok := parse(text); ok {
			return c.sub().eval(text)
		}
		c.flag(args)
	case known && writesFiles.MatchString(text):
		c.flag(args)
	case known:
	default:
		if abs != "" {
			c.saw(abs, script)
		}
		words, told := []string{path.Base(script.text)}, []string{}
		for _, a := range c.args {
			told = append(told, a.text)
			if a.ok && !strings.ContainsAny(a.text, "./") {
				words = append(words, strings.TrimPrefix(a.text, "--"))
			}
		}
		quiet := slices.ContainsFunc(words, looks.MatchString)
		if changing(words[0], told) || !quiet && slices.ContainsFunc(words, func(w string) bool { return changing(w, nil) }) {
			c.flag(args)
		}
	}
	return stream{}
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
