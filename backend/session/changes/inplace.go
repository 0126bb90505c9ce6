package changes

import "strings"

// changed notes that files were changed in place, in a way their words do not show.
func (c *simple) changed(files []arg) {
	for _, a := range files {
		c.each(a, Edit, func(abs string) { c.w.change(abs, c.fate, "") })
	}
}

// sed changes files with -i; a suffix after it keeps a copy of each.
func (c *simple) sed() stream {
	inPlace, suffix, script := false, "", false
	var rest []arg
	for i := 0; i < len(c.args); i++ {
		a := c.args[i]
		switch {
		case a.text == "-e" || a.text == "-f" || a.text == "--expression" || a.text == "--file":
			script = true
			i++
		case strings.HasPrefix(a.text, "--in-place"):
			inPlace = true
			_, suffix, _ = strings.Cut(a.text, "=")
		case strings.HasPrefix(a.text, "--expression=") || strings.HasPrefix(a.text, "--file="):
			script = true
		case len(a.text) > 1 && a.text[0] == '-' && a.text[1] != '-' && a.ok:
			letters := a.text[1:]
			if at := strings.IndexByte(letters, 'i'); at >= 0 && !strings.ContainsAny(letters[:at], "ef") {
				inPlace, suffix = true, letters[at+1:]
				// BSD: the suffix is a word of its own, often the empty one.
				if suffix == "" && i+1 < len(c.args) && c.args[i+1].text == "" && c.args[i+1].ok {
					i++
				}
			} else if strings.HasSuffix(letters, "e") || strings.HasSuffix(letters, "f") {
				script = true
				i++
			}
		default:
			rest = append(rest, a)
		}
	}
	if !script && len(rest) > 0 {
		rest = rest[1:]
	}
	if !inPlace {
		for _, a := range rest {
			if abs := c.path(a); abs != "" {
				c.saw(abs)
			}
		}
		return stream{}
	}
	c.backups(rest, suffix)
	c.changed(rest)
	return stream{}
}

// backups notes the copies that a tool keeps of what it changes in place.
func (c *simple) backups(files []arg, suffix string) {
	if suffix == "" || strings.Contains(suffix, "*") {
		return
	}
	for _, a := range files {
		if abs := c.path(a); abs != "" {
			c.w.duplicate(abs, abs+suffix, false, c.fate)
		}
	}
}

// perl and ruby change files with -i.
func (c *simple) perl() stream {
	inPlace, script, suffix := false, "", ""
	var rest []arg
	for i := 0; i < len(c.args); i++ {
		a := c.args[i]
		if len(a.text) < 2 || a.text[0] != '-' || !a.ok {
			rest = append(rest, a)
			continue
		}
		letters := a.text[1:]
		if at := strings.IndexByte(letters, 'i'); at >= 0 && !strings.ContainsAny(letters[:at], "IMm0") {
			inPlace = true
			if suffix = letters[at+1:]; !strings.HasPrefix(suffix, ".") {
				suffix = ""
			}
		}
		if strings.ContainsAny(letters[len(letters)-1:], "eE") && i+1 < len(c.args) {
			i++
			script += c.args[i].text
		}
	}
	if inPlace {
		c.backups(rest, suffix)
		c.changed(rest)
		return stream{}
	}
	return c.interpret(script)
}

func (c *simple) awk() stream {
	for i, a := range c.args {
		if a.text == "-i" && i+1 < len(c.args) && c.args[i+1].text == "inplace" {
			_, rest := c.split("-i -F -v -f")
			c.changed(rest[min(1, len(rest)):])
			return stream{}
		}
	}
	_, rest := c.split("-F -v -f")
	for i, a := range rest {
		if abs := c.path(a); i > 0 && abs != "" {
			c.saw(abs)
		}
	}
	return stream{}
}

func (c *simple) yq() stream {
	if flags, rest := c.split(""); has(flags, "i", "--inplace") && len(rest) > 1 {
		c.changed(rest[1:])
	}
	return stream{}
}

// edits are editors that are told what to do by their input.
func (c *simple) edits() stream {
	_, rest := c.split("-c -p")
	if c.name == "ex" || c.name == "ed" {
		rest = rest[:min(1, len(rest))]
	}
	c.changed(rest)
	return stream{}
}

// find deletes, or runs a command for each file it finds: which ones are not known.
func (c *simple) find() stream {
	for i, a := range c.args {
		switch a.text {
		case "-delete":
			c.found([]arg{{text: "rm", ok: true}})
		case "-exec", "-execdir", "-ok", "-x", "-X", "--exec":
			end := i + 1
			for end < len(c.args) && c.args[end].text != ";" && (c.args[end].text != "+" || end < i+2) {
				end++
			}
			c.found(c.args[i+1 : end])
		}
	}
	return stream{}
}

// found does a command's work on files nobody names.
func (c *simple) found(command []arg) {
	if len(command) == 0 || c.fate == failed {
		return
	}
	probe := newWorld(c.w.place)
	probe.by = c.w.by
	s := c.sub()
	s.w, s.fate = probe, likely
	some := arg{text: "some-file", ok: true}
	var words []arg
	placed := false
	for _, a := range command {
		if strings.Contains(a.text, "{}") {
			a.text = strings.ReplaceAll(a.text, "{}", "some-file")
			placed = true
		}
		words = append(words, a)
	}
	if !placed {
		words = append(words, some)
	}
	s.do(words, stream{})
	if files, _ := probe.settle(); len(files) > 0 {
		c.w.flag(c.w.by.command, true)
	}
}

// xargs runs a command on the words it reads.
func (c *simple) xargs() stream {
	i := 0
	replace := ""
	for i < len(c.args) && strings.HasPrefix(c.args[i].text, "-") {
		switch flag := c.args[i].text; {
		case flag == "-I" && i+1 < len(c.args):
			replace = c.args[i+1].text
			i++
		case strings.HasPrefix(flag, "-I"):
			replace = flag[2:]
		case among(flag, "-n -P -L -d -s -a -E --max-args --max-procs --delimiter"):
			i++
		}
		i++
	}
	command := c.args[min(i, len(c.args)):]
	if len(command) == 0 {
		return stream{}
	}
	if !c.in.known || replace != "" {
		c.found(command)
		return stream{}
	}
	words := append([]arg(nil), command...)
	for f := range strings.FieldsSeq(strings.ReplaceAll(c.in.text, "\x00", " ")) {
		words = append(words, arg{text: f, ok: true})
	}
	return c.do(words, stream{})
}
