package library

import (
	"context"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"branchline/backend/paths"
	"branchline/backend/session"
	"branchline/backend/session/formats"
	"branchline/backend/session/jsonl"
)

// Whatever happened to the files, bringing the list up to date answers what
// making it anew does, and opens nothing but what changed.
func TestRescanReadsWhatChanged(t *testing.T) {
	d := newFolder(t)
	for _, name := range []string{"p/a.jsonl", "p/b.jsonl", "q/c.jsonl"} {
		d.write(name, header(name, "/srv/p"), prompt("1", "", "09:00:01", "x"))
	}
	places := []paths.Place{{Path: d.dir, Kind: paths.Root}}
	known, err := Scan(t.Context(), places, noon, nil)
	d.must(err)
	fork := func() string {
		return d.write("q/d.jsonl", childOf("d", "/srv/p", d.path("p/a.jsonl")), prompt("1", "", "09:00:01", "x"))
	}
	for _, step := range []struct {
		what string
		act  func()
		read []string
	}{
		{"nothing", func() {}, nil},
		{"one grows", func() {
			d.write("p/a.jsonl", header("a", "/srv/p"), prompt("1", "", "09:00:01", "x"), prompt("2", "1", "09:00:02", "y"))
		}, []string{"p/a.jsonl"}},
		{"a fork of it", func() { fork() }, []string{"q/d.jsonl"}},
		{"one is renamed", func() { d.must(os.Rename(d.path("p/b.jsonl"), d.path("p/e.jsonl"))) }, []string{"p/e.jsonl"}},
		{"one goes away", func() { d.must(os.Remove(d.path("p/a.jsonl"))) }, nil},
		{"a new folder", func() { d.write("r/f.jsonl", header("f", "/srv/r")) }, []string{"r/f.jsonl"}},
		{"another file under its name", func() {
			d.write("other", header("g", "/srv/r"), prompt("1", "", "09:00:01", "z"))
			d.must(os.Rename(d.path("other"), d.path("r/f.jsonl")))
		}, []string{"r/f.jsonl"}},
		{"a folder goes away", func() { d.must(os.RemoveAll(d.path("q"))) }, nil},
	} {
		step.act()
		read := []string{}
		counting := func(ctx context.Context, path string) (session.Session, *jsonl.File, error) {
			read = append(read, path)
			return formats.Open(ctx, path)
		}
		var wanted []string
		for _, name := range step.read {
			wanted = append(wanted, d.path(name))
		}
		fresh, err := Scan(t.Context(), places, noon, nil)
		d.must(err)
		known, err = scan(t.Context(), &reader{open: counting, now: noon, places: places}, known.found, nil)
		d.must(err)
		if diff := cmp.Diff(fresh, known, cmpopts.IgnoreUnexported(Result{}, Row{})); diff != "" {
			t.Errorf("%s: (-anew +brought up to date):\n%s", step.what, diff)
		}
		if diff := cmp.Diff(wanted, read, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: opened (-want +got):\n%s", step.what, diff)
		}
	}
}

// A session that is open is asked instead of read again; what it does not know yet
// is asked for with the next look.
func TestRescanAsksWhatIsOpen(t *testing.T) {
	d := newFolder(t)
	path := d.write("a.jsonl", header("a", "/srv/p"), prompt("1", "", "09:00:01", "x"))
	open, file, err := formats.Open(t.Context(), path)
	d.must(err)
	t.Cleanup(func() { d.must(file.Close()) })
	d.write("a.jsonl", header("a", "/srv/p"), prompt("1", "", "09:00:01", "x"), prompt("2", "1", "09:00:02", "y"))
	places, reads := []paths.Place{{Path: d.dir, Kind: paths.Flat}}, 0
	r := &reader{now: noon, places: places}
	r.open = func(ctx context.Context, path string) (session.Session, *jsonl.File, error) {
		reads++
		return formats.Open(ctx, path)
	}
	r.opened = func(name string, read func(session.Session)) bool {
		if name == path {
			read(open)
		}
		return name == path
	}
	known, err := scan(t.Context(), r, nil, nil)
	d.must(err)
	if reads != 0 || len(known.Rows) != 1 || known.Rows[0].Messages != 1 {
		t.Errorf("%d files read, rows %+v; want what the open session knows", reads, known.Rows)
	}
	r.opened = nil
	later, err := scan(t.Context(), r, known.found, nil)
	d.must(err)
	if reads != 1 || len(later.Rows) != 1 || later.Rows[0].Messages != 2 {
		t.Errorf("%d files read, rows %+v; want all of the file once the session is closed", reads, later.Rows)
	}
}

// A run that nobody wrote to for a while does not run any more.
func TestRescanAsksAgainWhetherARunRuns(t *testing.T) {
	d := newFolder(t)
	path := d.write("a.jsonl", `{"kind":"meta","time":"2026-05-04T09:00:00Z","meta":{"id":"a","task":"x","cwd":"/srv/p","model":"m","started":"2026-05-04T09:00:00Z"}}`,
		`{"kind":"message","time":"2026-05-04T09:00:01Z","message":{"role":"user","content":"x"}}`)
	info, err := os.Stat(path)
	d.must(err)
	places, written := []paths.Place{{Path: d.dir, Kind: paths.Flat}}, info.ModTime().UnixMilli()
	known, err := Scan(t.Context(), places, written, nil)
	d.must(err)
	later, err := Rescan(t.Context(), places, written+10*60*1000, known, nil)
	d.must(err)
	if len(known.Rows) != 1 || len(later.Rows) != 1 || known.Rows[0].Outcome != "running" || later.Rows[0].Outcome == "running" {
		t.Errorf("%+v, ten minutes later %+v; want a run that runs no more", known.Rows, later.Rows)
	}
}
