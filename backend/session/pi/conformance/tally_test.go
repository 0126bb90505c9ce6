//go:build conformance

package conformance

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
)

// tally counts what agreed, over all tests.
var tally struct {
	sync.Mutex
	files, agreed int
	apart         map[string]int
}

func init() {
	atEnd = append(atEnd, func() {
		fmt.Printf("conformance: %d files, %d comparisons agree\n", tally.files, tally.agreed)
		for _, why := range slices.Sorted(maps.Keys(tally.apart)) {
			fmt.Printf("  %d times: %s\n", tally.apart[why], why)
		}
	})
}

// comparison holds what pi says of one file against what we say.
type comparison struct {
	agreed int
	apart  map[string]int
	wrong  []string
}

// done adds the comparison to the tally and fails the test when anything was wrong.
func (c *comparison) done(tb testing.TB, file func() string) {
	tb.Helper()
	tally.Lock()
	defer tally.Unlock()
	tally.files++
	tally.agreed += c.agreed
	if tally.apart == nil {
		tally.apart = map[string]int{}
	}
	for why, n := range c.apart {
		tally.apart[why] += n
	}
	if len(c.wrong) > 0 {
		tb.Errorf("%d differences\n%s\n%s", len(c.wrong), strings.Join(c.wrong[:min(3, len(c.wrong))], "\n"), file())
	}
}
