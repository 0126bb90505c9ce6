package edit

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"branchline/backend/session"
)

func TestAPlanIsMadeAnewWhenTheFileHasGrown(t *testing.T) {
	d := newDesk(t)
	path := d.write(tree)
	src := d.open(path)
	p, err := d.Label(src, "a2", "good")
	if err != nil {
		t.Fatal(err)
	}
	grown := file(a("y1", "x1"), u("y2", "y1"))
	d.grow(path, grown)
	if _, err := d.ApplyTo(src, p); !errors.Is(err, ErrGrown) {
		t.Fatalf("applied to the session as it was: %v", err)
	}
	d.apply(p, nil)
	if got, want := d.added(path, tree+grown), labelLine("n1", "y2", "a2", `,"label":"good"`); got != want {
		t.Errorf("added %q\nwant  %q", got, want)
	}
}

// Between the last look at the file and the write there is a moment in which somebody
// else can write. That cannot be mended by writing more; it is said.
func TestWhoWritesInTheSameMomentIsToldOf(t *testing.T) {
	for _, c := range []struct{ name, theirs, note string }{
		{"a reply", a("y1", "x1") + "\n", "after this entry, and the other's, y1, stands on a branch beside it"},
		{"several records", file(a("y1", "x1"), "", u("y2", "y1")), "after this entry, and the other's, y2, stands"},
		{"what is no entry", "BAD\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			path := d.write(tree)
			src := d.open(path)
			p, err := d.Label(src, "a2", "good")
			if err != nil {
				t.Fatal(err)
			}
			d.grow(path, c.theirs)
			done, err := p.write(src)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := d.added(path, tree+c.theirs), labelLine("n1", "x1", "a2", `,"label":"good"`); got != want {
				t.Errorf("added %q\nwant  %q", got, want)
			}
			if x := d.open(path).index(); x.Key(x.Leaf) != done.Entry {
				t.Errorf("pi continues at %s, want %s", x.Key(x.Leaf), done.Entry)
			}
			if (c.note == "") != (done.Note == "") || !strings.Contains(done.Note, c.note) {
				t.Errorf("it is said that %q", done.Note)
			}
		})
	}
}

func TestWhoGoesOnWritingIsToldOf(t *testing.T) {
	d := newDesk(t)
	path := d.write(tree)
	src := d.open(path)
	d.grow(path, file(a("y1", "x1"), lab("n1", "x1", "a2", "good"), u("y2", "y1")))
	if got, want := meanwhile(src, []byte(lab("n1", "x1", "a2", "good"))), "goes on: pi continues after its entry y2, and this one"; !strings.Contains(got, want) {
		t.Errorf("it is said that %q, want %q in it", got, want)
	}
}

func TestAnIDThatWasTakenMeanwhileIsNotUsed(t *testing.T) {
	d := newDesk(t)
	path := d.write(tree)
	p, err := d.Label(d.open(path), "a2", "good")
	if err != nil {
		t.Fatal(err)
	}
	grown := file(u("n1", "x1"))
	d.grow(path, grown)
	d.apply(p, nil)
	if got, want := d.added(path, tree+grown), labelLine("n2", "n1", "a2", `,"label":"good"`); got != want {
		t.Errorf("added %q\nwant  %q", got, want)
	}
}

func TestWhatTurnedOutNeedlessOrImpossibleMeanwhileIsNotWritten(t *testing.T) {
	for name, c := range map[string]struct{ grown, kind string }{
		"somebody set the same label":       {file(lab("l", "x1", "a2", "good")), Nothing},
		"the last line is being written":    {`{"type":"message","id":"half`, Unfinished},
		"a later entry has the id labelled": {file(u("a2", "x1")), ""},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			path := d.write(tree)
			p, err := d.Label(d.open(path), "a2", "good")
			if err != nil {
				t.Fatal(err)
			}
			d.grow(path, c.grown)
			if err := os.Chtimes(path, now, now); err != nil {
				t.Fatal(err)
			}
			_, err = d.Apply(context.Background(), p)
			if c.kind == "" {
				if err != nil {
					t.Errorf("the label of the later one: %v", err)
				}
				return
			}
			e := refused(t, err, c.kind, map[string][]Offer{Unfinished: {OfferRetry}}[c.kind]...)
			if got := d.read(path); got != tree+c.grown {
				t.Errorf("%v, but the file is\n%s", e, got)
			}
		})
	}
}

func TestAFileThatChangedInAnotherWayIsAConflict(t *testing.T) {
	other := file(hdr, u("o1", "-"), a("a2", "o1"))
	for _, c := range []struct {
		name, kind string
		change     func(path string) error
	}{
		{"replaced by another", Conflict, func(path string) error {
			return errors.Join(os.WriteFile(path+".new", []byte(other), 0o600), os.Rename(path+".new", path))
		}},
		{"replaced by a copy of it", Conflict, func(path string) error {
			return errors.Join(os.WriteFile(path+".new", []byte(tree), 0o600), os.Rename(path+".new", path))
		}},
		{"rewritten in its place", Conflict, func(path string) error {
			return os.WriteFile(path, []byte(strings.ReplaceAll(tree, "asks", "told")), 0o600)
		}},
		{"shortened", Conflict, func(path string) error { return os.Truncate(path, int64(len(file(hdr, u("u1", "-"))))) }},
		{"emptied", "notSession", func(path string) error { return os.Truncate(path, 0) }},
		{"deleted", NotFound, os.Remove},
		{"a folder in its place", "notSession", func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o700)) }},
		{"its folder gone", NotFound, func(path string) error { return os.RemoveAll(filepath.Dir(path)) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, how := range []string{"by its path", "as it is open"} {
				d := newDesk(t)
				path := d.write(tree)
				src := d.open(path)
				p, err := d.Label(src, "a2", "good")
				if err == nil {
					err = c.change(path)
				}
				if err != nil {
					t.Fatal(err)
				}
				before := state(path)
				kind := c.kind
				if how == "by its path" {
					_, err = d.Apply(context.Background(), p)
				} else {
					_, err = d.ApplyTo(src, p)
					if kind == "notSession" {
						kind = Conflict
					}
				}
				var offers []Offer
				if kind == Conflict {
					offers = []Offer{OfferRetry}
				}
				if e := refused(t, err, kind, offers...); e.Next == "" {
					t.Errorf("%s: it does not say what to do: %v", how, e)
				}
				if after := state(path); after != before {
					t.Errorf("%s: the file was written to:\n%s", how, after)
				}
			}
		})
	}
}

// state is what stands at a path, or why nothing does.
func state(path string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func TestNothingIsGluedToAnUnfinishedLine(t *testing.T) {
	half := `{"type":"message","id":"z","parentId":"x1","timestamp":"2031-05-01T09:00:09.000Z","message":{"role":"user","content":"wave ` + "\xf0\x9f"
	for _, c := range []struct {
		name, end string
		ago       time.Duration
		kind      string // of the refusal
		warns     string
		want      string // the parent of the label
	}{
		{"a whole record without its line end", u("z", "x1"), time.Hour, "", "", "z"},
		{"a whole record without its line end, just now", u("z", "x1"), time.Second, "", WarnWriting, "z"},
		{"half a record, just now", half, time.Second, Unfinished, "", ""},
		{"half a record, half a minute ago", half, 30 * time.Second, Unfinished, "", ""},
		{"half a record, long ago", half, time.Hour, "", WarnBroken, "x1"},
		{"white space", "  ", time.Hour, "", "", "x1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			path := d.write(tree + c.end)
			if err := os.Chtimes(path, now, now.Add(-c.ago)); err != nil {
				t.Fatal(err)
			}
			p, err := d.Label(d.open(path), "a2", "good")
			if c.kind != "" {
				refused(t, err, c.kind, OfferRetry)
				if d.read(path) != tree+c.end {
					t.Error("the file was changed")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := kinds(p.Warnings); got != c.warns {
				t.Errorf("warnings %q, want %q", got, c.warns)
			}
			d.apply(p, nil)
			if got, want := d.added(path, tree+c.end), "\n"+labelLine("n1", c.want, "a2", `,"label":"good"`); got != want {
				t.Errorf("added %q\nwant  %q", got, want)
			}
		})
	}
}

func TestWritingBesideAnAgentIsSaid(t *testing.T) {
	d := newDesk(t)
	path := d.write(tree)
	if err := os.Chtimes(path, now, now.Add(-3*time.Second)); err != nil {
		t.Fatal(err)
	}
	p, err := d.Label(d.open(path), "a2", "good")
	if err != nil || kinds(p.Warnings) != WarnWriting {
		t.Errorf("warnings %v, %v", p, err)
	}
}

func TestAFileThatPiDoesNotOpenIsSaid(t *testing.T) {
	d := newDesk(t)
	for _, data := range []string{"\ufeff" + tree, u("early", "-") + "\n" + tree, strings.Replace(tree, `"id":"s1"`, `"id":5`, 1)} {
		path := d.write(data)
		p, err := d.Label(d.open(path), "a2", "good")
		if err != nil || kinds(p.Warnings) != WarnNotOpened || !strings.Contains(p.Agent, "does not open") {
			t.Errorf("warnings %v, %v", p, err)
		}
	}
}

// Whatever a session looks like, an act either says why it is not possible, or adds
// to the file and changes no byte of what was there.
func TestNoActChangesWhatIsThere(t *testing.T) {
	files, err := filepath.Glob("../pi/testdata/*.jsonl")
	more, moreErr := filepath.Glob("../runlog/testdata/*.jsonl")
	if err = errors.Join(err, moreErr); err != nil || len(files) < 20 || len(more) < 5 {
		t.Fatalf("%d and %d files, %v", len(files), len(more), err)
	}
	var written atomic.Int64
	t.Run("each", func(t *testing.T) {
		for _, name := range append(files, more...) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(filepath.Base(name), func(t *testing.T) {
				t.Parallel()
				written.Add(int64(everyAct(t, string(data))))
			})
		}
	})
	if n := written.Load(); n < 400 {
		t.Errorf("%d acts wrote something", n)
	}
}

// everyAct tries all acts on all entries of a session, and counts those that wrote.
func everyAct(t *testing.T, data string) (written int) {
	d := newDesk(t)
	probe, err := Open(context.Background(), d.write(data))
	if err != nil {
		return 0
	}
	defer func() { _ = probe.Close() }()
	acts := map[string]func(src *Source) (*Plan, error){
		"rename": func(src *Source) (*Plan, error) { return d.Rename(src, "A name") },
		"fork":   func(src *Source) (*Plan, error) { return d.Fork(src, ForkTo{Cwd: d.home}) },
		"root":   func(src *Source) (*Plan, error) { return d.Branch(src, BranchAt{}, "left") },
	}
	for i := range probe.index().Entries {
		key := probe.index().Entries[i].Key
		acts["label "+key] = func(src *Source) (*Plan, error) { return d.Label(src, key, "good") }
		acts["branch "+key] = func(src *Source) (*Plan, error) {
			return d.Branch(src, BranchAt{Entry: key, Before: len(key)%2 == 0}, "left")
		}
		acts["fork "+key] = func(src *Source) (*Plan, error) { return d.Fork(src, ForkTo{Leaf: key, Cwd: d.home}) }
	}
	for name, act := range acts {
		path := d.write(data)
		p, err := act(d.open(path))
		var e *Error
		if errors.As(err, &e) {
			if d.read(path) != data {
				t.Errorf("%s was refused, but the file changed", name)
			}
			continue
		}
		done := d.apply(p, err)
		added := d.added(path, data)
		if p.Creates != (added == "") {
			t.Errorf("%s added %q", name, added)
		}
		again := d.open(done.File)
		if p.Creates {
			for _, problem := range again.index().Problems {
				// An entry of the former harness may name a label that is not copied.
				if problem.Kind != session.ProblemField && len(again.index().Problems) > len(probe.index().Problems) {
					t.Errorf("%s made a file with a problem: %v", name, problem)
				}
			}
			if err := os.Remove(done.File); err != nil {
				t.Fatal(err)
			}
		} else if x := again.index(); x.Leaf < 0 || x.Key(x.Leaf) != done.Entry || len(x.Entries) != len(probe.index().Entries)+1 {
			t.Errorf("%s: the leaf is %s of %d entries, want %s", name, x.Key(x.Leaf), len(x.Entries), done.Entry)
		}
		written++
	}
	return written
}
