package secrets

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// breaks are what stands where a line was broken.
var breaks = []string{"\n", "\r\n", "\n  ", "\n\t", "\n+", "\n> ", "\n> > ", "\n-", "\n# ", "\n| ", "\n * ", "\\\n", "\\\n    ", "=\n", "\n  12→", "\n   13\t"}

// A token that was broken over lines is masked with all its lines, whatever the lines
// begin and end with.
func TestTokensAreFoundOverLinesOfAllKinds(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 8))
	tried := 0
	for _, maker := range slices.Sorted(maps.Keys(makers)) {
		for _, b := range breaks {
			token := makers[maker](r)
			cut := len(token) * 3 / 5
			text := "token:" + strings.TrimPrefix(b, `\`) + token[:cut] + b + token[cut:] + "\nend of it"
			tried++
			if got := maskedText(t, text); leftOf(got, token[:cut]) != "" || leftOf(got, token[cut:]) != "" || !strings.HasSuffix(got, "\nend of it") {
				t.Errorf("%s over %q: %q becomes %q", maker, b, text, got)
			}
		}
	}
	if tried < 300 {
		t.Errorf("%d tokens were tried", tried)
	}
}

func TestWhatStandsOnTheNextLineIsLeftAlone(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"ok\n" + ghKey[:8] + "\n    " + ghKey[8:] + "\nend", "ok\n[REDACTED:github-pat]\nend"},
		{"url https://hooks.slack.com/services/T01AB2CD3/B01\nAB2CD3/a8Kd72LsPq0ZxC93mNbVtRyU\nend", "url [REDACTED:slack-webhook-url]\nend"},
		{ghKey + "\n    Next2Line", "[REDACTED:github-pat]\n    Next2Line"},
		{awsKey + "\n  NEXT2LINE", "[REDACTED:aws-access-token]\n  NEXT2LINE"},
		{"key: sk-a8Kd72LsPq0ZxC93mNbVtRyU\n  Host2: x", "key: [REDACTED:token]\n  Host2: x"},
		{"+import fooBarModule2\n+export fooBarModule3", "+import fooBarModule2\n+export fooBarModule3"},
	} {
		if got := maskedText(t, c.text); got != c.want {
			t.Errorf("%q becomes\n%q, want\n%q", c.text, got, c.want)
		}
	}
}
