package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"branchline/backend/session/pi"
)

func init() { roles["limited"] = limited }

var prompt = json.RawMessage(`{"role":"user","content":"on"}`)

// A write the system cuts off answers an error, takes nothing with it, and leaves
// the Manager as it was; what comes next has a line of its own.
func TestAWriteThatIsCutOffIsNoLoss(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "full.jsonl")
	before := file(hdr, u("a", "-"), a("b", "a"))
	if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	c := start(t, "limited", path)
	for c.lines.Scan() {
		t.Error(c.lines.Text())
	}
	if err := c.Wait(); err != nil {
		t.Fatal(err)
	}
	data := read(t, path)
	rest, kept := strings.CutPrefix(string(data), before)
	lines := strings.SplitAfter(rest, "\n")
	if !kept || len(lines) != 4 || lines[3] != "" {
		t.Fatalf("the file is\n%s", data)
	}
	for i, wholly := range []bool{true, false, true} { // an entry, the beginning of one, an entry
		if got := json.Valid([]byte(lines[i])); got != wholly {
			t.Errorf("line %d behind the old ones is %q", i+1, lines[i])
		}
	}
	if names := others(t, path); len(names) > 0 {
		t.Errorf("sessions that could not be written are there: %q", names)
	}
	agreed(t, data)
	goesOn(t, path, data)
}

// limited works on a session while no file may grow beyond a size, and says what is
// not as it should be.
func limited(args []string) error {
	signal.Ignore(syscall.SIGXFSZ)
	path, dir := args[0], filepath.Dir(args[0])
	m, err := pi.Open(path, "")
	if err != nil {
		return err
	}
	first, err := m.AppendMessage(prompt)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if err := limit(uint64(info.Size()) + 100); err != nil {
		return err
	}
	_, err = m.AppendMessage(map[string]any{"role": "user", "content": strings.Repeat("x", 1000)})
	say(errors.Is(err, syscall.EFBIG), "appended behind the limit: ", err)
	say(standsAt(m, first, 3), "an entry that was not written changed the session")
	_, err = m.AppendMessage(prompt)
	say(errors.Is(err, syscall.EFBIG), "appended at the limit: ", err)
	if err := limit(100); err != nil {
		return err
	}
	_, err = m.CreateBranchedSession("b")
	say(errors.Is(err, syscall.EFBIG), "branched behind the limit: ", err)
	_, err = pi.ForkFrom(path, "/elsewhere", dir)
	say(errors.Is(err, syscall.EFBIG), "forked behind the limit: ", err)
	anew, err := pi.Create("/p", filepath.Join(dir, "anew"))
	if err != nil {
		return err
	}
	model, err := anew.AppendModelChange("acme", "m")
	if err != nil {
		return err
	}
	_, err = anew.AppendMessage(prompt)
	say(errors.Is(err, syscall.EFBIG), "began behind the limit: ", err)
	say(standsAt(anew, model, 1), "a prompt that was not written changed the session")
	if err := limit(math.MaxUint64); err != nil {
		return err
	}
	say(m.GetSessionFile() == path && standsAt(m, first, 3), "what failed changed the session")
	last, err := m.AppendMessage(prompt)
	say(err == nil && standsAt(m, last, 4), "the entry after was not added: ", err)
	last, err = anew.AppendMessage(prompt)
	say(err == nil && standsAt(anew, last, 2), "the session that had no room was not written: ", err)
	return errors.Join(m.Close(), anew.Close())
}

// say tells the test what is not so.
func say(ok bool, otherwise ...any) {
	if !ok {
		fmt.Println(otherwise...)
	}
}

// standsAt tells whether the session stands at an entry and has so many.
func standsAt(m *pi.Manager, leaf string, entries int) bool {
	id := m.GetLeafID()
	return id != nil && *id == leaf && m.GetEntryCount() == entries
}

// limit lets no file of this process grow beyond size.
func limit(size uint64) error {
	var now syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &now); err != nil {
		return err
	}
	now.Cur = min(size, now.Max)
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &now)
}

// A file that changes in any other way than by growing is not written to.
func TestAFileThatWasChangedIsNotWrittenTo(t *testing.T) {
	other := file(strings.Replace(hdr, "s1", "s2", 1), u("x", "-"))
	for _, c := range []struct {
		name   string
		change func(path string) error
	}{
		{"replaced by another", func(path string) error {
			return errors.Join(os.WriteFile(path+".new", []byte(other), 0o600), os.Rename(path+".new", path))
		}},
		{"replaced by its copy", func(path string) error {
			data, err := os.ReadFile(path)
			return errors.Join(err, os.WriteFile(path+".new", data, 0o600), os.Rename(path+".new", path))
		}},
		{"taken away", os.Remove},
		{"moved away", func(path string) error { return os.Rename(path, path+".old") }},
		{"a folder in its place", func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o700)) }},
		{"a pipe in its place", func(path string) error { return errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600)) }},
		{"emptied", func(path string) error { return os.Truncate(path, 0) }},
		{"shortened", func(path string) error { return os.Truncate(path, int64(len(hdr)+1)) }},
		{"shortened by its last byte", func(path string) error {
			info, err := os.Stat(path)
			return errors.Join(err, os.Truncate(path, info.Size()-1))
		}},
		{"rewritten in place", func(path string) error { return os.WriteFile(path, []byte(other+other+other), 0o600) }},
		{"rewritten in place at its length", func(path string) error {
			data, err := os.ReadFile(path)
			return errors.Join(err, os.WriteFile(path, bytes.ReplaceAll(data, []byte("asks"), []byte("told")), 0o600))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.jsonl")
			if err := os.WriteFile(path, []byte(file(hdr, u("a", "-"), u("b", "a"))), 0o600); err != nil {
				t.Fatal(err)
			}
			m, err := pi.Open(path, "")
			if err != nil {
				t.Fatal(err)
			}
			if err := c.change(path); err != nil {
				t.Fatal(err)
			}
			before := content(path)
			if id, err := m.AppendMessage(prompt); !errors.Is(err, pi.ErrConflict) {
				t.Errorf("appended %q: %v", id, err)
			}
			if after := content(path); after != before {
				t.Errorf("the file was written to:\n%s", after)
			}
			if *m.GetLeafID() != "b" || m.GetEntryCount() != 2 {
				t.Errorf("the session went on to %s with %d entries", *m.GetLeafID(), m.GetEntryCount())
			}
			if err := m.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// content is what stands at a path, or why nothing does.
func content(path string) string {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return info.Mode().String()
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	return string(data)
}

// A session that cannot get its file stays as it is and can get it later.
func TestASessionWithoutAPlaceIsKept(t *testing.T) {
	for _, c := range []struct {
		name        string
		block, free func(dir, path string) error
	}{
		{"the name is taken", func(_, path string) error { return os.WriteFile(path, []byte("another\n"), 0o600) },
			func(_, path string) error { return os.Remove(path) }},
		{"a link to nowhere has the name", func(dir, path string) error { return os.Symlink(filepath.Join(dir, "no", "where"), path) },
			func(_, path string) error { return os.Remove(path) }},
		{"a file stands where the folder should", func(dir, _ string) error { return errors.Join(os.Remove(dir), os.WriteFile(dir, nil, 0o600)) },
			func(dir, _ string) error { return os.Remove(dir) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "sessions")
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			m, err := pi.Create("/p", dir)
			if err != nil {
				t.Fatal(err)
			}
			path := m.GetSessionFile()
			if err := c.block(dir, path); err != nil {
				t.Fatal(err)
			}
			before := content(path)
			if _, err := m.AppendMessage(prompt); err == nil || errors.Is(err, pi.ErrConflict) {
				t.Errorf("appended, or told of a change: %v", err)
			}
			if m.GetLeafID() != nil || m.GetEntryCount() != 0 || content(path) != before {
				t.Errorf("leaf %v, %d entries, the file is now %q", m.GetLeafID(), m.GetEntryCount(), content(path))
			}
			if err := c.free(dir, path); err != nil {
				t.Fatal(err)
			}
			id, err := m.AppendMessage(prompt)
			if err = errors.Join(err, m.Close()); err != nil {
				t.Fatal(err)
			}
			if ids := idsIn(t, read(t, path)); ids[id] != 1 {
				t.Errorf("the prompt is not in the file: %v", ids)
			}
		})
	}
}
