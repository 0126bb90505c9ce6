package runlog

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/sessiontest"
)

// open scans a log for a test.
func open(t testing.TB, path string) *Log {
	t.Helper()
	f, err := jsonl.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	s, err := Format.Scan(context.Background(), f)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*Log)
}

// written scans a log of the given text.
func written(t testing.TB, text string) *Log {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return open(t, path)
}

func TestLogsReadAsTheirGoldensSay(t *testing.T) {
	logs, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(logs) == 0 {
		t.Fatal("no logs", err)
	}
	for _, path := range logs {
		t.Run(filepath.Base(path), func(t *testing.T) {
			sessiontest.Golden(t, strings.TrimSuffix(path, ".jsonl")+".txt", described(t, open(t, path)))
		})
	}
}

// made counts the calls of a log.
func made(l *Log) (n int) {
	for _, it := range l.Items(l.x.Leaf) {
		if it.Kind == session.ItemCall && it.Answer != it.Entry {
			n++
		}
	}
	return n
}

// described writes down all that a log answers, an item a line.
func described(t *testing.T, l *Log) string {
	var b strings.Builder
	x := l.Index()
	fmt.Fprintf(&b, "id %s  model %s  provider %s  driver %s  cwd %s  parent %s\n", x.Header.ID, x.Header.Model, x.Header.Provider, x.Header.Driver, x.Header.Cwd, x.Header.Parent)
	fmt.Fprintf(&b, "first %q  messages %d  roots %d  lines %d  tail %d  modified %s\n", l.FirstMessage(), x.Messages, len(x.Roots), x.Lines, x.Tail.Len, clock(x.ModifiedMs))
	fmt.Fprintf(&b, "counters: %s\n", strings.Join(l.Counters(made(l)), ", "))
	for _, u := range x.Usages {
		fmt.Fprintf(&b, "usage %s  %s  +%g +%g\n", x.Key(u.Entry), u.Model, u.Input, u.Output)
	}
	for _, p := range x.Problems {
		fmt.Fprintf(&b, "problem line %d  %s: %s\n", p.Line, p.Kind, p.Text)
	}
	fmt.Fprintln(&b, "\nitems")
	for _, it := range l.Items(x.Leaf) {
		fmt.Fprintln(&b, line(t, l, it))
	}
	fmt.Fprint(&b, "\ncontext")
	for _, p := range l.Context(x.Leaf) {
		fmt.Fprintf(&b, " %s:%s", x.Key(p.Entry), p.Role)
	}
	e := l.End(x.Leaf, x.WrittenMs+3*time.Hour.Milliseconds())
	code := "none"
	if e.Code != nil {
		code = fmt.Sprint(*e.Code)
	}
	fmt.Fprintf(&b, "\n\nend %s  reason %q  code %s  message %q  error %q  status %d  doing %q\n", e.State, e.Reason, code, e.Message, e.Error, e.Status, e.Doing)
	for _, v := range e.Evidence {
		fmt.Fprintf(&b, "  %s: %s [%s]\n", v.Label, v.Text, x.Key(v.Entry))
	}
	return b.String()
}

func line(t *testing.T, l *Log, it session.Item) string {
	flags := ""
	for _, f := range []struct {
		on   bool
		text string
	}{{it.Error, " ✗"}, {it.Provisional, " provisional"}, {it.Inherited, " inherited"}, {it.Replaced, " replaced"}} {
		if f.on {
			flags += f.text
		}
	}
	where := l.x.Key(it.Entry)
	if where == "" {
		where = fmt.Sprintf("line %d", it.Line)
	}
	if it.Answer != session.None {
		where += "→" + l.x.Key(it.Answer)
	}
	took := ""
	if it.EndMs != it.AtMs {
		took = fmt.Sprintf(" %dms", it.EndMs-it.AtMs)
	}
	body, err := l.Body(it)
	if err != nil {
		t.Fatal(err)
	}
	out := fmt.Sprintf("%-12s %-13s %s%s%s  %s", where, it.Kind, clock(it.AtMs), took, flags, it.Text)
	if it.Kind == session.ItemCall {
		out += fmt.Sprintf("  | %s %s → %q", it.Tool, body.Args, body.Result)
	}
	if body.ExitCode != nil {
		out += fmt.Sprintf(" exit %d", *body.ExitCode)
	}
	if len(body.Notes) > 0 {
		out += fmt.Sprintf(" %q", body.Notes)
	}
	for _, i := range body.Images {
		out += fmt.Sprintf("\n%13s image %d %s %d bytes %s", "", i.N, i.Mime, i.Bytes, i.Missing)
	}
	return out
}

func clock(ms int64) string {
	if ms == 0 {
		return "--"
	}
	return time.UnixMilli(ms).UTC().Format("15:04:05.000")
}
