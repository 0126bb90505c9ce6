package timeline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session/sessiontest"
)

func found(t *testing.T, b *Branch, text string) (out []string) {
	t.Helper()
	out = []string{}
	for from := 0; from < b.Len(); {
		hits, next, err := b.Search(text, from, strings.ToLower)
		if err != nil {
			t.Fatal(err)
		}
		if next <= from {
			t.Fatalf("the search stands still at row %d", from)
		}
		for _, h := range hits {
			out = append(out, fmt.Sprintf("%d %s:%d", h.Row, h.Field, h.Line))
		}
		from = next
	}
	return out
}

func TestSearchFindsWhatIsFoldedAndCutOff(t *testing.T) {
	s := sessiontest.New(t, `p1 - user "Plant the pears"
a1 . assistant "" call=c1:bash:"prune --all" call=c2:edit:orchard.txt
r1 . result "first\nsecond `+strings.Repeat("x", 40_000)+` quince" of=c1
r2 . result "edited" of=c2 diff="-apple\n+medlar"
a2 . assistant "\x1b[31mThe **me**\x1b[0mdlar stands."
b1 . bash "git status\nnothing to commit"
leaf b1`)
	b := Of(s, s.Index().Leaf)
	for text, want := range map[string][]string{
		"PEARS":          {"0 text:0"},
		"quince":         {"1 result:3"},
		"prune":          {"1 call:0"},
		"medlar":         {"2 diff:1", "3 text:0"},
		"nothing to":     {"4 result:0"},
		"neither":        {},
		"":               {},
		`\ ( [ *`:        {},
		"pears\nanother": {},
	} {
		if diff := cmp.Diff(want, found(t, b, text)); diff != "" {
			t.Errorf("%q is found elsewhere (-want +got):\n%s", text, diff)
		}
	}
}
