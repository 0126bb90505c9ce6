package pi

import (
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/session"
)

// drawn writes trees as "id[label @time](children)".
func drawn(nodes []*TreeNode) string {
	out := make([]string, len(nodes))
	for i, n := range nodes {
		out[i] = n.Entry.ID()
		if n.Label != "" || n.LabelTimestamp != "" {
			out[i] += "[" + n.Label + " @" + n.LabelTimestamp + "]"
		}
		if len(n.Children) > 0 {
			out[i] += "(" + drawn(n.Children) + ")"
		}
	}
	return strings.Join(out, " ")
}

// opens makes a file of these bytes and opens it.
func opens(tb testing.TB, data string, opts ...Option) *Manager {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "s.jsonl")
	writeAll(tb, path, data)
	m := must(Open(path, "", append(counted(), opts...)...))
	tb.Cleanup(func() { closes(tb, m) })
	return m
}

// timed is a prompt below another entry with a time of its own.
func timed(id, parentID, stamp string) string {
	return strings.Replace(u(id, parentID), `"2025-01-01T00:00:01.000Z"`, stamp, 1)
}

func TestTreeHasEveryEntry(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"nothing", file(hdr), ""},
		{"branches", file(hdr, u("a", "-"), a("b", "a"), u("c", "b"), u("d", "a"), rec("usage", "e", "d", "")), "a(b(c) d(e))"},
		{"roots in the order of the file", file(hdr, timed("a", "-", `"2025-01-02"`), timed("b", "-", `"2025-01-01"`)), "a b"},
		{"children by time", file(hdr, u("r", "-"), timed("c3", "r", `"2025-01-01T03:00:00.000Z"`), timed("c1", "r", `"2025-01-01T01:00:00.000Z"`), timed("c2", "r", `"2025-01-01T02:00:00.000Z"`),
			timed("d2", "r", `"2025-01-01T02:00:00.000Z"`), timed("odd", "r", `"soon"`)), "r(c1 c2 d2 c3 odd)"},
		{"times that cannot be read come last", file(hdr, u("r", "-"), timed("c3", "r", `"2025-01-01T03:00:00.000Z"`), timed("c2", "r", `"2025-01-01T02:00:00.000Z"`), timed("x", "r", `"soon"`), timed("y", "r", `""`),
			timed("c1", "r", `"2025-01-01T01:00:00.000Z"`), timed("c0", "r", `"2025-01-01T00:00:00.000Z"`)), "r(c0 c1 c2 c3 x y)"},
		{"other forms of times", file(hdr, u("r", "-"), timed("c", "r", `"2025-02-01"`), timed("b", "r", `"Jan 5 2025"`), timed("a", "r", `"2025-01-05T01:00:00+02:00"`)), "r(a b c)"},
		{"a parent that is missing, or itself", file(hdr, u("a", "a"), u("b", "gone"), u("c", "b"), u("d", ""), `{"type":"x","id":"e"}`), "a b(c) d e"},
		{"a loop", file(hdr, u("r", "-"), u("a", "b"), u("b", "a"), u("z", "r")), "r(z) a(b)"},
		{"an id used twice", file(hdr, u("a", "-"), u("b", "a"), u("a", "-")), "a a(b)"},
		{"values that are no records, and later headers", file(hdr, "7", u("a", "-"), hdr, "[1]", u("b", "a")), "a(b)"},
		{"version 1 as it will be", file(v1, strings.Replace(u("x", "-"), `"id":"x",`, "", 1), u("y", "gone"), u("z", "-")), "(y(z))"},
		{"labels", file(hdr, u("a", "-"), stamped(lab("l", "a", "a", "A"), 2), u("b", "l"), stamped(lab("m", "b", "b", "B"), 3), lab("n", "m", "b", ""), stamped(lab("o", "n", "a", "A2"), 5), lab("p", "o", "gone", "X")),
			"a[A2 @2025-01-01T00:00:05.000Z](l(b(m(n(o(p))))))"},
		{"a label is taken from the order of the file, not from its time", file(hdr, u("a", "-"), stamped(lab("l", "a", "a", "later"), 9), stamped(lab("m", "-", "a", "earlier"), 2)), "a[earlier @2025-01-01T00:00:02.000Z](l) m"},
		{"a label without a time", file(hdr, u("a", "-"), `{"type":"label","id":"l","parentId":"a","targetId":"a","label":" "}`), "a[  @](l)"},
	} {
		m := opens(t, c.in)
		if got := drawn(must(m.GetTree())); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestTreesCanBeAsDeepAsASession(t *testing.T) {
	const deep = 100_000
	var b strings.Builder
	b.WriteString(hdr + "\n")
	last := "-"
	for i := range deep {
		id := lineID(i)
		b.WriteString(rec("x", id, last, "") + "\n")
		last = id
	}
	nodes, depth := must(opens(t, b.String()).GetTree()), 0
	for len(nodes) == 1 {
		nodes, depth = nodes[0].Children, depth+1
	}
	if depth != deep || len(nodes) != 0 {
		t.Errorf("the tree is %d deep and ends in %d entries", depth, len(nodes))
	}
}

func lineID(i int) string {
	const digits = "abcdefghijklmnop"
	return string([]byte{digits[i>>16&15], digits[i>>12&15], digits[i>>8&15], digits[i>>4&15], digits[i&15]})
}

func TestTreeGrowsWithTheSession(t *testing.T) {
	m := opens(t, file(hdr, u("a", "-"), a("b", "a")))
	label := "L"
	must(m.AppendLabelChange("a", &label))
	if err := m.Branch("a"); err != nil {
		t.Fatal(err)
	}
	must(m.AppendModelChange("acme", "m"))
	if got, want := drawn(must(m.GetTree())), "a[L @2031-04-09T07:05:04.120Z](b(e1) e2)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if stamp := must(m.GetLabelTimestamp("a")); stamp != "2031-04-09T07:05:04.120Z" {
		t.Errorf("the label is of %s", stamp)
	}
	must(m.AppendLabelChange("a", nil))
	if got, stamp := m.GetLabel("a"), must(m.GetLabelTimestamp("a")); got != "" || stamp != "" {
		t.Errorf("a label that was cleared is %q of %q", got, stamp)
	}
	if _, err := m.AppendLabelChange("gone", &label); err == nil || err.Error() != "Entry gone not found" {
		t.Errorf("labelling what is not there: %v", err)
	}
	if stamp, err := m.GetLabelTimestamp("gone"); stamp != "" || err != nil {
		t.Errorf("the label of what is not there is of %q, %v", stamp, err)
	}
}

func TestALabelThatIsNoTextIsJudgedAsJavaScriptDoes(t *testing.T) {
	for value, want := range map[string]string{
		`"x"`: "x", `""`: "", `" "`: " ", "5": "5", "0": "", "-0.0": "", "1e400": "1e400", "true": "true", "false": "", "null": "", "[]": "[]", `{"a": 1}`: `{"a": 1}`,
	} {
		m := opens(t, file(hdr, u("a", "-"), lab("l", "a", "a", "old"), rec("label", "m", "l", `"targetId":"a","label":`+value)))
		if got := m.GetLabel("a"); got != want {
			t.Errorf("the label %s reads as %q, want %q", value, got, want)
		}
		cleared := m.s.x.At(pos(t, m.s.x, "m")).Has(session.Cleared)
		if cleared != (want == "") {
			t.Errorf("the label %s clears: %v", value, cleared)
		}
	}
}

func TestTreeOfHarnessStorageHasItsLeafEntries(t *testing.T) {
	everyManager(t, []string{u("a", "-"), a("b", "a")}, func(t *testing.T, m *Manager, _ HarnessStorage) {
		if err := m.Branch("a"); err != nil {
			t.Fatal(err)
		}
		if got := drawn(must(m.GetTree())); got != "a(b(e1))" {
			t.Errorf("%s, want the leaf entry e1 below b", got)
		}
	})
}

func BenchmarkGetTree(b *testing.B) {
	m := must(Open(bigSession(b, 32<<20), ""))
	defer closes(b, m)
	b.SetBytes(m.s.x.Size)
	b.ReportAllocs()
	for b.Loop() {
		if len(must(m.GetTree())) != 1 {
			b.Fatal("no tree")
		}
	}
}
