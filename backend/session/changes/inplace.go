package changes

import "strings"

// changed notes that files were changed in place, in a way their words do not show.
func (c *simple) changed(files []arg) {
	for _, a := range files {
		c.each(a, Edit, func(abs string) { c.w.change(abs, c.fate, "") })
	}
}

// sedCall is what the words of sed ask for.
type sedCall struct {
	inPlace bool
	suffix  string // of the copies that are kept
	files   []arg
	script  []string
	// open: a part of the script, or a flag, is not known.
	open, extended bool
}

func (c *simple) sedCall() sedCall {
	var s sedCall
	var rest []arg
	given := false
	add := func(a arg) {
		given = true
		s.open = s.open || !a.ok
		s.script = append(s.script, a.text)
	}
	for i := 0; i < len(c.args); i++ {
		a := c.args[i]
		next := func() arg {
			if i++; i < len(c.args) {
				return c.args[i]
			}
			return arg{}
		}
		switch {
		case a.text == "-e" || a.text == "--expression":
			add(next())
		case a.text == "-f" || a.text == "--file":
			next()
			add(arg{})
		case strings.HasPrefix(a.text, "--in-place"):
			s.inPlace = true
			_, s.suffix, _ = strings.Cut(a.text, "=")
		case strings.HasPrefix(a.text, "--expression="):
			add(arg{text: a.text[len("--expression="):], ok: a.ok})
		case strings.HasPrefix(a.text, "--file="):
			add(arg{})
		case a.text == "--regexp-extended":
			s.extended = true
		case len(a.text) > 1 && a.text[0] == '-' && a.ok:
			letters := a.text[1:]
			if at := strings.IndexByte(letters, 'i'); at >= 0 && a.text[1] != '-' && !strings.ContainsAny(letters[:at], "ef") {
				s.inPlace, s.suffix, letters = true, letters[at+1:], letters[:at]
				// BSD: the suffix is a word of its own, often the empty one.
				if s.suffix == "" && i+1 < len(c.args) && c.args[i+1].text == "" && c.args[i+1].ok {
					i++
				}
			} else if before, ok := strings.CutSuffix(letters, "e"); ok && a.text[1] != '-' {
				letters = before
				add(next())
			} else if before, ok := strings.CutSuffix(letters, "f"); ok && a.text[1] != '-' {
				letters = before
				next()
				add(arg{})
			}
			s.extended = s.extended || strings.ContainsAny(letters, "Er")
			s.open = s.open || strings.Trim(letters, "Er") != ""
		default:
			rest = append(rest, a)
		}
	}
	if !given && len(rest) > 0 {
		add(rest[0])
		rest = rest[1:]
	}
	s.files = rest
	return s
}

// sed changes files with -i; a suffix after it keeps a copy of each.
func (c *simple) sed() stream {
	call := c.sedCall()
	script, ok := readSed(strings.Join(call.script, "\n"), call.extended)
	ok = ok && !call.open
	if call.inPlace {
		c.backups(call.files, call.suffix)
		for _, a := range call.files {
			c.each(a, Edit, func(abs string) {
				if text, known := c.w.text(abs); known && ok && c.fate == likely {
					if text, ok := script.run(text); ok {
						c.w.rewrite(abs, text, c.fate)
						return
					}
				}
				c.w.change(abs, c.fate, "")
			})
		}
		return stream{}
	}
	in := c.in
	for _, a := range call.files {
		if abs := c.path(a); abs != "" {
			c.saw(abs, a)
			c.showed(abs)
			in = c.content(a)
		}
	}
	if !ok || !in.known || len(call.files) > 1 {
		return stream{}
	}
	text, ok := script.run(in.text)
	return stream{text: text, known: ok}
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
			c.saw(abs, a)
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
