package session

import "testing"

// As frontend/src/lib/format.ts writes them.
func TestLengthsOfTimeAreWrittenInTheUnitsThatSaySomething(t *testing.T) {
	for ms, want := range map[int64]string{
		-1: "", 0: "", 1: "1 ms", 999: "999 ms", 1000: "1 s", 1249: "1.2 s", 9949: "9.9 s", 9950: "10 s", 59_499: "59 s",
		59_500: "1 min", 61_000: "1 min 1 s", 599_499: "9 min 59 s", 599_500: "10 min", 3_570_000: "1 h", 7_351_000: "2 h 3 min",
		86_370_000: "1 d", 223_200_000: "2 d 14 h",
	} {
		if got := Lasting(ms); got != want {
			t.Errorf("%d ms are written %q, want %q", ms, got, want)
		}
	}
}

func TestSizesAreWrittenInDecimalUnits(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 999: "999 B", 1000: "1 KB", 1536: "1.5 KB", 9_949: "9.9 KB", 9_950: "10 KB", 999_499: "999 KB", 999_500: "1 MB",
		2_600_000_000: "2.6 GB", 5e12: "5,000 GB",
	} {
		if got := Sized(n); got != want {
			t.Errorf("%d bytes are written %q, want %q", n, got, want)
		}
	}
}
