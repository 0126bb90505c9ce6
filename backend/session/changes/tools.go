package changes

import (
	"path"
	"strings"
)

// tools are the commands whose effect on files their words tell. It is filled in
// by init, as some of them run others.
var tools map[string]func(*simple) stream

func init() {
	tools = map[string]func(*simple) stream{
		"rm": (*simple).rm, "unlink": (*simple).rm, "shred": (*simple).rm, "trash": (*simple).rm,
		"mv": (*simple).mv, "cp": (*simple).cp, "install": (*simple).cp, "ln": (*simple).ln,
		"touch": (*simple).touch, "truncate": (*simple).truncate, "tee": (*simple).tee, "sponge": (*simple).tee,
		"chmod": (*simple).chmod, "dd": (*simple).dd,
		"sed": (*simple).sed, "gsed": (*simple).sed, "perl": (*simple).perl, "ruby": (*simple).perl,
		"awk": (*simple).awk, "gawk": (*simple).awk, "yq": (*simple).yq, "ed": (*simple).edits, "ex": (*simple).edits,
		"dos2unix": (*simple).edits, "unix2dos": (*simple).edits,
		"sort": (*simple).output, "curl": (*simple).download, "wget": (*simple).download,
		"gcc": (*simple).output, "cc": (*simple).output, "clang": (*simple).output, "g++": (*simple).output, "clang++": (*simple).output,
		"go": (*simple).golang, "rustc": (*simple).output, "pandoc": (*simple).output, "dot": (*simple).output,
		"gzip": (*simple).pack, "gunzip": (*simple).pack, "bzip2": (*simple).pack, "xz": (*simple).pack, "zstd": (*simple).pack,
		"find": (*simple).find, "fd": (*simple).find, "xargs": (*simple).xargs, "parallel": (*simple).xargs,
		"patch": (*simple).patch, "apply_patch": (*simple).applyPatchCall, "applypatch": (*simple).applyPatchCall, "git": (*simple).git,
	}
	for _, name := range strings.Fields("head tail less more wc nl grep egrep rg diff cmp stat file xxd od md5sum sha1sum sha256sum jq uniq cut tr column comm bat strings") {
		tools[name] = (*simple).reads
	}
}

// reads notes that the files named are there.
func (c *simple) reads() stream {
	_, rest := c.split("-n -c -A -B -C -e -f -m -d")
	for i, a := range rest {
		if i == 0 && (c.name == "grep" || c.name == "egrep" || c.name == "rg" || c.name == "jq" || c.name == "tr") {
			continue
		}
		if abs := c.path(a); abs != "" && c.name != "tr" {
			c.saw(abs, a)
			if c.name == "head" || c.name == "tail" || c.name == "nl" || c.name == "less" {
				c.showed(abs)
			}
		}
	}
	return stream{}
}

func (c *simple) rm() stream {
	flags, rest := c.split("")
	tree := has(flags, "r", "R", "--recursive")
	for _, a := range rest {
		c.each(a, Delete, func(abs string) {
			if tree && abs == c.w.place.cwd {
				c.w.flag(c.w.by.command, true)
				return
			}
			c.w.remove(abs, tree, has(flags, "f", "--force"), c.fate)
		})
	}
	return stream{known: !has(flags, "v", "--verbose")}
}

// sources splits the words of mv and cp into what goes and where to.
func (c *simple) sources() (from []arg, to string, tree bool) {
	flags, rest := c.split("-t --target-directory -m --mode -o -g -S --suffix")
	for i, a := range c.args {
		if (a.text == "-t" || a.text == "--target-directory") && i+1 < len(c.args) {
			to = c.path(c.args[i+1])
		} else if dir, ok := strings.CutPrefix(a.text, "--target-directory="); ok {
			to = c.w.place.resolve(c.dir, dir)
		}
	}
	tree = has(flags, "r", "R", "a", "--recursive", "--archive")
	if to != "" {
		c.w.folders[to] = true
		return rest, to, tree
	}
	if len(rest) < 2 {
		return nil, "", tree
	}
	last := rest[len(rest)-1]
	to = c.path(last)
	if to != "" && c.fate != failed && (strings.HasSuffix(last.text, "/") || last.text == "." || last.text == ".." || len(rest) > 2) {
		c.w.folders[to] = true
	}
	if to != "" && c.fate == likely && c.denies(last.text) {
		c.fate = failed
	}
	if to == "" {
		c.each(last, Unknown, func(string) {})
		return nil, "", tree
	}
	return rest[:len(rest)-1], to, tree
}

func (c *simple) mv() stream {
	from, to, _ := c.sources()
	for _, a := range from {
		c.each(a, Rename, func(abs string) { c.w.move(abs, to, c.fate) })
	}
	return stream{known: true}
}

func (c *simple) cp() stream {
	if flags, _ := c.split(""); c.name == "install" && has(flags, "d", "--directory") {
		return stream{known: true}
	}
	from, to, tree := c.sources()
	for _, a := range from {
		if a.ok && strings.HasSuffix(a.text, "/.") {
			c.w.folders[to] = false
		}
		if a.text == "/dev/null" {
			c.w.write(to, "", true, c.fate)
			continue
		}
		if !c.eachKnown(a, func(abs string) { c.w.duplicate(abs, to, tree, c.fate) }) {
			c.intoFrom(a, to)
		}
	}
	return stream{known: true}
}

// intoFrom copies from a word that is open: the last part of its path may tell the
// new name all the same.
func (c *simple) intoFrom(a arg, to string) {
	switch {
	case !c.w.isFolder(to):
		c.w.write(to, "", false, c.fate)
	case a.named:
		c.w.write(path.Join(to, path.Base(a.text)), "", false, c.fate)
	case c.fate != failed:
		c.w.open(shownOnly(c.w.place, path.Join(to, path.Base(c.asWritten(a)))), Create, possible)
	}
}

func (c *simple) ln() stream {
	_, rest := c.split("-t -S")
	if len(rest) == 0 {
		return stream{known: true}
	}
	last := rest[len(rest)-1]
	if len(rest) == 1 {
		last = arg{text: path.Base(last.text), ok: last.ok, glob: last.glob, raw: last.raw}
	}
	c.each(last, Create, func(abs string) {
		if c.w.isFolder(abs) {
			abs = path.Join(abs, path.Base(rest[0].text))
		}
		c.w.write(abs, "", false, c.fate)
		c.w.nodes[abs].now.link = c.fate < possible
	})
	return stream{known: true}
}

func (c *simple) touch() stream {
	flags, rest := c.split("-d -t -r")
	for _, a := range rest {
		if has(flags, "c", "--no-create") {
			break
		}
		c.each(a, Create, func(abs string) { c.w.create(abs, c.fate) })
	}
	return stream{known: true}
}

func (c *simple) truncate() stream {
	_, rest := c.split("-s --size -r --reference")
	empty := strings.Contains(" "+c.joined()+" ", " -s 0 ") || strings.Contains(c.joined(), "-s0") || strings.Contains(c.joined(), "--size=0")
	for _, a := range rest {
		c.each(a, Edit, func(abs string) {
			if empty {
				c.w.write(abs, "", true, c.fate)
				return
			}
			c.w.change(abs, c.fate, "")
		})
	}
	return stream{known: true}
}

func (c *simple) tee() stream {
	flags, rest := c.split("")
	for _, a := range rest {
		c.each(a, Edit, func(abs string) {
			if has(flags, "a", "--append") {
				c.w.add(abs, c.in.text, c.in.known, c.fate)
			} else {
				c.w.write(abs, c.in.text, c.in.known, c.fate)
			}
		})
	}
	return c.in
}

func (c *simple) chmod() stream {
	if len(c.args) < 2 {
		return stream{known: true}
	}
	i := 0
	for i < len(c.args)-1 && len(c.args[i].text) > 1 && c.args[i].text[0] == '-' && strings.Trim(c.args[i].text[1:], "Rvcf") == "" {
		i++
	}
	exec := executable(c.args[i].text)
	for _, a := range c.args[i+1:] {
		if exec != perhaps {
			c.each(a, Edit, func(abs string) {
				if !c.w.isFolder(abs) {
					c.w.mode(abs, exec, c.fate)
				}
			})
		}
	}
	return stream{known: true}
}

// executable tells what a mode makes of the owner's right to run a file, the only
// one git keeps.
func executable(mode string) exists {
	if len(mode) >= 3 && strings.Trim(mode, "01234567") == "" {
		if (mode[len(mode)-3]-'0')&1 == 1 {
			return yes
		}
		return no
	}
	who, what, set := strings.Cut(mode, "+")
	if set && strings.Contains(what, "x") && (who == "" || strings.ContainsAny(who, "ua")) {
		return yes
	}
	who, what, set = strings.Cut(mode, "-")
	if set && strings.Contains(what, "x") && (who == "" || strings.ContainsAny(who, "ua")) {
		return no
	}
	return perhaps
}

func (c *simple) dd() stream {
	for _, a := range c.args {
		if file, ok := strings.CutPrefix(a.text, "of="); ok {
			a.text = file
			c.each(a, Edit, func(abs string) { c.w.write(abs, "", false, c.fate) })
		}
	}
	return stream{}
}
