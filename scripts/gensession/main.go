// Gensession writes a pi session of any size to standard output, for
// benchmarks and for trying the app on something large:
//
//	go run ./scripts/gensession -size 100MB >large.jsonl
//	go run ./scripts/gensession -entries 100000 -short >many-rows.jsonl
//
// The same flags give the same bytes. The mix is that of real sessions: prompts
// now and then with a picture, replies in Markdown, calls with results of very
// unequal size, edits with their changes, branches, labels and compactions.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func main() {
	size := flag.String("size", "", "about how large: 500KB, 100MB, 1GB")
	entries := flag.Int("entries", 0, "or how many entries")
	seed := flag.Uint64("seed", 1, "another seed gives another session")
	short := flag.Bool("short", false, "short texts and no pictures, for many rows in a small file")
	flag.Parse()
	limit, err := parseSize(*size)
	if err != nil || limit == 0 && *entries == 0 {
		fmt.Fprintln(os.Stderr, "gensession: say how large: -size 100MB, or -entries 100000")
		os.Exit(2)
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	g := newGenerator(out, *seed, *short)
	g.header()
	for (limit == 0 || g.written < limit) && (*entries == 0 || g.entries < *entries) {
		g.turn()
	}
	if err := out.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, "gensession:", err)
		os.Exit(1)
	}
}

func parseSize(text string) (int64, error) {
	for unit, factor := range map[string]float64{"KB": 1e3, "MB": 1e6, "GB": 1e9} {
		if number, ok := strings.CutSuffix(text, unit); ok {
			n, err := strconv.ParseFloat(number, 64)
			return int64(n * factor), err
		}
	}
	if text == "" {
		return 0, nil
	}
	return strconv.ParseInt(text, 10, 64)
}
