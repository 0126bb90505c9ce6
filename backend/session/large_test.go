package session_test

import (
	"testing"

	"branchline/backend/session"
)

// Memory of any size is taken whole and empty, wherever it comes to lie.
func TestLargeMemoryIsWholeAndEmpty(t *testing.T) {
	for _, n := range []int{0, 1, 100, 1 << 18, 1<<18 + 1, 1<<20 - 7, 3 << 20} {
		words := session.Large[uint64](n)
		if len(words) != n {
			t.Fatalf("%d words instead of %d", len(words), n)
		}
		for i := range words {
			if words[i] != 0 {
				t.Fatalf("word %d of %d is not empty", i, n)
			}
			words[i] = uint64(i)
		}
		for i := range words {
			if words[i] != uint64(i) {
				t.Fatalf("word %d of %d is lost", i, n)
			}
		}
	}
}
