package export

import "testing"

func TestWhatWasGivenBackIsACostBelowNothing(t *testing.T) {
	for usd, want := range map[float64]string{0: "", 0.001: "<$0.01", 0.21: "$0.21", 1203.7: "$1,204", -5: "−$5.00", -0.001: "−<$0.01"} {
		if got := dollars(usd); got != want {
			t.Errorf("%v: %q, want %q", usd, got, want)
		}
	}
}
