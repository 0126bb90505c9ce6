package changes

import (
	"path"
	"regexp"
	"strings"
)

// place is where a session worked: paths are read against it. All paths inside
// this package are clean and have slashes; without a working directory relative
// ones stay relative.
type place struct {
	cwd, home string
	windows   bool
}

var (
	drive  = regexp.MustCompile(`^[A-Za-z]:(/|$)`)
	homely = regexp.MustCompile(`^(/home/[^/]+|/Users/[^/]+|/root|[A-Za-z]:/Users/[^/]+)(/|$)`)
	msys   = regexp.MustCompile(`^/([A-Za-z])(/|$)`)
)

func placeOf(cwd string) place {
	p := place{windows: strings.HasPrefix(cwd, `\\`) || drive.MatchString(strings.ReplaceAll(cwd, `\`, "/"))}
	if cwd != "" {
		p.cwd = p.clean(cwd)
	}
	if m := homely.FindStringSubmatch(p.cwd); m != nil {
		p.home = m[1] // nobody asks the environment: it may be another machine's session
	}
	return p
}

// clean gives a path its one spelling.
func (p place) clean(s string) string {
	if p.windows {
		s = strings.ReplaceAll(strings.TrimPrefix(s, `\\?\`), `\`, "/")
		if m := msys.FindStringSubmatch(s); m != nil {
			s = m[1] + ":" + s[2:]
		}
		if drive.MatchString(s) {
			s = strings.ToUpper(s[:1]) + s[1:]
		}
	}
	return path.Clean(s)
}

func (p place) absolute(s string) bool {
	return strings.HasPrefix(s, "/") || p.windows && (drive.MatchString(s) || strings.HasPrefix(s, `\`) || len(s) > 2 && s[1:3] == `:\`)
}

// resolve reads a word as a path from dir.
func (p place) resolve(dir, word string) string {
	if p.windows {
		word = strings.ReplaceAll(word, `\`, "/")
	}
	if word == "~" || strings.HasPrefix(word, "~/") {
		if p.home == "" {
			return word
		}
		word = p.home + word[1:]
	}
	if p.absolute(word) {
		return p.clean(word)
	}
	return path.Join(dir, word)
}

// named reads the path argument of a tool: pi drops an @ in front and takes
// unusual spaces for plain ones (1.6.0, path-utils).
func (p place) named(arg string) string {
	arg = strings.Map(func(r rune) rune {
		if r == 0xA0 || r >= 0x2000 && r <= 0x200A || r == 0x202F || r == 0x205F || r == 0x3000 {
			return ' '
		}
		return r
	}, strings.TrimPrefix(arg, "@"))
	return p.resolve(p.cwd, arg)
}

// shown is a path as a reader is told it; inside tells whether it is the project's.
func (p place) shown(abs string) (name string, inside bool) {
	if !p.absolute(abs) {
		return abs, abs != ".." && !strings.HasPrefix(abs, "../") && !strings.HasPrefix(abs, "~/")
	}
	if p.cwd == "" || !p.absolute(p.cwd) {
		return abs, false
	}
	root := strings.TrimSuffix(p.cwd, "/")
	switch {
	case len(abs) > len(root) && abs[len(root)] == '/' && p.same(abs[:len(root)], root):
		return abs[len(root)+1:], true
	case p.same(abs, p.cwd):
		return ".", true
	}
	return abs, false
}

func (p place) same(a, b string) bool {
	return a == b || p.windows && strings.EqualFold(a, b)
}

// passing tells of places whose files nobody keeps: devices and temporary folders.
func (p place) passing(abs string) bool {
	if _, inside := p.shown(abs); inside {
		return false
	}
	for _, dir := range []string{"/dev/", "/proc/", "/sys/", "/tmp/", "/var/tmp/", "/private/tmp/", "/var/folders/", "/private/var/folders/", "/run/"} {
		if strings.HasPrefix(abs+"/", dir) {
			return true
		}
	}
	return p.windows && strings.Contains(strings.ToLower(abs), "/appdata/local/temp/")
}

// device tells of what is no file at all.
func (p place) device(abs string) bool {
	return strings.HasPrefix(abs, "/dev/") || strings.HasPrefix(abs, "/proc/") || strings.EqualFold(abs, "nul")
}

// under tells whether a path lies below dir.
func under(dir, abs string) bool {
	return strings.HasPrefix(abs, strings.TrimSuffix(dir, "/")+"/") || dir == "." && !path.IsAbs(abs)
}
