package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"branchline/backend/paths"
	editing "branchline/backend/session/edit"
)

func init() { roles["crowded"] = crowded }

// On a full disk, or one that can only be read, an edit writes nothing at all and
// says what to do; once there is room again it works.
func TestAnEditWithoutRoomWritesNothing(t *testing.T) {
	own := &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS, // so that it can have a disk of its own
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	c := startWith(t, own, "crowded", t.TempDir())
	said := 0
	for c.lines.Scan() {
		if c.lines.Text() == "as it should be" {
			said++
			continue
		}
		t.Error(c.lines.Text())
	}
	if err := c.Wait(); err != nil {
		t.Fatal(err)
	}
	if said != 1 {
		t.Error("the process did not come to its end")
	}
}

// crowded edits a session on a small disk, and says what is not as it should be.
func crowded(args []string) error {
	dir := args[0]
	if err := syscall.Mount("small", dir, "tmpfs", 0, "size=256k"); err != nil {
		return fmt.Errorf("mount: %w", err)
	}
	path := filepath.Join(dir, "s.jsonl")
	before := []byte(file(hdr, u("a", "-"), msg("b", "a", `{"role":"user","content":"`+strings.Repeat("long ", 10_000)+`"}`)))
	if err := os.WriteFile(path, before, 0o600); err != nil {
		return err
	}
	later := time.Now().Add(time.Hour)
	e := &editing.Editor{Now: func() time.Time { return later }, Env: paths.Env{Home: dir, Dir: dir, Temp: dir, UID: 0, OS: "linux"}}
	acts := map[string]func(src *editing.Source) (*editing.Plan, error){
		"label":  func(src *editing.Source) (*editing.Plan, error) { return e.Label(src, "a", strings.Repeat("x", 9000)) },
		"rename": func(src *editing.Source) (*editing.Plan, error) { return e.Rename(src, strings.Repeat("x", 9000)) },
		"branch": func(src *editing.Source) (*editing.Plan, error) {
			return e.Branch(src, editing.BranchAt{Entry: "a"}, strings.Repeat("x", 9000))
		},
		"fork": func(src *editing.Source) (*editing.Plan, error) { return e.Fork(src, editing.ForkTo{}) },
	}
	if err := fill(filepath.Join(dir, "filler")); err != nil {
		return err
	}
	for name, act := range acts {
		_, err := do(e, path, act)
		say(kindOf(err) == editing.Full && strings.Contains(err.Error(), "free some space, then try again"), name, " on a full disk: ", err)
		unchanged(name+" on a full disk", dir, before)
	}
	if err := os.Remove(filepath.Join(dir, "filler")); err != nil {
		return err
	}
	if err := syscall.Mount("small", dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, "size=256k"); err != nil {
		return fmt.Errorf("remount: %w", err)
	}
	acts["trash"] = func(*editing.Source) (*editing.Plan, error) { return e.Trash(path) }
	for name, act := range acts {
		_, err := do(e, path, act)
		say(kindOf(err) == editing.Denied || name == "trash" && kindOf(err) == editing.Refused, name, " on a disk that can only be read: ", err)
		unchanged(name+" on a disk that can only be read", dir, before)
	}
	if err := syscall.Mount("small", dir, "tmpfs", syscall.MS_REMOUNT, "size=256k"); err != nil {
		return fmt.Errorf("remount: %w", err)
	}
	delete(acts, "trash")
	for _, name := range []string{"label", "rename", "branch", "fork"} {
		done, err := do(e, path, acts[name])
		say(err == nil, name, " with room again: ", err)
		if err == nil && !done.Made {
			data, err := os.ReadFile(path)
			say(err == nil && bytes.HasPrefix(data, before) && bytes.Count(data, []byte("\n")) == bytes.Count(before, []byte("\n"))+1, name, " with room again wrote ", len(data), " bytes: ", err)
			before = data
		}
	}
	fmt.Println("as it should be")
	return nil
}

// fill takes all the room that is left.
func fill(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, zeros{}); !errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("fill the disk: %w", err)
	}
	return f.Close()
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// do plans an act and applies the plan.
func do(e *editing.Editor, path string, act func(*editing.Source) (*editing.Plan, error)) (*editing.Done, error) {
	src, err := editing.Open(context.Background(), path)
	if err != nil {
		return nil, err
	}
	p, err := act(src)
	if err = errors.Join(err, src.Close()); err != nil {
		return nil, err
	}
	return e.Apply(context.Background(), p)
}

func kindOf(err error) string {
	var e *editing.Error
	errors.As(err, &e)
	if e == nil {
		return ""
	}
	return e.Kind
}

// unchanged says whether the session has other bytes than before, or left-overs lie
// about.
func unchanged(when, dir string, before []byte) {
	data, err := os.ReadFile(filepath.Join(dir, "s.jsonl"))
	say(err == nil && bytes.Equal(data, before), when, " changed the session: ", len(data), " bytes of ", len(before), ", ", err)
	err = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != "s.jsonl" && d.Name() != "filler" {
			err = fmt.Errorf("%s is left", path)
		}
		return err
	})
	say(err == nil, when, ": ", err)
}
