package pi

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"branchline/backend/session"
)

// line draws a record of a session in which ids of calls repeat and results come
// early, late, twice and on other branches. Entries are named e0, e1, …
func line(t *rapid.T, i int) string {
	me, above := fmt.Sprint("e", i), "-"
	if i > 0 {
		above = fmt.Sprint("e", i-1)
		if rapid.IntRange(0, 5).Draw(t, "jump") == 0 {
			above = fmt.Sprint("e", rapid.IntRange(0, i-1).Draw(t, "parent"))
		}
	}
	id := rapid.StringMatching(`[x-z]`)
	target := fmt.Sprint("e", rapid.IntRange(0, i+2).Draw(t, "target"))
	switch rapid.IntRange(0, 11).Draw(t, "kind") {
	case 0:
		return u(me, above)
	case 1:
		return rec("compaction", me, above, fmt.Sprintf(`"summary":"s","tokensBefore":1,"firstKeptEntryId":%q`, target))
	case 2:
		return lab(me, above, target, "x")
	case 3:
		if rapid.Bool().Draw(t, "edits") {
			return rec("context_edit", me, above, fmt.Sprintf(`"targetId":%q,"replacement":null`, target))
		}
		return rec("leaf", me, above, fmt.Sprintf(`"targetId":%q`, target))
	case 4, 5, 6, 7:
		return msg(me, above, result(id.Draw(t, "answers"), "bash", "ok", rapid.Bool().Draw(t, "fails")))
	default:
		stop := rapid.SampledFrom([]string{"toolUse", "stop", "error"}).Draw(t, "stop")
		return msg(me, above, says(call(id.Draw(t, "call"), "bash", `{"command":"ls"}`)+","+call(id.Draw(t, "call"), "read", `{"path":"a"}`), stop))
	}
}

func TestATellingThatGoesOnSaysWhatANewOneDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data, kept := []byte(file(hdr, u("e0", "-"))), map[session.Pos]session.Telling{}
		o, at := &opened{}, written.UnixMilli()
		if err := o.scan(context.Background(), bytes.NewReader(data), int64(len(data)), at); err != nil {
			t.Fatal(err)
		}
		for i := range rapid.IntRange(1, 40).Draw(t, "entries") {
			data = append(data, line(t, i+1)+"\n"...)
			on, err := o.readOn(context.Background(), bytes.NewReader(data), int64(len(data)), at)
			if err != nil {
				t.Fatal(err)
			}
			if !on {
				o, kept = &opened{}, map[session.Pos]session.Telling{}
				if err := o.scan(context.Background(), bytes.NewReader(data), int64(len(data)), at); err != nil {
					t.Fatal(err)
				}
			}
			for _, leaf := range slices.Sorted(maps.Keys(kept)) {
				told, to := kept[leaf], session.Pos(len(o.x.Entries)-1)
				next, below := o.x.Between(leaf, to)
				if !below {
					continue
				}
				delete(kept, leaf)
				before := o.Context(leaf)
				more, ok := told.GoOn(next)
				if !ok {
					continue
				}
				kept[to] = told
				if diff := cmp.Diff(o.Items(to), told.Items(), cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("items of %s (-anew +gone on):\n%s", o.x.Key(to), diff)
				}
				if diff := cmp.Diff(o.Context(to), append(before, more.Sent...), cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("context of %s (-anew +gone on):\n%s", o.x.Key(to), diff)
				}
			}
			leaf := session.Pos(rapid.IntRange(0, len(o.x.Entries)-1).Draw(t, "leaf"))
			kept[leaf] = o.Tell(leaf)
		}
	})
}
