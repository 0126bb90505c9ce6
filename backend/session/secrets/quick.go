package secrets

import "bytes"

// quickChecks tell by the text around a keyword that a rule finds nothing there.
// They stand for rules whose keyword is in every other sentence.
var quickChecks = map[string]func(text []byte, from, to int) bool{
	"generic-api-key":           assigns,
	"jwt":                       func(text []byte, from, _ int) bool { return text[from] == 'e' && tokenAt(text, from, 19) },
	"json-web-token":            func(text []byte, from, _ int) bool { return text[from] == 'e' && tokenAt(text, from, 11) },
	"basic-auth":                func(text []byte, from, _ int) bool { return wordBegins(text, from) },
	"twilio-api-key":            func(text []byte, from, _ int) bool { return text[from] == 'S' && tokenAt(text, from, 34) },
	"vault-service-token":       func(text []byte, from, to int) bool { return wordBegins(text, from) && tokenAt(text, to, 24) },
	"octopus-deploy-api-key":    func(text []byte, from, to int) bool { return text[from] == 'A' && tokenAt(text, to, 26) },
	"token":                     beginsToken,
	"token-of-others":           beginsToken,
	"token-by-chance":           beginsToken,
	"token-of-discord":          func(text []byte, from, to int) bool { return isCapital(text[from]) && tokenAt(text, to, 20) },
	"assigned-quoted":           gives,
	"assigned-plain":            gives,
	"assigned-random":           gives,
	"assigned-in-shell":         func(text []byte, from, to int) bool { return isCapital(text[from]) && gives(text, from, to) },
	"assigned-in-capitals":      func(text []byte, from, to int) bool { return isCapital(text[from]) && gives(text, from, to) },
	"assigned-password":         gives,
	"assigned-on-the-next-line": gives,
	"assigned-in-a-table":       besideCell,
	"password-quoted":           quotes,
	"word-quoted":               gives,
	"word-plain":                gives,
	"word-on-a-line":            gives,
	"login-of-curl": func(text []byte, from, to int) bool {
		return wordBegins(text, from) && to < len(text) && isSpace(text[to])
	},
	"word-of-mysql":            func(text []byte, from, _ int) bool { return wordBegins(text, from) },
	"assigned-beside-its-name": besideValue,
	"assigned-in-a-pair":       func(text []byte, from, to int) bool { return isCapital(text[from]) && pairs(text, to) },
	"assigned-to-a-key":        gives,
	"assigned-to-a-short-name": gives,
	"assigned-by-other-signs":  points,
	"assigned-a-number":        gives,
	"assigned-in-a-dockerfile": func(text []byte, from, _ int) bool { return wordBegins(text, from) },
	"password-piped":           piped,
	"password-of-samba":        func(text []byte, from, _ int) bool { return wordBegins(text, from) },
	"pin":                      func(text []byte, from, to int) bool { return wordBegins(text, from) && digitSoon(text, to) },
	"home-path-of-windows":     betweenSlashes,
	"private-key-end":          endsKey,
	"kubernetes-secret-yaml":   ofAKind,
}

// endsKey tells whether a line that ends something ends a key, with some of it
// before.
func endsKey(text []byte, from, to int) bool {
	if !bytes.Contains(text[to:min(len(text), to+120)], []byte("PRIVATE KEY")) {
		return false
	}
	n := 0
	for i := from - 1; i >= max(0, from-200) && n < leastEncoded; i-- {
		if n++; alphabet[text[i]] != 1 {
			n = 0
		}
	}
	return n == leastEncoded
}

func isCapital(c byte) bool { return c >= 'A' && c <= 'Z' || c == '_' }

func betweenSlashes(text []byte, from, to int) bool {
	return from > 0 && to < len(text) && isSlash(text[from-1]) && isSlash(text[to])
}

func isSlash(c byte) bool { return c == '/' || c == '\\' }

// ofAKind tells whether a word stands behind "kind:".
func ofAKind(text []byte, from, _ int) bool {
	return bytes.HasSuffix(bytes.TrimRight(bytes.ToLower(text[max(0, from-20):from]), " \t\"'"), []byte("kind:"))
}

// beginnings find where a match must begin by a keyword in it, -1 for nowhere.
var beginnings = map[string]func(text []byte, keyword int) int{
	"keyword": func(_ []byte, keyword int) int { return keyword },
	"name":    func(text []byte, keyword int) int { return backOver(text, keyword, 50, isName) },
	"address": func(text []byte, keyword int) int { return backOver(text, keyword, 80, isAddress) },
	"line":    lineBegin,
}

func isName(c byte) bool { return isWord(c) || c == '-' || c == '.' }

func isAddress(c byte) bool { return isName(c) || c == '+' || c == '%' || c >= 0x80 }

func backOver(text []byte, at, most int, in func(byte) bool) int {
	least := max(0, at-most)
	for at > least && in(text[at-1]) {
		at--
	}
	return at
}

// longestIndent is how far from the beginning of its line a keyword may be.
const longestIndent = 120

func lineBegin(text []byte, keyword int) int {
	at := backOver(text, keyword, longestIndent, func(c byte) bool { return c != '\n' })
	if at > 0 && text[at-1] != '\n' {
		return -1
	}
	return at
}

// assigns tells whether an operator that gives a name its value follows soon.
func assigns(text []byte, _, to int) bool {
	for _, c := range text[to:min(len(text), to+26)] {
		switch c {
		case '=', ':', '>', '|', ',':
			return true
		case '\n', '(', ')', '{', '}', ';', '/':
			return false
		}
	}
	return false
}

// gives tells whether a name ends soon and is given a value.
func gives(text []byte, _, to int) bool {
	i := to
	for i < len(text) && i < to+50 && isName(text[i]) {
		i++
	}
	for n := 0; i < len(text) && n < 8 && bytes.IndexByte([]byte(" \t\r\n\"'`"), text[i]) >= 0; n++ {
		i++
	}
	return i < len(text) && (text[i] == '=' || text[i] == ':')
}

// behindName is where the name ends that goes on at a place, behind its quotation mark.
func behindName(text []byte, at int) int {
	at += len(run(text[at:min(len(text), at+50)], isName))
	if at < len(text) && bytes.IndexByte([]byte("\"'`"), text[at]) >= 0 {
		at++
	}
	return at
}

// besideValue tells whether a name ends soon and something is called its value.
func besideValue(text []byte, _, to int) bool {
	at := behindName(text, to)
	gap := run(text[at:min(len(text), at+44)], func(c byte) bool { return isBlank(c) || bytes.IndexByte([]byte(",\"'"), c) >= 0 })
	at += len(gap)
	return len(gap) > 0 && at < len(text) && bytes.IndexByte([]byte("vcd"), text[at]|0x20) >= 0
}

// pairs tells whether a name in quotation marks ends soon and another one follows.
func pairs(text []byte, to int) bool {
	at := behindName(text, to)
	return at+1 < len(text) && text[at] == ',' && bytes.IndexByte([]byte("\"'"), text[at-1]) >= 0
}

// points tells whether a name ends soon and an arrow, a tab or the next line leads to its
// value.
func points(text []byte, _, to int) bool {
	rest := text[behindName(text, to):]
	if len(rest) > 0 && rest[0] == '\t' {
		return true
	}
	rest = rest[len(run(rest[:min(len(rest), 20)], isSpace)):]
	for _, sign := range []string{"=>", "->", "→", "："} {
		if bytes.HasPrefix(rest, []byte(sign)) {
			return true
		}
	}
	return len(rest) > 1 && rest[0] == ':' && isBlank(rest[1])
}

// piped tells whether something is given to the command that a word stands in.
func piped(text []byte, from, _ int) bool {
	line := text[max(0, from-200):from]
	line = line[bytes.LastIndexByte(line, newline)+1:]
	return bytes.IndexByte(line, '|') >= 0
}

// digitSoon tells whether a number follows soon.
func digitSoon(text []byte, to int) bool {
	return bytes.ContainsAny(text[to:min(len(text), to+12)], "0123456789")
}

// besideCell tells whether a name ends soon and so does its cell of a table.
func besideCell(text []byte, _, to int) bool {
	i := to
	for i < len(text) && i < to+50 && isName(text[i]) {
		i++
	}
	for n := 0; i < len(text) && n < 40 && bytes.IndexByte([]byte(" \t`*"), text[i]) >= 0; n++ {
		i++
	}
	return i < len(text) && text[i] == '|'
}

// quotes tells whether something in quotation marks follows soon.
func quotes(text []byte, _, to int) bool {
	return to < len(text) && isSpace(text[to]) && bytes.ContainsAny(text[to:min(len(text), to+10)], "\"'`")
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' }

// leastToken is how many characters a token has at least behind the sign of its maker,
// mostBody how many of them are looked at.
const leastToken, mostBody = 8, 200

// beginsToken tells whether a token may begin with the sign of its maker: where a word
// begins, or behind whatever stands there when it stands out by itself.
func beginsToken(text []byte, from, to int) bool {
	body := run(text[to:min(len(text), to+mostBody)], isOfToken)
	return len(body) >= leastToken && (wordBegins(text, from) || standsOut(text, from, to, body))
}

// leastGlued is how many characters a token has that is glued to a word, shortSign how
// few letters a sign has that is found by chance in data, and mostBefore how much of
// data may stand before such a one.
const leastGlued, shortSign, mostBefore = 16, 3, 12

// mostCapitalBody is how many characters a token of capitals has at most: more of them
// are a list of names.
const mostCapitalBody = 100

// standsOut tells a token that is glued to what stands before it from a word that holds
// the sign of a maker: its characters are mixed as chance mixes them.
func standsOut(text []byte, from, to int, body []byte) bool {
	if len(body) < leastGlued || !hasDigit(body) && !jumbled(run(body, func(c byte) bool { return isLetter(rune(c)) })) || entropy(body) < 3 || len(body) > mostCapitalBody && inCapitals(body) {
		return false
	}
	sign := text[from:to]
	if letters := len(bytes.TrimRight(sign, "-_.")); letters <= shortSign {
		if letters == len(sign) && body[1] != '-' {
			return false
		}
		before := backOver(text, from, mostBefore+1, func(c byte) bool { return isDigit(c) || isLetter(rune(c)) })
		return from-before <= mostBefore && (isCased(body) || len(run(body[bytes.LastIndexByte(body, '-')+1:], isHex)) >= leastHex)
	}
	return true
}

// run is the bytes of a kind that a text begins with.
func run(text []byte, in func(byte) bool) []byte {
	n := 0
	for n < len(text) && in(text[n]) {
		n++
	}
	return text[:n]
}

func wordBegins(text []byte, at int) bool { return at == 0 || !isWord(text[at-1]) }

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// tokenAt tells whether n characters of a token follow.
func tokenAt(text []byte, at, n int) bool {
	if len(text)-at < n {
		return false
	}
	for _, c := range text[at : at+n] {
		if !isWord(c) && c != '-' {
			return false
		}
	}
	return true
}
