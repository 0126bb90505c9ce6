package session_test

import (
	"testing"

	"branchline/backend/session"
)

func TestACompactionSaysHowLargeTheContextWas(t *testing.T) {
	for _, test := range []struct {
		before, after float64
		want          string
	}{
		{180_000, 22_000, "Compacted 180k → 22k tokens"},
		{9_940, 940, "Compacted 9.9k → 940 tokens"},
		{1_000_000, 0, "Compacted 1M tokens"},
		{0, 999_950, "Compacted to 1M tokens"},
		{2_100_000_000, 1_100_000_000_000, "Compacted 2.1B → 1.1T tokens"},
		{0, 0, ""},
	} {
		if got := session.CompactedWords(test.before, test.after); got != test.want {
			t.Errorf("CompactedWords(%v, %v) = %q, want %q", test.before, test.after, got, test.want)
		}
	}
}
