//go:build conformance

package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"branchline/backend/paths"
	"branchline/backend/session"
	editing "branchline/backend/session/edit"
	"branchline/backend/session/pi"
)

// Whatever is edited in a session, in whatever order, and taken back: nothing that
// stood there changes, pi reads the result as we do, and continues where the plan
// said.
func TestEditsAreWhatTheyPromise(t *testing.T) {
	applied, refused, all := 0, 0, seeds(t, 50, 500)
	for _, seed := range all {
		t.Run(fmt.Sprint("SEED=", seed), func(t *testing.T) {
			g := grower{Rand: rand.New(rand.NewPCG(seed, 19)), tame: seed%2 == 0}
			path := filepath.Join(t.TempDir(), "s.jsonl")
			if err := os.WriteFile(path, []byte(g.file()), 0o600); err != nil {
				t.Fatal(err)
			}
			a := newActor(t, &g, path)
			for range 4 + g.IntN(8) {
				if a.act() {
					applied++
				} else {
					refused++
				}
				if t.Failed() {
					t.Fatalf("%s\nleft\n%s", strings.Join(a.log, "\n"), read(t, path))
				}
			}
			agreed(t, read(t, path))
		})
	}
	t.Logf("%d acts were done, %d refused", applied, refused)
	if applied < 2*len(all) {
		t.Error("hardly anything was done")
	}
}

// actor edits one session.
type actor struct {
	t testing.TB
	*grower
	*editing.Editor
	path string
	done []*editing.Done
	log  []string
}

func newActor(t testing.TB, g *grower, path string) *actor {
	home := t.TempDir()
	later := time.Now().Add(time.Hour) // of files that were written just now nothing is waited for
	env := paths.Env{Home: home, Dir: home, Temp: home, UID: os.Getuid(), OS: "linux", Rules: paths.Native()}
	return &actor{t: t, grower: g, path: path, Editor: &editing.Editor{Env: env, Now: func() time.Time { return later }}}
}

// seen is what matters of a session before and after an act.
type seen struct {
	leaf     string
	parent   string
	above    string // the leaf's parent
	context  string
	labels   map[string]string
	branches map[string]bool // leaves
	entries  int
}

func (a *actor) look() (s seen, keys []string) {
	a.t.Helper()
	src, err := editing.Open(context.Background(), a.path)
	if err != nil {
		a.t.Fatal(err)
	}
	defer func() {
		if err := src.Close(); err != nil {
			a.t.Error(err)
		}
	}()
	x := src.Session.Index()
	s = seen{leaf: x.Key(x.Leaf), labels: map[string]string{}, entries: len(x.Entries)}
	if x.Leaf != session.None {
		s.above = x.Key(x.At(x.Leaf).Parent)
	}
	for p, l := range x.Labels {
		s.labels[x.Key(p)] = l.Text
	}
	for i := range x.Entries {
		keys = append(keys, x.Entries[i].Key)
	}
	// What is read to decide what follows is decided on the leaf as it is there.
	var at []string
	for _, piece := range src.Session.Context(x.Leaf) {
		at = append(at, fmt.Sprint(x.Key(piece.Entry), piece.Role, x.Key(piece.Edit)))
	}
	s.context = strings.Join(at, " ")
	return s, keys
}

// act does one thing, and tells whether it was possible.
func (a *actor) act() bool {
	a.t.Helper()
	before, was := read(a.t, a.path), seen{}
	was, keys := a.look()
	src, err := editing.Open(context.Background(), a.path)
	if err != nil {
		a.t.Fatal(err)
	}
	key := "nowhere"
	if len(keys) > 0 {
		key = a.one(keys...)
	}
	var p *editing.Plan
	text := a.one("good", "better", "", "“✓” <b>")
	switch what := a.IntN(10); {
	case what < 3:
		p, err = a.Label(src, key, text)
		a.log = append(a.log, fmt.Sprintf("label %s %q", key, text))
	case what < 5:
		p, err = a.Rename(src, text)
		a.log = append(a.log, fmt.Sprintf("rename %q", text))
	case what < 7:
		p, err = a.Branch(src, editing.BranchAt{Entry: a.one(key, key, key, ""), Before: a.in(2)}, "left it")
		a.log = append(a.log, "branch "+key)
	case what < 8:
		p, err = a.Fork(src, editing.ForkTo{Leaf: a.one(key, ""), Cwd: a.Env.Home})
		a.log = append(a.log, "fork "+key)
	default:
		if len(a.done) == 0 {
			err = errors.Join(src.Close())
			return err != nil
		}
		d := a.done[a.IntN(len(a.done))]
		p, err = a.Undo(context.Background(), d)
		a.log = append(a.log, "undo "+d.Says)
	}
	if err := src.Close(); err != nil {
		a.t.Fatal(err)
	}
	var refused *editing.Error
	if errors.As(err, &refused) {
		a.log[len(a.log)-1] += ": " + err.Error()
		if !bytes.Equal(read(a.t, a.path), before) {
			a.t.Error("what was refused was written")
		}
		return false
	}
	if err != nil {
		a.t.Fatal(a.log[len(a.log)-1], err)
	}
	done, err := a.Apply(context.Background(), p)
	if err != nil {
		a.t.Fatal(a.log[len(a.log)-1], err)
	}
	a.done = append(a.done, done)
	a.came(p, done, before, was, key, text)
	return true
}

// came holds what an act did against what it was to do.
func (a *actor) came(p *editing.Plan, done *editing.Done, before []byte, was seen, key, text string) {
	a.t.Helper()
	after := read(a.t, a.path)
	added, kept := bytes.CutPrefix(after, before)
	if !kept {
		a.t.Fatal("what stood in the file does so no more")
	}
	if p.Creates || p.Act == editing.ActTrash || p.Act == editing.ActRestore {
		if len(added) > 0 {
			a.t.Errorf("the source got %q", added)
		}
		if p.Creates {
			agreed(a.t, read(a.t, done.File))
		}
		return
	}
	is, _ := a.look()
	added = bytes.TrimPrefix(added, []byte("\n"))
	if string(added) != p.Lines[0].Text+"\n" {
		a.t.Errorf("added %q, planned was %q", added, p.Lines[0].Text)
	}
	if is.leaf != done.Entry || is.entries != was.entries+1 {
		a.t.Errorf("pi continues at %q of %d entries, want %q of %d", is.leaf, is.entries, done.Entry, was.entries+1)
	}
	labels := maps.Clone(was.labels)
	var line struct{ Type, FromID, TargetID, Label string }
	if err := json.Unmarshal(added, &line); err != nil {
		a.t.Fatal(err)
	}
	switch {
	case line.Type == "branch_summary":
		from := was.leaf
		if from == "" {
			from = "root"
		}
		if line.FromID != from {
			a.t.Errorf("the summary is of what was left at %q, want %q", line.FromID, from)
		}
	case p.Undoes && p.Act == editing.ActBranch: // the leaf moved back
	default:
		if is.above != was.leaf || is.context != was.context {
			a.t.Errorf("the leaf hangs under %q with context %q, want %q and %q", is.above, is.context, was.leaf, was.context)
		}
	}
	if line.Type == "label" && line.Label != "" {
		labels[line.TargetID] = line.Label
	} else if line.Type == "label" {
		delete(labels, line.TargetID)
	}
	if !p.Undoes && p.Act == editing.ActLabel && (line.TargetID != key || line.Label != pi.CleanName(text)) {
		a.t.Errorf("labelled %q %q, want %q %q", line.TargetID, line.Label, key, text)
	}
	if !maps.Equal(labels, is.labels) {
		a.t.Errorf("the labels are %q, want %q", is.labels, labels)
	}
	agreed(a.t, after)
}
