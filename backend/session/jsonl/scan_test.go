package jsonl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// read collects every line of a source as text, with its offset.
func read(t *testing.T, src []byte, from int64) []string {
	t.Helper()
	results, err := Scan(context.Background(), bytes.NewReader(src), from, int64(len(src)), func(c *Chunk) []string {
		var out []string
		for c.Next() {
			l := c.Line()
			out = append(out, fmt.Sprintf("%d %v %s", l.Off, l.Whole, l.Bytes))
			if l.No != len(out)-1 {
				t.Errorf("line at %d is number %d of its chunk, want %d", l.Off, l.No, len(out)-1)
			}
			if l.Len != int64(len(l.Bytes)) {
				t.Errorf("line at %d has length %d and %d bytes", l.Off, l.Len, len(l.Bytes))
			}
		}
		return out
	})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, r := range results {
		all = append(all, r.Value...)
		if r.Lines != len(r.Value) {
			t.Errorf("a chunk counts %d lines and gave %d", r.Lines, len(r.Value))
		}
	}
	return all
}

func expect(src []byte) []string {
	var out []string
	off := 0
	for off < len(src) {
		n := bytes.IndexByte(src[off:], '\n')
		if n < 0 {
			out = append(out, fmt.Sprintf("%d false %s", off, src[off:]))
			break
		}
		out = append(out, fmt.Sprintf("%d true %s", off, src[off:off+n]))
		off += n + 1
	}
	return out
}

func same(t *testing.T, name string, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d lines, want %d", name, len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("%s: line %d is %.80q, want %.80q", name, i, got[i], want[i])
		}
	}
}

func TestScanHandsOutEveryLineOnce(t *testing.T) {
	cases := map[string]string{
		"empty":             "",
		"one line":          "a\n",
		"unfinished":        "a\nbc",
		"blank lines":       "\n\n a \n\n",
		"only LF":           "\n",
		"carriage returns":  "a\r\nb\rc\r\n",
		"separators inside": "a\u2028b\u0085c\n",
	}
	for name, text := range cases {
		same(t, name, read(t, []byte(text), 0), expect([]byte(text)))
	}
}

// Lines longer than a chunk, chunks without a line start, and boundaries that
// fall on every byte around an LF.
func TestScanCutsChunksOnlyBetweenLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	for round := range 6 {
		var src []byte
		for len(src) < 9<<20 {
			n := rng.IntN(400)
			switch rng.IntN(40) {
			case 0:
				n = rng.IntN(3 << 20)
			case 1:
				n = minChunk - 2 + rng.IntN(4)
			}
			src = append(src, bytes.Repeat([]byte{byte('a' + rng.IntN(26))}, n)...)
			src = append(src, '\n')
		}
		if round%2 == 0 {
			src = append(src, "unfinished"...)
		}
		same(t, fmt.Sprint("round ", round), read(t, src, 0), expect(src))
	}
}

func TestScanAnswersTheSameWithOneWorkerAndFromTheMiddle(t *testing.T) {
	src := []byte(strings.Repeat(strings.Repeat("x", 1000)+"\n", 5000))
	want := expect(src)
	same(t, "from the middle", read(t, src, 1001*100), want[100:])
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	same(t, "one worker", read(t, src, 0), want)
}

func TestScanStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	src := []byte(strings.Repeat("x\n", 1<<20))
	_, err := Scan(ctx, bytes.NewReader(src), 0, int64(len(src)), func(c *Chunk) int {
		for c.Next() {
			continue
		}
		return 0
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

// endless is a source of one line that is longer than any that is read.
type endless struct{ lf int64 }

func (e endless) ReadAt(b []byte, off int64) (int, error) {
	for i := range b {
		b[i] = 'x'
	}
	if at := e.lf - off; at >= 0 && at < int64(len(b)) {
		b[at] = '\n'
	}
	return len(b), nil
}

func TestScanPassesOverALineThatIsTooLong(t *testing.T) {
	defer func(n int64) { maxLine = n }(maxLine)
	maxLine = 3 << 20
	src := endless{lf: maxLine + 5}
	results, err := Scan(context.Background(), src, 0, src.lf+4, func(c *Chunk) []Line {
		var out []Line
		for c.Next() {
			l := c.Line()
			l.Bytes = bytes.Clone(l.Bytes)
			out = append(out, l)
		}
		return out
	})
	if err != nil {
		t.Fatal(err)
	}
	var lines []Line
	for _, r := range results {
		lines = append(lines, r.Value...)
	}
	if len(lines) != 2 {
		t.Fatalf("%d lines, want 2", len(lines))
	}
	if lines[0].Bytes != nil || lines[0].Len != src.lf || !lines[0].Whole {
		t.Errorf("the long line: %d bytes kept, length %d, whole %v", len(lines[0].Bytes), lines[0].Len, lines[0].Whole)
	}
	if string(lines[1].Bytes) != "xxx" || lines[1].Off != src.lf+1 || lines[1].Whole {
		t.Errorf("the line after it: %+v", lines[1])
	}
}

func TestOpenTakesRegularFilesOnly(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(dir); !errors.Is(err, ErrNotFile) {
		t.Errorf("a folder: %v, want ErrNotFile", err)
	}
	if _, err := Open(filepath.Join(dir, "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v, want os.ErrNotExist", err)
	}
}

func open(t *testing.T, path string) *File {
	t.Helper()
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestReadAnswersStaleButNeverOtherBytes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	span := Span{Off: 3, Len: 5}
	touch := func(at time.Time) {
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	start := time.Now().Add(-time.Hour)
	cases := []struct {
		name   string
		change func()
		want   string
	}{
		{"nothing changed", func() {}, "first"},
		{"it grew", func() { write(t, path, "a\n{first}\nand more\n") }, "first"},
		{"it shrank", func() { write(t, path, "a\n") }, ""},
		{"its past was rewritten at the same size", func() { write(t, path, "b\n{other}\n") }, ""},
		{"another file took its name", func() {
			other := path + ".tmp"
			write(t, other, "b\n{other}\n")
			if err := os.Rename(other, path); err != nil {
				t.Fatal(err)
			}
		}, "first"},
		{"it was deleted", func() {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			write(t, path, "")
		}, "first"},
	}
	for _, c := range cases {
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		write(t, path, "a\n{first}\n")
		touch(start)
		f := open(t, path)
		c.change()
		got, err := f.Read(span)
		if c.want == "" {
			if !errors.Is(err, ErrStale) {
				t.Errorf("%s: %q, %v, want ErrStale", c.name, got, err)
			}
			continue
		}
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, got, err, c.want)
		}
	}
}

func TestCreateDoesWithoutLinks(t *testing.T) {
	defer func(real func(a, b string) error) { link = real }(link)
	link = func(a, b string) error { return &os.LinkError{Op: "link", Old: a, New: b, Err: syscall.EPERM} }
	TestCreateMakesAWholeFileOrNone(t)
}

func TestCreateMakesAWholeFileOrNone(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "new.jsonl")
	if err := Create(path, []byte("a\n")); err != nil {
		t.Fatal(err)
	}
	if err := Create(path, []byte("b\n")); !errors.Is(err, os.ErrExist) {
		t.Errorf("a taken name: %v, want os.ErrExist", err)
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != "a\n" {
		t.Errorf("the file holds %q, %v, want the first content", got, err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("%d files in the folder, %v, want the session alone", len(left), err)
	}
	if err := Create(filepath.Join(dir, "new", "folder", "x.jsonl"), nil); err != nil {
		t.Errorf("in a folder that is not there yet: %v", err)
	}
}

func BenchmarkScanLines(b *testing.B) {
	src := []byte(strings.Repeat(strings.Repeat("x", 3000)+"\n", 30_000))
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if _, err := Scan(context.Background(), bytes.NewReader(src), 0, int64(len(src)), func(c *Chunk) int {
			for c.Next() {
				continue
			}
			return 0
		}); err != nil {
			b.Fatal(err)
		}
	}
}

func TestEachHandsChunksOnInOrderAndStopsAtAnError(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	src := bytes.Repeat([]byte("0123456789abcde\n"), 9<<16) // nine chunks
	size := int64(len(src))
	ends, lines := []int64{0}, 0
	err := Each(context.Background(), bytes.NewReader(src), 0, size, func(c *Chunk) int64 {
		c.Next()
		return c.Line().Off
	}, func(r Result[int64], end int64) {
		if last := ends[len(ends)-1]; r.Value < last || end <= r.Value {
			t.Errorf("a chunk from %d to %d comes after one that ends at %d", r.Value, end, last)
		}
		ends, lines = append(ends, end), lines+r.Lines
	})
	if err != nil || ends[len(ends)-1] != size || lines != 9<<16 {
		t.Errorf("%d lines up to %d, %v, want %d up to %d", lines, ends[len(ends)-1], err, 9<<16, size)
	}
	broken := errors.New("broken")
	taken := 0
	err = Each(context.Background(), fails{bytes.NewReader(src), size / 2, broken}, 0, size, func(*Chunk) int { return 0 }, func(Result[int], int64) { taken++ })
	if !errors.Is(err, broken) || taken > 5 {
		t.Errorf("%d chunks, error %v, want at most 5 and %v", taken, err, broken)
	}
}

// fails answers an error from an offset on.
type fails struct {
	r    *bytes.Reader
	from int64
	err  error
}

func (b fails) ReadAt(p []byte, off int64) (int, error) {
	if off+int64(len(p)) > b.from {
		return 0, b.err
	}
	return b.r.ReadAt(p, off)
}
