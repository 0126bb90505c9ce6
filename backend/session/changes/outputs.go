package changes

import (
	"path"
	"strings"
)

// output is a command that writes the file after -o.
func (c *simple) output() stream {
	for i, a := range c.args {
		file := arg{}
		switch {
		case (a.text == "-o" || a.text == "--output" || a.text == "--out") && i+1 < len(c.args):
			file = c.args[i+1]
		case strings.HasPrefix(a.text, "--output="):
			file = a
			file.text = a.text[len("--output="):]
		}
		if file.ok {
			c.each(file, Edit, func(abs string) {
				if !c.w.isFolder(abs) {
					c.w.write(abs, "", false, c.fate)
				}
			})
		}
	}
	return stream{}
}

// golang writes a binary or a profile where it is told to; what else it may change
// is not in its words.
func (c *simple) golang() stream {
	if len(c.args) > 0 && (c.args[0].text == "build" || c.args[0].text == "test") {
		for i, a := range c.args {
			flag, file, joined := strings.Cut(strings.TrimLeft(a.text, "-"), "=")
			if strings.HasPrefix(a.text, "-") && goOutputs[flag] && (joined || i+1 < len(c.args)) {
				to := arg{text: file, ok: a.ok}
				if !joined {
					to = c.args[i+1]
				}
				if abs := c.path(to); abs == "" || !c.w.isFolder(abs) {
					c.each(to, Create, func(abs string) { c.w.write(abs, "", false, c.fate) })
				}
			}
		}
	}
	if all := append([]arg{{text: c.name, ok: true}}, c.args...); c.mayChange(all) {
		c.flag(all)
	}
	return stream{}
}

var goOutputs = map[string]bool{"o": true, "coverprofile": true, "cpuprofile": true, "memprofile": true}

func (c *simple) download() stream {
	flags, rest := c.split("-H -d -X -u -A -e -b -m -o -O -T -F --data --header --request --output --max-time -P --retry")
	remote := c.name == "wget" || has(flags, "O", "--remote-name")
	for i, a := range c.args {
		explicit := a.text == "-o" && c.name == "curl" || a.text == "--output" || a.text == "-O" && c.name == "wget" || a.text == "--output-document" ||
			c.name == "curl" && len(a.text) > 2 && a.text[0] == '-' && a.text[1] != '-' && strings.HasSuffix(a.text, "o")
		if explicit && i+1 < len(c.args) {
			remote = false
			if c.args[i+1].text != "-" {
				c.each(c.args[i+1], Edit, func(abs string) { c.w.write(abs, "", false, c.fate) })
			}
		}
	}
	if remote {
		for _, a := range rest {
			if name := path.Base(strings.SplitN(a.text, "?", 2)[0]); a.known() && strings.Contains(a.text, "/") {
				c.each(arg{text: name, ok: true}, Edit, func(abs string) { c.w.write(abs, "", false, c.fate) })
			}
		}
	}
	return stream{}
}

// packed are the endings of packers' files.
var packed = map[string]string{"gzip": ".gz", "bzip2": ".bz2", "xz": ".xz", "zstd": ".zst"}

func (c *simple) pack() stream {
	flags, rest := c.split("-o")
	if has(flags, "c", "t", "l", "--stdout", "--test", "--list") {
		return stream{}
	}
	keep := has(flags, "k", "--keep") || c.name == "zstd"
	ending := packed[c.name]
	for _, a := range rest {
		c.each(a, Edit, func(abs string) {
			to := abs + ending
			if unpacked := strings.TrimSuffix(abs, path.Ext(abs)); c.name == "gunzip" || has(flags, "d", "--decompress") {
				to = unpacked
			}
			c.w.write(to, "", false, c.fate)
			if !keep {
				c.w.remove(abs, false, false, c.fate)
			}
		})
	}
	return stream{}
}
