package main

import "testing"

func TestNeitherCaseNorAccentsNorWhatIsNotSeenCountsInASearch(t *testing.T) {
	for a, b := range map[string]string{"Étude": "etude", "e\u0301tude": "etude", "zero\u200bwidth": "zerowidth", "join\ufeff\u2060ed": "joined", "ﬁle": "FILE"} {
		if got, want := comparableText(a), comparableText(b); got != want {
			t.Errorf("%q is compared as %q, want %q", a, got, want)
		}
	}
}
