package pi

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/sessiontest"
)

// casesChanged is the time of change of the cases' files.
var casesChanged = time.Date(2031, 7, 1, 0, 0, 0, 0, time.UTC)

// Each file of testdata is one kind of trouble, written by hand; beside it
// stands how it is read.
func TestCasesAreReadAsExpected(t *testing.T) {
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".jsonl"), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			o := openAt(t, string(data), casesChanged)
			if err := covered(o.x, data); err != nil {
				t.Error(err)
			}
			if m, why := Format.Sniff(data); m != session.Matches {
				t.Errorf("sniffed as %d: %s", m, why)
			}
			sessiontest.Golden(t, strings.TrimSuffix(path, "jsonl")+"txt", reading(t, o))
		})
	}
}

// reading tells in words what was read from a file.
func reading(tb testing.TB, o *opened) string {
	tb.Helper()
	x := o.x
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	say("version %d, id %s, cwd %s, created %d, modified %d", x.Header.Version, x.Header.ID, x.Header.Cwd, x.Header.CreatedMs, x.ModifiedMs)
	say("parent %q, read-only %q", x.Header.Parent, x.Header.ReadOnly)
	for _, note := range x.Header.Notes {
		say("note: %s", note)
	}
	say("name %q, %d messages, first %q", x.Name, x.Messages, o.FirstMessage())
	for _, p := range x.Problems {
		say("problem: line %d, %d bytes at %d: %s: %s", p.Line, p.Bytes, p.Offset, p.Kind, p.Text)
	}
	if x.Tail.Len > 0 {
		say("tail: %d bytes at %d", x.Tail.Len, x.Tail.Off)
	}
	var labels []string
	for p, l := range x.Labels {
		labels = append(labels, fmt.Sprintf("label: %s %q", x.Key(p), l.Text))
	}
	slices.Sort(labels)
	for _, l := range labels {
		say("%s", l)
	}
	say("roots %s; ends %s; leaf %s; suggested %s", keys(x, x.Roots), keys(x, x.Ends()), x.Key(x.Leaf), x.Key(x.Suggested))
	for _, p := range x.Ends() {
		say("\nbranch %s", keys(x, x.Branch(p)))
		for _, item := range o.Items(p) {
			body, err := o.Body(item)
			if err != nil {
				tb.Errorf("body of %+v: %v", item, err)
			}
			say("  %s%s", plainly(x, item), wholly(body))
		}
		say("  context: %s", sent(o, p))
		end := o.End(p, casesChanged.UnixMilli()+10*quiet)
		say("  end: %s, %s, last %s, said %q, error %q, status %d", end.State, end.Reason, x.Key(end.Last), end.Message, end.Error, end.Status)
	}
	return b.String()
}

func plainly(x *session.Index, i session.Item) string {
	s := fmt.Sprintf("%d %s %s", i.Line, x.Key(i.Entry), i.Kind)
	if i.AtMs > 0 {
		s += fmt.Sprintf(" @%d", i.AtMs-1933484400000)
	}
	if i.Kind == session.ItemCall {
		s += fmt.Sprintf(" %s(%s)=%s", i.Tool, i.Target, x.Key(i.Answer))
	}
	if i.Error {
		s += " FAILED"
	}
	return s
}

func wholly(b session.Body) string {
	var out string
	for _, part := range []struct{ name, text string }{{"", b.Text}, {"args ", b.Args}, {"result ", b.Result}, {"diff ", b.Diff}} {
		if part.text != "" {
			out += fmt.Sprintf(" %s%q", part.name, part.text)
		}
	}
	for _, n := range b.Notes {
		out += " (" + n + ")"
	}
	return out
}
