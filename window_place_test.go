package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/paths"
)

func TestTheWindowIsKeptInsideItsScreen(t *testing.T) {
	for _, c := range []struct {
		name          string
		p             place
		width, height int
		want          place
	}{
		{"it fits", place{true, 100, 50, 1400, 900, false}, 1920, 1080, place{true, 100, 50, 1400, 900, false}},
		{"its screen went away on the right", place{true, 2500, 50, 1400, 900, false}, 1920, 1080, place{true, 518, 50, 1400, 900, false}},
		{"its screen went away on the left", place{true, -1800, -20, 1400, 900, false}, 1920, 1080, place{true, 0, 0, 1400, 900, false}},
		{"its lower edge and frame hang out", place{true, 0, 700, 1000, 600, false}, 1280, 1024, place{true, 0, 384, 1000, 600, false}},
		{"its screen became smaller", place{true, 100, 100, 1400, 900, true}, 1280, 800, place{true, 0, 0, 1280, 760, true}},
		{"not even the smallest window fits", place{true, 10, 10, 1400, 900, false}, 800, 600, place{true, 0, 0, 800, 560, false}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, c.p.inside(c.width, c.height)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestThePlaceOfTheWindowIsRemembered(t *testing.T) {
	dir := t.TempDir()
	env := paths.Env{OS: "linux", Home: dir, Rules: paths.Native(), Getenv: func(string) string { return "" }}
	first := place{Width: windowWidth, Height: windowHeight}
	if diff := cmp.Diff(first, loadPlace(env)); diff != "" {
		t.Errorf("before the first start (-want +got):\n%s", diff)
	}
	want := place{true, 30, 40, 1000, 700, true}
	if err := want.save(env); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, loadPlace(env)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	file := filepath.Join(dir, ".local/state/branchline", placeName)
	for text, want := range map[string]place{
		"{":                           first,
		`{"width":0,"x":7}`:           first,
		`{"width":-5,"height":700}`:   first,
		`{"width":"wide"}`:            first,
		`{"width":10,"height":10000}`: {Width: leastWidth, Height: 10000},
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, loadPlace(env)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}
