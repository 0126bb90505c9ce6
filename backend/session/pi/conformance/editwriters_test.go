package conformance

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"branchline/backend/paths"
	editing "branchline/backend/session/edit"
	"branchline/backend/session/pi"
)

func init() { roles["marker"] = marker }

// Edits and an agent that works on the same file at the same time lose nothing of
// each other's.
func TestEditsAndAnAgentLoseNothing(t *testing.T) {
	other := start(t, "writer")
	editsBeside(t, len(seeds(t, 100, 1000)), func(path string) ([]string, error) { return askedOf(other, path) })
	if err := errors.Join(other.in.Close(), other.Wait()); err != nil {
		t.Error(err)
	}
}

// Two that edit one session at the same time lose nothing of each other's.
func TestTwoEditorsLoseNothing(t *testing.T) {
	other := start(t, "marker")
	editsBeside(t, len(seeds(t, 100, 1000)), func(path string) ([]string, error) { return askedOf(other, path) })
	if err := errors.Join(other.in.Close(), other.Wait()); err != nil {
		t.Error(err)
	}
}

// askedOf has another process write to a session, and returns the ids of its entries.
func askedOf(other *child, path string) (ids []string, err error) {
	if _, err := fmt.Fprintln(other.in, path); err != nil {
		return nil, err
	}
	if !other.lines.Scan() {
		return nil, errors.New("the other process ended")
	}
	return ids, json.Unmarshal(other.lines.Bytes(), &ids)
}

// editsBeside edits a session while somebody else writes to it.
func editsBeside(t *testing.T, rounds int, other func(path string) (ids []string, err error)) {
	t.Helper()
	beside(t, rounds, other, editEach, func(path, before string, mine, theirs []string) { besides(t, path, before, mine, theirs) })
}

// besides wants all entries of both in the file, each under one that is there.
func besides(t *testing.T, path, before string, writers ...[]string) {
	t.Helper()
	data := read(t, path)
	if !strings.HasPrefix(string(data), before) {
		t.Error("what stood in the file does so no more")
	}
	count, all := idsIn(t, data), 2 // the header and the first entry
	for _, ids := range writers {
		all += len(ids)
		for _, id := range ids {
			if count[id] != 1 {
				t.Errorf("the entry %s stands there %d times", id, count[id])
			}
		}
	}
	// An edit that somebody wrote beside in the same moment is written once more.
	if len(count) < all {
		t.Errorf("%d records, want %d at least", len(count), all)
	}
	m, err := pi.Open(path, "")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := m.GetEntries()
	if err = errors.Join(err, m.Close()); err != nil {
		t.Fatal(err)
	}
	for _, r := range entries {
		if above, ok := r.ParentID(); ok && count[above] != 1 {
			t.Errorf("the entry %s hangs under %q, which is not there", r.ID(), above)
		}
	}
	agreed(t, data)
}

// marker edits the sessions whose paths come in, and answers the ids.
func marker([]string) error {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		ids, err := editEach(in.Text())
		if err != nil {
			return err
		}
		if err := json.NewEncoder(os.Stdout).Encode(ids); err != nil {
			return err
		}
	}
	return in.Err()
}

// editEach edits a session several times, each time as somebody else left it, and
// returns the ids of the entries that were added.
func editEach(path string) (ids []string, err error) {
	later := time.Now().Add(time.Hour) // a line that is being written at this moment is read on then
	e := &editing.Editor{Now: func() time.Time { return later }, Env: paths.Env{Home: filepath.Dir(path)}}
	for i := range each {
		text := fmt.Sprint(strings.Repeat("ours ", i*i*100), i, os.Getpid())
		act := func(src *editing.Source) (*editing.Plan, error) { return e.Label(src, "a", text) }
		switch i % 3 {
		case 1:
			act = func(src *editing.Source) (*editing.Plan, error) { return e.Rename(src, text) }
		case 2:
			act = func(src *editing.Source) (*editing.Plan, error) {
				return e.Branch(src, editing.BranchAt{Entry: "a"}, text)
			}
		}
		src, err := editing.Open(context.Background(), path)
		if err != nil {
			return nil, err
		}
		p, err := act(src)
		if err = errors.Join(err, src.Close()); err != nil {
			return nil, err
		}
		done, err := e.Apply(context.Background(), p)
		if err != nil {
			return nil, err
		}
		ids = append(ids, done.Entry)
	}
	return ids, nil
}
