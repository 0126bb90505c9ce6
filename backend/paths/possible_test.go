package paths

import (
	"strings"
	"testing"
)

func TestSomePathsCanBeNowhere(t *testing.T) {
	long := strings.Repeat("é", 200)
	for _, c := range []struct {
		rules     Rules
		path, why string
	}{
		{Unix, `/srv/a:b\c*`, ""},
		{Unix, "/srv/\x00", "NUL"},
		{Unix, "/srv/" + long, "400"},
		{Unix, strings.Repeat("/abc", 1024), "4096"},
		{Windows, `C:\Users\mira`, ""},
		{Windows, `\\server\share\mira`, ""},
		{Windows, `C:\` + long, ""},
		{Windows, `C:\a?b`, "?"},
		{Windows, `C:\a:b`, ":"},
		{Windows, `C:\` + strings.Repeat("𐐷", 130), "260"},
	} {
		if got := c.rules.Impossible(c.path); (got == "") != (c.why == "") || !strings.Contains(got, c.why) {
			t.Errorf("%.40q answers %q, want %q", c.path, got, c.why)
		}
	}
}

func TestAWholePathSaysWhereItBegins(t *testing.T) {
	unix, windows := Env{Home: "/home/u"}, Env{Home: `C:\Users\u`, Rules: Windows}
	for path, want := range map[string][2]bool{
		"/srv": {true, false}, "~": {true, true}, "~/x": {true, true}, `~\x`: {false, true}, "~bob/x": {false, false},
		`C:\x`: {false, true}, "C:x": {false, false}, "/c/x": {true, true}, "x": {false, false}, "": {false, false},
	} {
		if got := [2]bool{unix.Whole(path), windows.Whole(path)}; got != want {
			t.Errorf("%q: %v, want %v", path, got, want)
		}
	}
}
