package conformance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"branchline/backend/session/pi"
)

func init() { roles["busy"] = busy }

// agreed holds the bytes of a file against pi, where the real pi is at hand.
var agreed = func(testing.TB, []byte) {}

// A process that is killed while it writes loses at most the line it was writing:
// whatever it was told is written stands in the file, what stood there before
// still does, new sessions are whole or not there, and the next entry has a line
// of its own.
func TestAKilledWriterLosesNothing(t *testing.T) {
	for _, seed := range seeds(t, 20, 200) {
		t.Run(fmt.Sprint("SEED=", seed), func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "main.jsonl")
			before := file(hdr, u("a", "-"), a("b", "a"), lab("l", "b", "a", "x"))
			if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
				t.Fatal(err)
			}
			told, made := killed(t, path, seed)
			data := read(t, path)
			whole := data[:bytes.LastIndexByte(data, '\n')+1]
			if !bytes.HasPrefix(data, []byte(before)) {
				t.Fatalf("what stood in the file does so no more:\n%.2000s", data)
			}
			ids := idsIn(t, whole)
			for _, id := range told {
				if ids[id] != 1 {
					t.Errorf("the entry %s was written, but stands in the file %d times", id, ids[id])
				}
			}
			agreed(t, data)
			for _, new := range append(made, others(t, path)...) {
				data := read(t, new)
				idsIn(t, data)
				agreed(t, data)
			}
			goesOn(t, path, data)
		})
	}
}

// killed lets a process work on the session and kills it after a while. It returns
// the ids of the entries that were written to the session, and the sessions made.
func killed(t *testing.T, path string, seed uint64) (told, made []string) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 11))
	c := start(t, "busy", path, fmt.Sprint(seed))
	for range random.IntN(40) {
		if !c.lines.Scan() {
			t.Fatal("the process ended by itself")
		}
		told, made = heard(c.lines.Text(), told, made)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for c.lines.Scan() { // what it said before it was killed
		told, made = heard(c.lines.Text(), told, made)
	}
	if err := c.Wait(); err == nil {
		t.Fatal("the process ended by itself")
	}
	return told, made
}

func heard(line string, told, made []string) (ids, paths []string) {
	switch word, rest, whole := strings.Cut(line, " "); {
	case !whole:
	case word == "entry" && strings.HasSuffix(rest, "."):
		told = append(told, strings.TrimSuffix(rest, "."))
	case word == "made" && strings.HasSuffix(rest, "."):
		made = append(made, strings.TrimSuffix(rest, "."))
	}
	return told, made
}

// busy appends to the session at a path, and makes branched sessions and forks of
// it, until it is killed. It says what is done.
func busy(args []string) error {
	path := args[0]
	seed, err := strconv.ParseUint(args[1], 10, 64)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(seed, 13))
	m, err := pi.Open(path, "")
	if err != nil {
		return err
	}
	spoken := "b"
	for {
		id, made := "", ""
		switch random.IntN(12) {
		case 0:
			id, err = m.AppendMessage(map[string]any{"role": "user", "content": strings.Repeat("long ", random.IntN(50_000))})
			spoken = id
		case 1:
			label := "mark"
			id, err = m.AppendLabelChange("a", &label)
		case 2:
			if err = m.Branch("b"); err == nil {
				id, err = m.BranchWithSummary(nil, "left it", pi.OptionalEntryFields{})
			}
		case 3:
			made, err = branched(path, spoken)
		case 4:
			made, err = forked(path)
		default:
			id, err = m.AppendMessage(json.RawMessage(`{"role":"assistant","content":[]}`))
		}
		if err != nil {
			return err
		}
		if made != "" {
			fmt.Printf("made %s.\n", made)
		} else {
			fmt.Printf("entry %s.\n", id)
		}
	}
}

func branched(path, leaf string) (string, error) {
	m, err := pi.Open(path, "")
	if err != nil {
		return "", err
	}
	made, err := m.CreateBranchedSession(leaf)
	return made, errors.Join(err, m.Close())
}

func forked(path string) (string, error) {
	m, err := pi.ForkFrom(path, "/elsewhere", filepath.Dir(path))
	if err != nil {
		return "", err
	}
	return m.GetSessionFile(), m.Close()
}

// others are the other sessions in the folder. What is left of one being made does
// not have the name of one.
func others(t *testing.T, path string) (out []string) {
	t.Helper()
	names, err := fs.Glob(os.DirFS(filepath.Dir(path)), "*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if name != filepath.Base(path) {
			out = append(out, filepath.Join(filepath.Dir(path), name))
		}
	}
	return out
}

// idsIn reads a file that must hold a header and whole records only, and counts
// how often each id stands there.
func idsIn(t *testing.T, data []byte) map[string]int {
	t.Helper()
	if !bytes.HasSuffix(data, []byte("\n")) {
		t.Fatalf("the last line has no end: …%.200s", data[max(0, len(data)-200):])
	}
	ids := map[string]int{}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<24)
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		r, err := pi.NewRecord(lines.Bytes())
		if err != nil || (n == 1) != r.IsHeader() {
			t.Fatalf("line %d is %.200q: %v", n, lines.Bytes(), err)
		}
		ids[r.ID()]++
	}
	return ids
}

// goesOn appends to a session that was left at these bytes.
func goesOn(t *testing.T, path string, before []byte) {
	t.Helper()
	m, err := pi.Open(path, "")
	if err != nil {
		t.Fatal(err)
	}
	above := m.GetLeafID()
	id, err := m.AppendMessage(json.RawMessage(`{"role":"user","content":"on"}`))
	if err = errors.Join(err, m.Close()); err != nil {
		t.Fatal(err)
	}
	after := read(t, path)
	added, kept := bytes.CutPrefix(after, before)
	if !kept {
		t.Fatal("appending changed what stood in the file")
	}
	if !bytes.HasSuffix(before, []byte("\n")) {
		var own bool
		if added, own = bytes.CutPrefix(added, []byte("\n")); !own {
			t.Fatalf("the entry is glued to the line that was cut off: %q", added)
		}
	}
	r, err := pi.NewRecord(added)
	if parent, _ := r.ParentID(); err != nil || r.ID() != id || parent != *above || bytes.IndexByte(added, '\n') != len(added)-1 {
		t.Errorf("appended under %s: %q, %v", *above, added, err)
	}
	agreed(t, after)
}

func read(tb testing.TB, path string) []byte {
	tb.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	return data
}
