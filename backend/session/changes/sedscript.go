package changes

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// sedScript is a script of sed's plainest commands: s, d, a, i and c, with line
// numbers, $ and patterns. What has more in it is not read at all, so that a text
// it makes is just what sed would have made.
type sedScript []sedCommand

type sedCommand struct {
	from, to *sedAddress
	not      bool
	verb     byte
	pattern  *regexp.Regexp
	// with are the pieces of a replacement: a text, or a group.
	with   []sedPiece
	global bool
	nth    int
	text   string

	active bool // its range has begun
}

type sedAddress struct {
	line    int // 0 for the last one, or a pattern
	pattern *regexp.Regexp
}

type sedPiece struct {
	text  string
	group int // -1 for a text
}

// sedReader reads a script.
type sedReader struct {
	rest     string
	extended bool
}

func readSed(script string, extended bool) (sedScript, bool) {
	r := &sedReader{script, extended}
	var all sedScript
	for {
		r.rest = strings.TrimLeft(r.rest, " \t\n;")
		if r.rest == "" {
			return all, len(all) > 0
		}
		c, ok := r.command()
		if !ok {
			return nil, false
		}
		all = append(all, c)
	}
}

func (r *sedReader) command() (c sedCommand, ok bool) {
	if c.from, ok = r.address(); !ok {
		return c, false
	}
	if c.from != nil && strings.HasPrefix(r.rest, ",") {
		r.rest = r.rest[1:]
		if c.to, ok = r.address(); !ok || c.to == nil {
			return c, false
		}
	}
	if r.rest = strings.TrimLeft(r.rest, " \t"); strings.HasPrefix(r.rest, "!") {
		c.not = true
		r.rest = strings.TrimLeft(r.rest[1:], " \t")
	}
	if r.rest == "" {
		return c, false
	}
	c.verb, r.rest = r.rest[0], r.rest[1:]
	switch c.verb {
	case 'd':
		return c, r.ends()
	case 's':
		return c, r.substitution(&c)
	case 'a', 'i', 'c':
		if c.verb == 'c' && (c.to != nil || c.not) {
			return c, false
		}
		return c, r.words(&c)
	}
	return c, false
}

// ends tells whether nothing but the end of a command follows.
func (r *sedReader) ends() bool {
	r.rest = strings.TrimLeft(r.rest, " \t")
	return r.rest == "" || r.rest[0] == ';' || r.rest[0] == '\n'
}

// address reads one, nil where there is none.
func (r *sedReader) address() (a *sedAddress, ok bool) {
	n := len(r.rest) - len(strings.TrimLeft(r.rest, "0123456789"))
	switch {
	case n > 0:
		line, err := strconv.Atoi(r.rest[:n])
		r.rest = r.rest[n:]
		return &sedAddress{line: line}, err == nil && line > 0 && !strings.HasPrefix(r.rest, "~")
	case strings.HasPrefix(r.rest, "$"):
		r.rest = r.rest[1:]
		return &sedAddress{}, true
	case strings.HasPrefix(r.rest, "/"):
		text, ok := r.until('/')
		if !ok || strings.HasPrefix(r.rest, "I") || strings.HasPrefix(r.rest, "M") {
			return nil, false
		}
		pattern, ok := sedPattern(text, r.extended, "")
		return &sedAddress{pattern: pattern}, ok
	}
	return nil, !strings.HasPrefix(r.rest, `\`) && !strings.HasPrefix(r.rest, "+")
}

// until reads what stands between two of a character: the first one is next.
func (r *sedReader) until(end byte) (string, bool) {
	var b strings.Builder
	inSet := false
	for i := 1; i < len(r.rest); i++ {
		switch c := r.rest[i]; {
		case c == '\\' && i+1 < len(r.rest):
			if i++; r.rest[i] != end {
				b.WriteByte('\\')
			} else if strings.IndexByte(`.*[]^$+?(){}|&`, end) >= 0 {
				return "", false // whether it means itself then, not every sed agrees
			}
			b.WriteByte(r.rest[i])
			continue
		case c == '[':
			inSet = true
		case c == ']':
			inSet = false
		case c == end:
			if inSet { // nor on this
				return "", false
			}
			r.rest = r.rest[i+1:]
			return b.String(), true
		}
		b.WriteByte(r.rest[i])
	}
	return "", false
}

func (r *sedReader) substitution(c *sedCommand) bool {
	if r.rest == "" || r.rest[0] == '\\' || r.rest[0] == '\n' || r.rest[0] >= utf8.RuneSelf {
		return false
	}
	end := r.rest[0]
	pattern, ok := r.until(end)
	if !ok {
		return false
	}
	r.rest = string(end) + r.rest
	with, ok := r.until(end)
	if !ok {
		return false
	}
	flags := ""
	for r.rest != "" && strings.IndexByte("gIi0123456789", r.rest[0]) >= 0 {
		switch f := r.rest[0]; {
		case f == 'g':
			c.global = true
		case f == 'i' || f == 'I':
			flags = "(?i)"
		default:
			c.nth = c.nth*10 + int(f-'0')
		}
		r.rest = r.rest[1:]
	}
	if c.pattern, ok = sedPattern(pattern, r.extended, flags); !ok || !r.ends() || c.nth > 1000 || c.global && c.nth > 0 {
		return false
	}
	if (c.global || c.nth > 1) && c.pattern.MatchString("") {
		return false
	}
	c.with, ok = replacement(with)
	for _, p := range c.with {
		if p.group > c.pattern.NumSubexp() || p.group > 0 && strings.Contains(c.pattern.String(), "|") {
			return false // which of several ways to match gives the groups, is too fine a point
		}
	}
	return ok
}

// replacement takes what is put in apart.
func replacement(with string) (all []sedPiece, ok bool) {
	var b strings.Builder
	end := func() {
		if b.Len() > 0 {
			all = append(all, sedPiece{b.String(), -1})
			b.Reset()
		}
	}
	for i := 0; i < len(with); i++ {
		switch c := with[i]; {
		case c == '&':
			end()
			all = append(all, sedPiece{group: 0})
		case c != '\\':
			b.WriteByte(c)
		default:
			if i++; i == len(with) {
				return nil, false
			}
			switch c := with[i]; {
			case c >= '0' && c <= '9':
				end()
				all = append(all, sedPiece{group: int(c - '0')})
			case c == 'n':
				b.WriteByte('\n')
			case c == 't':
				b.WriteByte('\t')
			case c == '\n' || strings.IndexByte(`\&/.*[]$^"'-+?(){}|,:#@ `, c) >= 0:
				b.WriteByte(c)
			default:
				return nil, false
			}
		}
	}
	end()
	return all, true
}

// words reads the text of a, i and c, which goes to the end of the line.
func (r *sedReader) words(c *sedCommand) bool {
	text, rest, _ := strings.Cut(r.rest, "\n")
	text = strings.TrimLeft(text, " \t")
	if after, ok := strings.CutPrefix(text, `\`); ok {
		if text = after; text == "" { // the text is on the next line
			text, rest, _ = strings.Cut(rest, "\n")
		}
	}
	r.rest = rest
	c.text = text + "\n"
	return text != "" && !strings.Contains(text, `\`) && !strings.HasSuffix(text, "}")
}

// sedPattern reads a pattern of sed, where Go has the same.
func sedPattern(s string, extended bool, flags string) (*regexp.Regexp, bool) {
	if s == "" || !utf8.ValidString(s) {
		return nil, false
	}
	var b strings.Builder
	b.WriteString(flags)
	start := true // where * and ^ have another meaning
	for i := 0; i < len(s); i++ {
		c := s[i]
		special, escaped := strings.IndexByte("+?(){}|", c) >= 0, false
		if c == '\\' {
			if i++; i == len(s) {
				return nil, false
			}
			c, escaped = s[i], true
			special = strings.IndexByte("+?(){}|", c) >= 0
		}
		begins := false
		switch {
		case special && escaped != extended: // it has its meaning
			if start && c != '(' {
				return nil, false
			}
			b.WriteByte(c)
			begins = c == '(' || c == '|'
		case special:
			b.WriteString(`\` + string(c))
		case escaped && (c == 'n' || c == 't'):
			b.WriteString(`\` + string(c))
		case escaped && strings.IndexByte(`.*[]^$\/-"'#@:,;&<>=!%~ `, c) >= 0:
			if c == '<' || c == '>' {
				return nil, false
			}
			b.WriteString(regexp.QuoteMeta(string(c)))
		case escaped:
			return nil, false
		case c == '[':
			n := setLen(s[i:])
			if n == 0 {
				return nil, false
			}
			b.WriteString(strings.ReplaceAll(s[i:i+n], `\`, `\\`))
			i += n - 1
		case c == '*' && start:
			b.WriteString(`\*`)
		case c == '^' && i > 0 || c == '$' && i < len(s)-1:
			return nil, false
		case c == '^':
			b.WriteByte(c)
			begins = true
		default:
			b.WriteByte(c)
		}
		start = begins
	}
	re, err := regexp.Compile(b.String())
	if err != nil {
		return nil, false
	}
	re.Longest()
	return re, true
}

// setLen is the length of a set in brackets, 0 for one that is not plain.
func setLen(s string) int {
	i := 1
	if i < len(s) && s[i] == '^' {
		i++
	}
	if i < len(s) && s[i] == ']' {
		return 0
	}
	end := strings.IndexByte(s[i:], ']')
	if end <= 0 || strings.ContainsAny(s[i:i+end], `[\&`) {
		return 0
	}
	return i + end + 1
}

// run does the script to a text.
func (all sedScript) run(text string) (string, bool) {
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return "", false
	}
	cs := slices.Clone(all)
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	var out strings.Builder
	for i, whole := range lines {
		line, ended := strings.CutSuffix(whole, "\n")
		after, gone := "", false
		for j := range cs {
			c := &cs[j]
			if c.applies(i+1, len(lines), line) == c.not {
				continue
			}
			switch c.verb {
			case 's':
				line = c.replace(line)
			case 'a':
				after += c.text
			case 'i':
				out.WriteString(c.text)
			case 'c':
				out.WriteString(c.text)
				gone = true
			case 'd':
				gone = true
			}
			if gone {
				break
			}
		}
		if !ended && (after != "" || gone && i > 0) {
			return "", false // how the last line ends then, not every sed agrees
		}
		if !gone {
			out.WriteString(line)
			if ended {
				out.WriteByte('\n')
			}
		}
		out.WriteString(after)
	}
	return out.String(), true
}

func (a *sedAddress) fits(n, last int, line string) bool {
	switch {
	case a.pattern != nil:
		return a.pattern.MatchString(line)
	case a.line == 0:
		return n == last
	}
	return n == a.line
}

// applies tells whether a command is for a line.
func (c *sedCommand) applies(n, last int, line string) bool {
	switch {
	case c.from == nil:
		return true
	case c.to == nil:
		return c.from.fits(n, last, line)
	case c.active:
		c.active = !c.to.fits(n, last, line)
		if c.to.line > 0 && n >= c.to.line {
			c.active = false
			return n == c.to.line
		}
		return true
	case c.from.fits(n, last, line):
		c.active = c.to.pattern != nil || c.to.line > n || c.to.line == 0 && n < last
		return true
	}
	return false
}

func (c *sedCommand) replace(line string) string {
	var b strings.Builder
	at, nth := 0, 0
	for _, m := range c.pattern.FindAllStringSubmatchIndex(line, -1) {
		if nth++; !c.global && nth != max(c.nth, 1) {
			continue
		}
		b.WriteString(line[at:m[0]])
		for _, p := range c.with {
			switch {
			case p.group < 0:
				b.WriteString(p.text)
			case m[2*p.group] >= 0:
				b.WriteString(line[m[2*p.group]:m[2*p.group+1]])
			}
		}
		at = m[1]
	}
	b.WriteString(line[at:])
	return b.String()
}
