package conformance

import (
	"os"
	"strconv"
	"testing"
)

// seeds are those to try: one that is given in SEED, else few, or with LONG=1 many.
func seeds(tb testing.TB, few, many uint64) []uint64 {
	tb.Helper()
	if given := os.Getenv("SEED"); given != "" {
		seed, err := strconv.ParseUint(given, 10, 64)
		if err != nil {
			tb.Fatal("SEED: ", err)
		}
		return []uint64{seed}
	}
	if os.Getenv("LONG") == "1" {
		few = many
	}
	out := make([]uint64, few)
	for i := range out {
		out[i] = uint64(i) + 1
	}
	return out
}
