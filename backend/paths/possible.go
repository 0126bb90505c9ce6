package paths

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// Whole tells whether a path says by itself where it begins: at the root, a drive, or
// with "~" in the user's folder.
func (e Env) Whole(path string) bool {
	_, home := e.underTilde(path)
	return home || e.Rules.isAbs(e.Rules.fromShell(path))
}

// The most that a system takes: bytes of one name, on Windows UTF-16 units, and bytes
// of a whole path on Linux.
const (
	longestName = 255
	longestPath = 4095
)

// Impossible says in a few words why nothing can lie at a path, "" when something can.
func (r Rules) Impossible(path string) string {
	rest, never := path, "\x00"
	if r == Windows {
		_, rest = splitVolume(path)
		never = "<>:\"|?*\x00"
	}
	if i := strings.IndexAny(rest, never); i >= 0 {
		return fmt.Sprintf("no path holds the character %s", named(rest[i]))
	}
	for name := range strings.FieldsFuncSeq(rest, func(c rune) bool { return c == '/' || r == Windows && c == '\\' }) {
		long := len(name)
		if r == Windows {
			long = len(utf16.Encode([]rune(name)))
		}
		if long > longestName {
			return fmt.Sprintf("the name “%s…” in it is %d long, and %d is the most", string([]rune(name)[:24]), long, longestName)
		}
	}
	if r == Unix && len(path) > longestPath {
		return fmt.Sprintf("it is %d bytes long, and %d are the most", len(path), longestPath)
	}
	return ""
}

func named(c byte) string {
	if c == 0 {
		return "NUL"
	}
	return string(rune(c))
}
