package session

import (
	"testing"

	"pgregory.net/rapid"
)

func TestTimeThatIsInSeveralSpansCountsOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var spans Spans
		var covered [64]bool
		var sum int64
		for range rapid.IntRange(0, 20).Draw(t, "spans") {
			from, to := rapid.IntRange(0, 63).Draw(t, "from"), rapid.IntRange(0, 64).Draw(t, "to")
			var fresh int64
			for ms := from; ms < to; ms++ {
				if !covered[ms] {
					covered[ms], fresh = true, fresh+1
				}
			}
			sum += fresh
			if got := spans.Add(int64(from), int64(to)); got != fresh {
				t.Fatalf("%d to %d adds %d, want %d; now %v", from, to, got, fresh, spans.all)
			}
		}
		for i, sp := range spans.all {
			sum -= sp.to - sp.from
			if i > 0 && spans.all[i-1].to >= sp.from {
				t.Fatalf("spans touch: %v", spans.all)
			}
		}
		if sum != 0 {
			t.Fatalf("%d ms are missing from %v", sum, spans.all)
		}
	})
}
