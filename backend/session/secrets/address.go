package secrets

import (
	"bytes"
	"net/netip"
)

// addressRule is the rule for IP addresses, which no regular expression tells.
var addressRule = &rule{
	ID: "ip-address", Kind: "ip-address", order: vague + 1,
	Description: "An IP address tells where a machine is, or how a network is laid out.",
}

// addresses gives the IP addresses of a text that are somebody's own: no loopback
// and no address for all.
func addresses(text []byte, found func(match)) {
	done := 0
	for at := 0; ; {
		i := bytes.IndexByte(text[at:], '.')
		if i < 0 {
			break
		}
		i += at
		at = i + 1
		if i == 0 || at == len(text) || !isDigit(text[i-1]) || !isDigit(text[at]) || i < done {
			continue
		}
		from, to := around(text, i, func(c byte) bool { return isDigit(c) || c == '.' })
		done = to
		for to > from && text[to-1] == '.' { // of the sentence
			to--
		}
		if isFour(text, from, to) {
			found(match{from: from, to: to, allFrom: from, allTo: to, rule: addressRule})
		}
	}
	done = 0
	for at := 0; ; {
		i := bytes.IndexByte(text[at:], ':')
		if i < 0 {
			return
		}
		i += at
		at = i + 1
		if i < done || at == len(text) || text[at] != ':' && !isHex(text[at]) || i > 0 && text[i-1] != '[' && !isHex(text[i-1]) && text[at] != ':' {
			continue
		}
		from, to := around(text, i, func(c byte) bool { return isHex(c) || c == ':' || c == '.' })
		done = to
		for to > from && (text[to-1] == '.' || text[to-1] == ':' && (to-2 < from || text[to-2] != ':')) {
			to--
		}
		if isSix(text, from, to) {
			found(match{from: from, to: to, allFrom: from, allTo: to, rule: addressRule})
		}
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isHex(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

// around is the run of bytes around a place.
func around(text []byte, at int, in func(byte) bool) (from, to int) {
	from, to = at, at
	for from > 0 && in(text[from-1]) {
		from--
	}
	for to < len(text) && in(text[to]) {
		to++
	}
	return from, to
}

// isFour tells an address of four numbers from a version or a number of sections.
func isFour(text []byte, from, to int) bool {
	if to-from < 7 || to-from > 15 {
		return false
	}
	if from > 0 {
		switch c := text[from-1]; {
		case isWord(c) || c == '-' || c == '^' || c == '~':
			return false
		case c == '/' && from > 1 && isWord(text[from-2]): // Chrome/120.0.0.0
			return false
		}
	}
	if to < len(text) && (isWord(text[to]) || text[to] == '-' && to+1 < len(text) && isWord(text[to+1]) && !isDigit(text[to+1])) {
		return false
	}
	if word := bytes.ToLower(text[max(0, from-9):from]); bytes.HasSuffix(bytes.TrimRight(word, " :=\"'"), []byte("version")) {
		return false
	}
	a, err := netip.ParseAddr(string(text[from:to]))
	if err != nil {
		return false
	}
	b := a.As4()
	// Numbers below 10 in all places are mostly versions; 8.8.8.8 and the like are
	// everybody's name servers.
	small := b[0] < 10 && b[1] < 10 && b[2] < 10 && b[3] < 10
	return own(a) && b[0] != 0 && b[0] < 224 && !small && !(b[1] == 0 && b[2] == 0 && b[3] == 0)
}

// leastSix is how short an address of eight numbers may be written; shorter ones
// are operators of programs and beginnings of networks.
const leastSix = 6

func isSix(text []byte, from, to int) bool {
	if to-from < leastSix || to-from > 45 || from > 0 && isWord(text[from-1]) || to < len(text) && isWord(text[to]) {
		return false
	}
	a, err := netip.ParseAddr(string(text[from:to]))
	return err == nil && a.Is6() && own(a.Unmap()) && hasDigit(text[from:to])
}

// own tells whether an address is one machine's and not every machine's.
func own(a netip.Addr) bool { return !a.IsLoopback() && !a.IsUnspecified() && !a.IsMulticast() }
