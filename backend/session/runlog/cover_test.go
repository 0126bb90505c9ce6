package runlog

import (
	"bytes"
	"cmp"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// accountFor checks that every byte of a log belongs to exactly one entry, head,
// problem, the unfinished tail, or is blank.
func accountFor(t *testing.T, in []byte, l *Log) {
	t.Helper()
	type piece struct{ off, end int64 }
	var pieces []piece
	add := func(off, n int64) { pieces = append(pieces, piece{off, off + n}) }
	x := l.Index()
	for i := range x.Entries {
		add(x.Entries[i].Span.Off, int64(x.Entries[i].Span.Len))
	}
	for _, h := range x.Heads {
		add(h.Off, int64(h.Len))
	}
	for _, p := range x.Problems {
		switch p.Kind {
		case session.ProblemJSON, session.ProblemNotObject, session.ProblemEncoding:
			add(p.Offset, p.Bytes)
		}
	}
	if x.Tail.Len > 0 {
		add(x.Tail.Off, int64(x.Tail.Len))
	}
	slices.SortFunc(pieces, func(a, b piece) int { return cmp.Compare(a.off, b.off) })
	at := int64(0)
	for _, p := range append(pieces, piece{int64(len(in)), int64(len(in))}) {
		if p.off < at || p.end > int64(len(in)) {
			t.Fatalf("bytes %d to %d are taken twice or are outside of %d", p.off, p.end, len(in))
		}
		if gap := bytes.TrimFunc(in[at:p.off], space); len(gap) > 0 {
			t.Fatalf("bytes %d to %d belong to nothing: %q", at, p.off, gap)
		}
		at = p.end
	}
}

// keepsEverything checks that each message with text is read by an item: as the
// item's own entry, as its answer, or as the entry it repeats.
func keepsEverything(t *testing.T, l *Log) {
	t.Helper()
	x := l.Index()
	shown := map[session.Pos]bool{}
	for _, it := range l.Items(x.Leaf) {
		shown[it.Entry], shown[it.Answer] = true, true
	}
	for i := range l.facts {
		p := session.Pos(i)
		if l.facts[i].form.message() && !shown[l.original(p)] {
			t.Fatalf("message %s %q is in no item", x.Key(p), x.At(p).Preview)
		}
		if o := l.original(p); o != p && l.facts[o].sum != l.facts[p].sum {
			t.Fatalf("%s is taken for %s and says something else", x.Key(p), x.Key(o))
		}
	}
}

// asksAll calls everything a log answers.
func asksAll(t *testing.T, l *Log) {
	t.Helper()
	x := l.Index()
	for _, leaf := range append(x.Leaves(), x.Leaf, session.None) {
		l.Context(leaf)
		l.End(leaf, 1)
		for _, it := range l.Items(leaf) {
			if _, err := l.Body(it); err != nil {
				t.Fatalf("body of %+v: %v", it, err)
			}
			if it.Entry != session.None {
				_, _, _ = l.Image(it.Entry, 0) // most have none; it must not panic
			}
		}
	}
	l.Counters(0)
	l.FirstMessage()
}

func FuzzLogsAreAccountedForWhole(f *testing.F) {
	logs, err := filepath.Glob("testdata/*.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range logs {
		b, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	path := filepath.Join(f.TempDir(), "log.jsonl")
	f.Fuzz(func(t *testing.T, in []byte) {
		if err := os.WriteFile(path, in, 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := jsonl.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		s, err := Format.Scan(context.Background(), file)
		if err != nil {
			t.Fatal(err)
		}
		l := s.(*Log)
		accountFor(t, in, l)
		keepsEverything(t, l)
		asksAll(t, l)
		sniff(in[:len(in)/2])
	})
}

// Logs of random records in random order, with few different texts, so that
// pairs, repeats and overlaps of all sorts come about.
func TestItemsLoseNoMessageWhateverTheOrder(t *testing.T) {
	pick := func(r *rand.Rand, of ...string) string { return of[r.IntN(len(of))] }
	record := func(r *rand.Rand) string {
		text := pick(r, "a", "b", "!NB: c", "")
		id, tool := pick(r, "", "1", "2"), pick(r, "read", "shell")
		switch r.IntN(8) {
		case 0:
			return vReset
		case 1:
			return `{"kind":"event","event":{"kind":"` + pick(r, "iteration", "retry", "compact", "usage", "notice") + `","iteration":` + pick(r, "1", "2") + `}}`
		case 2:
			return `{"kind":"event","event":{"kind":"message","text":"` + text + `"}}`
		case 3:
			return `{"kind":"event","event":{"kind":"` + pick(r, "toolCallStart", "toolCallEnd", "toolCallError") + `","tool":"` + tool + `","text":"` + text + `"}}`
		case 4, 5:
			return `{"kind":"message","message":{"type":"activity","text":"","activity":{"kind":"` + pick(r, "request", "response") + `","id":"` + id + `","name":"` + tool + `","arguments":"` + text + `"}}}`
		}
		return `{"kind":"message","message":{"type":"` + pick(r, "user", "bot", "reasoning", "checkpoint", "new") + `","text":"` + text + `"}}`
	}
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 1))
		records := []string{vMeta}
		for range r.IntN(60) {
			records = append(records, record(r))
		}
		in := lines(records...)
		l := written(t, in)
		accountFor(t, []byte(in), l)
		keepsEverything(t, l)
		asksAll(t, l)
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, in)
		}
	}
}

// The tail that is matched after a reset is the longest one, and all of it is found
// where it comes last, as asked the slow way.
func TestOverlapIsTheLongest(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 2))
		some := func() []uint64 {
			out := make([]uint64, r.IntN(9))
			for i := range out {
				out[i] = r.Uint64N(2)
			}
			return out
		}
		a, b := some(), some()
		want := min(len(a), len(b))
		for !slices.Equal(a[len(a)-want:], b[:want]) {
			want--
		}
		inside := -1
		for i := 0; len(b) > 0 && i+len(b) <= len(a); i++ {
			if slices.Equal(a[i:i+len(b)], b) {
				inside = i
			}
		}
		if kept, whole := overlap(a, b); kept != want || whole != inside {
			t.Fatalf("overlap(%v, %v) = %d, %d, want %d, %d", a, b, kept, whole, want, inside)
		}
	}
}

// A log of several chunks reads as the same records in one.
func TestChunksJoinAsOneLog(t *testing.T) {
	pad := strings.Repeat("x", 30<<10)
	var records []string
	records = append(records, vMeta)
	for i := range 120 {
		records = append(records, `{"kind":"event","event":{"kind":"iteration","iteration":`+string(rune('1'+i%9))+`}}`, vUser(pad))
		if i == 60 {
			records = append(records, vReset, `{broken`)
		}
	}
	in := lines(append(records, vResult("settled"))...)
	l := written(t, in)
	accountFor(t, []byte(in), l)
	x := l.Index()
	if got := len(x.Roots); got != 2 {
		t.Errorf("%d roots, want 2", got)
	}
	if x.Lines != strings.Count(in, "\n") || l.result.line != int32(x.Lines) {
		t.Errorf("%d lines and the result on line %d, want %d", x.Lines, l.result.line, strings.Count(in, "\n"))
	}
	for i := range x.Entries {
		if e := &x.Entries[i]; strings.Count(in[:e.Span.Off], "\n")+1 != int(e.Line) {
			t.Fatalf("entry %d says line %d", i, e.Line)
		}
	}
	if x.Problems[0].Line != 125 {
		t.Errorf("the problem is on line %d, want 125", x.Problems[0].Line)
	}
}
