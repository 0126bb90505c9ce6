package edit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"branchline/backend/paths"
)

const hdr = `{"type":"session","version":3,"id":"s1","timestamp":"2031-05-01T09:00:00.000Z","cwd":"/srv/shop"}`

// now is the clock of the tests; the files they write were left alone for a day.
var (
	now  = time.Date(2031, 5, 2, 9, 0, 0, 0, time.UTC)
	left = now.Add(-24 * time.Hour)
)

// The shorthands write records as pi does: u and a are a prompt and a reply with the
// id and its parent ("-" = null).
func rec(kind, id, parent, members string) string {
	if parent = fmt.Sprintf("%q", parent); parent == `"-"` {
		parent = "null"
	}
	if members != "" {
		members = "," + members
	}
	return fmt.Sprintf(`{"type":%q,"id":%q,"parentId":%s,"timestamp":"2031-05-01T09:00:01.000Z"%s}`, kind, id, parent, members)
}

func u(id, parent string) string {
	return rec("message", id, parent, fmt.Sprintf(`"message":{"role":"user","content":"%s asks","timestamp":1935392401000}`, id))
}

func a(id, parent string) string {
	return rec("message", id, parent, fmt.Sprintf(`"message":{"role":"assistant","content":[{"type":"text","text":"%s says"}],"provider":"acme","model":"m","stopReason":"stop","timestamp":1935392401000}`, id))
}

func lab(id, parent, target, label string) string {
	return rec("label", id, parent, fmt.Sprintf(`"targetId":%q,"label":%q`, target, label))
}

// calls is a reply that calls tools, each given as id, tool and arguments.
func calls(id, parent string, of ...string) string {
	var blocks []string
	for i := 0; i < len(of); i += 3 {
		blocks = append(blocks, fmt.Sprintf(`{"type":"toolCall","id":%q,"name":%q,"arguments":%s}`, of[i], of[i+1], of[i+2]))
	}
	return rec("message", id, parent, fmt.Sprintf(`"message":{"role":"assistant","content":[%s],"provider":"acme","model":"m","stopReason":"toolUse","timestamp":1935392401000}`, strings.Join(blocks, ",")))
}

func result(id, parent, call, tool string, failed bool) string {
	return rec("message", id, parent, fmt.Sprintf(`"message":{"role":"toolResult","toolCallId":%q,"toolName":%q,"content":[{"type":"text","text":"out"}],"isError":%v,"timestamp":1935392401000}`, call, tool, failed))
}

func file(records ...string) string { return strings.Join(records, "\n") + "\n" }

// desk is an editor with its clock and ids in hand, and a folder for sessions.
type desk struct {
	*Editor
	t    testing.TB
	home string
	ids  int
}

func newDesk(t testing.TB) *desk {
	t.Helper()
	home := t.TempDir()
	d := &desk{t: t, home: home}
	env := paths.Env{Home: home, Dir: home, Temp: t.TempDir(), UID: os.Getuid(), OS: "linux", Rules: paths.Native()}
	d.Editor = &Editor{
		Env: env, Now: func() time.Time { return now },
		EntryID:   func() string { d.ids++; return fmt.Sprintf("n%d", d.ids) },
		SessionID: func(time.Time) string { return "new" },
	}
	return d
}

// write writes a session that was left alone since yesterday.
func (d *desk) write(data string) (path string) {
	d.t.Helper()
	path = filepath.Join(d.t.TempDir(), "s.jsonl")
	d.rewrite(path, data)
	return path
}

func (d *desk) rewrite(path, data string) {
	d.t.Helper()
	if err := errors.Join(os.WriteFile(path, []byte(data), 0o600), os.Chtimes(path, left, left)); err != nil {
		d.t.Fatal(err)
	}
}

// grow appends to a file as another process would.
func (d *desk) grow(path, data string) {
	d.t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString(data)
		err = errors.Join(err, f.Close())
	}
	if err = errors.Join(err, os.Chtimes(path, left, left)); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) open(path string) *Source {
	d.t.Helper()
	src, err := Open(context.Background(), path)
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = src.Close() }) // reading on may have closed it already
	return src
}

func (d *desk) apply(p *Plan, err error) *Done {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
	done, err := d.Apply(context.Background(), p)
	if err != nil {
		d.t.Fatal(err)
	}
	return done
}

func (d *desk) undo(done *Done) *Done {
	d.t.Helper()
	p, err := d.Undo(context.Background(), done)
	if err == nil && !p.Undoes {
		d.t.Error("the plan does not say that it undoes")
	}
	return d.apply(p, err)
}

func (d *desk) read(path string) string {
	d.t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		d.t.Fatal(err)
	}
	return string(b)
}

// added is what stands behind what was there before, which must be the same bytes.
func (d *desk) added(path, before string) string {
	d.t.Helper()
	after, kept := strings.CutPrefix(d.read(path), before)
	if !kept {
		d.t.Fatalf("what stood in the file does so no more:\n%s", d.read(path))
	}
	return after
}

// refused wants an error of a kind, with these offers.
func refused(t testing.TB, err error, kind string, offers ...Offer) *Error {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || e.Kind != kind || fmt.Sprint(e.Offers) != fmt.Sprint(offers) {
		t.Fatalf("the error is %#v (%v), want one of kind %s with offers %v", e, err, kind, offers)
	}
	if !strings.Contains(err.Error(), "cannot ") || e.Path != "" && !strings.Contains(err.Error(), filepath.Base(e.Path)) {
		t.Errorf("the error does not say what was attempted on what: %v", err)
	}
	return e
}

func kinds(warnings []Warning) string {
	var out []string
	for _, w := range warnings {
		out = append(out, w.Kind)
	}
	return strings.Join(out, " ")
}
