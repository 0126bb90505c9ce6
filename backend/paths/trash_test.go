package paths

import (
	"errors"
	"testing"
)

func TestTheTrashIsWhereTheSystemKeepsIt(t *testing.T) {
	for _, c := range []struct{ os, home, data, want string }{
		{"linux", "/home/u", "", "/home/u/.local/share/Trash"},
		{"linux", "/home/u", "/data", "/data/Trash"},
		{"linux", "/home/u", "relative", "/home/u/.local/share/Trash"},
		{"linux", "", "/data", "/data/Trash"},
		{"darwin", "/Users/u", "/data", "/Users/u/.Trash"},
		{"windows", "", "", ""},
	} {
		e := Env{OS: c.os, Home: c.home, Getenv: func(name string) string { return map[string]string{"XDG_DATA_HOME": c.data}[name] }}
		if got, err := e.TrashDir(); got != c.want || err != nil {
			t.Errorf("on %s with %q and %q: %q, %v, want %q", c.os, c.home, c.data, got, err, c.want)
		}
	}
	if _, err := (Env{OS: "linux"}).TrashDir(); !errors.Is(err, ErrNoHome) {
		t.Errorf("without a home: %v", err)
	}
}
