package runlog

import (
	"fmt"
	"slices"
	"testing"

	"branchline/backend/session"

	"github.com/google/go-cmp/cmp"
)

// A run that is stopped while it writes its conversation again, or is looked at
// just then, has said and done no more than it had before.
func TestAConversationThatIsBeingWrittenAgainSaysNothingTwice(t *testing.T) {
	event := func(members string) string { return `{"kind":"event","event":{` + members + `}}` }
	round := func(tool string) []string {
		return []string{
			event(`"kind":"iteration","iteration":1`), event(`"kind":"message","text":"` + tool + ` it"`),
			event(`"kind":"toolCallStart","tool":"` + tool + `","text":"{}"`), event(`"kind":"toolCallEnd","tool":"` + tool + `"`),
		}
	}
	said := func(tool string) []string {
		return []string{
			`{"kind":"message","message":{"type":"bot","text":"` + tool + ` it"}}`,
			half("request", "c", tool, ""), half("response", "c", tool, tool+" done"),
		}
	}
	summary := `{"kind":"message","message":{"type":"checkpoint","text":"so far"}}`
	before := slices.Concat([]string{vMeta, vUser("go")}, round("read"), said("read"), round("list"), said("list"))
	again := slices.Concat([]string{vReset, summary}, said("read"), said("list"), said("write"))
	log := slices.Concat(before, []string{vCompact}, round("write"), again)
	from := len(log) - len(again)
	for n := from; n <= len(log); n++ {
		l := written(t, lines(log[:n]...))
		if got := made(l); got != 3 {
			t.Errorf("with %d records written again: %d calls, want 3", n-from, got)
		}
		reset := ""
		for _, it := range l.Items(l.x.Leaf) {
			if it.Kind == session.ItemReset {
				reset = it.Text
			}
		}
		want := "compacted; 1 message condensed, 6 kept"
		switch n - from {
		case 0:
			want = ""
		case 1:
			want = "compacted; the log ends before the conversation was written again"
		case 2, 3, 4, 5, 6, 7:
			want = "compacted; the log ends before all of the conversation was written again"
		}
		if reset != want {
			t.Errorf("with %d records written again: %q, want %q", n-from, reset, want)
		}
	}
}

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

// System text between what was said is not written again with it.
func TestWhatIsKeptIsFoundAcrossSystemText(t *testing.T) {
	system := func(text string) string {
		return `{"kind":"message","message":{"type":"instructions","text":"` + text + `"}}`
	}
	l := written(t, lines(vMeta, system("one"), vUser("a"), system("two"), vUser("b"), vReset,
		system("both"), `{"kind":"message","message":{"type":"checkpoint","text":"so far"}}`, vUser("a"), vUser("b"), vUser("c"), vResult("settled")))
	var told []string
	for _, it := range l.Items(l.x.Leaf) {
		if it.Kind == session.ItemPrompt || it.Kind == session.ItemReset {
			told = append(told, it.Text)
		}
	}
	want := []string{"a", "b", "history rewritten; 0 messages condensed, 2 kept", "c"}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
