package changes

import (
	"strconv"
	"strings"
)

// patch applies a unified diff that comes in, or is in a file the session shows.
func (c *simple) patch() stream {
	strip, in, dry := -1, c.in, false
	_, rest := c.split("-d -i -o -p --directory --input")
	for i, a := range c.args {
		switch {
		case a.text == "-p" && i+1 < len(c.args):
			strip = digits(c.args[i+1].text)
		case strings.HasPrefix(a.text, "-p"):
			strip = digits(a.text[2:])
		case strings.HasPrefix(a.text, "--strip="):
			strip = digits(a.text[len("--strip="):])
		case a.text == "--dry-run" || a.text == "--check":
			dry = true
		case (a.text == "-i" || a.text == "--input") && i+1 < len(c.args):
			in = c.content(c.args[i+1])
		case strings.HasPrefix(a.text, "--input="):
			in = c.content(arg{text: a.text[len("--input="):], ok: true})
		}
	}
	if dry {
		return stream{}
	}
	if len(rest) > 1 {
		in = c.content(rest[1])
	}
	if len(rest) > 0 {
		if abs := c.path(rest[0]); abs != "" {
			c.w.hunks(abs, in, c.fate)
			return stream{}
		}
	}
	if strip < 0 {
		strip = 0
		if strings.Contains(in.text, "--- a/") {
			strip = 1
		}
	}
	c.unified(in, strip, false)
	return stream{}
}

// digits reads a count; what is none counts nothing.
func digits(s string) int {
	n, _ := strconv.ParseUint(s, 10, 31)
	return int(n)
}

func (c *simple) content(a arg) stream {
	text, ok := c.w.text(c.path(a))
	return stream{text: text, known: ok}
}

// unified does what a unified diff says to each file it names.
func (c *simple) unified(in stream, strip int, reverse bool) {
	if !in.known || reverse {
		if c.fate != failed && len(c.denied) == 0 {
			c.w.turning = reverse
			c.w.flag(c.w.by.command, true)
			c.w.turning = false
		}
		return
	}
	for _, f := range filesOf(in.text) {
		from, to := c.stripped(f.from, strip), c.stripped(f.to, strip)
		switch {
		case f.to == "/dev/null":
			c.w.remove(from, false, false, c.fate)
		case f.from == "/dev/null":
			text, _ := patched("", f.hunks, false)
			c.w.write(to, text, true, c.fate)
		default:
			if from != to && f.renames {
				c.w.move(from, to, c.fate)
			}
			c.w.hunks(to, stream{text: f.hunks, known: true}, c.fate)
		}
	}
}

func (c *simple) stripped(name string, strip int) string {
	for ; strip > 0; strip-- {
		_, rest, ok := strings.Cut(name, "/")
		if !ok {
			break
		}
		name = rest
	}
	return c.w.place.resolve(c.dir, name)
}

// hunks changes a file by hunks of a unified diff.
func (w *world) hunks(abs string, in stream, r rank) {
	n := w.at(abs)
	if r >= possible || !in.known {
		w.change(abs, r, "")
		return
	}
	n.met()
	diff, open := recorded(in.text)
	after := n.now
	if after.known {
		if after.text, after.known = patched(n.now.text, diff, false); !after.known {
			n.lose()
		}
	}
	w.touch(n, r, Edit, diff, "")
	n.add(step{hunks: diff, open: open})
	w.renew(n, after)
}

// filePatch is what a unified diff says of one file.
type filePatch struct {
	from, to, hunks string
	renames         bool
	lines           []string // of the hunks, while they are read
}

// filesOf takes a unified diff apart.
func filesOf(text string) []filePatch {
	var all []filePatch
	var f *filePatch
	begin := func() {
		all = append(all, filePatch{})
		f = &all[len(all)-1]
	}
	old, fresh := 0, 0 // lines of the hunk that are still to come
	for line := range strings.Lines(text) {
		switch {
		case f != nil && (old > 0 || fresh > 0) || f != nil && strings.HasPrefix(line, `\`):
			f.lines = append(f.lines, line)
			switch line[0] {
			case '-':
				old--
			case '+':
				fresh--
			case ' ', '\n':
				old--
				fresh--
			}
		case strings.HasPrefix(line, "diff --git "):
			begin()
		case strings.HasPrefix(line, "rename from ") && f != nil:
			f.from, f.renames = "a/"+strings.TrimSpace(line[len("rename from "):]), true
		case strings.HasPrefix(line, "rename to ") && f != nil:
			f.to = "b/" + strings.TrimSpace(line[len("rename to "):])
		case strings.HasPrefix(line, "--- "):
			if f == nil || f.lines != nil || f.from != "" && !f.renames {
				begin()
			}
			f.from = fileName(line[4:])
		case strings.HasPrefix(line, "+++ ") && f != nil:
			f.to = fileName(line[4:])
		case strings.HasPrefix(line, "@@ ") && f != nil:
			f.lines = append(f.lines, line)
			old, fresh = sizes(line)
		}
	}
	out := all[:0]
	for _, f := range all {
		if f.from != "" && f.to != "" {
			f.hunks = strings.Join(f.lines, "")
			out = append(out, f)
		}
	}
	return out
}

func fileName(s string) string {
	name, _, _ := strings.Cut(strings.TrimRight(s, "\r\n"), "\t")
	return strings.TrimSpace(name)
}

// sizes reads how many lines a hunk has before and after.
func sizes(head string) (old, fresh int) {
	fields := strings.Fields(head)
	if len(fields) < 3 {
		return 0, 0
	}
	size := func(s string) int {
		if _, n, ok := strings.Cut(s, ","); ok {
			return digits(n)
		}
		return 1
	}
	return size(fields[1]), size(fields[2])
}

// applyPatchCall is the shell's form of the tool.
func (c *simple) applyPatchCall() stream {
	text := c.in.text
	if len(c.args) > 0 {
		text = c.args[0].text
	}
	c.w.applyPatch(text, c.dir, c.fate)
	return stream{}
}

// applyPatch does what a patch of the form "*** Begin Patch" says. Its hunks have
// no line numbers, so what a file holds afterwards is known only of whole ones.
func (w *world) applyPatch(text, dir string, r rank) {
	name, kind := "", ""
	var added []string
	var changed []lines
	end := func() {
		abs := w.place.resolve(dir, name)
		switch {
		case name == "":
		case kind == Create:
			w.write(abs, strings.Join(added, ""), true, r)
		case kind == Delete:
			w.remove(abs, false, false, r)
		case kind == Edit:
			w.edit(abs, joined(changed), "", "", r)
		}
		name, added, changed = "", nil, nil
	}
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "*** Add File: "):
			end()
			name, kind = strings.TrimPrefix(trimmed, "*** Add File: "), Create
		case strings.HasPrefix(line, "*** Delete File: "):
			end()
			name, kind = strings.TrimPrefix(trimmed, "*** Delete File: "), Delete
		case strings.HasPrefix(line, "*** Update File: "):
			end()
			name, kind = strings.TrimPrefix(trimmed, "*** Update File: "), Edit
		case strings.HasPrefix(line, "*** Move to: ") && name != "":
			to := strings.TrimPrefix(trimmed, "*** Move to: ")
			w.move(w.place.resolve(dir, name), w.place.resolve(dir, to), r)
			name = to
		case strings.HasPrefix(line, "*** End"):
			end()
		case strings.HasPrefix(line, "@@") && kind == Edit:
			changed = append(changed, lines{})
		case kind == Create && line[0] == '+':
			added = append(added, line[1:])
		case kind == Edit && name != "":
			if len(changed) == 0 {
				changed = append(changed, lines{})
			}
			e := &changed[len(changed)-1]
			if line[0] != '+' {
				e.old = append(e.old, line[min(1, len(line)-1):])
			}
			if line[0] != '-' {
				e.new = append(e.new, line[min(1, len(line)-1):])
			}
		}
	}
	end()
}

// lines are an edit while it is read.
type lines struct{ old, new []string }

func joined(all []lines) []edit {
	var out []edit
	for _, l := range all {
		out = append(out, edit{old: strings.Join(l.old, ""), new: strings.Join(l.new, "")})
	}
	return out
}
