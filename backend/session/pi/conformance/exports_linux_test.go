package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"branchline/backend/session/export"
	"branchline/backend/session/formats"
	"branchline/backend/session/secrets"
)

func init() { roles["exporting"], roles["cramped"] = exporting, cramped }

// long is a session of some megabytes with a secret on every other line.
func long() string {
	lines, last := []string{hdr}, "-"
	for i := range 400 {
		id := fmt.Sprintf("e%d", i)
		text := strings.Repeat("word ", 1000)
		if i%2 == 0 {
			text += "me@mail.example.org"
		}
		lines = append(lines, msg(id, last, fmt.Sprintf(`{"role":"user","content":%q}`, text)))
		last = id
	}
	return file(lines...)
}

// An export that is killed leaves the whole file or none, and the source as it was.
func TestAKilledExportIsWholeOrNotThere(t *testing.T) {
	whole := 0
	first := map[bool][]byte{} // by whether it is masked, behind the header
	for _, seed := range seeds(t, 12, 120) {
		path := filepath.Join(t.TempDir(), "main.jsonl")
		before := long()
		if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(seed, 29))
		c := start(t, "exporting", path, fmt.Sprint(seed%2))
		for range random.IntN(4) {
			if !c.lines.Scan() {
				t.Fatal("the process ended by itself")
			}
		}
		time.AfterFunc(time.Duration(random.IntN(60_000))*time.Microsecond, func() { _ = c.Process.Kill() }) // its end is waited for
		told := 0
		for c.lines.Scan() {
			told++
		}
		if err := c.Wait(); err == nil {
			t.Fatal("the process ended by itself")
		}
		if got := read(t, path); string(got) != before {
			t.Errorf("SEED=%d: the source changed", seed)
		}
		made := others(t, path)
		for _, name := range made {
			data := read(t, name)
			if ids := idsIn(t, data); len(ids) != 401 {
				t.Errorf("SEED=%d: %d records are in the export, want 401", seed, len(ids))
			}
			if seed%2 == 1 && bytes.Contains(data, []byte("me@mail")) {
				t.Errorf("SEED=%d: a masked export holds a secret", seed)
			}
			whole++
			_, records, _ := bytes.Cut(data, []byte("\n"))
			switch same := first[seed%2 == 1]; {
			case same == nil: // pi takes many seconds for one of them
				first[seed%2 == 1] = records
				agreed(t, data)
			case !bytes.Equal(records, same):
				t.Errorf("SEED=%d: the records of an export are others than those of the first", seed)
			}
		}
	}
	t.Logf("%d exports were whole", whole)
	if whole == 0 {
		t.Error("no export was made")
	}
}

// exporting exports the branch of a session, masked where the second argument is 1,
// over and over until it is killed. It says when one is made.
func exporting(args []string) error {
	for {
		if _, err := exportOf(args[0], "", args[1] == "1"); err != nil {
			return err
		}
		fmt.Println("made")
	}
}

// exportOf exports the branch of a session to a path.
func exportOf(source, path string, mask bool) (string, error) {
	ctx := context.Background()
	s, f, err := formats.Open(ctx, source)
	if err != nil {
		return "", err
	}
	r := export.Request{Session: s, File: f, Leaf: s.Index().Leaf, Format: export.JSONL, Path: path, Now: time.Now(), Open: formats.Open}
	if mask {
		r.Mask = &secrets.Choice{}
	}
	p, err := export.Prepare(ctx, r)
	if err != nil {
		return "", errors.Join(err, f.Close())
	}
	done, err := export.Write(ctx, p)
	if err = errors.Join(err, f.Close()); err != nil {
		return "", err
	}
	return done.Path, nil
}

// Where there is no room nothing is made, and it is told what to do.
func TestAnExportWithoutRoomLeavesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "main.jsonl")
	before := long()
	if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	c := start(t, "cramped", path)
	for c.lines.Scan() {
		t.Error(c.lines.Text())
	}
	if err := c.Wait(); err != nil {
		t.Fatal(err)
	}
	names, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	if len(names) != 2 { // the source, and the export that had room
		t.Errorf("in the folder are %v", names)
	}
	if got := read(t, path); string(got) != before {
		t.Error("the source changed")
	}
}

// cramped exports a session while no file may grow beyond a size, and says what is
// not as it should be.
func cramped(args []string) error {
	signal.Ignore(syscall.SIGXFSZ)
	if err := limit(100_000); err != nil {
		return err
	}
	for _, mask := range []bool{false, true} {
		made, err := exportOf(args[0], "", mask)
		say(err != nil && strings.Contains(fmt.Sprint(err), "make room, or choose a folder on another disk"),
			"without room, masked ", mask, ": made ", made, ", told ", err)
	}
	if err := limit(math.MaxUint64); err != nil {
		return err
	}
	made, err := exportOf(args[0], "", true)
	say(err == nil && made != "", "with room: ", err)
	return nil
}

// A folder that cannot be written to, not even by the administrator, is told of.
func TestAnExportToAFolderThatIsReadOnlySaysSo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "main.jsonl")
	if err := os.WriteFile(path, []byte(file(hdr, u("a", "-"))), 0o600); err != nil {
		t.Fatal(err)
	}
	made, err := exportOf(path, "/sys/kernel/x.jsonl", false)
	if err == nil || !strings.Contains(err.Error(), "choose a folder you may write to") {
		t.Errorf("made %q, told %v", made, err)
	}
}
