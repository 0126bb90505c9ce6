//go:build conformance

package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/pi"
)

// A branch, or a whole session, that is copied byte for byte holds what pi's own
// branched session, or fork, holds.
func TestCopiesHoldWhatPisHold(t *testing.T) {
	branches, forks := 0, 0
	for _, seed := range seeds(t, 50, 500) {
		t.Run(fmt.Sprint("SEED=", seed), func(t *testing.T) {
			g := grower{Rand: rand.New(rand.NewPCG(seed, 17))}
			data := []byte(keepingFromLabels(&g, g.file()))
			s := scanned(t, data)
			if sameFork(t, s, data) {
				forks++
			}
			x := s.Index()
			for p := range session.Pos(len(x.Entries)) {
				if comparable(x, p) {
					sameBranch(t, s, data, p)
					branches++
				}
				if t.Failed() {
					t.Fatalf("of the file\n%s", data)
				}
			}
		})
	}
	t.Logf("%d branches and %d forks are what pi makes", branches, forks)
	if branches == 0 || forks == 0 {
		t.Error("nothing was compared")
	}
}

var (
	labelled = regexp.MustCompile(`"type":"label".*?"id":"([^"\\]*)"`)
	keptFrom = regexp.MustCompile(`"firstKeptEntryId":"[^"]*"`)
)

// keepingFromLabels has most compactions of a file keep from a label before them.
func keepingFromLabels(g *grower, file string) string {
	var labels []string
	lines := strings.SplitAfter(file, "\n")
	for i, line := range lines {
		if m := labelled.FindStringSubmatch(line); m != nil {
			labels = append(labels, m[1])
		} else if len(labels) > 0 && !g.in(4) {
			lines[i] = keptFrom.ReplaceAllString(line, `"firstKeptEntryId":"`+labels[g.IntN(len(labels))]+`"`)
		}
	}
	return strings.Join(lines, "")
}

// comparable tells whether pi can make a session of the branch that ends at an
// entry, and as one does who can find it: pi never ends in a loop, and loses what
// has no id.
func comparable(x *session.Index, leaf session.Pos) bool {
	if e := x.At(leaf); x.Header.Version > 1 && e.Has(session.NoID) || e.Has(session.Duplicate) {
		return false
	}
	for _, p := range x.Branch(leaf) {
		if x.At(p).Has(session.Looped) || x.At(p).Has(session.Duplicate) {
			return false
		}
	}
	return true
}

func sameBranch(t *testing.T, s session.Session, data []byte, leaf session.Pos) {
	t.Helper()
	x, id := s.Index(), ""
	if x.Header.Version == 1 {
		id = fmt.Sprintf("%08x", int(leaf)) // what pi gives the entry when it migrates
		if strayed(data) {
			return
		}
	} else {
		id = x.Key(leaf)
	}
	path := copied(t, data)
	var theirs []string
	if !asked(t, map[string]any{"do": "branched", "path": path, "leaf": id}, &theirs) {
		return
	}
	c, err := pi.CopyBranch(s, leaf, pi.CopyTo{Cwd: theirsOf(theirs, "cwd"), ParentSession: path}, same(theirs)...)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(evened(theirs), evened(linesOf(t, c))); diff != "" {
		t.Errorf("the branch that ends at %s (-pi +ours):\n%s", id, diff)
	}
}

func sameFork(t *testing.T, s session.Session, data []byte) bool {
	t.Helper()
	x := s.Index()
	if x.Header.Version < 3 {
		return false // pi puts the new header above entries that it does not migrate
	}
	for i := range x.Entries {
		if !x.Entries[i].Has(session.NoID) {
			break
		}
		if i == len(x.Entries)-1 {
			return false // ours gives them ids
		}
	}
	path := copied(t, data)
	var theirs []string
	if !asked(t, map[string]any{"do": "forked", "path": path, "cwd": "/q", "dir": filepath.Join(t.TempDir(), "forks")}, &theirs) {
		return false
	}
	c, err := pi.CopyAll(s, pi.CopyTo{Cwd: "/q", ParentSession: path}, same(theirs)...)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(theirs, linesOf(t, c)); diff != "" {
		t.Errorf("the fork (-pi +ours):\n%s", diff)
	}
	return true
}

// asked puts a question to pi, and tells whether it has an answer.
func asked(t *testing.T, question map[string]any, to any) bool {
	t.Helper()
	question["now"], question["nextId"] = moment.UnixMilli(), 0
	err := startedPi(t).ask(question, to)
	if err != nil && !isRefused(err) {
		t.Fatal(err)
	}
	return err == nil
}

// same are the clock and the session id of pi's records.
func same(theirs []string) []pi.Option {
	ids := 0
	return []pi.Option{
		pi.WithClock(func() time.Time { return moment }), pi.WithSessionIDGenerator(func(time.Time) string { return theirsOf(theirs, "id") }),
		pi.WithEntryIDGenerator(func() string { ids++; return fmt.Sprintf("%08x", ids-1) }),
	}
}

// theirsOf is a member of pi's header.
func theirsOf(theirs []string, member string) string {
	r, err := pi.NewRecord([]byte(theirs[0]))
	if err != nil {
		return err.Error()
	}
	return r.Text(member)
}

// linesOf are the lines of a copy in the form JavaScript writes.
func linesOf(t *testing.T, c *pi.Copied) (lines []string) {
	t.Helper()
	err := c.Lines(func(line []byte) error {
		lines = append(lines, string(jsonl.AppendStringified(nil, line)))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

var made = regexp.MustCompile(`"0000[0-9a-f]{4}"`)

// evened numbers the ids that were made by their first place.
func evened(lines []string) []string {
	number := map[string]string{}
	text := made.ReplaceAllStringFunc(strings.Join(lines, "\n"), func(id string) string {
		if number[id] == "" {
			number[id] = fmt.Sprintf(`"made %d"`, len(number))
		}
		return number[id]
	})
	return strings.Split(text, "\n")
}

// strayed tells whether a file holds values that are no records: pi counts them when
// it migrates from version 1, or fails.
func strayed(data []byte) bool {
	for line := range bytes.Lines(data) {
		if v := bytes.TrimSpace(line); len(v) > 0 && v[0] != '{' && jsonl.Valid(v) || bytes.Equal(v, []byte("{}")) {
			return true
		}
	}
	return bytes.Count(data, []byte(`"type":"session"`)) > 1
}

func scanned(t *testing.T, data []byte) session.Session {
	t.Helper()
	f, err := jsonl.Open(copied(t, data))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	s, err := pi.Format.Scan(context.Background(), f)
	if err != nil {
		t.Fatal(errors.Join(err, f.Close()))
	}
	return s
}
