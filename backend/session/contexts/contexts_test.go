package contexts_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session"
	"branchline/backend/session/contexts"
	"branchline/backend/session/formats"
	"branchline/backend/session/sessiontest"
)

func open(t testing.TB, path string) contexts.Session {
	t.Helper()
	s, f, err := formats.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return s.(contexts.Session)
}

func of(t testing.TB, s contexts.Session, sizes *contexts.Sizes, at session.Pos) *contexts.Context {
	t.Helper()
	c, err := contexts.Of(s, sizes, at)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func pos(t testing.TB, s session.Session, key string) session.Pos {
	t.Helper()
	p, ok := s.Index().Lookup(key)
	if !ok {
		t.Fatalf("no entry %q", key)
	}
	return p
}

func TestContextsComeOutAsTheirGoldens(t *testing.T) {
	for _, c := range []struct{ path, at, base string }{
		{"testdata/ferry.jsonl", "a5", "a3"},
		{"testdata/ferry.jsonl", "u4", "u3"},
		{"testdata/ferry.jsonl", "a1", ""},
		{"testdata/ferry.jsonl", "cp", "x1"},
		{"testdata/ferry.jsonl", "u5", "a5"},
		{"../sessiontest/testdata/uploads.jsonl", "", ""},
	} {
		s := open(t, c.path)
		at := s.Index().Suggested
		if c.at != "" {
			at = pos(t, s, c.at)
		}
		sizes := &contexts.Sizes{}
		now := of(t, s, sizes, at)
		var b strings.Builder
		summarize(t, &b, now)
		list(&b, now.Lines(0, now.Len()), func(i int) []contexts.Line { return now.Left(i, 0, 1000) })
		if c.base != "" {
			d := contexts.Between(of(t, s, sizes, pos(t, s, c.base)), now)
			fmt.Fprintf(&b, "\nsince %s\n", c.base)
			list(&b, d.Lines(0, d.Len()), nil)
		}
		name := strings.TrimSuffix(filepath.Base(c.path), ".jsonl")
		sessiontest.Golden(t, fmt.Sprintf("testdata/%s.%s.context.txt", name, s.Index().Key(at)), b.String())
	}
}

func summarize(t *testing.T, b *strings.Builder, c *contexts.Context) {
	t.Helper()
	s, err := c.Summary()
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(b, "at %s %s %q\n%d messages on %d lines, %d left, %d silent\n", s.At.Kind, s.At.Key, s.At.Text, s.Messages, s.Lines, s.Left, s.Silent)
	fmt.Fprintf(b, "model %s/%s level %q tools %q known %v prompt %v\n", s.Provider, s.Model, s.Level, s.Tools, s.ToolsKnown, s.Prompt)
	fmt.Fprintf(b, "tokens %d recorded %d by %q estimate %d\n", s.Tokens.Total, s.Tokens.Recorded, s.Tokens.By, s.Tokens.Estimate)
	for _, k := range s.Tokens.Kinds {
		fmt.Fprintf(b, "  %s: %d in %d\n", k.Kind, k.Tokens, k.Messages)
	}
	fmt.Fprintf(b, "before: prompt %s, reply %s, compaction %s\n\n", s.LastPrompt, s.LastReply, s.BeforeCompaction)
}

func list(b *strings.Builder, lines []contexts.Line, left func(int) []contexts.Line) {
	for _, l := range lines {
		switch l.Kind {
		case "out", "in":
			fmt.Fprintf(b, "%2d %s: %d, %d tokens\n", l.Index, l.Kind, l.Count, l.Tokens)
		case "left":
			fmt.Fprintf(b, "%2d   -- %d %s by %q:", l.Index, l.Count, l.Why, l.By)
			for _, e := range left(l.Index) {
				fmt.Fprintf(b, " %s", e.Entry)
			}
			b.WriteByte('\n')
		default:
			fmt.Fprintf(b, "%2d %2d %s %s (%s) %q %d tokens tool %q calls %d pictures %d unsent %v why %q by %q\n",
				l.Index, l.Message, l.Entry, l.Role, l.Word, l.Text, l.Tokens, l.Tool, l.Calls, l.Pictures, l.Unsent, l.Why, l.By)
		}
	}
}

// sessions are the files of this folder and of the formats' own tests.
func sessions(t *testing.T, visit func(t *testing.T, s contexts.Session)) {
	t.Helper()
	var files []string
	for _, folder := range []string{"testdata", "../pi/testdata", "../sessiontest/testdata", "../../../samples"} {
		found, err := filepath.Glob(folder + "/*.jsonl")
		if err != nil || len(found) == 0 {
			t.Fatalf("no sessions in %s: %v", folder, err)
		}
		files = append(files, found...)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) { visit(t, open(t, path)) })
	}
}

func TestMessagesAreThoseTheFormatAnswersAndNothingOfTheBranchIsMissing(t *testing.T) {
	sessions(t, func(t *testing.T, s contexts.Session) {
		sizes := &contexts.Sizes{}
		for i := range s.Index().Entries {
			c := of(t, s, sizes, session.Pos(i))
			whole(t, s, c, session.Pos(i))
			fresh := of(t, s, &contexts.Sizes{}, session.Pos(i))
			if diff := cmp.Diff(fresh.Lines(0, fresh.Len()), c.Lines(0, c.Len())); diff != "" {
				t.Errorf("sizes that were remembered (-fresh +remembered):\n%s", diff)
			}
		}
	})
}

// whole holds the list of a context against what the format answers.
func whole(t *testing.T, s contexts.Session, c *contexts.Context, at session.Pos) {
	t.Helper()
	x := s.Index()
	var got, want []string
	accounted := map[string]int{}
	for _, l := range c.Lines(0, c.Len()) {
		if l.Kind == "left" {
			for _, e := range c.Left(l.Index, 0, l.Count) {
				accounted[e.Entry]++
			}
			continue
		}
		edit := ""
		if l.Why == "edited" {
			edit = l.By
		}
		got = append(got, l.Entry+" "+l.Word+" "+edit)
		accounted[l.Entry] = 1
	}
	for _, piece := range s.Context(at) {
		want = append(want, x.Key(piece.Entry)+" "+piece.Role+" "+x.Key(piece.Edit))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("messages at %s (-want +got):\n%s", x.Key(at), diff)
	}
	summary, err := c.Summary()
	if err != nil {
		t.Fatal(err)
	}
	silent := 0
	for _, p := range x.Past(at) {
		switch n := accounted[x.Key(p)]; n {
		case 0:
			silent++
		case 1:
		default:
			t.Errorf("at %s: %s is %d times among what was left out", x.Key(at), x.Key(p), n)
		}
	}
	if silent != summary.Silent {
		t.Errorf("at %s: %d entries are not accounted for, %d are said to be silent", x.Key(at), silent, summary.Silent)
	}
	sum := 0
	for _, k := range summary.Tokens.Kinds {
		sum += k.Tokens
	}
	if sum != summary.Tokens.Estimate {
		t.Errorf("at %s: the shares come to %d tokens, the estimate is %d", x.Key(at), sum, summary.Tokens.Estimate)
	}
}

func TestTwoContextsDifferInWhatTheOtherOneLacks(t *testing.T) {
	sessions(t, func(t *testing.T, s contexts.Session) {
		sizes := &contexts.Sizes{}
		ends := s.Index().Ends()
		for _, a := range ends {
			same := contexts.Between(of(t, s, sizes, a), of(t, s, sizes, a))
			if same.Len() != 2 {
				t.Errorf("%s differs from itself in %d lines", s.Index().Key(a), same.Len()-2)
			}
			for _, b := range ends {
				there := contexts.Between(of(t, s, sizes, a), of(t, s, sizes, b))
				back := contexts.Between(of(t, s, sizes, b), of(t, s, sizes, a))
				outThere, inThere := halves(there)
				outBack, inBack := halves(back)
				if !slices.Equal(outThere, inBack) || !slices.Equal(inThere, outBack) {
					t.Errorf("from %s to %s is no mirror of the way back", s.Index().Key(a), s.Index().Key(b))
				}
			}
		}
	})
}

func halves(d *contexts.Changed) (out, in []string) {
	half := &out
	for _, l := range d.Lines(0, d.Len()) {
		switch l.Kind {
		case "in":
			half = &in
		case "message":
			*half = append(*half, fmt.Sprint(l.Entry, l.Word, l.Text, l.Tokens))
		}
	}
	return out, in
}

func TestAPageIsAPartOfTheList(t *testing.T) {
	s := open(t, "../../../samples/faster-thumbnails.jsonl")
	c := of(t, s, &contexts.Sizes{}, s.Index().Suggested)
	all := c.Lines(0, c.Len())
	var pages []contexts.Line
	for from := 0; from < c.Len(); from += 3 {
		pages = append(pages, c.Lines(from, 3)...)
	}
	if diff := cmp.Diff(all, pages); diff != "" {
		t.Errorf("in pages (-whole +pages):\n%s", diff)
	}
	if n := len(c.Lines(c.Len(), 10)) + len(c.Lines(-5, 0)) + len(c.Left(-1, 0, 9)) + len(c.Left(c.Len(), 0, 9)); n != 0 {
		t.Errorf("%d lines outside of the list", n)
	}
}

func TestBeforeTheFirstEntryNothingWasSeen(t *testing.T) {
	s := open(t, "testdata/ferry.jsonl")
	c := of(t, s, &contexts.Sizes{}, session.None)
	summary, err := c.Summary()
	if err != nil {
		t.Fatal(err)
	}
	if c.Len() != 0 || summary.Messages != 0 || summary.Tokens.Total != 0 {
		t.Errorf("%d lines, %+v", c.Len(), summary)
	}
}
