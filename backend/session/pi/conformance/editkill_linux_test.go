package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"branchline/backend/paths"
	editing "branchline/backend/session/edit"
)

func init() { roles["editor"] = editor }

// A process that is killed while it edits leaves the file as it was, or with one
// line more; forks are whole or not there; and a session is in its place or in the
// trash.
func TestAKilledEditorLosesNothing(t *testing.T) {
	for _, seed := range seeds(t, 20, 200) {
		t.Run(fmt.Sprint("SEED=", seed), func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			path := filepath.Join(home, "main.jsonl")
			before := file(hdr, u("a", "-"), a("b", "a"), lab("l", "b", "a", "x"), msg("c", "b", `{"role":"user","content":"`+strings.Repeat("long ", 100_000)+`"}`))
			if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
				t.Fatal(err)
			}
			told, made := killedAt(t, "editor", path, seed)
			at := path
			if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) { // it was on its way through the trash
				at = filepath.Join(home, ".local/share/Trash/files/main.jsonl")
			}
			data := read(t, at)
			if !bytes.HasPrefix(data, []byte(before)) {
				t.Fatalf("what stood in the file does so no more:\n%.2000s", data)
			}
			ids := idsIn(t, data) // one write of a short line is whole or not there
			for _, id := range told {
				if ids[id] != 1 {
					t.Errorf("the entry %s was written, but stands in the file %d times", id, ids[id])
				}
			}
			agreed(t, data)
			for _, fork := range append(made, others(t, filepath.Join(forksOf(home), "x"))...) {
				fork := read(t, fork)
				if _, behind, _ := bytes.Cut(fork, []byte("\n")); !bytes.Contains(fork, []byte(`"id":"c"`)) || len(behind) == 0 {
					t.Errorf("a fork is not whole: %.300s", fork)
				}
				idsIn(t, fork)
			}
			if at == path {
				goesOn(t, path, data)
			}
		})
	}
}

// forksOf is where the forks of the sessions of a home folder lie.
func forksOf(home string) string {
	return filepath.Join(home, ".pi/agent/sessions", paths.EncodeCwd("/p", paths.Unix))
}

// killedAt lets a process that plays a role work on a session and kills it after a while.
func killedAt(t *testing.T, role, path string, seed uint64) (told, made []string) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 29))
	c := start(t, role, path, fmt.Sprint(seed))
	for range random.IntN(30) {
		if !c.lines.Scan() {
			t.Fatal("the process ended by itself")
		}
		told, made = heard(c.lines.Text(), told, made)
	}
	// The kill falls into whatever the process does then.
	for range random.IntN(1 << 14) {
		_ = random.Uint64()
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for c.lines.Scan() {
		told, made = heard(c.lines.Text(), told, made)
	}
	if err := c.Wait(); err == nil {
		t.Fatal("the process ended by itself")
	}
	return told, made
}

// editor edits the session at a path, forks it, and moves it to the trash and back,
// until it is killed. It says what is done.
func editor(args []string) error {
	path, home := args[0], filepath.Dir(args[0])
	seed, err := strconv.ParseUint(args[1], 10, 64)
	if err != nil {
		return err
	}
	random, later := rand.New(rand.NewPCG(seed, 31)), time.Now().Add(time.Hour)
	e := &editing.Editor{Now: func() time.Time { return later }, Env: paths.Env{Home: home, Dir: home, Temp: home, UID: os.Getuid(), OS: "linux"}}
	var last *editing.Done
	for n := 0; ; n++ {
		var p *editing.Plan
		src, err := editing.Open(context.Background(), path)
		if err != nil {
			return err
		}
		switch random.IntN(8) {
		case 0, 1:
			p, err = e.Label(src, "a", fmt.Sprint("mark ", n))
		case 2:
			p, err = e.Rename(src, fmt.Sprint("name ", n))
		case 3:
			p, err = e.Branch(src, editing.BranchAt{Entry: "b"}, strings.Repeat("left it ", random.IntN(2000)+1))
		case 4:
			p, err = e.Fork(src, editing.ForkTo{})
		case 5:
			p, err = e.Fork(src, editing.ForkTo{Leaf: "c"})
		case 6:
			if p, err = e.Trash(path); err == nil {
				var moved *editing.Done
				if moved, err = e.Apply(context.Background(), p); err == nil {
					p, err = e.Undo(context.Background(), moved)
				}
			}
		default:
			if last.CanUndo() && last.Act != editing.ActFork {
				p, err = e.Undo(context.Background(), last)
			}
		}
		if err = errors.Join(err, src.Close()); err != nil {
			if errors.As(err, new(*editing.Error)) {
				continue
			}
			return err
		}
		if p == nil {
			continue
		}
		done, err := e.Apply(context.Background(), p)
		switch {
		case err != nil:
			return err
		case done.Made:
			fmt.Printf("made %s.\n", done.File)
		case done.Entry != "":
			fmt.Printf("entry %s.\n", done.Entry)
			last = done
		default:
			fmt.Println("moved")
		}
	}
}
