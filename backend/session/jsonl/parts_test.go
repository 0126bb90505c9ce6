package jsonl

import (
	"bytes"
	"context"
	"slices"
	"testing"
)

// inParts reads a source that at first is only split bytes long, and then on
// from the end of its last whole line, as one reads a file that grows.
func inParts(t *testing.T, src []byte, split int) []string {
	t.Helper()
	lines, resume := whole1(t, src[:split], 0)
	rest := read(t, src, resume)
	return append(lines, rest...)
}

// whole1 answers the whole lines of a source and where its unfinished one begins.
func whole1(t *testing.T, src []byte, from int64) (lines []string, resume int64) {
	t.Helper()
	lines = read(t, src, from)
	resume = int64(len(src))
	if len(src) > 0 && src[len(src)-1] != '\n' {
		resume = int64(bytes.LastIndexByte(src, '\n') + 1)
		lines = lines[:len(lines)-1]
	}
	return lines, resume
}

func FuzzReadingInTwoPartsEqualsReadingAtOnce(f *testing.F) {
	f.Add([]byte("a\nbc\n\nd"), uint(3))
	f.Add([]byte("\n\n"), uint(1))
	f.Add([]byte("{\"a\":\"\xf0\x9f\x8c\x8a\"}\n"), uint(8))
	f.Fuzz(func(t *testing.T, src []byte, split uint) {
		at := int(split % uint(len(src)+1))
		if got, want := inParts(t, src, at), read(t, src, 0); !slices.Equal(got, want) {
			t.Fatalf("%q cut at %d: %q, want %q", src, at, got, want)
		}
	})
}

func TestAnUnfinishedLineIsHandedOutMarked(t *testing.T) {
	src := []byte("one\ntwo\nthr")
	for split := range len(src) + 1 {
		var unfinished []string
		if _, err := Scan(context.Background(), bytes.NewReader(src[:split]), 0, int64(split), func(c *Chunk) int {
			for c.Next() {
				if l := c.Line(); !l.Whole {
					unfinished = append(unfinished, string(l.Bytes))
				}
			}
			return 0
		}); err != nil {
			t.Fatal(err)
		}
		want := []string(nil)
		if tail := src[bytes.LastIndexByte(src[:split], '\n')+1 : split]; len(tail) > 0 {
			want = []string{string(tail)}
		}
		if !slices.Equal(unfinished, want) {
			t.Errorf("of %q %q is unfinished, want %q", src[:split], unfinished, want)
		}
	}
}
