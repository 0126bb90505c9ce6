package changes

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// between is the unified diff of two texts without file names, "" when they are equal.
func between(before, after string) string {
	d := string(diff.Diff("a", []byte(before), "b", []byte(after)))
	if _, hunks, ok := strings.Cut(d, "\n+++ b\n"); ok {
		return hunks
	}
	return ""
}

// replaced is a replacement whose place is not known: its lines with - and +.
func replaced(edits []edit) string {
	var b strings.Builder
	for _, e := range edits {
		signed(&b, "-", e.old)
		signed(&b, "+", e.new)
	}
	return b.String()
}

func signed(b *strings.Builder, sign, text string) {
	for line := range strings.Lines(text) {
		b.WriteString(sign)
		b.WriteString(strings.TrimSuffix(line, "\n"))
		b.WriteByte('\n')
	}
}

// count counts a diff's lines.
func count(hunks string) (added, removed int) {
	for line := range strings.Lines(hunks) {
		switch line[0] {
		case '+':
			added++
		case '-':
			removed++
		}
	}
	return added, removed
}

// recorded reads the diff a tool recorded of its own edit: unified, or the
// numbered lines of pi's display (1.6.0, generateDiffString: a sign, the line
// number padded to the widest, a blank, the line; " ..." where lines are left
// out). It answers hunks of a unified diff, "" when it is neither; open tells that
// their last line may be the file's, of whose end the numbered lines say nothing.
func recorded(text string) (hunks string, open bool) {
	if at := strings.Index("\n"+text, "\n@@ -"); at >= 0 {
		return strings.TrimSuffix(text[at:], "\n") + "\n", false
	}
	var b strings.Builder
	var h numbered
	trailing := 0 // unchanged lines at the end
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" {
			return "", false
		}
		number, rest, ok := strings.Cut(strings.TrimLeft(line[1:], " "), " ")
		if number == "..." && !ok {
			h.flush(&b)
			open = false
			continue
		}
		n, err := strconv.Atoi(number)
		if err != nil || !strings.Contains(" +-", line[:1]) {
			return "", false
		}
		h.add(&b, line[0], n, rest)
		if trailing++; line[0] != ' ' {
			trailing = 0
		}
		open = trailing <= kept
	}
	h.flush(&b)
	return b.String(), open
}

// numbered gathers one hunk of numbered lines.
type numbered struct {
	lines  []string
	start  [2]int // of the old and the new lines
	counts [2]int
	next   [2]int
	delta  int // new minus old line numbers
}

// kept is how many unchanged lines a hunk keeps at its ends; pi records one more
// than is common.
const kept = 3

func (h *numbered) add(b *strings.Builder, sign byte, n int, text string) {
	old, now := n, n+h.delta
	if sign == '+' {
		old, now = n-h.delta, n
	}
	if len(h.lines) > 0 && (sign != '+' && old != h.next[0] || sign == '+' && now != h.next[1]) {
		h.flush(b)
	}
	if len(h.lines) == 0 {
		h.start, h.next = [2]int{old, now}, [2]int{old, now}
	}
	h.lines = append(h.lines, string(sign)+text+"\n")
	if sign != '+' {
		h.counts[0]++
		h.next[0]++
	}
	if sign != '-' {
		h.counts[1]++
		h.next[1]++
	}
	switch sign {
	case '+':
		h.delta++
	case '-':
		h.delta--
	}
}

func (h *numbered) flush(b *strings.Builder) {
	head, tail := 0, len(h.lines)
	for head < tail && h.lines[head][0] == ' ' {
		head++
	}
	for tail > head && h.lines[tail-1][0] == ' ' {
		tail--
	}
	if head < len(h.lines) {
		from, to := max(head-kept, 0), min(tail+kept, len(h.lines))
		dropped := from + len(h.lines) - to
		at := [2]int{h.start[0] + from, h.start[1] + from}
		n := [2]int{h.counts[0] - dropped, h.counts[1] - dropped}
		for i := range at {
			if n[i] == 0 {
				at[i]-- // a range of no lines is named by the line before it
			}
		}
		fmt.Fprintf(b, "@@ -%d,%d +%d,%d @@\n", at[0], n[0], at[1], n[1])
		b.WriteString(strings.Join(h.lines[from:to], ""))
	}
	*h = numbered{delta: h.delta}
}

// withCRLF gives the lines of hunks that were made from plain ones the ends that
// the file's lines have.
func withCRLF(hunks string) string {
	lines := strings.SplitAfter(hunks, "\n")
	for i, line := range lines {
		endless := i+1 < len(lines) && strings.HasPrefix(lines[i+1], `\`)
		if line != "" && strings.IndexByte(" +-", line[0]) >= 0 && !strings.HasSuffix(line, "\r\n") && !endless {
			lines[i] = strings.TrimSuffix(line, "\n") + "\r\n"
		}
	}
	return strings.Join(lines, "")
}

// without are steps less those that the next one takes back.
func without(steps []step) []step {
	var kept []step
	for _, s := range steps {
		if last := len(kept) - 1; last >= 0 && s.from == "" && kept[last].from == "" && inOrder(inverted(s.hunks)) == inOrder(kept[last].hunks) {
			kept = kept[:last]
			continue
		}
		kept = append(kept, s)
	}
	return kept
}

// inOrder puts what hunks take away before what they add.
func inOrder(hunks string) string {
	var b, added strings.Builder
	for line := range strings.Lines(hunks) {
		switch line[0] {
		case '+':
			added.WriteString(line)
			continue
		case '-':
		case '\\':
			continue
		default:
			b.WriteString(added.String())
			added.Reset()
		}
		b.WriteString(line)
	}
	return b.String() + added.String()
}
