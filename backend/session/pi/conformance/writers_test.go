package conformance

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/session/pi"
)

func init() { roles["writer"] = writer }

// each is how many entries each of two writers appends in a round.
const each = 8

// Two processes that append to one session at the same time lose nothing of each
// other's, and the tree stays whole.
func TestTwoWritersLoseNothing(t *testing.T) {
	other := start(t, "writer")
	twoWriters(t, len(seeds(t, 100, 1000)), func(path string) ([]string, error) {
		if _, err := fmt.Fprintln(other.in, path); err != nil {
			return nil, err
		}
		if !other.lines.Scan() {
			return nil, errors.New("the other process ended")
		}
		var ids []string
		return ids, json.Unmarshal(other.lines.Bytes(), &ids)
	})
	if err := errors.Join(other.in.Close(), other.Wait()); err != nil {
		t.Error(err)
	}
}

// writer appends to the sessions whose paths come in, and answers the ids.
func writer([]string) error {
	paths := bufio.NewScanner(os.Stdin)
	for paths.Scan() {
		ids, err := appendEach(paths.Text(), "theirs")
		if err != nil {
			return err
		}
		if err := json.NewEncoder(os.Stdout).Encode(ids); err != nil {
			return err
		}
	}
	return paths.Err()
}

// appendEach opens a session, appends to it, and returns the ids in their order.
func appendEach(path, text string) (ids []string, err error) {
	m, err := pi.Open(path, "")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	for i := range each {
		id, err := m.AppendMessage(map[string]any{"role": "user", "content": fmt.Sprint(strings.Repeat(text+" ", i*i*100), i)})
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// twoWriters has us and somebody else append to one file at the same time.
func twoWriters(t *testing.T, rounds int, other func(path string) (ids []string, err error)) {
	t.Helper()
	beside(t, rounds, other, func(path string) ([]string, error) { return appendEach(path, "ours") },
		func(path, _ string, mine, theirs []string) { shared(t, path, mine, theirs) })
}

// beside has us write to a session while somebody else does, and checks what both left
// of it, round after round.
func beside(t *testing.T, rounds int, other func(path string) (ids []string, err error),
	write func(path string) ([]string, error), check func(path, before string, mine, theirs []string)) {
	t.Helper()
	for round := range rounds {
		path := filepath.Join(t.TempDir(), "shared.jsonl")
		before := file(hdr, u("a", "-"))
		if round%3 == 0 {
			before = strings.TrimSuffix(before, "\n") // the first to write ends the line
		}
		if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
			t.Fatal(err)
		}
		theirs, failed := []string(nil), make(chan error)
		go func() {
			var err error
			theirs, err = other(path)
			failed <- err
		}()
		mine, err := write(path)
		if err := errors.Join(err, <-failed); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		check(path, before, mine, theirs)
		if t.Failed() {
			t.Fatalf("round %d left\n%s", round, read(t, path))
		}
	}
}

// shared wants a session that holds the entries of both, in a tree that is whole.
func shared(t *testing.T, path string, writers ...[]string) {
	t.Helper()
	data := read(t, path)
	count := idsIn(t, data)
	if got, want := len(count), 2+2*each; got != want {
		t.Errorf("%d records, want %d", got, want)
	}
	m, err := pi.Open(path, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, ids := range writers {
		branch, err := m.GetBranch(ids[len(ids)-1])
		if err != nil {
			t.Fatal(err)
		}
		above := 0
		for _, r := range branch {
			if above < len(ids) && r.ID() == ids[above] {
				above++
			}
		}
		if branch[0].ID() != "a" || above != each {
			t.Errorf("the branch of one writer begins at %s and holds %d of its %d entries", branch[0].ID(), above, each)
		}
		for _, id := range ids {
			if count[id] != 1 {
				t.Errorf("the entry %s stands there %d times", id, count[id])
			}
		}
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
	agreed(t, data)
}
