package changes

import "testing"

func TestAskedIsWhatAnEditCallWouldReplace(t *testing.T) {
	for _, c := range []struct{ name, args, want string }{
		{"one", `{"path":"a.go","oldText":"one\ntwo","newText":"one\n2"}`, " one\n-two\n+2\n"},
		{"several", `{"edits":[{"oldText":"a","newText":"b"},{"old_string":"c\n","new_string":""}]}`, "-a\n+b\n⋯\n-c\n"},
		{"no replacement", `{"path":"a.go","content":"x"}`, ""},
		{"no object", `[1]`, ""},
	} {
		if got := Asked(c.args); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
