//go:build conformance

package conformance

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"branchline/backend/session/pi"
)

// twins are a Manager and pi's SessionManager that are asked to do the same, each
// in a folder of its own, with the same clock and the same ids.
type twins struct {
	comparison
	tb        testing.TB
	pi        *realPi
	ours      *pi.Manager
	dirs      [2]string // ours and pi's; they change places
	now       time.Time
	nextID    int
	sessionID string
	log       []string
}

// state is what pi says after each step.
type state struct {
	Leaf    *string
	ID      string
	File    string
	Name    string
	Count   int
	Context string
}

func newTwins(tb testing.TB) *twins {
	root := tb.TempDir()
	t := &twins{tb: tb, pi: startedPi(tb), dirs: [2]string{filepath.Join(root, "one"), filepath.Join(root, "two")}, now: moment}
	for _, dir := range t.dirs {
		if err := os.Mkdir(dir, 0o700); err != nil {
			tb.Fatal(err)
		}
	}
	return t
}

func (t *twins) options() []pi.Option {
	return []pi.Option{
		pi.WithClock(func() time.Time { return t.now }),
		pi.WithEntryIDGenerator(func() string { t.nextID++; return fmt.Sprintf("%08x", t.nextID-1) }),
		pi.WithSessionIDGenerator(func(time.Time) string { return t.sessionID }),
	}
}

// step has both do the same and compares what came of it. firstID is that of the
// first entry made.
func (t *twins) step(question map[string]any, firstID int, do func() error) {
	t.tb.Helper()
	t.now = t.now.Add(1234 * time.Millisecond)
	question["now"], question["nextId"] = t.now.UnixMilli(), firstID
	asked, err := json.Marshal(question)
	if err != nil {
		t.tb.Fatal(err)
	}
	t.log = append(t.log, string(asked))
	var theirs state
	refusal := t.pi.ask(question, &theirs)
	if refusal != nil && !isRefused(refusal) {
		t.tb.Fatal(refusal)
	}
	t.nextID, t.sessionID = firstID, theirs.ID
	err = do()
	switch {
	case refusal == nil && err == nil:
		t.state(theirs)
	case refusal == nil || err == nil:
		t.same("error", fmt.Sprint(refusal), fmt.Sprint(err))
	default:
		theirs := t.mirrored(refusal.Error())
		t.same("error that holds "+theirs+": "+err.Error(), true, strings.Contains(err.Error(), theirs))
	}
	t.files()
}

func (t *twins) state(theirs state) {
	mine := state{Leaf: t.ours.GetLeafID(), ID: t.ours.GetSessionID(), File: t.mirrored(theirs.File), Name: t.ours.GetSessionName(), Count: t.ours.GetEntryCount()}
	c, err := t.ours.BuildSessionContext()
	if err != nil {
		t.tb.Fatal(err)
	}
	theirs.File, mine.File = mine.File, t.ours.GetSessionFile()
	t.text("context after "+t.log[len(t.log)-1], answer[string]{value: theirs.Context}, answer[string]{value: contextForm(c)})
	theirs.Context = ""
	t.same("state after "+t.log[len(t.log)-1], theirs, mine)
}

// mirrored is a text of pi's with our folder in the place of pi's.
func (t *twins) mirrored(text string) string { return strings.ReplaceAll(text, t.dirs[1], t.dirs[0]) }

// files compares the session files of both folders, byte for byte.
func (t *twins) files() {
	t.same("files after "+t.log[len(t.log)-1], t.read(t.dirs[1]), t.read(t.dirs[0]))
}

// read returns the files of a folder, with neither's name in them.
func (t *twins) read(dir string) map[string]string {
	out := map[string]string{}
	root := os.DirFS(dir)
	names, err := fs.Glob(root, "*")
	if err != nil {
		t.tb.Fatal(err)
	}
	for _, name := range names {
		data, err := fs.ReadFile(root, name)
		if err != nil {
			t.tb.Fatal(err)
		}
		out[name] = strings.NewReplacer(t.dirs[0], "DIR", t.dirs[1], "DIR").Replace(string(data))
	}
	return out
}

// call has both call a method of the session.
func (t *twins) call(firstID int, do func() error, method string, args ...any) {
	t.tb.Helper()
	if args == nil {
		args = []any{}
	}
	t.step(map[string]any{"do": "call", "method": method, "args": args}, firstID, do)
}

// swap has each go on with the other's file. tear is left at the end of both, as by
// a writer that was stopped.
func (t *twins) swap(firstID int, tear string) {
	t.tb.Helper()
	mine := t.ours.GetSessionFile()
	name := filepath.Base(mine)
	if _, err := os.Stat(mine); mine == "" || err != nil {
		return // no file yet
	}
	for _, dir := range t.dirs {
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.tb.Fatal(err)
		}
		if _, err := f.WriteString(tear); err != nil {
			t.tb.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.tb.Fatal(err)
		}
	}
	t.dirs[0], t.dirs[1] = t.dirs[1], t.dirs[0]
	t.now = t.now.Add(time.Second)
	question := map[string]any{"do": "open", "path": filepath.Join(t.dirs[1], name), "now": t.now.UnixMilli()}
	t.log = append(t.log, fmt.Sprintf("swap, torn with %q", tear))
	var theirs state
	if err := t.pi.ask(question, &theirs); err != nil {
		t.tb.Fatal(err)
	}
	if err := t.ours.Close(); err != nil {
		t.tb.Fatal(err)
	}
	m, err := pi.Open(filepath.Join(t.dirs[0], name), "", t.options()...)
	if err != nil {
		t.tb.Fatal(err)
	}
	t.ours = m
	t.state(theirs)
	if tear != "" { // pi ends the line now, we do with the next entry
		t.call(firstID, drop(t.ours.AppendThinkingLevelChange, "low"), "appendThinkingLevelChange", "low")
	}
}

// drop makes of a method that answers an id one that answers only an error.
func drop[T any](method func(T) (string, error), arg T) func() error {
	return func() error {
		_, err := method(arg)
		return err
	}
}
