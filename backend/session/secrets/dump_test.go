package secrets

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

// lines writes bytes in lines of so many, each in its own way.
func lines(text string, n int, line func(at int, b []byte) string) string {
	var out strings.Builder
	for at := 0; at < len(text); at += n {
		out.WriteString(line(at, []byte(text[at:min(len(text), at+n)])) + "\n")
	}
	return out.String()
}

// groups writes bytes in hexadecimal, so many together.
func groups(b []byte, n int) string {
	var all []string
	for part := range slices.Chunk(b, n) {
		all = append(all, hex.EncodeToString(part))
	}
	return strings.Join(all, " ")
}

func printable(b []byte) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || c > '~' {
			return '.'
		}
		return c
	}, string(b))
}

func swapped(b []byte) []byte {
	b = slices.Clone(b)
	for i := 0; i+1 < len(b); i += 2 {
		b[i], b[i+1] = b[i+1], b[i]
	}
	return b
}

// dumps are what programs print of bytes.
var dumps = map[string]func(text string) string{
	"xxd": func(text string) string {
		return lines(text, 16, func(at int, b []byte) string { return fmt.Sprintf("%08x: %-39s  %s", at, groups(b, 2), printable(b)) })
	},
	"xxd numbered": func(text string) string {
		return lines(text, 16, func(at int, b []byte) string {
			return fmt.Sprintf("%6d\t%08x: %-39s  %s", at/16+1, at, groups(b, 2), printable(b))
		})
	},
	"xxd plain": func(text string) string {
		return lines(text, 30, func(_ int, b []byte) string { return hex.EncodeToString(b) })
	},
	"hexdump -C": func(text string) string { return hex.Dump([]byte(text)) },
	"hexdump": func(text string) string {
		return lines(text, 16, func(at int, b []byte) string { return fmt.Sprintf("%07x %s", at, groups(swapped(b), 2)) })
	},
	"od -tx1": func(text string) string {
		return lines(text, 16, func(at int, b []byte) string { return fmt.Sprintf("%07o %s", at, groups(b, 1)) })
	},
	"od -An -tx1": func(text string) string {
		return lines(text, 16, func(_ int, b []byte) string { return " " + groups(b, 1) })
	},
	"tcpdump": func(text string) string {
		return lines(text, 16, func(at int, b []byte) string {
			return fmt.Sprintf("\t0x%04x:  %-39s  %s", at, groups(b, 2), printable(b))
		})
	},
	"of an array": func(text string) string {
		return lines(text, 12, func(_ int, b []byte) string {
			return "  0x" + strings.ReplaceAll(groups(b, 1), " ", ", 0x") + ","
		})
	},
}

// Nothing of a token is left in a dump, neither in its bytes nor in the text beside them.
func TestTokensAreFoundInDumps(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	tried := 0
	for _, maker := range slices.Sorted(maps.Keys(makers)) {
		for _, program := range slices.Sorted(maps.Keys(dumps)) {
			token := makers[maker](r)
			text := dumps[program]("some text before it that is long enough: " + token + " and as much of it behind it all")
			tried++
			got := maskedText(t, "$ dump x\n"+text+"$ ls")
			bytes := strings.NewReplacer(" ", "", "0x", "", ",", "").Replace(got)
			for i := 0; i+8 <= len(token); i++ {
				part := []byte(token[i : i+8])
				if strings.Contains(got, string(part)) || strings.Contains(bytes, hex.EncodeToString(part)) || strings.Contains(bytes, hex.EncodeToString(swapped(part))) {
					t.Errorf("%s by %s: %q is left of\n%s\n%s", maker, program, part, text, got)
					break
				}
			}
			if !strings.HasPrefix(got, "$ dump x\n"+strings.SplitAfter(text, "\n")[0]) || !strings.HasSuffix(got, "$ ls") {
				t.Errorf("%s by %s: more is masked than the lines of it: %s", maker, program, got)
			}
		}
	}
	if tried < 300 {
		t.Errorf("%d tokens were tried", tried)
	}
}

// wide writes a text in two bytes a character.
func wide(text string, order binary.AppendByteOrder) []byte {
	var out []byte
	for _, u := range utf16.Encode([]rune(text)) {
		out = order.AppendUint16(out, u)
	}
	return out
}

// ways to write a text whose characters have two bytes each.
var wideWays = map[string]func(text string) string{
	"powershell": func(text string) string {
		return "powershell -EncodedCommand " + base64.StdEncoding.EncodeToString(wide(text, binary.LittleEndian))
	},
	"with a mark": func(text string) string {
		return base64.StdEncoding.EncodeToString(wide("\ufeff"+text, binary.LittleEndian))
	},
	"big end first": func(text string) string { return base64.StdEncoding.EncodeToString(wide(text, binary.BigEndian)) },
	"hexadecimal":   func(text string) string { return hex.EncodeToString(wide(text, binary.LittleEndian)) },
	"as it stands":  func(text string) string { return string(wide(text, binary.LittleEndian)) },
	"dump":          func(text string) string { return hex.Dump(wide(text, binary.LittleEndian)) },
}

func TestTokensAreFoundInTextOfTwoBytesACharacter(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 8))
	for _, maker := range slices.Sorted(maps.Keys(makers)) {
		for _, way := range slices.Sorted(maps.Keys(wideWays)) {
			token := makers[maker](r)
			text := wideWays[way](`$env:K="` + token + `"; ls C:\temp`)
			got := maskedText(t, text)
			if !strings.Contains(got, "[REDACTED:") || leftOf(strings.ReplaceAll(got, "\x00", ""), token) != "" || strings.Contains(got, base64.StdEncoding.EncodeToString(wide(token, binary.LittleEndian))[8:20]) {
				t.Errorf("%s, %s: %q becomes %q", maker, way, text, got)
			}
		}
	}
	for _, text := range []string{
		"powershell -EncodedCommand " + base64.StdEncoding.EncodeToString(wide(`Get-ChildItem C:\temp | Sort-Object Length`, binary.LittleEndian)),
		"00000000: 6578 706f 7274 2047 4954 4855 425f 544f  export GITHUB_TO\n", "add face 12", "deadbeef cafe", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08  x.txt\n", "\x00\x00\x00",
	} {
		if got := maskedText(t, text); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}
