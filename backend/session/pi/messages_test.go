package pi

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Wherever a message stands in its entry, and whatever stands around it, the model
// is sent the same.
func TestAMessageIsTakenFromAnyPlaceInItsEntry(t *testing.T) {
	const said = `{"role":"user","content":"hello","timestamp":1735689601000}`
	long := `"more":"` + strings.Repeat("x", 70_000) + `"`
	entry := func(members ...string) string {
		return `{"type":"message","id":"m","parentId":null,"timestamp":"2025-01-01T00:00:01.000Z",` + strings.Join(members, ",") + `}`
	}
	message := `"message":` + said
	cases := []struct{ name, entry, want string }{
		{"last", entry(message), said},
		{"before another member", entry(message, `"more":1`), said},
		{"behind white space", entry(`"message": ` + said), said},
		{"before white space", strings.TrimSuffix(entry(message), "}") + " }", said},
		{"far behind", entry(long, message), said},
		{"the last of two", entry(`"message":{"role":"user","content":"no"}`, message), said},
		{"the last of two, before another member", entry(`"message":{"role":"user","content":"no"}`, message, `"more":1`), said},
		{"the entry is indented", " \t" + entry(message) + " ", said},
		{"content that is null", entry(`"message":{"role":"user","content":null}`), `{"role":"user","content":[]}`},
		{"no content", entry(`"message":{"role":"assistant"}`), `{"role":"assistant","content":[]}`},
		{"the last of two contents is null", entry(`"message":{"role":"user","content":"no","content":null}`), `{"role":"user","content":"no","content":[]}`},
		{"an unknown role", entry(`"message":{"role":"ghost","text":"boo"}`), `{"role":"ghost","text":"boo"}`},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			o := open(t, file(hdr, test.entry, u("next", "m")))
			c := must(o.context(o.x.Branch(o.x.Leaf)))
			if len(c.Messages) != 2 {
				t.Fatalf("%d messages, want 2", len(c.Messages))
			}
			if diff := cmp.Diff(test.want, string(c.Messages[0].Raw())); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Entries that lie far apart in a file, or out of its order, come as they were asked for.
func TestEntriesAreReadInTheOrderOfTheBranch(t *testing.T) {
	big := msg("big", "r", `{"role":"user","content":"`+strings.Repeat("x", 2*gapBytes)+`"}`)
	huge := msg("huge", "b", `{"role":"user","content":"`+strings.Repeat("y", blockBytes)+`"}`)
	o := open(t, file(hdr, u("b", "a"), u("r", "-"), big, u("a", "r"), u("c", "huge"), huge))
	var got []string
	for _, r := range must(o.records(o.x.Branch(pos(t, o.x, "c")))) {
		got = append(got, r.ID())
	}
	if want := []string{"r", "a", "b", "huge", "c"}; !slices.Equal(got, want) {
		t.Errorf("read %v, want %v", got, want)
	}
}
