package pi

import (
	"testing"

	"branchline/backend/session"
)

func TestTreeIsThatOfPiWithoutItsHangs(t *testing.T) {
	unknown := func(id, parentID string) string { return rec("mode_change", id, parentID, `"mode":"plan"`) }
	leaf := func(id, parentID, to string) string { return rec("leaf", id, parentID, `"targetId":`+parent(to)) }
	noID := `{"type":"message","parentId":"a","message":{"role":"user","content":"x"}}`
	cases := []struct {
		name, in                       string
		roots, branch, suggested, told string
	}{
		{"an id used twice", file(hdr, u("a", "-"), u("b", "a"), u("a", "-")), "a~L2 a", "a", "a", "2:duplicate"},
		{"a session written twice (0.73)", file(hdr, u("a", "-"), hdr, u("a", "-"), u("b", "a"), a("c", "b")), "a~L2 a", "a b c", "c", "2:duplicate 3:header"},
		{"a lost parent", file(hdr, u("a", "-"), u("b", "zzz"), u("c", "b")), "a b", "b c", "c", "3:orphan"},
		{"its own parent", file(hdr, u("a", "a")), "a", "a", "a", "2:loop"},
		{"a loop beside", file(hdr, u("r", "-"), u("a", "b"), u("b", "a"), u("z", "r")), "r a", "r z", "z", "3:loop"},
		{"a loop with the leaf inside", file(hdr, u("a", "b"), u("b", "a")), "a", "a b", "b", "2:loop"},
		{"no parent member", file(hdr, `{"type":"x","id":"a"}`, u("b", "a")), "a", "a b", "b", ""},
		{"an empty parent", file(hdr, u("a", "")), "a", "a", "a", ""},
		{"two starts", file(hdr, u("a", "-"), u("b", "-")), "a b", "b", "b", ""},
		{"a parent that comes later", file(hdr, u("b", "a"), u("a", "-")), "a", "a", "a", ""},
		{"an unknown type last", file(hdr, u("a", "-"), unknown("x", "a")), "a", "a x", "x", ""},
		{"values that are no records last", file(hdr, u("a", "-"), "42", "[1]"), "a", "a", "a", "3:notObject 4:notObject"},
		{"an entry without id last", file(hdr, u("a", "-"), noID), "a", "a", "a", ""},
		{"a made-up key is no id", file(hdr, noID, u("b", "L2")), "L2 b", "b", "b", "2:orphan 3:orphan"},
		{"a number is no id", file(hdr, u("5", "-"), `{"type":"x","id":5,"parentId":null}`, `{"type":"x","id":"b","parentId":5}`), "5 L3 b", "b", "5", "4:orphan"},
		{"no parent named later on", file(hdr, u("a", "-"), `{"type":"x","id":"b"}`, u("c", "")), "a b c", "c", "c", "3:orphan 4:orphan"},
		{"a leaf entry moves the leaf", file(hdr, u("a", "-"), u("b", "a"), leaf("L", "b", "a")), "a", "a", "a", ""},
		{"what follows a leaf entry", file(hdr, u("a", "-"), u("b", "a"), leaf("L", "b", "a"), u("d", "a")), "a", "a d", "d", ""},
		{"a leaf entry before the first", file(hdr, u("a", "-"), leaf("L", "a", "-")), "a", "", "a", ""},
		{"a leaf entry to nowhere", file(hdr, u("a", "-"), leaf("L", "a", "zz")), "a", "a", "a", "3:field"},
		{"leaf without a target is unknown", file(hdr, u("a", "-"), rec("leaf", "L", "a", "")), "a", "a L", "L", ""},
		{"a label on an old branch", file(hdr, u("a", "-"), a("b", "a"), u("c", "-"), a("d", "c"), lab("l", "b", "b", "x")), "a c", "a b l", "d", ""},
		{"a label under the newest reply", file(hdr, u("a", "-"), a("b", "a"), lab("l", "b", "a", "x")), "a", "a b l", "l", ""},
		{"the newest reply has labels below", file(hdr, u("a", "-"), a("b", "a"), lab("l", "b", "b", "x"), u("c", "-"), a("d", "c"), lab("m", "d", "d", "x"), lab("n", "l", "a", "y")), "a c", "a b l n", "m", ""},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			x := open(t, test.in).x
			if got := keys(x, withoutLeafEntries(x)); got != test.roots {
				t.Errorf("roots %q, want %q", got, test.roots)
			}
			if got := keys(x, x.Branch(x.Leaf)); got != test.branch {
				t.Errorf("branch %q, want %q", got, test.branch)
			}
			if x.Suggested != pos(t, x, test.suggested) {
				t.Errorf("suggested leaf %q, want %q", x.Key(x.Suggested), test.suggested)
			}
			if got := told(x); got != test.told {
				t.Errorf("problems %q, want %q", got, test.told)
			}
		})
	}
}

func withoutLeafEntries(x *session.Index) []session.Pos {
	var out []session.Pos
	for _, p := range x.Roots {
		if x.At(p).Kind != session.KindLeaf {
			out = append(out, p)
		}
	}
	return out
}

func TestLabelsFollowTheFileNotTheBranch(t *testing.T) {
	cases := []struct {
		name, label string
		want        string
	}{
		{"set", lab("l", "b", "a", "one"), "one"},
		{"set again on another branch", file(lab("l", "b", "a", "one"), u("c", "-"), lab("m", "c", "a", "two")), "two"},
		{"cleared by absence", file(lab("l", "b", "a", "one"), rec("label", "m", "l", `"targetId":"a"`)), ""},
		{"cleared by empty text", file(lab("l", "b", "a", "one"), lab("m", "l", "a", "")), ""},
		{"cleared by null", file(lab("l", "b", "a", "one"), rec("label", "m", "l", `"targetId":"a","label":null`)), ""},
		{"white space is a label", lab("l", "b", "a", "  "), "  "},
		{"a number is shown", rec("label", "l", "b", `"targetId":"a","label":5`), "5"},
		{"a lost target labels nothing", lab("l", "b", "zz", "one"), ""},
		{"no target labels nothing", rec("label", "l", "b", `"targetId":null,"label":"one"`), ""},
	}
	for _, test := range cases {
		x := open(t, file(hdr, u("a", "-"), u("b", "a"), test.label)).x
		got := x.Labels[pos(t, x, "a")]
		if got.Text != test.want || test.want != "" && got.AtMs != 1735689601000 {
			t.Errorf("%s: label %+v, want %q", test.name, got, test.want)
		}
	}
}

func TestNameIsTheLastOneInTheFile(t *testing.T) {
	info := func(id, name string) string { return rec("session_info", id, "a", `"name":`+name) }
	cases := []struct {
		name string
		in   []string
		want string
		told string
	}{
		{"trimmed as JavaScript does", []string{info("n", "\"\u00a0 A\ufeff\"")}, "A", ""},
		{"U+0085 stays", []string{info("n", "\"A\u0085\"")}, "A\u0085", ""},
		{"last wins", []string{info("n", `"A"`), info("m", `"B"`)}, "B", ""},
		{"cleared", []string{info("n", `"A"`), info("m", `" "`)}, "", ""},
		{"null clears", []string{info("n", `"A"`), info("m", "null")}, "", ""},
		{"missing clears", []string{info("n", `"A"`), rec("session_info", "m", "a", "")}, "", ""},
		{"a number is no name", []string{info("n", `"A"`), info("m", "5")}, "", "4:field"},
	}
	for _, test := range cases {
		x := open(t, file(append([]string{hdr, u("a", "-")}, test.in...)...)).x
		if x.Name != test.want || told(x) != test.told {
			t.Errorf("%s: name %q, problems %q, want %q, %q", test.name, x.Name, told(x), test.want, test.told)
		}
	}
}

func TestChildrenStandByTime(t *testing.T) {
	at := func(id, stamp string) string {
		return `{"type":"message","id":"` + id + `","parentId":"r","timestamp":"` + stamp + `","message":{"role":"user","content":"x"}}`
	}
	x := open(t, file(hdr, u("r", "-"), at("late", "2025-01-01T03:00:00.000Z"), at("early", "2025-01-01T01:00:00.000Z"),
		at("same1", "2025-01-01T02:00:00.000Z"), at("odd", "soon"), at("same2", "2025-01-01T02:00:00.000Z"), at("offset", "2025-01-01T02:30:00+01:00"))).x
	if got, want := keys(x, x.Children(0)), "early offset same1 same2 late odd"; got != want {
		t.Errorf("children %q, want %q", got, want)
	}
}

func TestEntriesWithoutAnyIDAreReadInTheOrderOfTheFile(t *testing.T) {
	bare := func(role string) string { return `{"type":"message","message":{"role":"` + role + `","content":"x"}}` }
	o := open(t, file(hdr, bare("user"), bare("assistant"), bare("user")))
	if len(o.x.Roots) != 1 || o.x.Leaf != session.None || o.x.Suggested != 2 || len(o.x.Header.Notes) != 1 || len(o.x.Problems) != 0 {
		t.Errorf("roots %v, leaf %d, suggested %d, notes %q, problems %v", o.x.Roots, o.x.Leaf, o.x.Suggested, o.x.Header.Notes, o.x.Problems)
	}
	mixed := open(t, file(hdr, u("a", "-"), bare("assistant")))
	if len(mixed.x.Roots) != 2 {
		t.Errorf("beside an entry with an id there are roots %v, want both", mixed.x.Roots)
	}
}

func TestAFileFromTheFutureIsNotRunning(t *testing.T) {
	o := open(t, file(hdr, u("a", "-")))
	written := o.x.WrittenMs
	for _, test := range []struct {
		now  int64
		want session.State
	}{{written, session.Running}, {written + quiet, session.Running}, {written + quiet + 1, session.Interrupted}, {written - quiet - 1, session.Interrupted}} {
		if got := o.End(0, test.now).State; got != test.want {
			t.Errorf("%d ms after the file was written it is %s, want %s", test.now-written, got, test.want)
		}
	}
}
