package runlog

import (
	"fmt"
	"testing"

	"branchline/backend/session"

	"github.com/google/go-cmp/cmp"
)

// What is kept at one reset and left out at the next was replaced at the next.
func TestItemsTellWhenTheyWereReplaced(t *testing.T) {
	at := func(second int, record string) string {
		return fmt.Sprintf(`{"at":"2026-01-02T03:04:%02dZ",%s`, second, record[1:])
	}
	l := written(t, lines(vMeta, at(1, vUser("a")), at(2, vUser("b")), at(3, vUser("c")),
		at(4, vReset), at(4, vUser("b")), at(4, vUser("c")), at(5, vUser("d")),
		vReset, at(6, vUser("c")), at(6, vUser("d")), at(7, vUser("e")),
		at(8, vReset), at(8, vUser("e"))))
	told := func(leaf session.Pos) (out []string) {
		for _, it := range l.Items(leaf) {
			if it.Kind == session.ItemPrompt {
				out = append(out, fmt.Sprint(it.Text, " ", it.Replaced, " ", clock(it.ReplacedMs)))
			}
		}
		return out
	}
	want := []string{"a true 03:04:04.000", "b true --", "c true 03:04:08.000", "d true 03:04:08.000", "e false --"}
	if diff := cmp.Diff(want, told(l.x.Leaf)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	want = []string{"a true 03:04:04.000", "b false --", "c false --", "d false --"}
	if diff := cmp.Diff(want, told(5)); diff != "" {
		t.Errorf("before the second reset: -want +got\n%s", diff)
	}
}
