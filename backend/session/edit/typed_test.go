package edit

import (
	"errors"
	"strings"
	"testing"
)

func TestALabelOrNameThatATerminalWouldObeyIsRefusedWithItsReason(t *testing.T) {
	d := newDesk(t)
	path := d.write(tree)
	for _, c := range []struct{ text, reason string }{
		{"a\x1b[31mb", "U+001B"}, {"a\x00", "U+0000"}, {"\x7fa", "U+007F"}, {"a\u009bb", "U+009B"},
		{"a\tb", ""}, {"a\r\nb", ""}, {"a\u202eb", ""}, {"👩‍👩‍👧", ""},
	} {
		for what, plan := range map[string]func() (*Plan, error){
			"label": func() (*Plan, error) { return d.Label(d.open(path), "u2", c.text) },
			"name":  func() (*Plan, error) { return d.Rename(d.open(path), c.text) },
		} {
			p, err := plan()
			var e *Error
			switch {
			case c.reason == "" && err != nil:
				t.Errorf("the %s %q is refused: %v", what, c.text, err)
			case c.reason == "" && c.text == "a\u202eb" && !strings.Contains(p.Says, "a⟨U+202E⟩b"):
				t.Errorf("the %s is not made visible: %s", what, p.Says)
			case c.reason != "" && (!errors.As(err, &e) || e.Kind != Refused || !strings.Contains(e.Reason, what+" holds the control character "+c.reason) || e.Next == ""):
				t.Errorf("the %s %q answers %v", what, c.text, err)
			}
		}
	}
	if d.read(path) != tree {
		t.Error("something was written")
	}
}

func TestALabelOfOthersIsPutBackWhateverItHolds(t *testing.T) {
	d := newDesk(t)
	path := d.write(tree + file(strings.Replace(lab("l9", "u2", "u2", "old"), "old", `old\u001b[31m`, 1)))
	if _, err := d.Label(d.open(path), "u2", "old\x1b[31m"); !errors.As(err, new(*Error)) || !strings.Contains(err.Error(), "already") {
		t.Errorf("the label in force answers %v", err)
	}
	d.undo(d.apply(d.Label(d.open(path), "u2", "new")))
	if src := d.open(path); labelOf(src.index(), "u2") != "old\x1b[31m" {
		t.Errorf("taken back it is %q", labelOf(src.index(), "u2"))
	}
}
