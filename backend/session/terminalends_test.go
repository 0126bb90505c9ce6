package session

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestEndsOfOutputAreCutBetweenSequencesAndKeepTheirColours(t *testing.T) {
	many := strings.Repeat("x", 500)
	for _, c := range []struct{ name, in, head, tail string }{
		{"what is short stays whole", "\x1b[31mred", "\x1b[31mred", ""},
		{"a head that would end in a colour", strings.Repeat("h", 98) + "\x1b[38;5;208m" + many, strings.Repeat("h", 98), "\x1b[38;5;208m" + many[:36]},
		{"a head that would end in a link", strings.Repeat("h", 80) + "\x1b]8;;https://example.org/a/b\x1b\\link" + many, strings.Repeat("h", 80), many[:36]},
		{"a tail that would begin in a colour", many + "\x1b[1;3;32m" + strings.Repeat("t", 32), many[:100], "\x1b[1;3;32m" + strings.Repeat("t", 32)},
		{"a tail that would begin in a title", many + "\x1b]0;a long title of a window" + "\x07" + strings.Repeat("t", 20), many[:100], strings.Repeat("t", 20)},
		{"what was set one by one", "\x1b[1m\x1b[3m\x1b[4m\x1b[31m\x1b[44m" + many, "\x1b[1m\x1b[3m\x1b[4m\x1b[31m\x1b[44m" + many[:78], "\x1b[1;3;4;31;44m" + many[:36]},
		{"what was taken back", "\x1b[1;3;31m\x1b[22;39m" + many, "\x1b[1;3;31m\x1b[22;39m" + many[:83], "\x1b[3m" + many[:36]},
		{"what was reset", "\x1b[1;31m\x1b[m" + many, "\x1b[1;31m\x1b[m" + many[:90], many[:36]},
		{"a true colour", "\x1b[38:2::1:2:3m\x1b[48;2;4;5;6m" + many, "\x1b[38:2::1:2:3m\x1b[48;2;4;5;6m" + many[:73], "\x1b[38;2;1;2;3;48;2;4;5;6m" + many[:36]},
	} {
		if head, tail := TerminalEnds(c.in, 100, 100); head != c.head || tail != c.tail {
			t.Errorf("%s:\n got %q, %q\nwant %q, %q", c.name, head, tail, c.head, c.tail)
		}
	}
}

// Each character of the ends has the colours it has in the whole.
func TestEndsOfOutputAreShownAsTheWholeIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.OneOf(
			rapid.StringMatching(`[a-zäö日]{1,9}`),
			rapid.SampledFrom([]string{"\x1b[31m", "\x1b[1;42m", "\x1b[0m", "\x1b[38;5;7m", "\x1b[39m", "\x1b[;34m", "\x1b[4:3m", "\x1b[4:0m", "\x1b[22m", "\x1b[48:2::9:8:7m", "\x1b[2K", "\x1b]0;title\x07", "\x1b(B", "\n"}),
		)
		whole := strings.Join(rapid.SliceOfN(piece, 0, 300).Draw(t, "output"), "")
		head, tail := TerminalEnds(whole, 120, 100)
		if len(whole) > 220 && len(head)+len(tail) >= len(whole) {
			t.Fatalf("%d and %d bytes of %d", len(head), len(tail), len(whole))
		}
		all := looks(whole)
		if got := looks(head); !equalLooks(got, all[:len(got)]) {
			t.Fatalf("the head is shown as\n%v\nof\n%v", got, all)
		}
		if got := looks(tail); !equalLooks(got, all[len(all)-len(got):]) {
			t.Fatalf("the tail is shown as\n%v\nof\n%v", got, all)
		}
	})
}

// looks are the characters of output with the colours each is shown in.
func looks(output string) (out []string) {
	text := Screen(output)
	var now colours
	for text != "" {
		if at := Colours.FindStringSubmatchIndex(text); at != nil && at[0] == 0 {
			now.set(text[at[2]:at[3]])
			text = text[at[1]:]
			continue
		}
		for _, r := range text {
			out = append(out, fmt.Sprintf("%c%q", r, now.sequence()))
			text = text[len(string(r)):]
			break
		}
	}
	return out
}

func equalLooks(a, b []string) bool { return strings.Join(a, " ") == strings.Join(b, " ") }
