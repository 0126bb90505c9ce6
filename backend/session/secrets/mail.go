package secrets

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// mailRule is the rule for e-mail addresses. Where those end in a script without spaces
// no regular expression tells.
var mailRule = &rule{
	ID: "email", Kind: "email", order: vague - 1,
	Description: "An e-mail address is somebody's name.",
}

// atSigns are the sign of an address, as it is and as it is written among characters of
// full width.
var atSigns = [][]byte{[]byte("@"), []byte("＠")}

// mails gives the e-mail addresses of a text.
func mails(text []byte, found func(match)) {
	for _, sign := range atSigns {
		for at := 0; ; {
			i := bytes.Index(text[at:], sign)
			if i < 0 {
				break
			}
			i += at
			at = i + len(sign)
			from := nameBegins(text, i)
			if from == i {
				continue
			}
			if to := hostEnds(text[from:i], text, at); to > 0 {
				found(match{from: from, to: to, allFrom: from, allTo: to, rule: mailRule})
			}
		}
	}
}

// longestMailName is how many bytes a name before the sign has at most.
const longestMailName = 64

// nameBegins is where the name begins that ends at a place.
func nameBegins(text []byte, end int) int {
	from, script := end, unknownScript
	for from > 0 && end-from < longestMailName {
		r, n := utf8.DecodeLastRune(text[:from])
		if !inName(r) || !script.goesOn(r) {
			break
		}
		from -= n
	}
	for from < end && strings.IndexByte("._%+-", text[from]) >= 0 {
		from++
	}
	return from
}

func inName(r rune) bool {
	return r < utf8.RuneSelf && (isName(byte(r)) || r == '+' || r == '%') || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r))
}

// script is that of a word: words of another one may be beside it without a space.
type script int

const (
	unknownScript script = iota
	latin
	another
)

// goesOn tells whether a character may be of the same word.
func (s *script) goesOn(r rune) bool {
	if !unicode.IsLetter(r) {
		return true
	}
	of := another
	if r < utf8.RuneSelf || unicode.Is(unicode.Latin, r) {
		of = latin
	}
	if *s == unknownScript {
		*s = of
	}
	return *s == of
}

// How many bytes a host has at most, and its last part at least.
const longestHost, leastTop = 253, 2

// hostEnds is where the host ends that follows the sign of a name's address, 0 when
// there is none.
func hostEnds(name, text []byte, from int) int {
	to, dots := from, 0
	last := from // where the last part of it begins
	for script := unknownScript; to < len(text) && to-from < longestHost; {
		r, n := utf8.DecodeRune(text[to:])
		if r == '.' && to > last && to+1 < len(text) {
			if next, _ := utf8.DecodeRune(text[to+1:]); unicode.IsLetter(next) || unicode.IsNumber(next) {
				to++
				last, script = to, unknownScript
				dots++
				continue
			}
		}
		if r != '-' && (r == '_' || r == '.' || r == '+' || r == '%' || !inName(r)) || !script.goesOn(r) {
			break
		}
		to += n
	}
	for to > last && text[to-1] == '-' {
		to--
	}
	// A word without a space may follow a host in another script.
	for dots > 0 && to >= last+leastTop {
		if isMailAddress(string(name), string(text[from:to])) {
			return to
		}
		r, n := utf8.DecodeLastRune(text[last:to])
		if r < utf8.RuneSelf {
			break
		}
		to -= n
	}
	return 0
}

// inHouse are ends of host names that stand in no public list.
var inHouse = []string{"test", "example", "invalid", "local", "localdomain", "internal", "intranet", "lan", "corp", "home", "private"}

// isMailAddress tells an address from code and names of files with an @, and from what
// stands in examples.
func isMailAddress(name, host string) bool {
	name, host = strings.ToLower(name), strings.ToLower(host)
	if name == "git" || strings.HasPrefix(name, "noreply") || strings.HasPrefix(name, "no-reply") {
		return strings.HasSuffix(host, "users.noreply.github.com")
	}
	if anybody.MatchString(name) && anywhere.MatchString(host) {
		return false
	}
	top := host[strings.LastIndexByte(host, '.')+1:]
	if r, _ := utf8.DecodeRuneInString(top); !unicode.IsLetter(r) {
		return false
	}
	if slices.Contains(inHouse, top) {
		return true
	}
	ascii, err := idna.ToASCII(top)
	if err != nil {
		return false
	}
	_, listed := publicsuffix.PublicSuffix("x." + ascii)
	return listed && !slices.Contains(fileEndings, top)
}

// anybody and anywhere are the names and hosts of examples.
var (
	anybody  = regexp.MustCompile(`^(?:user(?:[._-]?name)?|you|your[._-]?(?:name|e?mail)|me|my[._-]?(?:name|e?mail)|(?:first|last|full)?[._-]?name|e-?mail|someone|somebody|foo|test|tester|j(?:ohn|ane)?[._-]?doe)\d{0,2}$`)
	anywhere = regexp.MustCompile(`^(?:example\.(?:com|org|net)|(?:your|my)?-?(?:domain|company|email|mail|host|site)\.(?:com|org|net|example))$`)
)

// fileEndings are names of countries and the like that end names of files far more
// often.
var fileEndings = []string{"md", "py", "rs", "sh", "pl", "zip", "mov", "so", "cc", "ps", "java", "app", "class", "map"}
