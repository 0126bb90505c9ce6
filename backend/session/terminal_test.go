package session

import "testing"

func TestOutputIsPrintedAsATerminalLeavesIt(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"colours", "\x1b[31mred\x1b[0m \x1b[38:2::1:2:3mx", "red x"},
		{"other sequences and unfinished ones", "a\x1b[2K\x1b[1A\x1b]0;title\x07b\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\\x1b(B\x1b[?25lc\x1b[", "ablinkc"},
		{"a line written again", "10%\r50%\r100%\ndone\r\n", "100%\ndone\n"},
		{"a line whose start was moved to", "10%\x1b[1G20%\r", "20%"},
		{"letters struck over", "N\bNA\bA\nabc\b\b\bxyz", "NA\nxyz"},
		{"what else acts", "a\x00b\u202ec\x7f\x07", "a⟨U+0000⟩b⟨U+202E⟩c⟨U+007F⟩"},
	} {
		if got := Printed(c.in); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestReadableShowsWhatActsAndLosesNothing(t *testing.T) {
	if got, want := Readable("a\x1b[31m\r\nb\tc\r\u2066\xff"), "a⟨U+001B⟩[31m\nb\tc⟨U+000D⟩⟨U+2066⟩\ufffd"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
