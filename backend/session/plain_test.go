package session

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestPlainTakesOutWhatATerminalWouldObey(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"ordinary text", "déjà vu 日本\n\tok", "déjà vu 日本\n\tok"},
		{"colours", "\x1b[31mFAIL\x1b[0m pkg", "FAIL pkg"},
		{"cursor moves with parameters", "a\x1b[?25l\x1b[2;3Hb", "ab"},
		{"window title ended by BEL", "\x1b]0;pwned\x07text", "text"},
		{"link ended by ST", "\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"},
		{"title without an end", "\x1b]0;all of this stays", "0;all of this stays"},
		{"eight bit introducer", "a\u009b31mb", "ab"},
		{"other control characters", "a\x00b\x08c\x7fd\u0085e", "abcde"},
		{"character set", "\x1b(Bx", "x"},
		{"lone escape at the end", "x\x1b", "x"},
		{"line ends", "a\r\nb\rc", "a\nb\nc"},
		{"direction override", "a\u202egnp.exe", "a⟨U+202E⟩gnp.exe"},
		{"isolate", "\u2066x\u2069", "⟨U+2066⟩x⟨U+2069⟩"},
		{"marks of right-to-left text stay", "\u200fשלום", "\u200fשלום"},
	} {
		if diff := cmp.Diff(c.want, Plain(c.in)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestPlainIsSafeAndDoneOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(rapid.SliceOf(rapid.OneOf(
			rapid.String(), rapid.SampledFrom([]string{"\x1b", "[", "31m", "]0;", "\x07", "\x9b", "\u009b", "\u202e", "\r", "\n"}),
		)).Draw(t, "text"), "")
		got := Plain(in)
		for _, r := range got {
			if r != utf8.RuneError && unicode.IsControl(r) && r != '\n' && r != '\t' || turns(r) {
				t.Fatalf("Plain(%q) = %q still has %U", in, got, r)
			}
		}
		if again := Plain(got); again != got {
			t.Fatalf("Plain twice: %q, then %q", got, again)
		}
	})
}

func TestCutTextEndsBetweenCharacters(t *testing.T) {
	for n, want := range map[int]string{0: "", 1: "a", 2: "a", 3: "aé", 4: "aé日"[:3], 6: "aé日", 9: "aé日"} {
		if got := CutText("aé日", n); got != want {
			t.Errorf("CutText(%d) = %q, want %q", n, got, want)
		}
	}
}
