package secrets

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"strings"
)

// This looks for a secret as somebody would who has the file, with nothing of what
// masks it.

var (
	hexed    = regexp.MustCompile(`[0-9a-fA-F]{16,}`)
	letters  = regexp.MustCompile(`[A-Za-z0-9+/_-]{8,}(?:[\r\n]+[A-Za-z0-9+/_-]+)*`)
	dumped   = regexp.MustCompile(`(?m)^[0-9a-f]{8}  ([0-9a-f ]+)`)
	inQuotes = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
)

// leaks tells whether a secret can be read in a text, or in what it stands for.
func leaks(text, secret string, depth int) bool {
	if strings.Contains(text, secret) {
		return true
	}
	if depth > 5 {
		return false
	}
	for _, q := range inQuotes.FindAllString(text, -1) {
		var s string
		if json.Unmarshal([]byte(q), &s) == nil && s != q[1:len(q)-1] && leaks(s, secret, depth+1) {
			return true
		}
	}
	if s, err := url.QueryUnescape(text); err == nil && s != text && leaks(s, secret, depth+1) {
		return true
	}
	if s := html.UnescapeString(text); s != text && leaks(s, secret, depth+1) {
		return true
	}
	if s := strings.NewReplacer(`\_`, "_", `\@`, "@", "\x00", "").Replace(text); s != text && leaks(s, secret, depth+1) {
		return true
	}
	var dump strings.Builder
	for _, line := range dumped.FindAllStringSubmatch(text, -1) {
		b, _ := hex.DecodeString(strings.ReplaceAll(line[1], " ", ""))
		dump.Write(b)
	}
	if strings.Contains(dump.String(), secret) {
		return true
	}
	for _, run := range hexed.FindAllString(text, -1) {
		if b, err := hex.DecodeString(run[:len(run)&^1]); err == nil && strings.Contains(string(b), secret) {
			return true
		}
	}
	for _, run := range letters.FindAllString(text, -1) {
		run = strings.NewReplacer("\n", "", "\r", "", "-", "+", "_", "/").Replace(run)
		for skip := range min(4, len(run)) {
			b, _ := base64.RawStdEncoding.DecodeString(run[skip : skip+(len(run)-skip)&^3])
			if strings.Contains(strings.ReplaceAll(string(b), "\x00", ""), secret) || json.Valid(b) && leaks(string(b), secret, depth+1) {
				return true
			}
		}
	}
	return false
}

var mask = regexp.MustCompile(`"?\[REDACTED:[a-z0-9-]+\]"?`) // that of a number has its quotes

// sameBesideMasks tells whether out is in with parts of it masked.
func sameBesideMasks(in, out string) bool {
	pieces := mask.Split(out, -1)
	last := len(pieces) - 1
	if last == 0 {
		return in == out
	}
	if !strings.HasPrefix(in, pieces[0]) || !strings.HasSuffix(in, pieces[last]) {
		return false
	}
	at := len(pieces[0])
	for _, p := range pieces[1:last] {
		i := strings.Index(in[at:], p)
		if i < 0 {
			return false
		}
		at += i + len(p)
	}
	return at <= len(in)-len(pieces[last])
}
