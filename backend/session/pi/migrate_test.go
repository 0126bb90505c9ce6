package pi

import (
	"strings"
	"testing"

	"branchline/backend/session"
)

// v1 is a version 1 header; its entries have no ids.
const v1 = `{"type":"session","id":"old","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/w","provider":"acme","modelId":"m1","thinkingLevel":"off"}`

func old(role string) string {
	return `{"type":"message","timestamp":"2025-01-01T00:00:01.000Z","unknown":7,"message":{"role":"` + role + `","content":"hey"}}`
}

func kept(index string) string {
	return `{"type":"compaction","timestamp":"2025-01-01T00:00:09.000Z","summary":"so far","tokensBefore":9000` + index + `}`
}

// A compaction of version 1 counts values of the file with the header as 0.
func TestVersion1IsOneChainWithKeysOfItsLines(t *testing.T) {
	cases := []struct {
		name, in, branch, context string
	}{
		{"keeps from the second prompt", file(v1, old("user"), old("assistant"), old("user"), kept(`,"firstKeptEntryIndex":3`), old("assistant")),
			"L2 L3 L4 L5 L6", "compactionSummary:L5 L4 L6"},
		{"the header cannot be kept", file(v1, old("user"), kept(`,"firstKeptEntryIndex":0`)), "L2 L3", "compactionSummary:L3"},
		{"out of range", file(v1, old("user"), kept(`,"firstKeptEntryIndex":99`)), "L2 L3", "compactionSummary:L3"},
		{"text is no index", file(v1, old("user"), kept(`,"firstKeptEntryIndex":"1"`)), "L2 L3", "compactionSummary:L3"},
		{"a fraction is no index", file(v1, old("user"), kept(`,"firstKeptEntryIndex":0.5`)), "L2 L3", "compactionSummary:L3"},
		{"below 0", file(v1, old("user"), kept(`,"firstKeptEntryIndex":-1`)), "L2 L3", "compactionSummary:L3"},
		{"what comes later cannot be kept", file(v1, old("user"), kept(`,"firstKeptEntryIndex":3`), old("assistant")), "L2 L3 L4", "compactionSummary:L3 L4"},
		{"itself: nothing is kept", file(v1, old("user"), kept(`,"firstKeptEntryIndex":2`)), "L2 L3", "compactionSummary:L3"},
		{"bad and blank lines do not count", file(v1, "BAD", "", "null", old("user"), old("assistant"), kept(`,"firstKeptEntryIndex":2`)), "L5 L6 L7", "compactionSummary:L7 L6"},
		{"values that are no records do", file(v1, old("user"), "7", old("assistant"), kept(`,"firstKeptEntryIndex":3`)), "L2 L4 L5", "compactionSummary:L5 L4"},
		{"ids that are there are not used", file(v1, u("x", "-"), u("y", "nowhere"), c("z", "x", "y")), "L2 L3 L4", "compactionSummary:L4"},
		{"ids given twice are no problem", file(v1, u("x", "-"), u("x", "-")), "L2 L3", "L2 L3"},
		{"hookMessage is custom", file(v1, old("hookMessage")), "L2", "L2"},
		{"leaf entries mean nothing", file(v1, old("user"), rec("leaf", "l", "-", `"targetId":null`)), "L2 L3", "L2"},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			o := open(t, test.in)
			if got := keys(o.x, o.x.Branch(o.x.Leaf)); got != test.branch {
				t.Errorf("branch %q, want %q", got, test.branch)
			}
			if got := sent(o, o.x.Leaf); got != test.context {
				t.Errorf("context %q, want %q", got, test.context)
			}
			for _, p := range o.x.Problems {
				if p.Kind != session.ProblemJSON && p.Kind != session.ProblemNotObject {
					t.Errorf("problem %+v", p)
				}
			}
			if !strings.Contains(o.x.Header.ReadOnly, "fork") {
				t.Errorf("read-only says %q and offers no fork", o.x.Header.ReadOnly)
			}
		})
	}
}

func TestHookMessagesAreCustomBeforeVersion3(t *testing.T) {
	hook := msg("b", "a", `{"role":"hookMessage","customType":"acme.hook","content":"from a hook","display":true}`)
	cases := []struct {
		version, items, context string
	}{
		{"2", "prompt:a customMessage:b", "a b"},
		{"3", "prompt:a unknown:b", "a (b)"},
	}
	for _, test := range cases {
		o := open(t, file(`{"type":"session","id":"s","version":`+test.version+`}`, u("a", "-"), hook))
		items := o.Items(o.x.Leaf)
		if got := seen(o.x, items); got != test.items {
			t.Errorf("version %s: items %q, want %q", test.version, got, test.items)
		}
		if got := sent(o, o.x.Leaf); got != test.context {
			t.Errorf("version %s: context %q, want %q", test.version, got, test.context)
		}
		if body, err := o.Body(items[1]); err != nil || body.Text != "from a hook" {
			t.Errorf("version %s: body %q, %v", test.version, body.Text, err)
		}
	}
}
